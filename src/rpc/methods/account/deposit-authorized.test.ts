import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { credentialKeylet } from '../../../protocol/entries/keylets.ts';
import { AccountSetFlags } from '../../../protocol/tables/flags.ts';
import type { Json, StObject } from '../../../protocol/values.ts';

const ISSUER = party('issuer');
const SENDER = party('sender');
const PAYEE = party('payee');

describe('deposit_authorized', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, ISSUER, SENDER, PAYEE);
    // AB never expires, CD expires late, EF has expired; FF is not accepted.
    await state('AB', {});
    await state('CD', { Expiration: env.nowSeconds + 1000 });
    await state('EF', { Expiration: env.nowSeconds + 20 });
    env.submit(ISSUER, { TransactionType: 'CredentialCreate', Subject: SENDER.id, CredentialType: 'FF' }, 'tesSUCCESS');
    const named = (CredentialType: string) => ({ Credential: { Issuer: ISSUER.id, CredentialType } });
    env.submit(PAYEE, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDepositAuth }, 'tesSUCCESS');
    const AuthorizeCredentials = [named('CD'), named('AB')];
    env.submit(PAYEE, { TransactionType: 'DepositPreauth', AuthorizeCredentials }, 'tesSUCCESS');
    await env.close(env.nowSeconds + 30);
    await env.close(env.nowSeconds + 60);
  });
  after(() => env.stop());

  async function state(CredentialType: string, more: StObject): Promise<void> {
    const fields = { Subject: SENDER.id, CredentialType, ...more };
    env.submit(ISSUER, { TransactionType: 'CredentialCreate', ...fields }, 'tesSUCCESS');
    env.submit(SENDER, { TransactionType: 'CredentialAccept', Issuer: ISSUER.id, CredentialType }, 'tesSUCCESS');
  }

  function id(type: string, subject = SENDER): string {
    return credentialKeylet(subject.id, ISSUER.id, type).key;
  }

  function ask(credentials?: Json, source = SENDER, destination = PAYEE): Promise<Answer> {
    const shown = credentials === undefined ? {} : { credentials };
    const accounts = { source_account: source.address, destination_account: destination.address };
    return call('deposit_authorized', { ...accounts, ...shown });
  }

  test('is true for exactly the credentials that the destination requires', async () => {
    const { deposit_authorized: isAuthorized, credentials } = await ask([id('AB'), id('CD')]);
    assert.deepEqual([isAuthorized, credentials], [true, [id('AB'), id('CD')]]);
    assert.equal((await ask([id('AB')])).deposit_authorized, false);
    const none = await ask();
    assert.deepEqual([none.deposit_authorized, 'credentials' in none], [false, false]);
  });

  test('refuses other credentials', async () => {
    const notList = 'is non-empty array of CredentialID(hash256)';
    const notIds = 'an array of CredentialID(hash256)';
    const rows: readonly (readonly [credentials: Json, error: string, message: string])[] = [
      [[], 'invalidParams', notList],
      [id('AB'), 'invalidParams', notList],
      [new Array(9).fill(id('AB')), 'invalidParams', 'array too long'],
      [[1], 'invalidParams', notIds],
      [['AB'], 'invalidParams', notIds],
      [[id('AB', PAYEE)], 'badCredentials', "credentials don't exist"],
      [[id('FF')], 'badCredentials', "credentials aren't accepted"],
      [[id('EF')], 'badCredentials', 'credentials are expired'],
      [[id('AB'), id('AB')], 'badCredentials', 'duplicates in credentials'],
    ];
    for (const [credentials, error, message] of rows) {
      const answer = await ask(credentials);
      assert.equal(answer.error, error, JSON.stringify(credentials));
      assert.ok(answer.error_message.includes(message), answer.error_message);
    }
    const foreign = await ask([id('AB')], ISSUER);
    const message = "credentials doesn't belong to the root account";
    assert.deepEqual([foreign.error, foreign.error_message], ['badCredentials', message]);
  });
});
