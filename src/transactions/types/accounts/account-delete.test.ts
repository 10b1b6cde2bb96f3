import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_CONTEXT, TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../../protocol/amounts/amount-math.ts';
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
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { StObject } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { accountDelete } from './account-delete.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const { AccountRoot: Bits } = EntryFlags;
const DELETE = { TransactionType: 'AccountDelete', Account: ALICE, Destination: BOB, Fee: 200_000n };
const CHANNEL = {
  TransactionType: 'PaymentChannelCreate',
  Amount: 1n,
  SettleDelay: 1,
  PublicKey: `ED${'11'.repeat(32)}`,
};

const NAMED = { Credential: { Issuer: BOB, CredentialType: 'AB' } };
/** Of six pairs, so that it counts twice. */
const ORACLE = {
  TransactionType: 'OracleSet',
  OracleDocumentID: 1,
  Provider: 'AB',
  AssetClass: 'CD',
  LastUpdateTime: RIPPLE_EPOCH_OFFSET_SECONDS + 1_000_000,
  PriceDataSeries: Array.from({ length: 6 }, (_, at) => ({
    PriceData: { BaseAsset: String(at + 1).padStart(40, '0'), QuoteAsset: '0'.repeat(40), AssetPrice: 1n },
  })),
};

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

  /** The two phases apart, for either of them alone would hide a failure of the other. */
  const phases = (ledger: TestLedger) => {
    const transaction = ledger.transaction(DELETE);
    const context = {
      transaction,
      tx: transaction.fields as unknown as TransactionOf<'AccountDelete'>,
      flags: {},
      ...TEST_CONTEXT,
    };
    const sandbox = new Sandbox(ledger.view);
    const deliver = () => {};
    return [
      accountDelete.preclaim!({ ...context, view: ledger.view, baseFeeDrops: 0n }),
      accountDelete.apply({ ...context, sandbox, balanceBeforeFeeDrops: 0n, baseFeeDrops: 0n, deliver }),
    ];
  };

  test('looks at what the account owns before and while it removes it', () => {
    const refused = ['tecHAS_OBLIGATIONS', 'tecHAS_OBLIGATIONS'];
    const obligations: [what: string, make: (ledger: TestLedger) => void][] = [
      ['a trust line', (ledger) => must(ledger, { TransactionType: 'TrustSet', LimitAmount: tokens('5', BOB) })],
      [
        'a trust line of other accounts',
        (ledger) => must(ledger, { Account: BOB, TransactionType: 'TrustSet', LimitAmount: tokens('5', ALICE) }),
      ],
      ['a channel', (ledger) => must(ledger, { ...CHANNEL, Destination: BOB })],
      [
        'a permissioned domain',
        (ledger) => must(ledger, { TransactionType: 'PermissionedDomainSet', AcceptedCredentials: [NAMED] }),
      ],
      ['a channel to it', (ledger) => must(ledger, { ...CHANNEL, Account: BOB, Destination: ALICE })],
    ];
    for (const [what, make] of obligations) {
      const ledger = ledgerWith();
      make(ledger);
      assert.deepEqual(phases(ledger), refused, what);
    }
    const between = ledgerWith();
    must(between, { TransactionType: 'TicketCreate', TicketCount: 3 });
    assert.deepEqual(phases(between), ['tesSUCCESS', 'tesSUCCESS']);
    must(between, { ...CHANNEL, Destination: BOB });
    assert.deepEqual(phases(between), refused, 'a channel behind what could go');
  });

  test('refuses the owner of an entry that is not deleted with its account', () => {
    const ledger = ledgerWith();
    const sandbox = new Sandbox(ledger.view);
    const broker = Object.assign(newEntry({ type: 'LoanBroker', key: '11'.repeat(32) }), { Owner: ALICE });
    assert.equal(insertOwnedEntry(sandbox, broker), 'tesSUCCESS');
    sandbox.applyTo(ledger.view);
    assert.equal(result(ledger), 'tecHAS_OBLIGATIONS');
  });

  test('finds a ledger bad that lists what is not there', () => {
    const ledger = ledgerWith();
    const root = newEntry(ownerDirKeylet(ALICE));
    ledger.put({ ...root, RootIndex: root.index, Indexes: [ticketKeylet(ALICE, 1).key] });
    assert.deepEqual(phases(ledger), ['tefBAD_LEDGER', 'tefBAD_LEDGER']);
  });

  test('refuses to remove more than a thousand things', () => {
    const ledger = ledgerWith({ Balance: 10n ** 12n });
    const root = newEntry(ownerDirKeylet(ALICE));
    const ticket = newEntry(ticketKeylet(ALICE, 1));
    ledger.put(ticket);
    ledger.put({ ...root, RootIndex: root.index, Indexes: Array.from({ length: 1001 }, () => ticket.index) });
    assert.equal(result(ledger), 'tefTOO_BIG');
    const most = Array.from({ length: 1000 }, () => ticket.index);
    ledger.view.rawReplace({ ...root, RootIndex: root.index, Indexes: most });
    assert.equal(phases(ledger)[0], 'tesSUCCESS');
  });

  test('removes the account with what goes along, and gives the rest away', () => {
    const ledger = ledgerWith({}, { Flags: Bits.lsfPasswordSpent });
    must(ledger, { TransactionType: 'TicketCreate', TicketCount: 40 });
    must(ledger, { TransactionType: 'DepositPreauth', Authorize: BOB });
    const SignerEntries = [{ SignerEntry: { Account: BOB, SignerWeight: 1 } }];
    must(ledger, { TransactionType: 'SignerListSet', SignerQuorum: 1, SignerEntries });
    must(ledger, { TransactionType: 'DIDSet', URI: 'AB' });
    must(ledger, ORACLE);
    const { result: outcome, delivered } = ledger.apply({ ...DELETE, Sequence: 0, TicketSequence: 20 });
    assert.equal(outcome, 'tesSUCCESS');
    assert.equal(delivered, 100_000_000n - 50n - 200_000n);
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
