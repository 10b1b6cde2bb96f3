/**
 * An unauthorized account can receive a token in one case: the issuer pays it with tokens that the account itself has
 * issued.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { Env, type Party, party } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import { tokens } from '../support/token-ledger.ts';

const issuer = party('issuer');
const stranger = party('stranger');

// The reference requires authorization only on a trust line with balance zero (rippled: DirectStep.cpp, check).
test('An issuer that holds the tokens of an unauthorized account can pay it more than it gives back', async () => {
  const env = await Env.create();
  await env.fund(1000, issuer, stranger);
  const submit = async (who: Party, fields: StObject) => {
    env.submit(who, fields, 'tesSUCCESS');
    await env.close();
  };
  const trust = (who: Party, peer: Party, limit: string) =>
    submit(who, { TransactionType: 'TrustSet', LimitAmount: tokens(limit, peer.id) });
  const pay = (from: Party, to: Party, value: string) =>
    submit(from, { TransactionType: 'Payment', Destination: to.id, Amount: tokens(value, stranger.id) });
  const held = async () =>
    (await rpcOf(env)('account_lines', { account: stranger.address, peer: issuer.address })).lines[0].balance;
  await submit(issuer, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfRequireAuth });
  await trust(stranger, issuer, '100');
  await trust(issuer, stranger, '5');
  await pay(stranger, issuer, '5');
  assert.equal(await held(), '-5');
  await pay(issuer, stranger, '8');
  assert.equal(await held(), '3');
  await env.stop();
});
