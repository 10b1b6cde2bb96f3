import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { accountIdOfPublicKey } from '../../../crypto/address.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { signersKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const KEY = `ED${'11'.repeat(32)}`;
const OTHER_KEY = `ED${'22'.repeat(32)}`;
const ALICE = accountIdOfPublicKey(KEY);
const BOB = testAccount('Bob');
const { AccountRoot: Bits } = EntryFlags;
const { AccountSet: Legacy } = TransactionFlags;

function ledgerWith(fields: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function set(ledger: TestLedger, fields: StObject, retry = false): string {
  return ledger.apply({ TransactionType: 'AccountSet', Account: ALICE, SigningPubKey: KEY, ...fields }, { retry })
    .result;
}

describe('AccountSet refuses', () => {
  const cases: readonly [string, StObject, string][] = [
    ['one flag set and cleared', { SetFlag: 9, ClearFlag: 9 }, 'temINVALID_FLAG'],
    ['auth set and cleared in two spellings', { SetFlag: 2, Flags: Legacy.tfOptionalAuth }, 'temINVALID_FLAG'],
    ['tag set and cleared', { ClearFlag: 1, Flags: Legacy.tfRequireDestTag }, 'temINVALID_FLAG'],
    ['XRP allowed and not', { Flags: Legacy.tfDisallowXRP | Legacy.tfAllowXRP }, 'temINVALID_FLAG'],
    ['a rate below one before a bad tick size', { TransferRate: 999_999_999, TickSize: 2 }, 'temBAD_TRANSFER_RATE'],
    ['a rate above two', { TransferRate: 2_000_000_001 }, 'temBAD_TRANSFER_RATE'],
    ['a tick size below three', { TickSize: 2, MessageKey: 'AB' }, 'temBAD_TICK_SIZE'],
    ['a tick size above sixteen', { TickSize: 17 }, 'temBAD_TICK_SIZE'],
    ['a message key that is none', { MessageKey: 'AB', Domain: '00'.repeat(257) }, 'telBAD_PUBLIC_KEY'],
    ['a long domain', { Domain: '00'.repeat(257), SetFlag: 10 }, 'telBAD_DOMAIN'],
    ['a minter flag without minter', { SetFlag: 10 }, 'temMALFORMED'],
    ['a cleared minter flag with minter', { ClearFlag: 10, NFTokenMinter: BOB }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(set(ledgerWith(), fields), expected));
  }

  test('permission for trust lines from an account that owns something, later in a pass that retries', () => {
    const ledger = ledgerWith();
    assert.equal(
      ledger.apply({ TransactionType: 'TicketCreate', Account: ALICE, SigningPubKey: KEY, TicketCount: 1 }).result,
      'tesSUCCESS',
    );
    assert.equal(set(ledger, { SetFlag: AccountSetFlags.asfRequireAuth }), 'tecOWNERS');
    assert.equal(set(ledger, { SetFlag: AccountSetFlags.asfRequireAuth }, true), 'terOWNERS');
    assert.equal(set(ledger, { SetFlag: AccountSetFlags.asfAllowTrustLineClawback }), 'tecOWNERS');
  });

  test('clawback and no-freeze together', () => {
    const { asfAllowTrustLineClawback, asfNoFreeze } = AccountSetFlags;
    const noFreeze = ledgerWith({ Flags: Bits.lsfNoFreeze });
    assert.equal(set(noFreeze, { SetFlag: asfAllowTrustLineClawback }), 'tecNO_PERMISSION');
    const clawback = ledgerWith({ Flags: Bits.lsfAllowTrustLineClawback });
    assert.equal(set(clawback, { SetFlag: asfNoFreeze }), 'tecNO_PERMISSION');
  });

  test('to disable the master key by another key, or without another key', () => {
    const { asfDisableMaster } = AccountSetFlags;
    const withRegularKey = ledgerWith({ RegularKey: BOB });
    assert.equal(set(withRegularKey, { SetFlag: asfDisableMaster, SigningPubKey: OTHER_KEY }), 'tecNEED_MASTER_KEY');
    assert.equal(set(ledgerWith(), { SetFlag: asfDisableMaster }), 'tecNO_ALTERNATIVE_KEY');
    assert.equal(set(withRegularKey, { SetFlag: asfDisableMaster }), 'tesSUCCESS');
    const withSigners = ledgerWith();
    withSigners.put(newEntry(signersKeylet(ALICE)));
    assert.equal(set(withSigners, { SetFlag: asfDisableMaster }), 'tesSUCCESS');
  });

  test('no-freeze by another key while the master key works', () => {
    const fields = { SetFlag: AccountSetFlags.asfNoFreeze, SigningPubKey: OTHER_KEY };
    assert.equal(set(ledgerWith({ RegularKey: BOB }), fields), 'tecNEED_MASTER_KEY');
    assert.equal(set(ledgerWith({ RegularKey: BOB, Flags: Bits.lsfDisableMaster }), fields), 'tesSUCCESS');
  });
});

describe('AccountSet changes', () => {
  const switches: readonly [number, number][] = [
    [AccountSetFlags.asfRequireDest, Bits.lsfRequireDestTag],
    [AccountSetFlags.asfRequireAuth, Bits.lsfRequireAuth],
    [AccountSetFlags.asfDisallowXRP, Bits.lsfDisallowXRP],
    [AccountSetFlags.asfDefaultRipple, Bits.lsfDefaultRipple],
    [AccountSetFlags.asfGlobalFreeze, Bits.lsfGlobalFreeze],
    [AccountSetFlags.asfDepositAuth, Bits.lsfDepositAuth],
    [AccountSetFlags.asfDisallowIncomingNFTokenOffer, Bits.lsfDisallowIncomingNFTokenOffer],
    [AccountSetFlags.asfDisallowIncomingCheck, Bits.lsfDisallowIncomingCheck],
    [AccountSetFlags.asfDisallowIncomingPayChan, Bits.lsfDisallowIncomingPayChan],
    [AccountSetFlags.asfDisallowIncomingTrustline, Bits.lsfDisallowIncomingTrustline],
    [AccountSetFlags.asfAllowTrustLineLocking, Bits.lsfAllowTrustLineLocking],
  ];
  for (const [number, bit] of switches) {
    test(`flag ${number} both ways`, () => {
      const ledger = ledgerWith();
      assert.equal(set(ledger, { SetFlag: number }), 'tesSUCCESS');
      assert.equal(ledger.account(ALICE).Flags, bit);
      assert.equal(set(ledger, { ClearFlag: number }), 'tesSUCCESS');
      assert.equal(ledger.account(ALICE).Flags, 0);
    });
  }

  test('clawback, the highest bit, to a positive number that never goes away', () => {
    const ledger = ledgerWith();
    set(ledger, { SetFlag: AccountSetFlags.asfAllowTrustLineClawback });
    set(ledger, { ClearFlag: AccountSetFlags.asfAllowTrustLineClawback });
    assert.equal(ledger.account(ALICE).Flags, 0x80000000);
  });

  test('no global freeze back once freezing was given up', () => {
    const ledger = ledgerWith({ Flags: Bits.lsfGlobalFreeze });
    const fields = { SetFlag: AccountSetFlags.asfNoFreeze, ClearFlag: AccountSetFlags.asfGlobalFreeze };
    assert.equal(set(ledger, fields), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).Flags, Bits.lsfNoFreeze | Bits.lsfGlobalFreeze);
  });

  test('the tracking of transactions: zero at first, then each id, then none', () => {
    const ledger = ledgerWith();
    set(ledger, { SetFlag: AccountSetFlags.asfAccountTxnID });
    assert.equal(ledger.account(ALICE).AccountTxnID, '0'.repeat(64));
    set(ledger, {});
    assert.match(ledger.account(ALICE).AccountTxnID ?? '', /[1-9A-F]/);
    set(ledger, { ClearFlag: AccountSetFlags.asfAccountTxnID });
    assert.equal(ledger.account(ALICE).AccountTxnID, undefined);
  });

  const settings: readonly [keyof AccountRoot & string, StObject, StObject][] = [
    ['EmailHash', { EmailHash: 'AB'.repeat(16) }, { EmailHash: '00'.repeat(16) }],
    ['WalletLocator', { WalletLocator: 'AB'.repeat(32) }, { WalletLocator: '00'.repeat(32) }],
    ['MessageKey', { MessageKey: KEY }, { MessageKey: '' }],
    ['Domain', { Domain: 'AB' }, { Domain: '' }],
    ['TransferRate', { TransferRate: 1_100_000_000 }, { TransferRate: 1_000_000_000 }],
    ['TickSize', { TickSize: 5 }, { TickSize: 16 }],
    ['NFTokenMinter', { NFTokenMinter: BOB, SetFlag: 10 }, { ClearFlag: 10 }],
  ];
  for (const [name, given, removal] of settings) {
    test(`${name} both ways`, () => {
      const ledger = ledgerWith();
      assert.equal(set(ledger, given), 'tesSUCCESS');
      assert.equal(ledger.account(ALICE)[name], given[name]);
      assert.equal(set(ledger, removal), 'tesSUCCESS');
      assert.equal(name in ledger.account(ALICE), false);
    });
  }

  test('nothing for flags that nobody knows', () => {
    const ledger = ledgerWith();
    assert.equal(set(ledger, { SetFlag: 11, ClearFlag: 99 }), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).Flags, 0);
  });
});
