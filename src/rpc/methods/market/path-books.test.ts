/** `ripple_path_find` through order books, and paths that are built when signing. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { type Env, type Party, party } from '../../../../test/support/env.ts';
import {
  ALICE,
  BOB,
  CAROL,
  DROPS,
  EUR_JSON,
  eur,
  GATE,
  marketEnv,
  offer,
  USD_JSON,
  usd,
} from '../../../../test/support/market.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';

const usdJson = (value: string) => ({ ...USD_JSON, value });
const eurJson = (value: string) => ({ ...EUR_JSON, value });

describe('paths through order books', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await marketEnv();
    call = rpcOf(env);
  });

  async function ask(from: Party, to: Party, amount: Json, more: JsonObject = {}): Promise<Answer> {
    const ends = { source_account: from.address, destination_account: to.address };
    return call('ripple_path_find', { ...ends, destination_amount: amount, ...more });
  }

  const found = async (from: Party, to: Party, amount: Json, currency: JsonObject): Promise<Answer[]> =>
    (await ask(from, to, amount, { source_currencies: [currency] })).alternatives;

  test('are found in the ledger of the request', async () => {
    offer(env, ALICE, 20n * DROPS, usd('10'));
    const question = { source_currencies: [{ currency: 'XRP' }] };
    assert.equal((await ask(BOB, CAROL, usdJson('5'), question)).alternatives.length, 1);
    const closed = await ask(BOB, CAROL, usdJson('5'), { ...question, ledger_index: 'validated' });
    assert.deepEqual(closed.alternatives, []);
  });

  test('lead through drops without a direct book, and through the better of two', async () => {
    offer(env, ALICE, usd('10'), 10n * DROPS);
    offer(env, ALICE, 10n * DROPS, eur('10'));
    await env.close();
    const bridge = [[{ account: GATE.address }, { currency: 'XRP' }, { ...EUR_JSON }]];
    const plain = ({ paths_computed: paths }: Answer) =>
      paths.map((path: Answer[]) => path.map(({ type: _, type_hex: __, ...step }) => step));
    const [only] = await found(BOB, CAROL, eurJson('5'), { currency: 'USD', issuer: BOB.address });
    assert.deepEqual([only.source_amount.value, plain(only)], ['5', bridge]);
    offer(env, ALICE, usd('9'), eur('10'));
    await env.close();
    const [better] = await found(BOB, CAROL, eurJson('5'), { currency: 'USD', issuer: BOB.address });
    assert.equal(better.source_amount.value, '4.5');
  });

  test('are found for all currencies of the source by default', async () => {
    offer(env, ALICE, usd('10'), eur('10'));
    offer(env, ALICE, 20n * DROPS, eur('10'));
    await env.close();
    const { alternatives } = await ask(BOB, CAROL, eurJson('5'));
    const paid = alternatives.map(({ source_amount: amount }: Answer) => amount.currency ?? 'XRP');
    assert.deepEqual(paid.sort(), ['EUR', 'USD', 'XRP']);
  });

  test('deliver the largest amount for -1', async () => {
    offer(env, ALICE, 20n * DROPS, usd('10'));
    offer(env, ALICE, 60n * DROPS, usd('20'));
    await env.close();
    const send = { send_max: '50000000' };
    const [only] = (await ask(BOB, CAROL, usdJson('-1'), send)).alternatives;
    assert.deepEqual([only.source_amount, only.destination_amount.value], ['50000000', '20']);
  });

  describe('with build_path', () => {
    const sign = async (tx: JsonObject): Promise<Answer> =>
      call('sign', { secret: 'bob', build_path: true, tx_json: { TransactionType: 'Payment', ...tx } });

    test('are added to a payment', async () => {
      offer(env, ALICE, usd('10'), eur('10'));
      const ends = { Account: BOB.address, Destination: CAROL.address, Amount: eurJson('5') };
      const tx = { ...ends, SendMax: { ...usdJson('6'), issuer: BOB.address } };
      const { tx_json, tx_blob } = await sign(tx);
      assert.equal(tx_json.Paths.length, 1);
      const [through, book] = tx_json.Paths[0];
      assert.deepEqual([through.account, book.currency, book.issuer], [GATE.address, 'EUR', GATE.address]);
      assert.equal((await call('submit', { tx_blob })).engine_result, 'tesSUCCESS');
      // The issuer of SendMax is implied.
      const known = await sign({ ...ends, SendMax: usdJson('6') });
      assert.equal(known.tx_json.Paths, undefined);
    });

    test('are not added if there are none, or the default path is enough', async () => {
      const tx = { Account: BOB.address, Destination: CAROL.address };
      assert.equal((await sign({ ...tx, Amount: usdJson('5') })).tx_json.Paths, undefined);
      const foreign = { ...usdJson('5'), issuer: party('unfunded').address };
      assert.equal((await sign({ ...tx, Amount: foreign })).tx_json.Paths, undefined);
    });
  });
});
