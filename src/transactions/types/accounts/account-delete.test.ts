import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  depositPreauthKeylet,
  ownerDirKeylet,
  signersKeylet,
  ticketKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { baseFeeOf } from '../../engine/base-fee.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const { AccountRoot: Bits } = EntryFlags;
const DELETE = { TransactionType: 'AccountDelete', Account: ALICE, Destination: BOB, Fee: 200_000n };

function ledgerWith(alice: Partial<AccountRoot> = {}, bob: Partial<AccountRoot> | undefined = {}): TestLedger {
  const ledger = new TestLedger({ ledgerIndex: 1000 });
  ledger.fund(ALICE, alice);
  if (bob !== undefined) ledger.fund(BOB, bob);
  return ledger;
}

function result(ledger: TestLedger, fields: StObject = {}): string {
  return ledger.apply({ ...DELETE, ...fields }).result;
}

function must(ledger: TestLedger, fields: StObject): void {
  assert.equal(ledger.apply({ Account: ALICE, ...fields }).result, 'tesSUCCESS');
}

describe('AccountDelete', () => {
  test('costs the reserve of an object', () => {
    const ledger = ledgerWith();
    const { fields } = ledger.transaction(DELETE);
    assert.equal(baseFeeOf(fields, ledger.view, { fees: TEST_FEES, networkId: 0 }), TEST_FEES.reserveIncrementDrops);
  });

  test('refuses what its form forbids', () => {
    assert.equal(result(ledgerWith(), { Destination: ALICE, CredentialIDs: [] }), 'temDST_IS_SRC');
    assert.equal(result(ledgerWith(), { CredentialIDs: [] }), 'temMALFORMED');
  });

  test('refuses a destination that cannot take the drops', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE);
    assert.equal(result(ledger), 'tecNO_DST');
    const strict = { Flags: Bits.lsfRequireDestTag | Bits.lsfDepositAuth };
    assert.equal(result(ledgerWith({}, strict)), 'tecDST_TAG_NEEDED');
    assert.equal(result(ledgerWith({}, strict), { DestinationTag: 1 }), 'tecNO_PERMISSION');
    const credentials = { DestinationTag: 1, CredentialIDs: ['1'.repeat(64)] };
    assert.equal(result(ledgerWith({}, strict), credentials), 'tecBAD_CREDENTIALS');
    const permitted = ledgerWith({}, strict);
    permitted.put(newEntry(depositPreauthKeylet(BOB, ALICE)));
    assert.equal(result(permitted, { DestinationTag: 1 }), 'tesSUCCESS');
  });

  test('refuses a sequence that is close to the ledger’s index', () => {
    assert.equal(result(ledgerWith({ Sequence: 746 })), 'tecTOO_SOON');
    assert.equal(result(ledgerWith({ Sequence: 745 })), 'tesSUCCESS');
  });

  test('refuses an account that a channel leaves from or leads to', () => {
    const channel = {
      TransactionType: 'PaymentChannelCreate',
      Amount: 1n,
      SettleDelay: 1,
      PublicKey: `ED${'11'.repeat(32)}`,
    };
    const payer = ledgerWith();
    must(payer, { ...channel, Destination: BOB });
    assert.equal(result(payer), 'tecHAS_OBLIGATIONS');
    const payee = ledgerWith();
    must(payee, { ...channel, Account: BOB, Destination: ALICE });
    assert.equal(result(payee), 'tecHAS_OBLIGATIONS');
  });

  test('refuses to remove more than a thousand things', () => {
    const ledger = ledgerWith({ Balance: 10n ** 12n });
    const root = newEntry(ownerDirKeylet(ALICE));
    const ticket = newEntry(ticketKeylet(ALICE, 1));
    ledger.put(ticket);
    ledger.put({ ...root, RootIndex: root.index, Indexes: Array.from({ length: 1001 }, () => ticket.index) });
    assert.equal(result(ledger), 'tefTOO_BIG');
  });

  test('removes the account with its tickets, signers and permissions, and gives the rest away', () => {
    const ledger = ledgerWith({}, { Flags: Bits.lsfPasswordSpent });
    must(ledger, { TransactionType: 'TicketCreate', TicketCount: 40 });
    must(ledger, { TransactionType: 'DepositPreauth', Authorize: BOB });
    const SignerEntries = [{ SignerEntry: { Account: BOB, SignerWeight: 1 } }];
    must(ledger, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries });
    const { result: outcome, delivered } = ledger.apply({ ...DELETE, Sequence: 0, TicketSequence: 20 });
    assert.equal(outcome, 'tesSUCCESS');
    assert.equal(delivered, 100_000_000n - 30n - 200_000n);
    assert.equal(ledger.account(BOB).Balance, 100_000_000n + delivered);
    assert.equal(ledger.account(BOB).Flags, 0);
    const gone = [accountKeylet(ALICE), ownerDirKeylet(ALICE), signersKeylet(ALICE), depositPreauthKeylet(ALICE, BOB)];
    for (const keylet of gone) assert.equal(ledger.read(keylet), undefined);
    const left = [...ledger.view.changedEntries.values()].filter((entry) => entry !== null);
    assert.deepEqual(
      left.map((entry) => entry.index),
      [accountKeylet(BOB).key],
    );
  });
});
