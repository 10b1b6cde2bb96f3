import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEE_DROPS, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type {
  AccountRoot,
  DirectoryNode,
  EntryName,
  Keylet,
  LedgerEntries,
  LedgerEntry,
  Offer,
  PayChannel,
  RippleState,
} from '../../protocol/entries/entries.ts';
import {
  accountKeylet,
  bookRange,
  didKeylet,
  lastNftPageKeylet,
  lineKeylet,
  mptIssuanceKeylet,
  mptokenKeylet,
  nftPageById,
  offerKeylet,
  ownerDirKeylet,
  pageKeylet,
  payChanKeylet,
  qualityKeylet,
  signersKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type IssuedAmount, type StObject } from '../../protocol/values.ts';
import { checkInvariants } from './check-invariants.ts';

type Escrow = LedgerEntries['Escrow'];

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const ISSUER = testAccount('Issuer');
/** High on their lines with the issuer. */
const [YAN, ZED] = [testAccount('Yan'), testAccount('Zed')];
const USD = `${'0'.repeat(24)}5553440000000000`;
const TOTAL = 100_000_000_000_000_000n;
const { RippleState: Line, AccountRoot: Bits } = EntryFlags;

/** The changes of a transaction, made by hand after its fee was taken from Alice. */
type Act = (sandbox: Sandbox) => void;

interface Scene {
  readonly before?: (ledger: TestLedger) => void;
  readonly act: Act;
  readonly tx?: StObject;
  readonly result?: Ter;
  readonly feeDrops?: bigint;
}

function check({ before, act, tx = {}, result = 'tesSUCCESS', feeDrops = TEST_FEE_DROPS }: Scene): Ter {
  const ledger = new TestLedger();
  for (const account of [ALICE, BOB, ISSUER]) ledger.fund(account);
  before?.(ledger);
  const transaction = ledger.transaction({ TransactionType: 'AccountSet', Account: ALICE, ...tx });
  const sandbox = new Sandbox(ledger.view);
  add(ALICE, -TEST_FEE_DROPS)(sandbox);
  act(sandbox);
  return checkInvariants(sandbox, transaction, result, feeDrops);
}

/** Changes an account. */
const set =
  (account: string, fields: Partial<AccountRoot>): Act =>
  (sandbox) =>
    sandbox.update(Object.assign(sandbox.peek(accountKeylet(account))!, fields));
const add =
  (account: string, drops: bigint): Act =>
  (sandbox) =>
    set(account, { Balance: sandbox.read(accountKeylet(account))!.Balance + drops })(sandbox);
const remove =
  (...keylets: readonly Keylet<EntryName>[]): Act =>
  (sandbox) => {
    for (const { key, type } of keylets) sandbox.erase(sandbox.peek({ key, type })! as LedgerEntry);
  };
const all =
  (...acts: readonly Act[]): Act =>
  (sandbox) => {
    for (const act of acts) act(sandbox);
  };

const nothing: Act = () => {};
const PSEUDO_FLAGS = Bits.lsfDisableMaster | Bits.lsfDefaultRipple | Bits.lsfDepositAuth;
const PSEUDO = { VaultID: '1'.repeat(64), Flags: PSEUDO_FLAGS };
const PAYMENT = { TransactionType: 'Payment', Destination: BOB, Amount: 1n };
const POOL_CLAWBACK = {
  TransactionType: 'AMMClawback',
  Holder: BOB,
  Asset: { currency: USD, issuer: ALICE },
  Asset2: { currency: '0'.repeat(40) },
};
const DELETION = { TransactionType: 'AccountDelete', Destination: BOB };
const BROKER = { TransactionType: 'LoanBrokerSet', VaultID: '1'.repeat(64) };

function usd(value: number, issuer: string): IssuedAmount {
  if (value === 0) return { mantissa: 0n, exponent: -100, currency: USD, issuer };
  return { mantissa: BigInt(value) * 10n ** 15n, exponent: -15, currency: USD, issuer };
}

/** A trust line between a holder and the issuer; the holder has `value`. Alice and Bob are low, the issuer is high. */
function line(holder: string, value: number, flags = 0): RippleState {
  const entry = newEntry(lineKeylet(holder, ISSUER, USD));
  entry.Balance = usd(value, '1'.padStart(40, '0'));
  entry.LowLimit = usd(0, holder);
  entry.HighLimit = usd(0, ISSUER);
  entry.Flags = flags;
  return entry;
}

/** Rewrites the balance of a line that is there. */
const hold =
  (holder: string, value: number): Act =>
  (sandbox) => {
    const entry = sandbox.peek(lineKeylet(holder, ISSUER, USD))!;
    entry.Balance = usd(value, entry.Balance.issuer);
    sandbox.update(entry);
  };
/** Moves tokens from Alice to Bob, on lines that are there. */
const moveTokens = all(hold(ALICE, 5), hold(BOB, 6));

function withLines(aliceFlags = 0, bobFlags = 0, issuerFlags = 0): (ledger: TestLedger) => void {
  return (ledger) => {
    ledger.put(line(ALICE, 10, aliceFlags));
    ledger.put(line(BOB, 1, bobFlags));
    ledger.put({ ...ledger.account(ISSUER), Flags: issuerFlags });
  };
}

function insert(entry: LedgerEntry): Act {
  return (sandbox) => sandbox.insert(entry);
}

function offer(fields: Partial<Offer>): Offer {
  return { ...newEntry(offerKeylet(ALICE, 1)), Account: ALICE, TakerPays: usd(1, ISSUER), TakerGets: 5n, ...fields };
}

function channel(fields: Partial<PayChannel> = {}): PayChannel {
  const entry = newEntry(payChanKeylet(ALICE, BOB, 1));
  return { ...entry, Account: ALICE, Destination: BOB, Amount: 100n, Balance: 30n, ...fields };
}

function escrow(fields: Partial<Escrow>): Escrow {
  const entry = newEntry({ type: 'Escrow', key: 'E'.repeat(64) });
  return { ...entry, Account: ALICE, Destination: BOB, Amount: 70n, ...fields };
}

const LINE = lineKeylet(ALICE, ISSUER, USD);
const MPT_ID = '1'.repeat(48);
const issuance = newEntry(mptIssuanceKeylet(MPT_ID));
const holding = newEntry(mptokenKeylet(MPT_ID, ALICE));

/** An entry of multi-purpose tokens with these units. */
function changesUnits(entry: LedgerEntry, units: Record<string, bigint>): Scene {
  return {
    before: (ledger) => ledger.put(entry),
    act: (sandbox) => sandbox.rawReplace({ ...entry, ...units }),
  };
}

function newAccount(fields: Partial<AccountRoot>, account = testAccount('New')): AccountRoot {
  return { ...newEntry(accountKeylet(account)), Account: account, Sequence: 1000, ...fields };
}

const DOMAIN = 'D'.repeat(64);
const { Offer: Hybrid } = EntryFlags;
const CREATION = { TransactionType: 'OfferCreate', TakerPays: 5n, TakerGets: 6n };

function withDomain(ledger: TestLedger): void {
  ledger.put({ ...newEntry({ type: 'PermissionedDomain', key: DOMAIN }), Owner: ISSUER });
}

const MOST_TOKENS = { mantissa: 9999999999999999n, exponent: 80 };
const QUALITY = 0x5d0000000000abcdn;
const bookPage = newEntry(
  qualityKeylet(
    bookRange({ takerPays: { currency: USD, issuer: ISSUER }, takerGets: { currency: '0'.repeat(40) } }).base,
    QUALITY,
  ),
);

function page(entry: DirectoryNode, fields: Partial<DirectoryNode>): DirectoryNode {
  return { ...entry, RootIndex: entry.index, ...fields };
}

describe('a transaction is refused that', () => {
  const scenes: Readonly<Record<string, Scene>> = {
    'took a negative fee': { act: nothing, feeDrops: -10n },
    'took a fee of everything': { act: nothing, feeDrops: TOTAL, tx: { Fee: TOTAL } },
    'took more than offered': {
      act: add(ALICE, -1n),
      feeDrops: 11n,
    },
    'made drops': {
      act: add(BOB, 1n),
    },
    'lost drops': {
      act: add(BOB, -1n),
    },
    'made drops of a channel': { act: insert(channel()) },
    'made drops of an escrow': { act: insert(escrow({})) },
    'made an escrow of nothing': { act: insert(escrow({ Amount: 0n })) },
    'made an escrow of no tokens': { act: insert(escrow({ Amount: usd(0, ISSUER) })) },
    'made an escrow of everything': {
      before: (ledger) => ledger.fund(BOB, { Balance: TOTAL }),
      act: all(insert(escrow({ Amount: TOTAL })), set(BOB, { Balance: 0n })),
    },
    'filled an escrow of nothing': {
      before: (ledger) => ledger.put(escrow({ Amount: 0n })),
      act: (sandbox) => {
        sandbox.rawReplace(escrow({ Amount: 5n }));
        add(BOB, -5n)(sandbox);
      },
    },
    'made an escrow of no currency': { act: insert(escrow({ Amount: { ...usd(1, ISSUER), currency: BAD_CURRENCY } })) },
    'made an escrow of no units': { act: insert(escrow({ Amount: { value: 0n, mptIssuanceId: MPT_ID } })) },
    'ended an escrow of nothing': {
      before: (ledger) => ledger.put(escrow({ Amount: { value: 0n, mptIssuanceId: MPT_ID } })),
      act: remove({ type: 'Escrow', key: 'E'.repeat(64) }),
    },
    'locked more units than are outstanding': changesUnits(issuance, { OutstandingAmount: 1n, LockedAmount: 2n }),
    'let more units be outstanding than there can be': changesUnits(issuance, { OutstandingAmount: 2n ** 63n }),
    'gave a holder more units than there can be': changesUnits(holding, { MPTAmount: 2n ** 63n }),
    'locked more units than there can be': changesUnits(holding, { LockedAmount: 2n ** 63n }),
    'lost the drops of an escrow': {
      before: (ledger) => ledger.put(escrow({})),
      act: remove({ type: 'Escrow', key: 'E'.repeat(64) }),
    },
    'lost the drops of a channel': {
      before: (ledger) => ledger.put(channel()),
      act: remove(payChanKeylet(ALICE, BOB, 1)),
    },
    'left a debt': {
      act: all(add(ALICE, -200_000_000n), add(BOB, 200_000_000n)),
    },
    'removed an account by the way': {
      act: deleteAlice(),
    },
    'deleted no account though it should': { act: nothing, tx: DELETION },
    'deleted an account with drops': { act: remove(accountKeylet(ALICE)), tx: DELETION },
    'deleted an account that owns something': { act: deleteAlice({ OwnerCount: 1 }), tx: DELETION },
    'deleted an account and left its directory': leaves(page(newEntry(ownerDirKeylet(ALICE)), {})),
    'deleted an account and left its signers': leaves(newEntry(signersKeylet(ALICE))),
    'deleted an account and left its identifier': leaves(newEntry(didKeylet(ALICE))),
    'deleted an account and left the last page of its tokens': leaves(newEntry(lastNftPageKeylet(ALICE))),
    'deleted an account and left a page of its tokens': leaves(newEntry(nftPageById(ALICE + '5'.repeat(24)))),
    'deleted the account of a vault and left the vault': leaves(newEntry({ type: 'Vault', key: 'AB'.repeat(32) }), {
      ...newAccount({ VaultID: 'AB'.repeat(32), Flags: PSEUDO_FLAGS }, ALICE),
      Balance: 100_000_000n,
      Sequence: 1,
    }),
    'turned an entry into another': {
      before: (ledger) => ledger.put(offer({})),
      act: (sandbox) => sandbox.rawReplace({ ...newEntry({ type: 'Ticket', key: offerKeylet(ALICE, 1).key }) }),
    },
    'made an entry of no known type': {
      act: insert({ ...channel({ Amount: 0n, Balance: 0n }), LedgerEntryType: 'Nonsense' } as unknown as LedgerEntry),
    },
    'made a line in drops': { act: insert({ ...line(BOB, 0), HighLimit: 0n as unknown as IssuedAmount }) },
    'made a line in drops on the low side': {
      act: insert({ ...line(BOB, 0), LowLimit: 0n as unknown as IssuedAmount }),
    },
    'moved frozen tokens off a line that went as it was': {
      before: withLines(Line.lsfHighFreeze),
      act: all(hold(BOB, 6), remove(LINE)),
    },
    'made an account though it failed': {
      act: insert(newAccount({})),
      tx: PAYMENT,
      result: 'tecPATH_DRY',
    },
    'moved tokens though a clawback failed': {
      before: withLines(),
      act: hold(ALICE, 5),
      tx: { TransactionType: 'Clawback', Account: ISSUER, Amount: usd(1, ALICE) },
      result: 'tecNO_LINE',
    },
    'deleted an account though it failed': {
      act: all(add(ALICE, 100_000_000n), set(BOB, { Balance: 0n }), remove(accountKeylet(BOB))),
      tx: DELETION,
      result: 'tecNO_DST',
    },
    'moved frozen tokens of a low issuer': {
      before: (ledger) => {
        for (const holder of [YAN, ZED]) {
          ledger.fund(holder);
          const limits = { LowLimit: usd(0, ISSUER), HighLimit: usd(0, holder) };
          ledger.put({ ...line(holder, -10, holder === YAN ? Line.lsfLowFreeze : 0), ...limits });
        }
      },
      act: all(hold(YAN, -5), hold(ZED, -15)),
    },
    'froze deeply without freezing': { act: insert(line(BOB, 0, Line.lsfHighDeepFreeze)) },
    'moved frozen tokens': { before: withLines(Line.lsfHighFreeze), act: moveTokens },
    'clawed tokens off a frozen line of a market maker': {
      before: withLines(Line.lsfHighFreeze | Line.lsfAMMNode),
      act: moveTokens,
      tx: POOL_CLAWBACK,
    },
    'removed two accounts where one may go': {
      act: all(
        set(BOB, { Balance: 0n }),
        set(ISSUER, { Balance: 0n }),
        remove(accountKeylet(BOB), accountKeylet(ISSUER)),
      ),
      tx: POOL_CLAWBACK,
    },
    'moved tokens to a deeply frozen holder': {
      before: withLines(0, Line.lsfHighFreeze | Line.lsfHighDeepFreeze),
      act: moveTokens,
    },
    'moved tokens of an issuer that froze all': { before: withLines(0, 0, Bits.lsfGlobalFreeze), act: moveTokens },
    'moved frozen tokens off a line that went': {
      before: withLines(Line.lsfHighFreeze),
      act: all(moveTokens, remove(LINE)),
    },
    'moved more tokens than an amount can express': {
      before: (ledger) => ledger.put({ ...line(ALICE, 0), Balance: { ...usd(0, ISSUER), ...MOST_TOKENS } }),
      act: (sandbox) => {
        const entry = sandbox.peek(LINE)!;
        entry.Balance = { ...entry.Balance, mantissa: -MOST_TOKENS.mantissa };
        sandbox.update(entry);
      },
    },
    'offered a negative amount': { act: insert(offer({ TakerPays: usd(-1, ISSUER) })) },
    'offered drops for drops': { act: insert(offer({ TakerPays: 5n })) },
    'made a check for more drops than exist': {
      act: insert({ ...newEntry({ type: 'Check', key: 'C'.repeat(64) }), SendMax: TOTAL + 1n }),
    },
    'offered more drops than exist': { act: insert(offer({ TakerGets: TOTAL + 1n })) },
    'made two accounts': {
      act: all(insert(newAccount({})), insert({ ...newAccount({}), index: '1'.repeat(64) })),
      tx: PAYMENT,
    },
    'made an account without being a payment': { act: insert(newAccount({})) },
    'made an account with another sequence': { act: insert(newAccount({ Sequence: 1 })), tx: PAYMENT },
    'paid for the account of an object': {
      act: insert(newAccount({ AMMID: '1'.repeat(64), Flags: PSEUDO_FLAGS, Sequence: 0 })),
      tx: PAYMENT,
    },
    'made an account of an object that could send': {
      act: insert(newAccount({ AMMID: '1'.repeat(64), Flags: PSEUDO_FLAGS })),
      tx: BROKER,
    },
    'made an account of an object with further flags': {
      act: insert(newAccount({ AMMID: '1'.repeat(64), Flags: PSEUDO_FLAGS | Bits.lsfGlobalFreeze, Sequence: 0 })),
      tx: BROKER,
    },
    'removed two accounts where it may remove one': {
      act: all(deleteAlice(), add(BOB, 100_000_000n), set(ISSUER, { Balance: 0n }), remove(accountKeylet(ISSUER))),
      tx: {
        TransactionType: 'AMMWithdraw',
        Asset: { currency: '0'.repeat(40) },
        Asset2: { currency: USD, issuer: ISSUER },
      },
    },
    'gave an account of an object a sequence': {
      before: (ledger) => ledger.fund(BOB, { VaultID: '1'.repeat(64), Flags: PSEUDO_FLAGS, Sequence: 0 }),
      act: set(BOB, { Sequence: 1 }),
    },
    'gave back the master key of an account of an object': {
      before: (ledger) => ledger.fund(BOB, PSEUDO),
      act: set(BOB, { Flags: Bits.lsfDefaultRipple | Bits.lsfDepositAuth }),
    },
    'gave an account of an object to another as well': {
      before: (ledger) => ledger.fund(BOB, PSEUDO),
      act: set(BOB, { AMMID: '2'.repeat(64) }),
    },
    'made an account for an object': { act: insert(newAccount({ AMMID: '1'.repeat(64) })), tx: PAYMENT },
    'gave a key to an account of an object': {
      before: (ledger) => ledger.fund(BOB, PSEUDO),
      act: set(BOB, { RegularKey: ALICE }),
    },
    'set an account’s sequence to zero': {
      act: set(BOB, { Sequence: 0 }),
    },
    'clawed back from two': {
      before: withLines(),
      act: moveTokens,
      tx: { TransactionType: 'Clawback', Amount: usd(1, ALICE) },
    },
    'clawed back and failed': {
      before: withLines(),
      act: moveTokens,
      tx: { TransactionType: 'Clawback', Amount: usd(1, ALICE) },
      result: 'tecPATH_DRY',
    },
    'clawed back more than there was': {
      before: withLines(),
      act: hold(ALICE, -1),
      tx: { TransactionType: 'Clawback', Account: ISSUER, Amount: usd(9, ALICE) },
    },
    'opened a book at another rate': { act: insert(page(bookPage, { ExchangeRate: QUALITY + 1n })) },
    'opened a book at no rate': { act: insert(page(bookPage, { TakerPaysCurrency: USD })) },
    'made a hybrid offer that is in no other book': {
      act: insert(offer({ Flags: Hybrid.lsfHybrid, DomainID: DOMAIN })),
      tx: CREATION,
    },
    'made a hybrid offer without a domain': {
      act: insert(offer({ Flags: Hybrid.lsfHybrid, AdditionalBooks: [{ Book: {} }] })),
      tx: CREATION,
    },
    'traded in a domain that is not there': { act: nothing, tx: { ...PAYMENT, DomainID: DOMAIN } },
    'touched an offer of another domain': {
      before: withDomain,
      act: insert(offer({ DomainID: '2'.repeat(64) })),
      tx: { ...PAYMENT, DomainID: DOMAIN },
    },
    'opened a book of another domain': {
      before: withDomain,
      act: insert(page(bookPage, { ExchangeRate: QUALITY, DomainID: '2'.repeat(64) })),
      tx: { ...PAYMENT, DomainID: DOMAIN },
    },
    'took an offer of no domain from within one': {
      before: withDomain,
      act: insert(offer({})),
      tx: { ...PAYMENT, DomainID: DOMAIN },
    },
    'added a page to no directory': {
      act: insert(page(newEntry(pageKeylet(ownerDirKeylet(BOB).key, 1n)), { RootIndex: ownerDirKeylet(BOB).key })),
    },
  };
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, () => assert.equal(check(scene), 'tecINVARIANT_FAILED'));
  }

  test('fails even at taking the fee, and then changes nothing at all', () => {
    assert.equal(check({ act: nothing, feeDrops: 9n, result: 'tecINVARIANT_FAILED' }), 'tefINVARIANT_FAILED');
    assert.equal(check({ act: nothing, result: 'tecINVARIANT_FAILED' }), 'tecINVARIANT_FAILED');
  });
});

function deleteAlice(fields: Partial<AccountRoot> = {}): Act {
  return all(add(BOB, 99_999_990n), set(ALICE, { Balance: 0n, ...fields }), remove(accountKeylet(ALICE)));
}

/** Deletes Alice's account but not her objects. */
function leaves(...entries: readonly LedgerEntry[]): Scene {
  const before = (ledger: TestLedger) => {
    for (const entry of entries) ledger.put(entry);
  };
  return { before, act: deleteAlice(), tx: DELETION };
}

describe('a transaction passes that', () => {
  const scenes: Readonly<Record<string, Scene>> = {
    'did nothing but pay its fee': { act: nothing },
    'deleted its account cleanly': { act: deleteAlice(), tx: DELETION },
    'made an account by a payment': { act: insert(newAccount({})), tx: PAYMENT },
    'made an account for an object': {
      act: insert(newAccount({ AMMID: '1'.repeat(64), Flags: PSEUDO_FLAGS, Sequence: 0 })),
      tx: BROKER,
    },
    'put drops into a channel': {
      act: all(insert(channel()), add(ALICE, -70n)),
    },
    'put drops into an escrow': {
      act: all(insert(escrow({})), add(ALICE, -70n)),
    },
    'locked all units that are outstanding': changesUnits(issuance, { OutstandingAmount: 2n, LockedAmount: 2n }),
    'put tokens into an escrow': { act: insert(escrow({ Amount: usd(1, ISSUER) })) },
    'moved tokens that are not frozen': { before: withLines(), act: moveTokens },
    'clawed frozen tokens out of a pool': {
      before: withLines(Line.lsfHighFreeze),
      act: moveTokens,
      tx: POOL_CLAWBACK,
    },
    'clawed globally frozen tokens off the line of a market maker': {
      before: withLines(Line.lsfHighFreeze | Line.lsfAMMNode, 0, Bits.lsfGlobalFreeze),
      act: moveTokens,
      tx: POOL_CLAWBACK,
    },
    'moved tokens to a holder that is frozen, but not deeply': {
      before: withLines(0, Line.lsfHighFreeze),
      act: moveTokens,
    },
    'returned frozen tokens to their issuer': {
      before: withLines(Line.lsfHighFreeze),
      act: hold(ALICE, 5),
    },
    'made an offer': { act: insert(offer({})) },
    'opened a book': { act: insert(page(bookPage, { ExchangeRate: QUALITY, TakerPaysCurrency: USD })) },
    'made a hybrid offer in its domain': {
      before: withDomain,
      act: insert(offer({ Flags: Hybrid.lsfHybrid, DomainID: DOMAIN, AdditionalBooks: [{ Book: {} }] })),
      tx: { ...CREATION, DomainID: DOMAIN },
    },
    'removed an offer of no domain from within one': {
      before: (ledger) => {
        withDomain(ledger);
        ledger.put(offer({}));
      },
      act: remove(offerKeylet(ALICE, 1)),
      tx: { ...PAYMENT, DomainID: DOMAIN },
    },
    'left a book as wrong as it was': {
      before: (ledger) => ledger.put(page(bookPage, { ExchangeRate: 1n })),
      act: (sandbox) => {
        const entry = sandbox.peek({ type: 'DirectoryNode', key: bookPage.index })!;
        entry.Indexes = ['1'.repeat(64)];
        sandbox.update(entry);
      },
    },
  };
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, () => assert.equal(check(scene), 'tesSUCCESS'));
  }

  test('named a domain that is not there, and failed', () => {
    const tx = { ...PAYMENT, DomainID: DOMAIN };
    assert.equal(check({ act: nothing, tx, result: 'tecPATH_DRY' }), 'tecPATH_DRY');
  });
});
