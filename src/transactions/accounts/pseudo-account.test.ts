import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { createPseudoAccount, pseudoAccountAddress, removePseudoAccount } from './pseudo-account.ts';

const OBJECT = '12'.repeat(32);

describe('accounts of ledger objects', () => {
  test('find no place where all 256 are taken', () => {
    const ledger = new TestLedger();
    let address = pseudoAccountAddress(ledger.view, OBJECT);
    for (; address !== undefined; address = pseudoAccountAddress(ledger.view, OBJECT)) ledger.fund(address);
    assert.equal(createPseudoAccount(new Sandbox(ledger.view), OBJECT, 'VaultID'), undefined);
  });

  test('go when they are empty', () => {
    const ledger = new TestLedger();
    const sandbox = new Sandbox(ledger.view);
    const account = createPseudoAccount(sandbox, OBJECT, 'VaultID')!;
    sandbox.update(Object.assign(account, { OwnerCount: 1 }));
    assert.equal(removePseudoAccount(sandbox, account.Account), 'tecHAS_OBLIGATIONS');
    sandbox.update(Object.assign(account, { OwnerCount: 0, Balance: 1n }));
    assert.equal(removePseudoAccount(sandbox, account.Account), 'tecHAS_OBLIGATIONS');
    sandbox.update(Object.assign(account, { Balance: 0n }));
    assert.equal(removePseudoAccount(sandbox, account.Account), 'tesSUCCESS');
    assert.equal(removePseudoAccount(sandbox, account.Account), 'tefBAD_LEDGER');
  });
});
