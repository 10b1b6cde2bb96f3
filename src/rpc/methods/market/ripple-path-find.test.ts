/** Paths through accounts, order books and multi-purpose tokens, and paths that are added when signing. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
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
import { tokens } from '../../../../test/support/token-ledger.ts';
import { mptIssuanceId } from '../../../protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';

const DAN = party('dan');
const OTHER_GATE = party('other gate');
const UNFUNDED = party('unfunded');
const eurJson = (value: string) => ({ ...EUR_JSON, value });
const usdJson = (value: string, { address } = GATE) => ({ ...USD_JSON, issuer: address, value });

let env: Env;
let call: Call;

async function ask(from: Party, to: Party, amount: Json, more: JsonObject = {}): Promise<Answer> {
  const ends = { source_account: from.address, destination_account: to.address };
  return call('ripple_path_find', { ...ends, destination_amount: amount, ...more });
}

describe('ripple_path_find through accounts', () => {
  /** Alice has 100 USD of the gate, Carol has lines to both gates, Bob trusts the other gate, and Dan trusts Bob. */
  beforeEach(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, ALICE, BOB, CAROL, DAN, GATE, OTHER_GATE);
    const SetFlag = AccountSetFlags.asfDefaultRipple;
    for (const gate of [GATE, OTHER_GATE, CAROL, BOB])
      env.submit(gate, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
    await env.close();
    const lines = [
      [ALICE, GATE],
      [CAROL, GATE],
      [CAROL, OTHER_GATE],
      [BOB, OTHER_GATE],
      [DAN, BOB],
    ] as const;
    for (const [holder, issuer] of lines)
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens('1000', issuer.id) }, 'tesSUCCESS');
    await env.close();
    for (const [issuer, holder, value] of [[GATE, ALICE, '100'] as const, [OTHER_GATE, CAROL, '50'] as const]) {
      const payment = { TransactionType: 'Payment', Destination: holder.id, Amount: tokens(value, issuer.id) };
      env.submit(issuer, payment, 'tesSUCCESS');
    }
    await env.close();
  });

  test('finds no paths to pay drops with drops', async () => {
    const answer = await ask(ALICE, BOB, '5000000');
    assert.deepEqual(answer, {
      alternatives: [],
      destination_currencies: ['XRP', 'USD'],
      source_account: ALICE.address,
      destination_account: BOB.address,
      destination_amount: '5000000',
      full_reply: true,
      ledger_current_index: env.node.openLedger.view.ledgerIndex,
      validated: false,
    });
  });

  test('finds the issuer for tokens of any issuer', async () => {
    const { alternatives } = await ask(ALICE, CAROL, usdJson('10', CAROL));
    assert.equal(alternatives.length, 1);
    assert.deepEqual(alternatives[0].source_amount, usdJson('10', ALICE));
    assert.deepEqual(alternatives[0].paths_computed, [[{ account: GATE.address, type: 1 }]]);
  });

  test('finds longer paths, which a payment can use', async () => {
    const { alternatives } = await ask(ALICE, DAN, usdJson('7', DAN));
    assert.equal(alternatives.length, 0, 'four accounts between them');
    const found = (await ask(ALICE, BOB, usdJson('7', BOB))).alternatives;
    const between = [GATE, CAROL, OTHER_GATE].map(({ address }) => ({ account: address, type: 1 }));
    assert.deepEqual(found[0].paths_computed, [between]);
    const paths = [[GATE, CAROL, OTHER_GATE].map(({ id }) => ({ account: id }))];
    const fields = { Destination: BOB.id, Amount: tokens('7', BOB.id), SendMax: tokens('7', ALICE.id), Paths: paths };
    const Flags = TransactionFlags.Payment.tfNoRippleDirect;
    env.submit(ALICE, { TransactionType: 'Payment', Flags, ...fields }, 'tesSUCCESS');
  });

  test('finds the largest amount for -1', async () => {
    const { alternatives } = await ask(ALICE, CAROL, usdJson('-1', CAROL), { ledger_index: 'validated' });
    assert.deepEqual(alternatives[0].destination_amount, usdJson('100', CAROL));
    assert.deepEqual(alternatives[0].source_amount, usdJson('100', ALICE));
    const limited = await ask(ALICE, CAROL, usdJson('-1', CAROL), {
      ledger_index: 'validated',
      send_max: usdJson('30', GATE),
    });
    assert.deepEqual(limited.alternatives[0].destination_amount, usdJson('30', CAROL));
    assert.deepEqual(limited.alternatives[0].source_amount, usdJson('30', GATE));
  });

  test('finds no alternatives without liquidity, lines or accounts', async () => {
    assert.deepEqual((await ask(ALICE, CAROL, usdJson('2000', CAROL))).alternatives, []);
    assert.deepEqual((await ask(ALICE, CAROL, { ...usdJson('1', CAROL), currency: 'EUR' })).alternatives, []);
    assert.deepEqual((await ask(ALICE, BOB, '5', { source_currencies: [{ currency: 'USD' }] })).alternatives, []);
    assert.deepEqual((await ask(ALICE, ALICE, usdJson('1', ALICE))).alternatives, []);
    assert.deepEqual((await ask(ALICE, UNFUNDED, '5000000')).alternatives, []);
    assert.deepEqual((await ask(ALICE, BOB, '-1', { send_max: '5000000' })).alternatives, []);
  });
});

describe('ripple_path_find through order books', () => {
  beforeEach(async () => {
    env = await marketEnv();
    call = rpcOf(env);
  });

  const found = async (from: Party, to: Party, amount: Json, currency: JsonObject): Promise<Answer[]> =>
    (await ask(from, to, amount, { source_currencies: [currency] })).alternatives;

  test('finds the offers of the ledger of the request', async () => {
    offer(env, ALICE, 20n * DROPS, usd('10'));
    const question = { source_currencies: [{ currency: 'XRP' }] };
    assert.equal((await ask(BOB, CAROL, usdJson('5'), question)).alternatives.length, 1);
    const closed = await ask(BOB, CAROL, usdJson('5'), { ...question, ledger_index: 'validated' });
    assert.deepEqual(closed.alternatives, []);
  });

  test('finds drops between two books, and the better of two paths', async () => {
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

  test('tries all currencies of the source by default', async () => {
    offer(env, ALICE, usd('10'), eur('10'));
    offer(env, ALICE, 20n * DROPS, eur('10'));
    await env.close();
    const { alternatives } = await ask(BOB, CAROL, eurJson('5'));
    const paid = alternatives.map(({ source_amount: amount }: Answer) => amount.currency ?? 'XRP');
    assert.deepEqual(paid.sort(), ['EUR', 'USD', 'XRP']);
  });

  test('finds the largest amount for -1', async () => {
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

    test('adds paths to a payment', async () => {
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

    test('adds none if there are none, or the default path is enough', async () => {
      const tx = { Account: BOB.address, Destination: CAROL.address };
      assert.equal((await sign({ ...tx, Amount: usdJson('5') })).tx_json.Paths, undefined);
      const foreign = { ...usdJson('5'), issuer: party('unfunded').address };
      assert.equal((await sign({ ...tx, Amount: foreign })).tx_json.Paths, undefined);
    });
  });
});

test('ripple_path_find pays multi-purpose tokens with the same token only', async () => {
  env = await Env.create();
  call = rpcOf(env);
  await env.fund(1000, ALICE, BOB, GATE);
  await env.close();
  const MPTokenIssuanceID = mptIssuanceId(env.account(GATE)!.Sequence, GATE.id);
  const { tfMPTCanTransfer } = TransactionFlags.MPTokenIssuanceCreate;
  const terms = { TransactionType: 'MPTokenIssuanceCreate', Flags: tfMPTCanTransfer, TransferFee: 10_000 };
  env.submit(GATE, { ...terms, MaximumAmount: 1000n }, 'tesSUCCESS');
  for (const who of [ALICE, BOB])
    env.submit(who, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID }, 'tesSUCCESS');
  const Amount = { mptIssuanceId: MPTokenIssuanceID, value: 55n };
  env.submit(GATE, { TransactionType: 'Payment', Destination: ALICE.id, Amount }, 'tesSUCCESS');
  const units = (value: string) => ({ mpt_issuance_id: MPTokenIssuanceID, value });
  const find = async (from: Party, amount: Json, more?: JsonObject) =>
    (await ask(from, BOB, amount, more)).alternatives;
  const found = { paths_computed: [], paths_canonical: [] };
  assert.deepEqual(await find(ALICE, units('20')), [{ source_amount: units('22'), ...found }]);
  assert.deepEqual(await find(ALICE, units('51')), []);
  const all = { source_amount: units('55'), destination_amount: units('50'), ...found };
  assert.deepEqual(await find(ALICE, units('-1')), [all]);
  assert.deepEqual(await find(ALICE, units('-1'), { send_max: units('-1') }), [all]);
  const some = { source_amount: units('11'), destination_amount: units('10'), ...found };
  assert.deepEqual(await find(ALICE, units('-1'), { send_max: units('11') }), [some]);
  assert.deepEqual(await find(GATE, units('20')), [{ source_amount: units('20'), ...found }]);
  const { mpt_issuance_id } = units('');
  assert.deepEqual(await find(ALICE, usdJson('1'), { source_currencies: [{ mpt_issuance_id }] }), []);
  assert.deepEqual(await find(ALICE, units('1'), { source_currencies: [{ currency: 'XRP' }] }), []);
  await env.node.stop();
});
