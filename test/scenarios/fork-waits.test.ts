/**
 * Requests to a fork while its other server has not answered: the requests that need no answer are answered, and those that
 * do wait, up to a limit. The base of these forks answers when the test says.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { INSTANT_CLOSE } from '../../src/node/close/close-schedule.ts';
import type { Role } from '../../src/rpc/method/context.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { Env, type EnvOptions, party } from '../support/env.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';
import { until } from '../support/until.ts';

const [ALICE, BOB, CAROL, DORA] = [party('alice'), party('bob'), party('carol'), party('dora')];
const USER = { role: 'user' as Role };

describe('a fork whose other server has not answered', () => {
  let origin: Env;
  let base: StoreForkBase;
  let fork: Env;
  let call: Call;
  before(async () => {
    origin = await Env.create();
    await origin.fund(1000, ALICE, BOB, CAROL, DORA);
    for (const maker of [ALICE, BOB, CAROL]) {
      for (let at = 0; at < 20; at++)
        origin.submit(maker, { TransactionType: 'TicketCreate', TicketCount: 1 }, 'tesSUCCESS');
    }
    await origin.close();
  });
  after(() => origin.stop());

  async function begin(options: EnvOptions = {}): Promise<void> {
    base = new StoreForkBase(origin.node);
    fork = await forkedEnv(base, { cachedEntries: 1, ...options });
    call = rpcOf(fork);
    base.stopBlocking();
  }
  beforeEach(() => begin());

  const payment = ({ id }: { id: string } = DORA) => ({
    TransactionType: 'Payment',
    Destination: id,
    Amount: 1_000_000n,
  });
  const blobOf = (who: typeof ALICE, sequence: number, to = DORA) =>
    bytesToHex(origin.sign(who, { ...payment(to), Sequence: sequence }).blob);
  const sequenceOf = (who: typeof ALICE) => origin.account(who)!.Sequence;

  test('answers what needs no answer, while others wait', async () => {
    assert.equal((await call('account_info', { account: ALICE.address })).error, undefined);
    base.isHeld = true;
    let isAnswered = false;
    const waiting = call('account_info', { account: BOB.address }).finally(() => {
      isAnswered = true;
    });
    const known = await call('account_info', { account: ALICE.address });
    assert.equal(known.account_data.Account, ALICE.address);
    assert.equal((await call('server_info')).info.complete_ledgers, String(fork.node.validated.ledgerIndex));
    assert.equal(isAnswered, false);
    base.release();
    assert.equal((await waiting).account_data.Account, BOB.address);
    await fork.stop();
  });

  test('gives up for a user after two seconds, and for an administrator later', async () => {
    base.isHeld = true;
    const asked = (['user', 'admin'] as const).map((role) => call('account_info', { account: BOB.address }, { role }));
    await until(() => fork.clock.dueInMs.includes(2000), 'the wait is limited');
    fork.clock.advance(2);
    const { error, error_message } = await asked[0]!;
    assert.equal(error, 'noNetwork');
    assert.match(error_message, /has not answered all questions within 2 s.*send the request again/);
    base.release();
    assert.equal((await asked[1]!).account_data.Account, BOB.address);
    assert.equal((await call('account_info', { account: BOB.address }, USER)).account_data.Account, BOB.address);
    await fork.stop();
  });

  test('counts all reads of a request together', async () => {
    base.isHeld = true;
    const asked = call('account_objects', { account: ALICE.address }, USER);
    await until(() => base.heldCount === 1, 'a read waits');
    fork.clock.advanceMs(1500);
    base.release();
    await until(() => base.heldCount === 1, 'the next read waits');
    fork.clock.advanceMs(500);
    assert.equal((await asked).error, 'noNetwork');
    base.release();
    await fork.stop();
  });

  test('gives a list that needs many reads', async () => {
    const { account_objects } = (await call('account_objects', { account: ALICE.address }, USER)) as Answer;
    assert.equal(account_objects.length, 20);
    await fork.stop();
  });

  test('ends what a client has left', async () => {
    base.isHeld = true;
    let isAbandoned = false;
    const watch = { isAbandoned: () => isAbandoned, onPause: () => {} };
    const { execute } = fork.weir;
    const request = {
      method: 'account_objects',
      params: { account: ALICE.address },
      apiVersion: 1,
      role: 'user',
      watch,
    };
    const asked = execute(request as never);
    await until(() => base.heldCount === 1, 'a read waits');
    isAbandoned = true;
    base.release();
    assert.equal((await asked).error, 'abandoned');
    assert.equal(base.heldCount, 0);
    await fork.stop();
  });

  test('keeps the order of a sender’s submissions, and others need not wait', async () => {
    const [one, two] = [blobOf(ALICE, sequenceOf(ALICE)), blobOf(ALICE, sequenceOf(ALICE) + 1)];
    const other = blobOf(BOB, sequenceOf(BOB), CAROL);
    for (const { address: account } of [BOB, CAROL]) await call('account_info', { account });
    base.isHeld = true;
    const results: string[] = [];
    const submit = async (tx_blob: string, name: string) => {
      const { engine_result } = await call('submit', { tx_blob }, USER);
      results.push(`${name} ${engine_result}`);
    };
    const both = [submit(one, 'one'), submit(two, 'two')];
    await until(() => base.heldCount > 0, 'a read waits');
    base.isHeld = false;
    await submit(other, 'other');
    base.release();
    await Promise.all(both);
    assert.deepEqual(results, ['other tesSUCCESS', 'one tesSUCCESS', 'two tesSUCCESS']);
    await fork.close();
    assert.equal([...fork.node.store.ledgerTransactions(fork.node.validated.ledgerIndex)].length, 3);
    await fork.stop();
  });

  test('gives results and reasons as if everything had been there', async () => {
    const amounts = [
      [ALICE, 1n],
      [party('nobody'), 1n],
      [DORA, 2_000_000_000n],
    ] as const;
    for (const [{ id: Destination }, Amount] of amounts) {
      const fields = { TransactionType: 'Payment', Destination, Amount };
      const params = { tx_blob: bytesToHex(origin.sign(ALICE, fields).blob) };
      const { hash, ...sound } = await rpcOf(origin)('submit', { ...params, fail_hard: true }, USER);
      const { hash: _, ...answer } = await call('submit', { ...params, fail_hard: true }, USER);
      for (const name of ['engine_result', 'engine_result_reason', 'account_sequence_next', 'applied'])
        assert.equal(answer[name], sound[name], `${name} of ${answer.engine_result}`);
      assert.ok(answer.engine_result_reason.length > 0);
    }
    await fork.stop();
  });

  test('signs submissions one after the other', async () => {
    const tx_json = { TransactionType: 'Payment', Account: ALICE.address, Destination: DORA.address, Amount: '1' };
    const submit = () => call('submit', { secret: 'alice', tx_json });
    const answers = await Promise.all([submit(), submit(), submit()]);
    const sequences = answers.map((answer: Answer) => [answer.engine_result, answer.tx_json.Sequence]);
    const first = sequenceOf(ALICE);
    assert.deepEqual(sequences, [
      ['tesSUCCESS', first],
      ['tesSUCCESS', first + 1],
      ['tesSUCCESS', first + 2],
    ]);
    await fork.stop();
  });

  test('waits in a close too, and reports it after ten seconds', async () => {
    await fork.stop();
    await begin({ closing: INSTANT_CLOSE });
    const tx_json = {
      TransactionType: 'Payment',
      Account: ALICE.address,
      Destination: DORA.address,
      Amount: '1000000',
    };
    assert.equal((await call('simulate', { tx_json })).engine_result, 'tesSUCCESS');
    // All that it reads is known, so it is applied at once, and closed in a later turn.
    assert.ok(!(fork.node.submit(origin.sign(ALICE, payment())) instanceof Promise));
    base.forget();
    base.isHeld = true;
    await until(() => base.heldCount > 0, 'the close waits');
    assert.equal((await call('server_info')).info.complete_ledgers, String(fork.node.validated.ledgerIndex));
    assert.equal(fork.weir.health.problem(), undefined);
    const failed = new Promise((resolve) => fork.node.onCloseFailed(resolve));
    fork.clock.advance(10);
    assert.match(String(await failed), /within 10 s/);
    const closed = new Promise((resolve) => fork.node.onValidated(resolve));
    base.isHeld = false;
    base.release();
    await until(() => fork.clock.dueInMs.length > 0, 'another try is planned');
    fork.clock.advance(1);
    await closed;
    assert.equal(fork.weir.health.problem(), undefined);
    await fork.stop();
  });
});
