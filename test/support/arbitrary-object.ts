/** Random serialized objects with every field, for the property tests of the codec. */

import fc from 'fast-check';
import { numOf, numToWire } from '../../src/protocol/amounts/number.ts';
import type { FieldType } from '../../src/protocol/tables/field-table.ts';
import { FIELDS, type Field } from '../../src/protocol/tables/fields.ts';
import { terName } from '../../src/protocol/tables/ter.ts';
import { ledgerEntryTypeName, transactionTypeName } from '../../src/protocol/tables/type-codes.ts';
import { type FieldValue, type PathStep, type StObject, XRP_CURRENCY } from '../../src/protocol/values.ts';

const NO_ACCOUNT = `${'0'.repeat(39)}1`;

/** Upper-case hex of this number of bytes. */
function arbitraryHex(byteLength: number): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: byteLength, maxLength: byteLength }).map(hex);
}

/** Objects with the ordinary prototype, as the codec returns them. fast-check would also generate some without. */
function plainRecord<Model>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }): fc.Arbitrary<Model> {
  return fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<Model>;
}

/** An account other than zero and one, which have special meanings. */
const arbitraryAccount = arbitraryHex(20).filter((account) => account > NO_ACCOUNT);

/** Half of them have a three-letter code. */
const arbitraryCurrency = fc.oneof(
  arbitraryHex(20).filter((currency) => !currency.startsWith('000000') && currency !== XRP_CURRENCY),
  fc
    .stringMatching(/^[A-Za-z0-9?!@#$%^&*(){}|]{3}$/)
    .filter((code) => code !== 'XRP')
    .map((code) => '0'.repeat(24) + hex(Buffer.from(code)) + '0'.repeat(10)),
);

export const arbitraryDrops = fc.bigInt({ min: 0n, max: 10n ** 17n });

const issuedParts = fc.oneof(
  fc.constant({ mantissa: 0n, exponent: -100 }),
  fc
    .tuple(fc.bigInt({ min: 10n ** 15n, max: 10n ** 16n - 1n }), fc.integer({ min: -96, max: 80 }), fc.boolean())
    .map(([magnitude, exponent, negative]) => ({ mantissa: negative ? -magnitude : magnitude, exponent })),
);
export const arbitraryIssuedAmount = fc
  .tuple(issuedParts, arbitraryCurrency, arbitraryAccount)
  .map(([parts, currency, issuer]) => ({ ...parts, currency, issuer }));

const arbitraryMptAmount = plainRecord({
  value: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  mptIssuanceId: arbitraryHex(24),
});

const arbitraryToken = plainRecord({ currency: arbitraryCurrency, issuer: arbitraryAccount });
const arbitraryTokenOrNative = fc.oneof(arbitraryToken, fc.constant({ currency: XRP_CURRENCY }));
const arbitraryIssue = fc.oneof(
  arbitraryTokenOrNative,
  fc.tuple(arbitraryHex(4), arbitraryAccount).map(([sequence, issuer]) => ({ mptIssuanceId: sequence + issuer })),
);

const arbitraryPathStep: fc.Arbitrary<PathStep> = fc.oneof(
  plainRecord({ account: arbitraryAccount }),
  plainRecord({ currency: fc.oneof(arbitraryCurrency, fc.constant(XRP_CURRENCY)) }),
  plainRecord({ issuer: arbitraryAccount }),
  arbitraryToken,
);
const arbitraryPath = fc.array(arbitraryPathStep, { minLength: 1, maxLength: 4 });

const arbitraryNumber = fc
  .tuple(fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }), fc.integer({ min: -100, max: 100 }))
  .map(([mantissa, exponent]) => numToWire(numOf(mantissa, exponent)));

const LEAVES: Partial<Record<FieldType, fc.Arbitrary<FieldValue>>> = {
  UInt8: fc.integer({ min: 0, max: 255 }),
  UInt16: fc.integer({ min: 0, max: 65_535 }),
  UInt32: fc.integer({ min: 0, max: 0xffff_ffff }),
  UInt64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  Int32: fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
  Hash128: arbitraryHex(16),
  Hash160: arbitraryHex(20),
  Hash192: arbitraryHex(24),
  Hash256: arbitraryHex(32),
  Amount: fc.oneof(arbitraryDrops, arbitraryIssuedAmount, arbitraryMptAmount),
  Blob: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(192, 193, 12_480, 12_481)).chain(arbitraryHex),
  AccountID: arbitraryAccount,
  Vector256: fc.array(arbitraryHex(32), { maxLength: 8 }),
  PathSet: fc.array(arbitraryPath, { minLength: 1, maxLength: 3 }),
  Number: arbitraryNumber,
  Issue: arbitraryIssue,
  Currency: arbitraryCurrency,
  XChainBridge: plainRecord({
    LockingChainDoor: arbitraryAccount,
    LockingChainIssue: arbitraryTokenOrNative,
    IssuingChainDoor: arbitraryAccount,
    IssuingChainIssue: arbitraryTokenOrNative,
  }),
};

/** Fields whose JSON has a name for a number. */
const NAMED: Readonly<Record<string, fc.Arbitrary<FieldValue>>> = {
  TransactionType: namesOf(transactionTypeName, 65_535),
  LedgerEntryType: namesOf(ledgerEntryTypeName, 65_535),
  TransactionResult: namesOf(terName, 255),
  PermissionValue: fc.constantFrom(1, 21, 65_537, 65_548),
};

const serialized = FIELDS.filter((field) => field.isSerialized);
const innerFields = serialized.filter((field) => field.type === 'STObject');

/** Objects nested at most `depth` levels, with up to eight fields each. */
export function arbitraryObject(depth = 2): fc.Arbitrary<StObject> {
  const usable = depth > 0 ? serialized : serialized.filter(({ type }) => type !== 'STObject' && type !== 'STArray');
  return fc.uniqueArray(fc.constantFrom(...usable), { maxLength: 8, selector: ({ name }) => name }).chain((fields) => {
    const ordered = [...fields].sort((one, other) => one.order - other.order);
    return plainRecord(Object.fromEntries(ordered.map((field) => [field.name, arbitraryValue(field, depth)])));
  });
}

/** A value for the field. */
export function arbitraryValue(field: Field, depth = 1): fc.Arbitrary<FieldValue> {
  if (field.type === 'STObject') return arbitraryObject(depth - 1);
  if (field.type === 'STArray') return fc.array(arbitraryElement(depth - 1), { maxLength: 3 });
  const values = NAMED[field.name] ?? LEAVES[field.type];
  if (values === undefined) throw new Error(`no values for fields of type ${field.type}`);
  return values;
}

function arbitraryElement(depth: number): fc.Arbitrary<Record<string, StObject>> {
  return fc
    .tuple(fc.constantFrom(...innerFields), arbitraryObject(depth))
    .map(([holder, object]) => ({ [holder.name]: object }));
}

function namesOf(nameOf: (code: number) => string | undefined, max: number): fc.Arbitrary<string> {
  const names: string[] = [];
  for (let code = 0; code <= max; code++) {
    const name = nameOf(code);
    if (name !== undefined) names.push(name);
  }
  return fc.constantFrom(...names);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
