import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { memberOf, reportOf } from '../../test/contracts/cluster-store/cluster-under-test.ts';
import type { CallOutcome, ClusterCall } from '../../test/support/cluster/memory-cluster-store.ts';
import { balance, leads, TestCluster, type TestMember } from '../../test/support/cluster/test-cluster.ts';
import { MASTER, party } from '../../test/support/env.ts';
import { until } from '../../test/support/until.ts';
import { MASTER_PASSPHRASE } from '../ledger/genesis.ts';
import { closeEvery } from '../node/close/close-schedule.ts';
import type { JsonObject } from '../protocol/values.ts';
import { StoreError } from '../storage/ledger-store.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { LEDGER_FORMS, type LedgerForms } from './ledger-forms.ts';

const XRP = 1_000_000n;

const OLD_MEMBER = {
  id: 'old',
  address: 'old:1',
  token: '',
  role: 'follower',
  epoch: 0,
  reachedEpoch: 0,
  ledgerIndex: 0,
  hash: '',
  version: '0.1.0',
} as const;
const [OLD_FORM] = LEDGER_FORMS.written as [number];
const NEW_FORM = OLD_FORM + 1;

/** Forms of a later Weir version, with another first byte. */
const NEWER_FORMS: LedgerForms = {
  written: [OLD_FORM, NEW_FORM],
  newestRead: NEW_FORM,
  encode: (ledger, form) => Uint8Array.from([form, ...LEDGER_FORMS.encode(ledger, OLD_FORM).subarray(1)]),
  decode: (bytes) =>
    LEDGER_FORMS.decode(bytes[0] === NEW_FORM ? Buffer.concat([Buffer.from([OLD_FORM]), bytes.subarray(1)]) : bytes),
};

describe('a cluster', () => {
  let cluster: TestCluster;

  beforeEach(() => {
    cluster = new TestCluster();
  });

  afterEach(() => cluster.stop());

  test('submits what was open at a leader that lost the lead to the next one', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    await leads(one);
    await one.ask('submit', { tx_blob: cluster.payment('alice', 100n * XRP).blob });
    cluster.expireLease();
    cluster.common.report(reportOf('stranger'));
    assert.equal(cluster.common.take(memberOf('stranger'), 1), 3);
    cluster.leaseClock.advanceMs(2);
    await until(() => one.cluster.node.isLeading || two.cluster.node.isLeading, 'a member leads');
    const { openLedger } = (two.cluster.node.isLeading ? two : one).cluster.node.engine!;
    await until(() => openLedger.view.transactionCount === 1, 'the next leader has it');
  });

  test('submits what was open or queued at a leader that lost the lead to the next leader', async () => {
    const queue = { minimumTxnInLedger: 1 };
    const [one, two] = [await cluster.join('one', { queue }), await cluster.join('two', { queue })];
    await leads(one);
    const results: unknown[] = [];
    for (const name of ['alice', 'bob', 'carol', 'dora', 'eric', 'fred', 'gina'])
      results.push((await one.ask('submit', { tx_blob: cluster.payment(name, 100n * XRP).blob })).engine_result);
    assert.deepEqual(results, ['tesSUCCESS', 'tesSUCCESS', ...Array<string>(5).fill('terQUEUED')]);
    one.kill();
    cluster.expireLease();
    await leads(two);
    one.shared.isCutOff = false;
    const { openLedger } = two.cluster.node.engine!;
    await until(() => openLedger.view.transactionCount === 2, 'the next leader has those that were open');
    await until(() => openLedger.queue.all().length === 5, 'the next leader has those that were queued');
  });

  test('signs a transaction once, also when the lead moves while its sender waits', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    await leads(one);
    const destination = party('alice').address;
    const waiting = one.ask('submit', {
      secret: MASTER_PASSPHRASE,
      tx_json: { TransactionType: 'Payment', Account: MASTER.address, Destination: destination, Amount: '100000000' },
      wait: true,
    });
    await until(() => one.cluster.node.engine?.openLedger.view.transactionCount === 1, 'it is applied');
    one.kill();
    cluster.expireLease();
    await leads(two);
    await two.ask('ledger_accept');
    one.shared.isCutOff = false;
    const answer = await waiting;
    assert.deepEqual([answer.final, answer.engine_result], [false, 'tesSUCCESS']);
    assert.match(String(answer.explanation), /lost the lead/);
    await until(() => two.cluster.node.engine?.openLedger.view.transactionCount === 1, 'the next leader has it');
    await two.ask('ledger_accept');
    assert.equal(await balance(two, 'alice'), String(100n * XRP));
    assert.equal((await two.ask('tx', { transaction: answer.hash! })).validated, true);
  });

  test('answers a repeated submission with what the first one did, on any member', async () => {
    const one = await cluster.join('one', { queue: { minimumTxnInLedger: 1 } });
    await leads(one);
    const two = await cluster.join('two');
    let isBehind = false;
    const three = await cluster.join('three', {
      outcomeOf: (call) => (isBehind && call === 'log.read' ? { ending: 'refused' } : {}),
    });
    const paid = cluster.payment('alice', 100n * XRP).blob;
    const tooMuch = cluster.payment('bob', 99_999_999_999n * XRP).blob;
    const queued = cluster.payment('carol', 100n * XRP).blob;
    const submit = async (member: TestMember, blob: string) => {
      const { engine_result, applied, queued: isQueued } = await member.ask('submit', { tx_blob: blob });
      return [engine_result, applied, isQueued];
    };
    const expected = [
      [paid, ['tesSUCCESS', true, false]],
      [tooMuch, ['tecUNFUNDED_PAYMENT', true, false]],
      [queued, ['terQUEUED', false, true]],
    ] as const;
    for (const [blob, outcome] of expected) {
      for (const member of [two, three, one]) assert.deepEqual(await submit(member, blob), outcome, member.name);
    }
    isBehind = true;
    await two.ask('ledger_accept');
    const waiting = submit(three, paid);
    await two.ask('ping', { min_ledger: one.weir.node.validated.ledgerIndex });
    assert.notEqual(three.weir.node.validated.hash, one.weir.node.validated.hash, 'this member is behind');
    isBehind = false;
    assert.deepEqual(await waiting, ['tesSUCCESS', true, false]);
    assert.equal(await balance(three, 'alice'), String(100n * XRP), 'it has the ledger now');
    assert.deepEqual(await submit(three, tooMuch), ['tecUNFUNDED_PAYMENT', true, false]);
    const { tx_json } = await two.ask('submit', { tx_blob: paid });
    assert.equal((tx_json as JsonObject).ledger_index, one.weir.node.validated.ledgerIndex);
  });

  test('answers a submission whose answer was lost with the leader by what the next leader finds', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    await leads(one);
    const { blob } = cluster.payment('alice', 100n * XRP);
    await one.ask('submit', { tx_blob: blob });
    await one.ask('ledger_accept');
    one.kill();
    const waiting = two.ask('submit', { tx_blob: blob });
    cluster.expireLease();
    assert.equal((await waiting).engine_result, 'tesSUCCESS');
  });

  test('transfers the lead when its leader stops', async () => {
    const closing = closeEvery(3_600_000);
    const [one, two] = [await cluster.join('one', { closing }), await cluster.join('two', { closing })];
    await leads(one);
    await two.ask('submit', { tx_blob: cluster.payment('alice', 100n * XRP).blob });
    const stopped = one.stop();
    // The lease does not expire: its clock stands still.
    await leads(two);
    await stopped;
    assert.equal(await balance(two, 'alice'), String(100n * XRP));
  });

  test('releases the lease of a member that stops while it takes the lead', async () => {
    const asked = Promise.withResolvers<void>();
    const [one, two] = [
      await cluster.join('one'),
      await cluster.join('two', {
        outcomeOf: (call) => {
          if (call !== 'lease.take') return {};
          asked.resolve();
          return { backMs: 20 };
        },
      }),
    ];
    await leads(one);
    one.kill();
    cluster.expireLease();
    await asked.promise;
    await two.stop();
    assert.equal(two.cluster.membership.role, 'follower');
    assert.equal(cluster.common.lease().remainingMs, 0);
  });

  test('releases the lease of a member that cannot open its node', async () => {
    let taken = 0;
    const outcomeOf = (call: ClusterCall): CallOutcome => {
      if (call === 'lease.take') taken++;
      return call.startsWith('submissions.') ? { ending: 'refused' } : {};
    };
    const one = await cluster.join('one', { isDurableSubmit: true });
    const two = await cluster.join('two', { isDurableSubmit: true, outcomeOf });
    await leads(one);
    one.kill();
    cluster.expireLease();
    await until(() => taken > 0 && cluster.common.lease().remainingMs === 0, 'the lease is free again');
    assert.equal(two.cluster.node.isLeading, false);
  });

  test('leaves the lease of a member that cannot read the reports of the others', async () => {
    const calls: ClusterCall[] = [];
    const outcomeOf = (call: ClusterCall): CallOutcome => {
      calls.push(call);
      return call === 'members.list' ? { ending: 'refused' } : {};
    };
    const one = await cluster.join('one');
    await leads(one);
    await cluster.join('two', { outcomeOf });
    one.kill();
    cluster.expireLease();
    const reads = () => calls.filter((call) => call === 'members.list').length;
    const before = reads();
    await until(() => reads() > before + 3, 'it reads them before it takes the lease');
    assert.ok(!calls.includes('lease.take'));
  });

  test('answers reads without a leader and without the database', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two', { timeoutMs: 50 })];
    await leads(one);
    const { id, blob } = cluster.payment('alice', 100n * XRP);
    await two.ask('submit', { tx_blob: blob });
    await two.ask('ledger_accept');
    one.kill();
    two.shared.isCutOff = true;
    await until(() => two.cluster.problem() !== undefined, 'it reports a problem');
    const account = party('alice').address;
    const validated = { ledger_index: 'validated' };
    const questions: [string, JsonObject][] = [
      ['server_info', {}],
      ['server_state', {}],
      ['fee', {}],
      ['ping', {}],
      ['ledger_closed', {}],
      ['ledger', { ...validated, transactions: true, expand: true }],
      ['ledger_data', validated],
      ['tx', { transaction: id }],
      ['account_tx', { account }],
      ...['account_info', 'account_lines', 'account_objects', 'account_offers', 'account_channels', 'account_nfts'].map(
        (method): [string, JsonObject] => [method, { account, ...validated }],
      ),
      ['account_currencies', { account, ...validated }],
      ['gateway_balances', { account, ...validated }],
      ['noripple_check', { account, role: 'user', ...validated }],
      [
        'book_offers',
        { ...validated, taker_gets: { currency: 'XRP' }, taker_pays: { currency: 'USD', issuer: account } },
      ],
    ];
    for (const [method, params] of questions)
      assert.equal((await two.ask(method, params)).error, undefined, `${method} is answered`);
    const submitted = await two.ask('submit', { tx_blob: cluster.payment('alice', XRP).blob });
    assert.equal(submitted.error, 'notSynced');
  });

  test('names the node that answered, and waits for min_ledger', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two', { timeoutMs: 50 })];
    await leads(one);
    const { ledgerIndex } = one.weir.node.validated;
    const answer = await two.ask('ledger', { ledger_index: 'validated', min_ledger: ledgerIndex });
    assert.equal(answer.weir_node, 'two');
    assert.equal(answer.weir_ledger, ledgerIndex);
    const early = await two.ask('ledger', { ledger_index: 'validated', min_ledger: ledgerIndex + 1 });
    assert.equal(early.error, 'notSynced');
    const senseless = await two.ask('ledger', { min_ledger: 'soon' });
    assert.equal(senseless.error, 'invalidParams');
  });

  test('sends proposed transactions and ledgers to streams on every member', async () => {
    const [one, two] = [await cluster.join('one'), await cluster.join('two')];
    await leads(one);
    const heard: JsonObject[] = [];
    const push = (message: Buffer) => void heard.push(JSON.parse(message.toString()));
    const subscription = two.weir.streams.open(
      {
        push,
        wake() {
          for (let next = subscription.next(); next !== undefined; next = subscription.next()) push(next);
        },
      },
      10,
    );
    const request = { method: 'subscribe', params: { streams: ['transactions_proposed', 'ledger'] } };
    await two.weir.execute({ ...request, apiVersion: 2, role: 'admin', subscription });
    // The first ones may be sent before the subscription reaches the leader.
    await until(async () => {
      await one.ask('submit', { tx_blob: cluster.payment('alice', 100n * XRP).blob });
      return heard.some(({ type, validated }) => type === 'transaction' && validated === false);
    }, 'the follower sends it');
    await one.ask('ledger_accept');
    await until(() => heard.some(({ type }) => type === 'ledgerClosed'), 'and of its ledger');
    subscription.close();
  });

  test('leads again with a new epoch when the answer of an append is lost', async () => {
    for (const ending of ['cut before', 'cut after'] as const) {
      const endings: CallOutcome['ending'][] = [];
      const outcomeOf = (call: ClusterCall): CallOutcome => {
        const next = call === 'log.append' ? endings.shift() : undefined;
        return next === undefined ? {} : { ending: next };
      };
      const one = await cluster.join('one', { outcomeOf });
      await leads(one);
      const before = one.weir.node.validated.ledgerIndex;
      endings.push(ending);
      const { blob } = cluster.payment('alice', 100n * XRP);
      await one.ask('submit', { tx_blob: blob });
      await until(async () => (await one.ask('ledger_accept')).error === undefined, 'a ledger closes');
      const { validated } = one.weir.node;
      assert.equal(validated.ledgerIndex, ending === 'cut after' ? before + 2 : before + 1);
      assert.equal(cluster.common.range()?.last.hash, validated.hash);
      assert.equal(one.cluster.membership.takeovers, 2);
      assert.equal((await one.ask('submit', { tx_blob: blob })).engine_result, 'tesSUCCESS', 'it is not lost');
      await one.stop();
    }
  });

  test('learns the outcome of an append when it reaches the log again', async () => {
    let isGone = false;
    const outcomeOf = (call: ClusterCall): CallOutcome => {
      if (isGone) return { ending: 'refused' };
      if (call !== 'log.append' || one === undefined) return {};
      isGone = true;
      return { ending: 'cut after' };
    };
    const terms = { durationMs: 200, renewalMs: 50 };
    let one: TestMember | undefined;
    const joined = await cluster.join('one', { outcomeOf, terms });
    await leads(joined);
    const before = joined.weir.node.validated.ledgerIndex;
    one = joined;
    await joined.ask('ledger_accept');
    await until(() => !joined.cluster.node.isLeading, 'the lead ends');
    const { membership } = joined.cluster;
    await until(() => membership.secondsWithoutLeader > 0, 'and that is reported');
    one = undefined;
    isGone = false;
    await leads(joined);
    assert.equal(joined.weir.node.validated.ledgerIndex, before + 1);
    assert.deepEqual([membership.takeovers, membership.secondsWithoutLeader], [2, 0]);
  });

  test('ends the lead of a member whose store fails', async () => {
    const store = new MemoryStore();
    const [one, two] = [await cluster.join('one', { store }), await cluster.join('two')];
    await leads(one);
    store.append = async () => {
      throw new StoreError('the disk is full');
    };
    await one.ask('ledger_accept').catch(() => {});
    await leads(two);
    await until(() => /the disk is full/.test(String(one.cluster.problem())), 'it says why');
    assert.equal(two.weir.node.validated.ledgerIndex, 3, 'the log had the ledger');
  });

  test('refuses data of another chain, and another network id', async () => {
    const elsewhere = new TestCluster();
    const stranger = new MemoryStore();
    await leads(await elsewhere.join('one', { store: stranger }));
    const one = await cluster.join('one');
    await leads(one);
    await assert.rejects(cluster.join('two', { store: stranger }), /another chain than the cluster's database/);
    await assert.rejects(cluster.join('three', { networkId: 7 }), /network id 0, not 7/);
    await elsewhere.stop();
  });

  test('begins with the chain of a single server', async () => {
    const store = new MemoryStore();
    const alone = new TestCluster();
    const first = await alone.join('one', { store });
    await leads(first);
    await first.ask('ledger_accept');
    const { hash } = first.weir.node.validated;
    store.close = async () => {};
    await alone.stop();
    await leads(await cluster.join('one', { store }));
    const two = await cluster.join('two');
    await until(() => two.store.header(3)?.hash === hash, 'it follows');
  });

  test('prevents a leader whose ledgers a member cannot read', async () => {
    cluster.common.report({ ...OLD_MEMBER, readsLedgerVersion: 0 });
    const one = await cluster.join('one');
    await until(() => one.cluster.problem() !== undefined, 'it reports that');
    assert.match(String(one.cluster.problem()), /member old reads closed ledgers up to form 0/);
    assert.equal(one.cluster.node.isLeading, false);
  });

  test('writes an older form while a member cannot read the newer one, and the newer one once it is gone', async () => {
    const lastForm = () => cluster.common.read(cluster.common.range()!.last.ledgerIndex - 1, 1)[0]![0];
    cluster.common.report({ ...OLD_MEMBER, readsLedgerVersion: OLD_FORM });
    const one = await cluster.join('one', { forms: NEWER_FORMS });
    await leads(one);
    cluster.leaseClock.advanceMs(3_000);
    const old = await cluster.join('old');
    await cluster.join('three', { forms: NEWER_FORMS });
    await one.ask('ledger_accept');
    assert.equal(lastForm(), OLD_FORM);
    const { ledgerIndex } = one.weir.node.validated;
    await until(() => old.weir.node.validated.ledgerIndex === ledgerIndex, 'the old one follows');
    await old.stop();
    await until(async () => {
      await one.ask('ledger_accept');
      return lastForm() === NEW_FORM;
    }, 'it writes the newer form');
    const late = await cluster.join('late', { forms: NEWER_FORMS });
    await until(() => late.weir.node.validated.hash === one.weir.node.validated.hash, 'the late one follows');
    await assert.rejects(cluster.join('old again'), /has version 2, but this Weir reads version 1/);
  });
});
