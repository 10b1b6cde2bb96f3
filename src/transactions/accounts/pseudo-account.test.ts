import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { directoryInsert } from '../../ledger/directory.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { accountKeylet, ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import {
  createPseudoAccount,
  PSEUDO_ACCOUNT_FLAGS,
  pseudoAccountAddress,
  removePseudoAccount,
} from './pseudo-account.ts';

const OWNER = 'AB'.repeat(32);

describe('The account of a ledger object', () => {
  test('has an address that follows from the object and the ledger, the next one if it is taken', () => {
    const ledger = new TestLedger();
    const first = pseudoAccountAddress(ledger.view, OWNER)!;
    assert.equal(pseudoAccountAddress(ledger.view, OWNER), first);
    assert.notEqual(pseudoAccountAddress(ledger.view, 'CD'.repeat(32)), first);
    ledger.fund(first);
    assert.notEqual(pseudoAccountAddress(ledger.view, OWNER), first);
  });

  test('is made without drops, sequence or key, and names the object', () => {
    const sandbox = new Sandbox(new TestLedger().view);
    const { Account, Balance, Sequence, Flags, AMMID, OwnerCount } = createPseudoAccount(sandbox, OWNER, 'AMMID')!;
    assert.deepEqual([Balance, Sequence, Flags, AMMID, OwnerCount], [0n, 0, PSEUDO_ACCOUNT_FLAGS, OWNER, 0]);
    assert.equal(sandbox.read(accountKeylet(Account))?.AMMID, OWNER);
  });

  test('is not made when all its addresses are taken', () => {
    const ledger = new TestLedger();
    for (let id = pseudoAccountAddress(ledger.view, OWNER); id; id = pseudoAccountAddress(ledger.view, OWNER)) {
      ledger.fund(id);
    }
    assert.equal(createPseudoAccount(new Sandbox(ledger.view), OWNER, 'VaultID'), undefined);
  });

  test('goes when it has nothing and owns nothing', () => {
    const removed = (prepare: (sandbox: Sandbox, address: string) => void) => {
      const sandbox = new Sandbox(new TestLedger().view);
      const root = createPseudoAccount(sandbox, OWNER, 'AMMID')!;
      prepare(sandbox, root.Account);
      return removePseudoAccount(sandbox, root.Account);
    };
    const change = (fields: object) => (sandbox: Sandbox, address: string) => {
      sandbox.update(Object.assign(sandbox.peek(accountKeylet(address))!, fields));
    };
    assert.equal(
      removed(() => {}),
      'tesSUCCESS',
    );
    assert.equal(removed(change({ Balance: 5n })), 'tecHAS_OBLIGATIONS');
    assert.equal(removed(change({ OwnerCount: 1 })), 'tecHAS_OBLIGATIONS');
    const list = (sandbox: Sandbox, address: string) =>
      void directoryInsert(sandbox, ownerDirKeylet(address), OWNER, () => {});
    assert.equal(removed(list), 'tecHAS_OBLIGATIONS');
    assert.equal(removePseudoAccount(new Sandbox(new TestLedger().view), testAccount('X')), 'tefBAD_LEDGER');
  });
});
