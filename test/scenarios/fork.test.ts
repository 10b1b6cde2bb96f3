import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chooseAmendments } from '../../src/ledger/chosen-amendments.ts';
import { openFork } from '../../src/node/open-fork.ts';
import { ownerDirKeylet, skipKeylet } from '../../src/protocol/entries/keylets.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { rebuildStore } from '../../src/verify/rebuild-store.ts';
import { checkNewestLedger } from '../../src/verify/startup-check.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';

const [ALICE, BOB, CAROL] = [party('alice'), party('bob'), party('carol')];
const PAYMENT = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1_000_000n };
const randomBytes = (count: number) => Buffer.alloc(count, 1);

/** A chain with some payments of ALICE to BOB, two a ledger, and an offer that can be deleted. */
async function createOrigin(ledgers = 6): Promise<Env> {
  const env = await Env.create();
  await env.fund(1000, ALICE, BOB);
  const offer = { TransactionType: 'OfferCreate', TakerPays: 1n, TakerGets: usd(1n) };
  env.submit(MASTER, offer, 'tesSUCCESS');
  for (let at = 0; at < ledgers; at++) {
    for (const _ of [1, 2]) env.submit(ALICE, PAYMENT, 'tesSUCCESS');
    await env.close();
  }
  return env;
}

function usd(units: bigint) {
  return {
    mantissa: units * 10n ** 15n,
    exponent: -15,
    currency: `${'0'.repeat(24)}5553440000000000`,
    issuer: MASTER.id,
  };
}

function baseOf(origin: Env, ledgerIndex?: number): StoreForkBase {
  return new StoreForkBase(origin.node, ledgerIndex, rpcOf(origin));
}

function damageOf(store: Parameters<typeof verifyStore>[0]): readonly object[] {
  checkNewestLedger(store);
  const steps = verifyStore(store, { isDeep: true });
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value.first;
  }
}

describe('a fork', () => {
  let origin: Env;
  let call: Call;
  let fork: Env;
  before(async () => {
    origin = await createOrigin();
    fork = await forkedEnv(baseOf(origin));
    call = rpcOf(fork);
  });
  after(async () => {
    await fork.stop();
    await origin.stop();
  });

  test('begins with the header of the ledger, continues after it, and says so', async () => {
    const { validated } = origin.node;
    assert.deepEqual(fork.node.validated, validated);
    const { info, weir } = await call('server_info');
    assert.equal(info.complete_ledgers, String(validated.ledgerIndex));
    const expected = { url: 'ws://origin', ledger_index: validated.ledgerIndex, ledger_hash: validated.hash };
    assert.deepEqual(weir.fork, expected);
    fork.submit(ALICE, PAYMENT, 'tesSUCCESS');
    await fork.close();
    const next = fork.node.validated;
    assert.equal(next.parentHash, validated.hash);
    assert.equal(next.ledgerIndex, validated.ledgerIndex + 1);
    const { Hashes } = fork.node.view(next.ledgerIndex)!.readAny(skipKeylet().key) as unknown as { Hashes: string[] };
    assert.deepEqual(
      Hashes,
      Array.from({ length: validated.ledgerIndex }, (_, at) => origin.node.store.header(at + 1)!.hash),
    );
  });

  test('answers for its own ledgers, and asks the other server for earlier ones', async () => {
    const first = origin.node.validated.ledgerIndex;
    const own = await call('ledger', { ledger_index: first + 1, transactions: true });
    assert.equal(own.ledger.transactions.length, 1);
    assert.equal(own.answered_by, undefined);
    for (const ledger_index of [first - 1, first]) {
      const theirs = await call('ledger', { ledger_index, transactions: true });
      assert.deepEqual(theirs, {
        ...(await rpcOf(origin)('ledger', { ledger_index, transactions: true })),
        answered_by: 'ws://origin',
      });
    }
    const balance = async (ledger_index: number) =>
      (await call('account_info', { account: BOB.address, ledger_index })).account_data.Balance;
    assert.deepEqual(
      [await balance(first - 1), await balance(first), await balance(first + 1)],
      ['1010000000', '1012000000', '1013000000'],
    );
    const [{ hash }] = (await rpcOf(origin)('ledger', { ledger_index: 5, transactions: true, expand: true })).ledger
      .transactions;
    const found = await call('tx', { transaction: hash });
    assert.deepEqual([found.hash, found.ledger_index, found.answered_by], [hash, 5, 'ws://origin']);
    const unknown = await call('tx', { transaction: 'AB'.repeat(32) });
    assert.deepEqual([unknown.error, unknown.answered_by], ['txnNotFound', undefined]);
    const missing = await call('ledger', { ledger_hash: 'AB'.repeat(32) });
    assert.deepEqual([missing.error, missing.answered_by], ['lgrNotFound', 'ws://origin']);
  });

  test('reads the history of an account across its beginning, in both directions', async () => {
    const all = async (params: object) => {
      const hashes: string[] = [];
      const sources = new Set<string>();
      let marker: Answer;
      do {
        const page = await call('account_tx', {
          account: ALICE.address,
          limit: 10,
          ...params,
          ...(marker && { marker }),
        });
        assert.equal(page.error, undefined, JSON.stringify(page));
        for (const { tx } of page.transactions) hashes.push(tx.hash);
        sources.add(page.answered_by ?? 'own');
        marker = page.marker;
      } while (marker !== undefined);
      return { hashes, sources: [...sources] };
    };
    const newest = await all({ ledger_index_min: -1 });
    assert.equal(newest.hashes.length, 1 + 12 + 1);
    assert.deepEqual(newest.sources, ['own', 'ws://origin']);
    const oldest = await all({ ledger_index_min: -1, forward: true });
    assert.deepEqual(oldest, { hashes: newest.hashes.toReversed(), sources: ['ws://origin', 'own'] });
    const first = origin.node.validated.ledgerIndex;
    assert.deepEqual(await all({ ledger_index_min: first + 1 }), {
      hashes: newest.hashes.slice(0, 1),
      sources: ['own'],
    });
    const { hashes, sources } = await all({ ledger_index: first });
    assert.deepEqual([hashes.length, sources], [2, ['ws://origin']]);
  });

  test('keeps deletions, in the order of keys too', async () => {
    const pages = async (env: Env) => {
      const { state } = await rpcOf(env)('ledger_data', { ledger_index: 'validated', binary: true, limit: 2048 });
      return (state as { index: string }[]).map(({ index }) => index);
    };
    const keys = await pages(fork);
    assert.deepEqual(keys, await pages(origin));
    const { account_objects } = await call('account_objects', { account: MASTER.address, type: 'offer' });
    const [{ index, Sequence, BookDirectory }] = account_objects as Answer[];
    fork.submit(MASTER, { TransactionType: 'OfferCancel', OfferSequence: Sequence }, 'tesSUCCESS');
    await fork.close();
    // The owner's directory is empty too.
    const gone = [index, BookDirectory, ownerDirKeylet(MASTER.id).key];
    assert.deepEqual(
      await pages(fork),
      keys.filter((key) => !gone.includes(key)),
    );
    assert.equal(fork.account(MASTER)!.OwnerCount, 0);
  });
});

describe('a fork in a data directory', () => {
  let origin: Env;
  let directory: string;
  before(async () => {
    origin = await createOrigin();
    directory = mkdtempSync(path.join(tmpdir(), 'weir-fork-'));
  });
  after(async () => {
    rmSync(directory, { recursive: true });
    await origin.stop();
  });

  test('is found undamaged, returns to any of its ledgers, and opens only as the same fork', async () => {
    const store = openLmdbStore(directory);
    const accounts = [{ id: CAROL.id, drops: 5_000_000_000n }];
    const fork = await forkedEnv(baseOf(origin), { store, accounts, isTestBench: true });
    assert.deepEqual(damageOf(store), []);
    const begin = fork.node.validated;
    const saved = await fork.weir.snapshot('begin');
    const hashes: string[] = [];
    const advance = async () => {
      fork.submit(CAROL, PAYMENT, 'tesSUCCESS');
      fork.submit(ALICE, { ...PAYMENT, Destination: party('new').id, Amount: 20_000_000n }, 'tesSUCCESS');
      await fork.close(fork.node.validated.closeTimeSeconds + 10);
      hashes.push(fork.node.validated.hash);
    };
    for (let at = 0; at < 3; at++) await advance();
    assert.deepEqual(damageOf(store), []);
    await fork.weir.revert(begin.ledgerIndex + 2);
    assert.equal(fork.node.validated.hash, hashes[1]);
    assert.deepEqual(damageOf(store), []);
    await advance();
    assert.equal(hashes[3], hashes[2]);
    await fork.weir.revert(saved);
    assert.deepEqual(fork.node.validated, begin);
    assert.deepEqual(damageOf(store), []);
    await advance();
    assert.equal(hashes[4], hashes[0]);
    await fork.stop();

    const damaged = openLmdbStore(directory);
    const rebuild = damaged.beginRebuild();
    for (const _ of rebuildStore(damaged, rebuild));
    await rebuild.finish();
    await damaged.close();
    const rebuilt = openLmdbStore(directory);
    assert.deepEqual(damageOf(rebuilt), []);
    await rebuilt.close();

    const again = await forkedEnv(baseOf(origin, begin.ledgerIndex), {
      store: openLmdbStore(directory),
      isTestBench: true,
    });
    assert.equal(again.node.validated.hash, hashes[4]);
    await again.stop();
    const reopened = openLmdbStore(directory);
    const other = openFork(reopened, baseOf(origin, begin.ledgerIndex - 1), { url: 'ws://origin', randomBytes });
    await assert.rejects(other, /the data are of a fork of ledger 9 \([0-9A-F]{64}\), not of 8/);
    await assert.rejects(Env.create({ store: reopened }), /the data are of a fork of ledger 9 .* start with --fork/);
    await reopened.close();
  });

  test('changes and removes entries of the network by hand', async () => {
    const place = mkdtempSync(path.join(tmpdir(), 'weir-fork-'));
    const store = openLmdbStore(place);
    const fork = await forkedEnv(baseOf(origin), { store, isTestBench: true });
    const call = rpcOf(fork);
    const { account_objects } = await call('account_objects', { account: MASTER.address, type: 'offer' });
    const [{ index }] = account_objects as Answer[];
    assert.equal((await call('weir_set_entry', { index, remove: true })).error, undefined);
    const { account_data: root } = await call('account_info', { account: ALICE.address, ledger_index: 'validated' });
    const entry = { ...root, Balance: '5000000000' };
    assert.equal((await call('weir_set_entry', { entry, override: ['noDropsAppear'] })).error, undefined);
    assert.equal((await call('account_info', { account: ALICE.address })).account_data.Balance, '5000000000');
    assert.equal((await call('ledger_entry', { index, ledger_index: 'validated' })).error, 'entryNotFound');
    assert.deepEqual(damageOf(store), []);
    await fork.weir.revert(origin.node.validated.ledgerIndex);
    assert.deepEqual((await call('ledger_entry', { index, ledger_index: 'validated' })).index, index);
    assert.deepEqual(damageOf(store), []);
    await fork.stop();
    rmSync(place, { recursive: true });
  });

  test('does not begin in the data of another chain', async () => {
    const { store } = origin.node;
    const opened = openFork(store, baseOf(origin), { url: 'ws://origin', randomBytes });
    await assert.rejects(opened, /the data are of a chain that is no fork/);
  });

  test('returns by index to its beginning without a snapshot', async () => {
    const store = new MemoryStore();
    const fork = await forkedEnv(baseOf(origin), { store, isTestBench: true, stateDirectory: directory });
    const begin = fork.node.validated;
    fork.submit(ALICE, PAYMENT, 'tesSUCCESS');
    await fork.close();
    await fork.weir.revert(begin.ledgerIndex);
    assert.deepEqual(fork.node.validated, begin);
    assert.equal(store.treeNode(''), undefined);
    await assert.rejects(fork.weir.revert(begin.ledgerIndex - 1), RangeError);
    const saved = await rpcOf(fork)('weir_state', { save: 'state' });
    assert.equal(saved.error, 'invalidParams');
    assert.match(JSON.stringify(saved), /the state of a fork cannot be saved or loaded/);
    await fork.stop();
  });
});

describe('the rules of a fork', () => {
  test('are those of the network; amendments that Weir lacks are refused unless they are allowed', async () => {
    const lacking = 'AB'.repeat(32);
    const amendments = [...chooseAmendments(['+BatchV1_1', '-DynamicMPT']).slice(1), lacking].sort();
    const origin = await Env.create({ genesis: { amendments, networkId: 21_338 } });
    await origin.close();
    const options = { url: 'ws://origin', randomBytes };
    await assert.rejects(
      openFork(new MemoryStore(), baseOf(origin), options),
      /the network has amendments whose rules Weir lacks: /,
    );
    const fork = await openFork(new MemoryStore(), baseOf(origin), { ...options, allowsLackingRules: true });
    assert.equal(fork.facts.rules.lacking.length, 1);
    assert.equal(fork.facts.rules.early.length, 1);
    assert.equal(fork.networkId, 21_338);
    const env = await Env.create({ fork, store: fork.store, genesis: { networkId: fork.networkId } });
    assert.equal(env.node.rules.batchV1_1, true);
    const { weir } = await rpcOf(env)('server_info');
    assert.deepEqual(weir.fork.lacking_amendments, fork.facts.rules.lacking);
    assert.deepEqual(weir.fork.early_amendments, fork.facts.rules.early);
    await env.stop();
    await origin.stop();
  });
});
