import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { mptIssuanceId } from '../../../protocol/entries/keylets.ts';
import { AccountSetFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Json, JsonObject } from '../../../protocol/values.ts';

const ALICE = party('alice');
const BOB = party('bob');
const CAROL = party('carol');
const DAN = party('dan');
const GATE = party('gate');
const OTHER_GATE = party('other gate');
const UNFUNDED = party('unfunded');

function usd(value: string, issuer: Party): JsonObject {
  return { currency: 'USD', issuer: issuer.address, value };
}

describe('ripple_path_find', () => {
  let env: Env;
  let call: Call;
  /** alice holds 100 of gate; carol holds lines to both gates; bob trusts the other gate, dan trusts bob. */
  before(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE, BOB, CAROL, DAN, GATE, OTHER_GATE);
    for (const gate of [GATE, OTHER_GATE, CAROL, BOB]) {
      env.submit(gate, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
    }
    await env.close();
    trust(ALICE, GATE, '1000');
    trust(CAROL, GATE, '1000');
    trust(CAROL, OTHER_GATE, '1000');
    trust(BOB, OTHER_GATE, '1000');
    trust(DAN, BOB, '1000');
    await env.close();
    issue(GATE, ALICE, '100');
    issue(OTHER_GATE, CAROL, '50');
    await env.close();
    call = rpcOf(env);
  });
  after(() => env.node.stop());

  function trust(holder: Party, issuer: Party, limit: string): void {
    env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, issuer.id) }, 'tesSUCCESS');
  }

  function issue(issuer: Party, holder: Party, amount: string): void {
    const fields = { TransactionType: 'Payment', Destination: holder.id, Amount: tokens(amount, issuer.id) };
    env.submit(issuer, fields, 'tesSUCCESS');
  }

  const ask = (from: Party, to: Party, amount: Json, more: JsonObject = {}): Promise<Answer> =>
    call('ripple_path_find', {
      source_account: from.address,
      destination_account: to.address,
      destination_amount: amount,
      ...more,
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

  test('finds the default path through the common issuer', async () => {
    const { alternatives } = await ask(ALICE, CAROL, usd('10', GATE), { ledger_index: 'validated' });
    assert.deepEqual(alternatives, [{ source_amount: usd('10', ALICE), paths_computed: [], paths_canonical: [] }]);
  });

  test('finds the issuer for tokens of any issuer', async () => {
    const { alternatives } = await ask(ALICE, CAROL, usd('10', CAROL));
    assert.equal(alternatives.length, 1);
    assert.deepEqual(alternatives[0].source_amount, usd('10', ALICE));
    assert.deepEqual(alternatives[0].paths_computed, [[{ account: GATE.address, type: 1 }]]);
  });

  test('finds longer paths, which a payment can use', async () => {
    const { alternatives } = await ask(ALICE, DAN, usd('7', DAN));
    assert.equal(alternatives.length, 0, 'four accounts between them');
    const found = (await ask(ALICE, BOB, usd('7', BOB))).alternatives;
    const between = [GATE, CAROL, OTHER_GATE].map(({ address }) => ({ account: address, type: 1 }));
    assert.deepEqual(found[0].paths_computed, [between]);
    const paths = [[GATE, CAROL, OTHER_GATE].map(({ id }) => ({ account: id }))];
    const fields = { Destination: BOB.id, Amount: tokens('7', BOB.id), SendMax: tokens('7', ALICE.id), Paths: paths };
    const Flags = TransactionFlags.Payment.tfNoRippleDirect;
    env.submit(ALICE, { TransactionType: 'Payment', Flags, ...fields }, 'tesSUCCESS');
  });

  test('finds the largest amount for -1', async () => {
    const { alternatives } = await ask(ALICE, CAROL, usd('-1', CAROL), { ledger_index: 'validated' });
    assert.deepEqual(alternatives[0].destination_amount, usd('100', CAROL));
    assert.deepEqual(alternatives[0].source_amount, usd('100', ALICE));
    const limited = await ask(ALICE, CAROL, usd('-1', CAROL), { ledger_index: 'validated', send_max: usd('30', GATE) });
    assert.deepEqual(limited.alternatives[0].destination_amount, usd('30', CAROL));
    assert.deepEqual(limited.alternatives[0].source_amount, usd('30', GATE));
  });

  test('finds no alternatives without liquidity, lines or accounts', async () => {
    assert.deepEqual((await ask(ALICE, CAROL, usd('2000', CAROL))).alternatives, []);
    assert.deepEqual((await ask(ALICE, CAROL, { ...usd('1', CAROL), currency: 'EUR' })).alternatives, []);
    assert.deepEqual((await ask(ALICE, BOB, '5', { source_currencies: [{ currency: 'USD' }] })).alternatives, []);
    assert.deepEqual((await ask(ALICE, ALICE, usd('1', ALICE))).alternatives, []);
    assert.deepEqual((await ask(ALICE, UNFUNDED, '5000000')).alternatives, []);
    assert.deepEqual((await ask(ALICE, BOB, '-1', { send_max: '5000000' })).alternatives, []);
  });
});

test('ripple_path_find pays multi-purpose tokens with the same token only', async () => {
  const env = await Env.create();
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
  const call = rpcOf(env);
  const units = (value: string) => ({ mpt_issuance_id: MPTokenIssuanceID, value });
  const ask = async (from: Party, amount: Json, more: JsonObject = {}) => {
    const ends = { source_account: from.address, destination_account: BOB.address, destination_amount: amount };
    return (await call('ripple_path_find', { ...ends, ...more })).alternatives as Json[];
  };
  const found = { paths_computed: [], paths_canonical: [] };
  assert.deepEqual(await ask(ALICE, units('20')), [{ source_amount: units('22'), ...found }]);
  assert.deepEqual(await ask(ALICE, units('51')), []);
  const all = { source_amount: units('55'), destination_amount: units('50'), ...found };
  assert.deepEqual(await ask(ALICE, units('-1')), [all]);
  assert.deepEqual(await ask(ALICE, units('-1'), { send_max: units('-1') }), [all]);
  const some = { source_amount: units('11'), destination_amount: units('10'), ...found };
  assert.deepEqual(await ask(ALICE, units('-1'), { send_max: units('11') }), [some]);
  assert.deepEqual(await ask(GATE, units('20')), [{ source_amount: units('20'), ...found }]);
  const { mpt_issuance_id } = units('');
  assert.deepEqual(await ask(ALICE, usd('1', GATE), { source_currencies: [{ mpt_issuance_id }] }), []);
  assert.deepEqual(await ask(ALICE, units('1'), { source_currencies: [{ currency: 'XRP' }] }), []);
  await env.node.stop();
});
