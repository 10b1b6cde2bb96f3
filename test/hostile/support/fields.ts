/**
 * Values that the codec accepts and that are illegal in a transaction: limits of the field's type, and names of missing
 * entries, of entries of another type, or of the sender.
 */

import { numOf, numToWire } from '../../../src/protocol/amounts/number.ts';
import { fieldByName } from '../../../src/protocol/tables/fields.ts';
import { transactionFormat } from '../../../src/protocol/tables/formats.ts';
import type { FieldValue, Issue, StObject } from '../../../src/protocol/values.ts';
import { MASTER } from '../../support/env.ts';
import { ALICE, BLACK_HOLE, BOB, CAROL, type HostileWorld, ISSUER } from '../../support/hostile-world.ts';
import { testCurrency, USD } from '../../support/token-ledger.ts';
import { illegalBridges } from './bridges.ts';

const ZERO = '0'.repeat(40);
const ONE = `${'0'.repeat(39)}1`;
const MISSING = 'AB'.repeat(20);
const SMALLEST = 10n ** 15n;
const NUMBERS = [0, 1, 2, 3, 9, 15, 16, 33, 250, 251, 999_999_999, 1_000_000_000, 2_000_000_000, 2_000_000_001];
const LARGE_NUMBERS = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];
const BLOBS = ['', '00', '30', '80', `02${'00'.repeat(32)}`, `ED${'00'.repeat(32)}`, `04${'11'.repeat(64)}`];
const LONG_BLOBS = [256, 257, 1024, 1025, 5000].map((bytes) => '61'.repeat(bytes));

/** Values for a field in place of the legal one. */
export function illegalValues(world: HostileWorld, name: string): readonly FieldValue[] {
  const special = SPECIAL[name];
  if (special !== undefined) return special(world);
  const { type } = fieldByName(name)!;
  const keys = [...world.entryKeys.values(), world.transactionId, '0'.repeat(64), 'F'.repeat(64)];
  switch (type) {
    case 'UInt8':
      return [0, 1, 2, 3, 15, 16, 17, 255];
    case 'UInt16':
      return [0, 1, 65_535];
    case 'UInt32':
      return [...NUMBERS, ...LARGE_NUMBERS];
    case 'UInt64':
      return [0n, 1n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
    case 'Int32':
      return [0, 1, -1, 2 ** 31 - 1, -(2 ** 31)];
    case 'Number':
      return illegalNumbers();
    case 'Hash128':
      return ['0'.repeat(32), 'F'.repeat(32)];
    case 'Hash192':
      return ['0'.repeat(48), 'F'.repeat(48), `00000001${MISSING}`, `00000001${ALICE.id}`, ...world.names.issuances];
    case 'Hash256':
      return keys;
    case 'Currency':
      return [ZERO, testCurrency('XRP'), USD, 'F'.repeat(40)];
    case 'Issue':
      return illegalIssues();
    case 'XChainBridge':
      return illegalBridges();
    case 'STArray':
      return [[], [memo({ MemoData: 'AB' })], [{ Credential: {} }], [{ SignerEntry: { Account: BOB.id } }]];
    case 'STObject':
      return [{}, { Account: BOB.id }, { SigningPubKey: BOB.keys.publicKey, TxnSignature: '00' }];
    case 'Amount':
      return illegalAmounts(world);
    case 'Blob':
      return [...BLOBS, ...LONG_BLOBS, ...[ALICE, BOB, MASTER].map((who) => who.keys.publicKey)];
    case 'AccountID':
      return ['', ZERO, ONE, MISSING, ...[ALICE, BOB, CAROL, ISSUER, BLACK_HOLE].map(({ id }) => id)];
    case 'Vector256':
      return [
        [],
        ['0'.repeat(64)],
        ...keys.map((key) => [key]),
        [keys[0]!, keys[0]!],
        keys.slice(0, 9),
        keys.slice(0, 8),
      ];
    case 'PathSet':
      return illegalPaths();
    default:
      throw new Error(`no values for ${name} of type ${type}`);
  }
}

function illegalAmounts(world: HostileWorld): FieldValue[] {
  const token = (mantissa: bigint, exponent: number, issuer: string = ISSUER.id, currency = USD) => ({
    ...{ mantissa, exponent, currency, issuer },
  });
  const drops = [0n, -1n, 1n, 10n ** 17n - 1n, 10n ** 17n, 10n ** 17n + 1n, 2n ** 62n - 1n, 1n - 2n ** 62n];
  const tokens = [
    token(0n, -100),
    token(-SMALLEST, -15),
    token(SMALLEST, -96),
    token(10n * SMALLEST - 1n, 80),
    token(1n - 10n * SMALLEST, 80),
    token(SMALLEST, -15, ZERO),
    token(SMALLEST, -15, ONE),
    token(SMALLEST, -15, MISSING),
    ...[ALICE, BOB, CAROL, BLACK_HOLE].map(({ id }) => token(SMALLEST, -15, id)),
    token(SMALLEST, -15, ISSUER.id, testCurrency('XRP')),
    token(SMALLEST, -15, ISSUER.id, testCurrency('EUR')),
    token(SMALLEST, -15, ISSUER.id, 'F'.repeat(40)),
  ];
  const issuances = [`00000001${ISSUER.id}`, ...world.names.issuances];
  const pooled = issuances.flatMap((mptIssuanceId) =>
    [0n, 1n, 2n ** 63n - 1n].map((value) => ({ value, mptIssuanceId })),
  );
  return [...drops, ...tokens, ...pooled];
}

function illegalNumbers(): FieldValue[] {
  const numbers: [mantissa: bigint, exponent: number][] = [
    [0n, 0],
    [1n, 0],
    [-1n, 0],
    [10n ** 17n, 0],
    [1n, -30],
    [2n ** 63n - 1n, 0],
    [2n ** 63n - 1n, 60],
    [-(2n ** 62n), 60],
  ];
  return numbers.map(([mantissa, exponent]) => numToWire(numOf(mantissa, exponent)));
}

function illegalIssues(): Issue[] {
  const issues = [ISSUER.id, ALICE.id, BOB.id, MISSING, ONE].map((issuer) => ({ currency: USD, issuer }));
  return [{ currency: ZERO }, ...issues, { currency: testCurrency('XRP'), issuer: ISSUER.id }];
}

function illegalPaths(): FieldValue[] {
  const through = (...ids: string[]) => ids.map((account) => ({ account }));
  const far = Array.from({ length: 8 }, (_, step) => ({ account: step % 2 === 0 ? MASTER.id : CAROL.id }));
  return [
    [through(ALICE.id)],
    [through(BOB.id)],
    [through(ISSUER.id, ISSUER.id)],
    [through(MISSING)],
    [through(ONE)],
    [far],
    [[...far, { account: BLACK_HOLE.id }]],
    Array.from({ length: 6 }, () => through(MASTER.id)),
    Array.from({ length: 7 }, () => through(MASTER.id)),
    [[{ currency: ZERO }]],
    [[{ currency: ZERO, issuer: ISSUER.id }]],
    [[{ currency: USD, issuer: ZERO }]],
    [[{ currency: USD }], [{ issuer: BOB.id }]],
    [[{ account: MASTER.id, currency: USD }]],
    [[{ account: MASTER.id, issuer: ISSUER.id }]],
    [[{ account: MASTER.id, currency: USD, issuer: ISSUER.id }]],
  ];
}

const credential = (Issuer: string, CredentialType: string) => ({ Credential: { Issuer, CredentialType } });
const CREDENTIALS: readonly FieldValue[] = [
  [],
  [credential(BOB.id, '')],
  [credential(MISSING, 'AB')],
  [credential(ZERO, 'AB')],
  [credential(BOB.id, 'AB'.repeat(65))],
  [credential(BOB.id, 'AB'), credential(BOB.id, 'AB')],
  Array.from({ length: 9 }, (_, number) => credential(BOB.id, `0${number}`)),
  [{ Memo: { MemoData: 'AB' } }],
];
const price = (BaseAsset: string, QuoteAsset: string, more: StObject = {}) => ({
  PriceData: { BaseAsset, QuoteAsset, AssetPrice: 1n, ...more },
});
const entry = (Account: string, SignerWeight: number) => ({ SignerEntry: { Account, SignerWeight } });
const memo = (fields: StObject) => ({ Memo: fields });

/** Fields that all types have, and fields with special values. */
const SPECIAL: Readonly<Record<string, (world: HostileWorld) => readonly FieldValue[]>> = {
  AcceptedCredentials: () => CREDENTIALS,
  AuthorizeCredentials: () => CREDENTIALS,
  UnauthorizeCredentials: () => CREDENTIALS,
  PriceDataSeries: () => [
    [],
    [price(USD, USD)],
    [price(USD, ZERO, { Scale: 21 })],
    [price(USD, ZERO), price(USD, ZERO)],
    [{ PriceData: { BaseAsset: USD, QuoteAsset: ZERO } }],
    Array.from({ length: 11 }, (_, number) => price(number.toString(16).padStart(40, 'A'), USD)),
    [{ Memo: { MemoData: 'AB' } }],
  ],
  SignerEntries: () => [
    [],
    [entry(ALICE.id, 1)],
    [entry(BOB.id, 0)],
    [entry(BOB.id, 1), entry(BOB.id, 1)],
    [entry(ZERO, 2)],
    [entry(BOB.id, 65_535)],
    Array.from({ length: 33 }, (_, number) => entry(number.toString(16).padStart(40, 'A'), 1)),
    [{ Memo: { MemoData: 'AB' } }],
    [entry(BOB.id, 2), { Memo: { MemoData: 'AB' } }],
  ],
  Memos: () => [
    [],
    [memo({})],
    [memo({ MemoData: 'AB'.repeat(1100) })],
    [memo({ MemoType: '00' })],
    [memo({ MemoData: 'AB', SourceTag: 1 })],
    [{ Signer: { Account: BOB.id, SigningPubKey: '', TxnSignature: '' } }],
  ],
  Signers: () => [[], [{ Signer: { Account: BOB.id, SigningPubKey: BOB.keys.publicKey, TxnSignature: '00' } }]],
  Flags: () => [...Array.from({ length: 32 }, (_, bit) => 2 ** bit), 2 ** 32 - 1, 2 ** 31 - 1],
  Fee: illegalAmounts,
  Sequence: ({ env }) => [0, 1, ...[-1, 1, 100].map((step) => env.account(ALICE)!.Sequence + step), ...LARGE_NUMBERS],
  TicketSequence: ({ env }) => [0, 1, env.account(ALICE)!.Sequence, ...LARGE_NUMBERS],
  LastLedgerSequence: ({ env }) => [0, 1, env.node.validated.ledgerIndex, 2 ** 32 - 1],
  NetworkID: () => [0, 1, 1024, 1025, 2 ** 32 - 1],
  TransactionType: () => ['Payment', 'SetFee', 'EnableAmendment', 'UNLModify', 'OfferCreate', 'Batch', 'AccountDelete'],
  SigningPubKey: () => [],
  TxnSignature: () => [],
  Account: () => ['', ZERO, ONE, MISSING, BOB.id, ISSUER.id, BLACK_HOLE.id],
};

/** Names of all fields that a transaction of the type may have. */
export function fieldNames(type: string): readonly string[] {
  return transactionFormat(type)!.fields.map(({ name }) => name);
}
