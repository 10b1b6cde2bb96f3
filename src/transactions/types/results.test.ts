/** Results that no recording of the reference shows, each in a ledger where an issuer, Alice and Bob have accounts. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { testCurrency, tokens, USD } from '../../../test/support/token-ledger.ts';
import { accountIdOfPublicKey } from '../../crypto/address.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import type { AccountRoot, EntryName, Keylet, LedgerEntry } from '../../protocol/entries/entries.ts';
import {
  checkKeylet,
  depositPreauthKeylet,
  escrowKeylet,
  mptIssuanceKeylet,
  mptokenKeylet,
  ownerDirKeylet,
  payChanKeylet,
  permissionedDomainKeylet,
  signersKeylet,
  ticketKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, BAD_CURRENCY, type StArray, type StObject } from '../../protocol/values.ts';

type Given = (ledger: MptLedger) => void;
/** Alice sends the transaction unless its fields name another account. */
type Row = readonly [what: string, fields: StObject, expected: Ter, ...given: Given[]];

const ABSENT = testAccount('Q');
const ANY_ID = '12'.repeat(32);
const VAULT = { VaultID: ANY_ID };
const ZEROS = '0'.repeat(40);
const ZERO_HASH = '0'.repeat(64);
const EPOCH = RIPPLE_EPOCH_OFFSET_SECONDS;
const NOW = 1_000_000;
const ORACLE_NOW = EPOCH + NOW;
const MPT_ID = '00'.repeat(24);
const [KEY, OTHER_KEY] = [`ED${'11'.repeat(32)}`, `ED${'22'.repeat(32)}`];
/** The account of the key, which signs. */
const BY_MASTER = { Account: accountIdOfPublicKey(KEY), SigningPubKey: KEY };
const DISABLE_MASTER = { ...BY_MASTER, SetFlag: AccountSetFlags.asfDisableMaster };
const BY_OTHER = { SigningPubKey: OTHER_KEY };
const { AccountRoot: Bits } = EntryFlags;
const { asfAllowTrustLineClawback, asfDisableMaster, asfNoFreeze } = AccountSetFlags;
const { tfMPTLock } = TransactionFlags.MPTokenIssuanceSet;
const { tfMPTCanLock, tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { tfMPTUnauthorize } = TransactionFlags.MPTokenAuthorize;

const CHECK = checkKeylet(ALICE, 1);
const CHANNEL = payChanKeylet(ALICE, BOB, 1);
const ESCROW = escrowKeylet(ALICE, 1);
const DOMAIN = permissionedDomainKeylet(ALICE, 1);
/** The first token of the issuer. */
const TOKEN = `00000001${ISSUER}`;

const THROUGH_ABSENT = {
  Amount: tokens('5', ISSUER, testCurrency('EUR')),
  SendMax: tokens('10', ISSUER),
  Paths: [[{ currency: USD, issuer: ABSENT }]],
  Flags: TransactionFlags.Payment.tfNoRippleDirect,
};

/** Fields that each row of a type has unless it gives others. */
const USUAL: Readonly<Record<string, StObject>> = {
  AccountSet: {},
  SignerListSet: { SignerQuorum: 1 },
  CredentialCreate: { Subject: BOB, CredentialType: 'AB' },
  CredentialAccept: { Issuer: BOB, CredentialType: 'AB' },
  CredentialDelete: { CredentialType: 'AB' },
  PermissionedDomainSet: { AcceptedCredentials: credentials([BOB]) },
  OracleSet: { OracleDocumentID: 7, LastUpdateTime: ORACLE_NOW + 1 },
  MPTokenIssuanceCreate: { Account: ISSUER },
  MPTokenIssuanceSet: { Account: ISSUER, MPTokenIssuanceID: TOKEN },
  MPTokenIssuanceDestroy: { Account: ISSUER, MPTokenIssuanceID: TOKEN },
  MPTokenAuthorize: { MPTokenIssuanceID: TOKEN },
  Payment: { Destination: BOB, Amount: 1n },
  Clawback: { Account: ISSUER, Amount: tokens('10', ALICE) },
  CheckCreate: { Destination: BOB, SendMax: 1000n },
  CheckCash: { Account: BOB, CheckID: CHECK.key },
  EscrowCreate: { Destination: BOB, Amount: 1000n, FinishAfter: NOW },
  EscrowFinish: { Account: BOB, Owner: ALICE, OfferSequence: 1 },
  PaymentChannelCreate: { Destination: BOB, Amount: 1000n, SettleDelay: 100, PublicKey: KEY },
  PaymentChannelFund: { Channel: CHANNEL.key, Amount: 500n },
  PaymentChannelClaim: { Account: BOB, Channel: CHANNEL.key },
};

function credentials(issuers: readonly AccountId[], type = 'AB'): StArray {
  return issuers.map((Issuer) => ({ Credential: { Issuer, CredentialType: type } }));
}

function signers(...accounts: readonly AccountId[]): StArray {
  return accounts.map((Account) => ({ SignerEntry: { Account, SignerWeight: 1 } }));
}

function accounts(count: number): AccountId[] {
  return Array.from({ length: count }, (_, at) => testAccount(`C${at}`));
}

/** Keys that no entry has. */
function ids(count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at + 1).toString(16).toUpperCase().padStart(64, '0'));
}

/** Prices in USD of this number of currencies, none of them XRP. */
function prices(count: number): StArray {
  const currencies = Array.from({ length: count }, (_, at) => (at + 1).toString(16).toUpperCase().padStart(40, '0'));
  return currencies.map((BaseAsset) => ({ PriceData: { BaseAsset, QuoteAsset: USD, AssetPrice: 1n } }));
}

const NEW_ORACLE = { LastUpdateTime: ORACLE_NOW, Provider: 'AB', AssetClass: 'CD', PriceDataSeries: prices(1) };
const DROPPED_PRICE = { PriceData: { BaseAsset: '1'.padStart(40, '0'), QuoteAsset: USD } };

/** Changes an account. */
function root(account: AccountId, fields: Partial<AccountRoot>): Given {
  return (ledger) => ledger.view.rawReplace({ ...ledger.account(account), ...fields });
}

const flags = (Flags: number) => root(ALICE, { Flags });
const clawback = (others = 0) => root(ISSUER, { Flags: Bits.lsfAllowTrustLineClawback | others });
const REGULAR_KEY = root(ALICE, { RegularKey: BOB });
const NEEDS_TAG = root(BOB, { Flags: Bits.lsfRequireDestTag });
const DEPOSIT_AUTH = root(BOB, { Flags: Bits.lsfDepositAuth });
const owner = root(ALICE, { Balance: 1_400_100n, OwnerCount: 2 });
/** Alice has this number of drops before she pays the fee of 10. */
const balance = (Balance: bigint) => root(ALICE, { Balance });

/** Applies a transaction of Alice. */
function after(TransactionType: string, fields: StObject = {}): Given {
  return (ledger) =>
    ledger.expect('tesSUCCESS', { TransactionType, Account: ALICE, ...USUAL[TransactionType], ...fields });
}

function changed({ key }: Keylet<EntryName>, fields: object): Given {
  return (ledger) => ledger.view.rawReplace(Object.assign({}, ledger.readAny(key), fields));
}

function put(keylet: Keylet<EntryName>): Given {
  return (ledger) => ledger.put(newEntry(keylet) as LedgerEntry);
}

function all(...givens: readonly Given[]): Given {
  return (ledger) => {
    for (const given of givens) given(ledger);
  };
}

const tickets = (TicketCount: number) => after('TicketCreate', { TicketCount });
const named = after('CredentialCreate', { Account: BOB, Subject: ALICE });
const withOracle = after('OracleSet', NEW_ORACLE);
const PREAUTHORIZED = put(depositPreauthKeylet(BOB, ALICE));
const erasedIssuer: Given = (ledger) => ledger.view.rawErase({ ...ledger.account(ISSUER) });
const keyHolder =
  (fields?: Partial<AccountRoot>): Given =>
  (ledger) =>
    ledger.fund(BY_MASTER.Account, fields);

/** The least balance with which a transaction succeeds. */
function reserve(fields: StObject, least: bigint): Row[] {
  return [
    [`a balance of ${least - 1n} drops`, fields, 'tecINSUFFICIENT_RESERVE', balance(least - 1n)],
    [`a balance of ${least} drops`, fields, 'tesSUCCESS', balance(least)],
  ];
}

const issued =
  (fields?: StObject): Given =>
  (ledger) =>
    void ledger.issue(fields);
const held =
  (value: bigint, ...holders: readonly AccountId[]): Given =>
  (ledger) =>
    ledger.distribute(TOKEN, value, ...holders);

const CLOSED = issued({ Flags: tfMPTRequireAuth });
const orphan = channel({ Destination: ABSENT });

const ROWS: Readonly<Record<string, readonly Row[]>> = {
  AccountSet: [
    ['clawback with lsfNoFreeze', { SetFlag: asfAllowTrustLineClawback }, 'tecNO_PERMISSION', flags(Bits.lsfNoFreeze)],
    ['asfNoFreeze with clawback', { SetFlag: asfNoFreeze }, 'tecNO_PERMISSION', flags(Bits.lsfAllowTrustLineClawback)],
    ['asfDisableMaster by another key', { ...BY_OTHER, SetFlag: asfDisableMaster }, 'tecNEED_MASTER_KEY', REGULAR_KEY],
    ['asfDisableMaster without another key', DISABLE_MASTER, 'tecNO_ALTERNATIVE_KEY', keyHolder()],
    ['asfDisableMaster with a regular key', DISABLE_MASTER, 'tesSUCCESS', keyHolder({ RegularKey: BOB })],
    ['asfDisableMaster with signers', DISABLE_MASTER, 'tesSUCCESS', keyHolder(), put(signersKeylet(BY_MASTER.Account))],
    ['asfNoFreeze by another key', { ...BY_OTHER, SetFlag: asfNoFreeze }, 'tecNEED_MASTER_KEY', REGULAR_KEY],
    [
      'asfNoFreeze by the only key',
      { ...BY_OTHER, SetFlag: asfNoFreeze },
      'tesSUCCESS',
      REGULAR_KEY,
      flags(Bits.lsfDisableMaster),
    ],
  ],
  DepositPreauth: [
    ['nine credentials', { AuthorizeCredentials: credentials(accounts(9)) }, 'temARRAY_TOO_LARGE'],
    ['the issuer 0', { AuthorizeCredentials: credentials([ZEROS], '') }, 'temINVALID_ACCOUNT_ID'],
    ['an empty type', { AuthorizeCredentials: credentials([BOB], '') }, 'temMALFORMED'],
    ['a credential twice', { UnauthorizeCredentials: credentials([BOB, BOB]) }, 'temMALFORMED'],
    ['an element without an issuer', { AuthorizeCredentials: [{ Memo: { CredentialType: 'AB' } }] }, 'tefEXCEPTION'],
    ['an element without a type', { UnauthorizeCredentials: [{ Memo: { Issuer: BOB } }] }, 'tefEXCEPTION'],
  ],
  SignerListSet: [
    ['33 signers', { SignerEntries: signers(...accounts(33)) }, 'temMALFORMED'],
    ['a weight of 0', { SignerEntries: [{ SignerEntry: { Account: BOB, SignerWeight: 0 } }] }, 'temBAD_WEIGHT'],
    ['two empty accounts', { SignerEntries: signers('', ZEROS) }, 'temBAD_SIGNER'],
    ...reserve({ SignerEntries: signers(BOB) }, 1_200_000n),
  ],
  TicketCreate: [
    ['no tickets', { TicketCount: 0 }, 'temINVALID_COUNT'],
    ['251 tickets', { TicketCount: 251 }, 'temINVALID_COUNT'],
    ['a total above 250', { TicketCount: 2 }, 'tecDIR_FULL', root(ALICE, { TicketCount: 249, Balance: 10n })],
    ...reserve({ TicketCount: 2 }, 1_400_000n),
    ['one more than 250', { TicketCount: 1 }, 'tecDIR_FULL', tickets(250)],
    ['a ticket for a ticket', { TicketCount: 1, Sequence: 0, TicketSequence: 2 }, 'tesSUCCESS', tickets(250)],
  ],
  CredentialCreate: [['the subject 0', { Subject: ZEROS }, 'temMALFORMED']],
  CredentialAccept: [
    ['a balance below the reserve', {}, 'tecINSUFFICIENT_RESERVE', balance(1_199_999n), named],
    ['the reserve before the fee', {}, 'tesSUCCESS', balance(1_200_000n), named],
  ],
  CredentialDelete: [
    ['no subject and no issuer', {}, 'temMALFORMED'],
    ['an absent credential', { Subject: ISSUER }, 'tecNO_ENTRY', after('CredentialCreate')],
  ],
  DIDSet: [
    ['three empty fields', { URI: '', DIDDocument: '', Data: '' }, 'temEMPTY_DID'],
    ...reserve({ URI: 'AB' }, 1_200_010n),
  ],
  PermissionedDomainSet: [
    ['no credentials', { AcceptedCredentials: [] }, 'temARRAY_EMPTY'],
    ['the domain 0', { DomainID: ZERO_HASH }, 'temMALFORMED'],
    ['an absent issuer', { AcceptedCredentials: credentials([ABSENT]) }, 'tecNO_ISSUER'],
    ...reserve({}, 1_200_010n),
    [
      'a change below the reserve',
      { DomainID: DOMAIN.key },
      'tesSUCCESS',
      after('PermissionedDomainSet'),
      balance(1_200_000n),
    ],
  ],
  OracleSet: [
    ['no prices', { ...NEW_ORACLE, PriceDataSeries: [] }, 'temARRAY_EMPTY'],
    ['eleven prices', { ...NEW_ORACLE, PriceDataSeries: prices(11) }, 'temARRAY_TOO_LARGE'],
    ['an empty provider', { ...NEW_ORACLE, Provider: '' }, 'temMALFORMED'],
    ['no class', { PriceDataSeries: prices(1), Provider: 'AB' }, 'temMALFORMED'],
    ['a time before the epoch of the ledger', { ...NEW_ORACLE, LastUpdateTime: EPOCH - 1 }, 'tecINVALID_UPDATE_TIME'],
    ['an element without an asset', { ...NEW_ORACLE, PriceDataSeries: [{ Memo: { BaseAsset: USD } }] }, 'tefEXCEPTION'],
    ...reserve(NEW_ORACLE, 1_200_000n),
    ...reserve({ ...NEW_ORACLE, PriceDataSeries: prices(6) }, 1_400_000n),
    ['another provider', { Provider: 'AC', PriceDataSeries: prices(1) }, 'temMALFORMED', withOracle],
    ['another class', { AssetClass: 'AC', PriceDataSeries: prices(1) }, 'temMALFORMED', withOracle],
    ['no price for the last pair', { PriceDataSeries: [DROPPED_PRICE] }, 'tecARRAY_EMPTY', withOracle],
    ['no price for a pair twice', { PriceDataSeries: [DROPPED_PRICE, DROPPED_PRICE] }, 'temMALFORMED', withOracle],
  ],
  MPTokenIssuanceCreate: [
    ['metadata of 1025 bytes', { MPTokenMetadata: '00'.repeat(1025) }, 'temMALFORMED'],
    ['a balance below the reserve', {}, 'tecINSUFFICIENT_RESERVE', root(ISSUER, { Balance: 1_199_999n })],
    ['the reserve before the fee', {}, 'tesSUCCESS', root(ISSUER, { Balance: 1_200_000n })],
  ],
  MPTokenIssuanceSet: [
    ['an absent holder', { Flags: tfMPTLock, Holder: ABSENT }, 'tecNO_DST', issued()],
    ['an absent token', { MPTokenIssuanceID: MPT_ID, Flags: tfMPTLock }, 'tecOBJECT_NOT_FOUND'],
    [
      'an absent domain',
      { DomainID: ANY_ID },
      'tecOBJECT_NOT_FOUND',
      issued({ Flags: tfMPTCanLock | tfMPTRequireAuth }),
    ],
  ],
  MPTokenIssuanceDestroy: [
    ['locked units', {}, 'tecHAS_OBLIGATIONS', issued(), changed(mptIssuanceKeylet(TOKEN), { LockedAmount: 1n })],
  ],
  MPTokenAuthorize: [
    [
      'units of a token that has ended',
      { Flags: tfMPTUnauthorize },
      'tefINTERNAL',
      ended,
      changed(mptokenKeylet(TOKEN, ALICE), { MPTAmount: 1n }),
    ],
    ['an empty holding of a token that has ended', { Flags: tfMPTUnauthorize }, 'tesSUCCESS', ended],
    ['the issuer as holder', { Account: ISSUER, Holder: ISSUER }, 'temMALFORMED', CLOSED],
    ['an absent holder', { Account: ISSUER, Holder: ABSENT }, 'tecNO_DST', CLOSED],
    ['an absent token', { Account: ISSUER, Holder: ALICE, MPTokenIssuanceID: MPT_ID }, 'tecOBJECT_NOT_FOUND'],
    ['a token of another issuer', { Account: BOB, Holder: ALICE }, 'tecNO_PERMISSION', CLOSED],
    ['a token without authorization', { Account: ISSUER, Holder: ALICE }, 'tecNO_AUTH', issued()],
    ['a holder without a holding', { Account: ISSUER, Holder: BOB }, 'tecOBJECT_NOT_FOUND', CLOSED],
    [
      'the account of a vault',
      { Account: ISSUER, Holder: ALICE, Flags: tfMPTUnauthorize },
      'tecNO_PERMISSION',
      CLOSED,
      held(0n, ALICE),
      root(ALICE, VAULT),
    ],
  ],
  TrustSet: [
    ['a limit in units', { LimitAmount: { value: 5n, mptIssuanceId: MPT_ID } }, 'tefEXCEPTION'],
    ['the currency XRP', { LimitAmount: tokens('1', BOB, BAD_CURRENCY) }, 'temBAD_CURRENCY'],
    ['a line with the account 1', { LimitAmount: tokens('1', '1'.padStart(40, '0')) }, 'temDST_NEEDED'],
  ],
  Clawback: [
    ['no flag', {}, 'tecNO_PERMISSION', dollars],
    ['lsfNoFreeze', {}, 'tecNO_PERMISSION', dollars, clawback(Bits.lsfNoFreeze)],
    ['the flag', {}, 'tesSUCCESS', dollars, clawback()],
  ],
  Payment: [
    ['the domain 0', { DomainID: ZERO_HASH, Amount: 0n }, 'temMALFORMED'],
    ['the currency XRP', { Amount: tokens('1', BOB, BAD_CURRENCY), Destination: ALICE }, 'temBAD_CURRENCY'],
    ['a credential twice', { CredentialIDs: [ANY_ID, ANY_ID] }, 'temMALFORMED'],
    ['a path to tokens of an absent account', THROUGH_ABSENT, 'tecNO_ISSUER', dollars],
    ['drops of the reserve', { Amount: 101n }, 'tecUNFUNDED_PAYMENT', owner],
    ['drops above the reserve', { Amount: 100n }, 'tesSUCCESS', owner],
    ['drops of a fee above the reserve', { Amount: 100n, Fee: 1_400_001n }, 'tecUNFUNDED_PAYMENT', owner],
  ],
  CheckCreate: [
    ['the currency XRP', { SendMax: tokens('1', ISSUER, BAD_CURRENCY), Expiration: 0 }, 'temBAD_CURRENCY'],
    ['the expiration 0', { Expiration: 0, Destination: ABSENT }, 'temBAD_EXPIRATION'],
    ['a payee that requires a tag', { Expiration: 1 }, 'tecDST_TAG_NEEDED', NEEDS_TAG],
  ],
  CheckCash: [
    [
      'a check of an absent account',
      { Amount: 1n },
      'tecNO_ENTRY',
      after('CheckCreate'),
      changed(CHECK, { Account: ABSENT }),
    ],
    [
      'more than the writer has',
      { DeliverMin: 901n },
      'tecUNFUNDED_PAYMENT',
      after('CheckCreate'),
      balance(1_000_900n),
    ],
    ['tokens of an absent issuer', { Amount: tokens('30', ISSUER) }, 'tecNO_ISSUER', tokenCheck, erasedIssuer],
    [
      'more than an amount can express',
      { DeliverMin: tokens('1', ISSUER) },
      'tefEXCEPTION',
      tokenCheck,
      after('TrustSet', { Account: BOB, LimitAmount: tokens('10', ISSUER), QualityIn: 1 }),
    ],
  ],
  EscrowCreate: [['the currency XRP', { Amount: tokens('1', ALICE, BAD_CURRENCY) }, 'temBAD_CURRENCY']],
  EscrowFinish: [
    [
      'an absent destination',
      {},
      'tecNO_DST',
      after('EscrowCreate'),
      changed(ESCROW, { FinishAfter: NOW - 1, Destination: ABSENT }),
    ],
  ],
  PaymentChannelCreate: [['the account of a vault', { CancelAfter: 1 }, 'tecNO_PERMISSION', root(BOB, VAULT)]],
  PaymentChannelFund: [
    ['a balance below the reserve', {}, 'tecINSUFFICIENT_RESERVE', orphan, balance(1_200_009n)],
    ['nothing above the reserve', {}, 'tecUNFUNDED', orphan, balance(1_200_010n)],
    ['too little above the reserve', {}, 'tecUNFUNDED', orphan, balance(1_200_509n)],
    ['an absent destination', {}, 'tecNO_DST', orphan, balance(1_200_510n)],
    ['enough above the reserve', {}, 'tesSUCCESS', channel(), balance(1_200_510n)],
  ],
  PaymentChannelClaim: [
    ['the channel 0', { Channel: ZERO_HASH, Balance: 0n }, 'temMALFORMED'],
    ['an authorized amount of 0', { Amount: 0n }, 'temBAD_AMOUNT', channel()],
    ['an empty list of credentials', { CredentialIDs: [] }, 'temMALFORMED', channel()],
    ['an absent destination', { Account: ALICE, Balance: 1n }, 'tecNO_DST', orphan],
    ['lsfDepositAuth', { Account: ALICE, Balance: 1n }, 'tecNO_PERMISSION', channel(), DEPOSIT_AUTH],
    [
      'lsfDepositAuth and a preauthorization',
      { Account: ALICE, Balance: 1n },
      'tesSUCCESS',
      channel(),
      DEPOSIT_AUTH,
      PREAUTHORIZED,
    ],
  ],
  NFTokenCancelOffer: [
    ['500 keys', { NFTokenOffers: ids(500) }, 'tesSUCCESS'],
    ['501 keys', { NFTokenOffers: ids(501) }, 'temMALFORMED'],
    ['the key of a directory', { NFTokenOffers: [ownerDirKeylet(ALICE).key] }, 'tesSUCCESS', tickets(1)],
    ['the key of a ticket', { NFTokenOffers: [ticketKeylet(ALICE, 2).key] }, 'tecNO_PERMISSION', tickets(1)],
  ],
  LedgerStateFix: [['an absent owner', { LedgerFixType: 1, Owner: ABSENT }, 'tecOBJECT_NOT_FOUND']],
  OfferCancel: [['an absent sender', { Account: ABSENT, OfferSequence: 1 }, 'terNO_ACCOUNT']],
};

/** The token of the issuer has ended, and Alice has an empty holding of it. */
function ended(ledger: MptLedger): void {
  ledger.issue();
  ledger.distribute(TOKEN, 0n, ALICE);
  ledger.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceDestroy', MPTokenIssuanceID: TOKEN });
}

/** Alice has 60 dollars of the issuer. */
function dollars(ledger: MptLedger): void {
  ledger.trust(ALICE, ISSUER, '100');
  ledger.expect('tesSUCCESS', { TransactionType: 'Payment', Destination: ALICE, Amount: tokens('60', ISSUER) });
}

/** Alice has 60 dollars and wrote Bob a check for 50. */
function tokenCheck(ledger: MptLedger): void {
  root(ISSUER, { Flags: Bits.lsfDefaultRipple })(ledger);
  after('CheckCreate', { SendMax: tokens('50', ISSUER) })(ledger);
  dollars(ledger);
}

/** A channel of Alice to Bob, with other fields than it was made with. */
function channel(fields: object = {}): Given {
  return all(after('PaymentChannelCreate'), changed(CHANNEL, fields));
}

test('a close request expires at the last possible time if its delay goes beyond', () => {
  const ledger = new MptLedger();
  const { tfClose } = TransactionFlags.PaymentChannelClaim;
  after('PaymentChannelCreate', { SettleDelay: 0xffffffff })(ledger);
  after('PaymentChannelClaim', { Account: ALICE, Flags: tfClose })(ledger);
  assert.equal(ledger.read(CHANNEL)!.Expiration, 0xffffffff);
});

for (const [type, rows] of Object.entries(ROWS)) {
  describe(type, () => {
    for (const [what, fields, expected, ...given] of rows) {
      test(`${what}: ${expected}`, () => {
        const ledger = new MptLedger();
        all(...given)(ledger);
        assert.equal(ledger.result({ TransactionType: type, Account: ALICE, ...USUAL[type], ...fields }), expected);
      });
    }
  });
}

describe('What a transaction stores', () => {
  const apply = (ledger: MptLedger, TransactionType: string, fields: StObject) =>
    ledger.result({ TransactionType, Account: ALICE, ...USUAL[TransactionType], ...fields });

  test('SignerListSet stores an empty account as the account 0', () => {
    const ledger = new MptLedger();
    assert.equal(apply(ledger, 'SignerListSet', { SignerEntries: signers(BOB, '') }), 'tesSUCCESS');
    assert.deepEqual(ledger.read(signersKeylet(ALICE))?.SignerEntries, signers(ZEROS, BOB));
  });

  test('OracleSet fails in the first 300 seconds of ledger time', () => {
    const ledger = new TestLedger({ closeTimeSeconds: 299 });
    ledger.fund(ALICE);
    const fields = { ...USUAL.OracleSet, ...NEW_ORACLE, LastUpdateTime: EPOCH + 200 };
    assert.equal(ledger.apply({ TransactionType: 'OracleSet', Account: ALICE, ...fields }).result, 'tecINTERNAL');
  });

  test('CheckCash with DeliverMin pays all that the writer has, up to SendMax', () => {
    for (const [drops, delivered] of [
      [100_000_000n, 1000n],
      [1_000_900n, 900n],
    ] as const) {
      const ledger = new MptLedger();
      all(after('CheckCreate'), balance(drops))(ledger);
      const cash = { TransactionType: 'CheckCash', ...USUAL.CheckCash, DeliverMin: 10n };
      assert.deepEqual(ledger.apply(cash), { result: 'tesSUCCESS', delivered });
    }
  });
});
