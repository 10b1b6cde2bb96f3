import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, party } from '../../test/support/env.ts';
import { rpcOf } from '../../test/support/rpc-call.ts';
import type { FieldValue } from '../protocol/values.ts';
import { affectedAccounts } from './affected-accounts.ts';

const ZERO = '0'.repeat(40);
const USD = `${'0'.repeat(24)}5553440000000000`;

function affectedBy(kind: string, fields: Readonly<Record<string, FieldValue>>): string[] {
  return affectedAccounts([{ kind, fields }]);
}

describe('the accounts that a transaction affects', () => {
  test('are those in new fields of created entries and in final fields of others', () => {
    const values = { NewFields: { Account: 'AA' }, FinalFields: { Account: 'BB', RegularKey: 'AB' } };
    assert.deepEqual(affectedBy('CreatedNode', values), ['AA']);
    assert.deepEqual(affectedBy('ModifiedNode', values), ['AB', 'BB']);
    assert.deepEqual(affectedBy('DeletedNode', { PreviousFields: { Account: 'CC' } }), []);
  });

  test('are also the issuers of both limits of a line, but not of its balance', () => {
    const amount = (issuer: string) => ({ mantissa: 0n, exponent: -100, currency: USD, issuer });
    const line = { Balance: amount('01'), LowLimit: amount('02'), HighLimit: amount('03') };
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: line }), ['02', '03']);
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: { LowLimit: amount(ZERO) } }), []);
  });

  test('hold the account of zeros where a field names it, for it is a usual key of those who gave up control', async () => {
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: { RegularKey: ZERO } }), [ZERO]);
    assert.deepEqual(affectedBy('ModifiedNode', { FinalFields: { RegularKey: '' } }), []);
    const env = await Env.create();
    const owner = party('owner');
    await env.fund(100, owner);
    env.submit(owner, { TransactionType: 'SetRegularKey', RegularKey: ZERO }, 'tesSUCCESS');
    await env.close();
    const address = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';
    const { transactions } = await rpcOf(env)('account_tx', { account: address }, { apiVersion: 2 });
    const types = transactions.map((row: { tx_json: { TransactionType: string } }) => row.tx_json.TransactionType);
    assert.deepEqual(types, ['SetRegularKey']);
    await env.stop();
  });
});
