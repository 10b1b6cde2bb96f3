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

  test('authorizes exactly the credentials that the destination requires', async () => {
    const { deposit_authorized: isAuthorized, credentials } = await ask([id('AB'), id('CD')]);
    assert.deepEqual([isAuthorized, credentials], [true, [id('AB'), id('CD')]]);
    assert.equal((await ask([id('AB')])).deposit_authorized, false);
    const none = await ask();
    assert.deepEqual([none.deposit_authorized, 'credentials' in none], [false, false]);
  });

  const faults: readonly [string, () => Json, string, string][] = [
    ['that are none', () => [], 'invalidParams', 'is non-empty array of CredentialID(hash256)'],
    ['that are no list', () => id('AB'), 'invalidParams', 'is non-empty array of CredentialID(hash256)'],
    ['that are nine', () => new Array(9).fill(id('AB')), 'invalidParams', 'array too long'],
    ['that are numbers', () => [1], 'invalidParams', 'an array of CredentialID(hash256)'],
    ['that are no ids', () => ['AB'], 'invalidParams', 'an array of CredentialID(hash256)'],
    ['that are not there', () => [id('AB', PAYEE)], 'badCredentials', "credentials don't exist"],
    ['that are not accepted', () => [id('FF')], 'badCredentials', "credentials aren't accepted"],
    ['that are expired', () => [id('EF')], 'badCredentials', 'credentials are expired'],
    ['twice', () => [id('AB'), id('AB')], 'badCredentials', 'duplicates in credentials'],
  ];
  for (const [name, credentials, error, message] of faults) {
    test(`refuses credentials ${name}`, async () => {
      const answer = await ask(credentials());
      assert.equal(answer.error, error);
      assert.ok(answer.error_message.includes(message), answer.error_message);
    });
  }

  test('refuses credentials of another account', async () => {
    const answer = await ask([id('AB')], ISSUER);
    const message = "credentials doesn't belong to the root account";
    assert.deepEqual([answer.error, answer.error_message], ['badCredentials', message]);
  });
});
