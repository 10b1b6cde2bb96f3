import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import {
  createPseudoAccount,
  PSEUDO_ACCOUNT_FLAGS,
  pseudoAccountAddress,
  removePseudoAccount,
} from './pseudo-account.ts';

const OBJECT = '12'.repeat(32);

describe('accounts of ledger objects', () => {
  test('are where the parent ledger and the object’s key say, or at the next free place', () => {
    const ledger = new TestLedger();
    const first = pseudoAccountAddress(ledger.view, OBJECT)!;
    assert.match(first, /^[0-9A-F]{40}$/);
    assert.notEqual(pseudoAccountAddress(ledger.view, '13'.repeat(32)), first);
    ledger.fund(first);
    const second = pseudoAccountAddress(ledger.view, OBJECT);
    assert.notEqual(second, first);
    Object.assign(ledger.view, { parentHash: '01'.repeat(32) });
    assert.notEqual(pseudoAccountAddress(ledger.view, OBJECT), first);
  });

  test('have no sequence, no drops and no key', () => {
    const sandbox = new Sandbox(new TestLedger().view);
    const account = createPseudoAccount(sandbox, OBJECT, 'AMMID')!;
    assert.deepEqual([account.Sequence, account.Balance, account.Flags], [0, 0n, PSEUDO_ACCOUNT_FLAGS]);
    assert.equal(sandbox.read(accountKeylet(account.Account))?.AMMID, OBJECT);
  });

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
