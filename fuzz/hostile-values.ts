/**
 * Values for fields, most of them at the edges of what their type can hold. What names something in a ledger (accounts,
 * currencies, entries, keys) is taken from the `KnownNames` half of the time, so that a case gets beyond the first check.
 */

import type { FieldType } from '../src/protocol/tables/field-table.ts';
import { FIELDS, type Field } from '../src/protocol/tables/fields.ts';
import { innerFormat, transactionFormat } from '../src/protocol/tables/formats.ts';
import { ledgerEntryTypeName, transactionTypeNames } from '../src/protocol/tables/type-codes.ts';
import type { Amount, FieldValue, Issue, PathStep, StObject } from '../src/protocol/values.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';

/** What exists where the case will be tried. */
export interface KnownNames {
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly publicKeys: readonly string[];
  /** Ids of entries, of whatever type. */
  readonly entries: readonly string[];
  /** Values that fields of this name have there. */
  readonly byField?: ReadonlyMap<string, readonly FieldValue[]>;
}

/** How often a field has a value that it has elsewhere. */
const KNOWN_SHARE = 0.6;
const NO_ACCOUNTS = ['', '0'.repeat(40), `${'0'.repeat(39)}1`, 'F'.repeat(40)];
/** XRP itself, its three letters as if it were a token, and what is neither a code nor long. */
const ODD_CURRENCIES = [
  '0'.repeat(40),
  `${'0'.repeat(24)}585250${'0'.repeat(10)}`,
  `${'0'.repeat(24)}FFFFFF${'0'.repeat(10)}`,
  '5852500000000000000000000000000000000000',
];
const BLOB_LENGTHS = [0, 1, 2, 20, 32, 33, 64, 65, 70, 72, 192, 193, 256, 257, 1024, 1025];
const DROPS = [0n, 1n, -1n, 10n, 999n, 200_000n, 1_000_000n, 5_000_000n, 10n ** 17n, 10n ** 17n + 1n, 2n ** 62n - 1n];
const NUMBERS_32 = [0, 1, 2, 3, 16, 100, 250, 251, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];
const NUMBERS_64 = [0n, 1n, 10n ** 16n, 2n ** 53n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n];
const MIN_MANTISSA = 10n ** 15n;
const MANTISSAS = [MIN_MANTISSA, MIN_MANTISSA + 1n, 5n * MIN_MANTISSA, 10n ** 16n - 1n];
const EXPONENTS = [-96, -95, -81, -20, -15, -14, -13, -10, 0, 60, 79, 80];
const ENTRY_TYPES = Array.from({ length: 160 }, (_, code) => ledgerEntryTypeName(code)).filter((name) => name);

const serialized = FIELDS.filter((field) => field.isSerialized);
const innerFields = serialized.filter((field) => field.type === 'STObject');

type MakeValue = (source: HostileValues, field: Field, depth: number) => FieldValue;

const MAKERS: Partial<Record<FieldType, MakeValue>> = {
  UInt8: ({ random }) => random.pick([0, 1, 2, 3, 4, 10, 127, 128, 254, 255, random.below(256)]),
  UInt16: ({ random }) => random.pick([0, 1, 2, 32_767, 32_768, 65_535, random.below(65_536)]),
  UInt32: ({ random }) => random.pick([...NUMBERS_32, random.below(300), random.uint32()]),
  UInt64: ({ random }) => random.pick([...NUMBERS_64, random.bigUint64()]),
  Int32: ({ random }) => random.pick([0, 1, -1, 2 ** 31 - 1, -(2 ** 31), random.uint32() | 0]),
  Int64: ({ random }) => random.pick([0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)]),
  Hash128: ({ random }) => random.hex(16),
  Hash160: ({ random }) => random.hex(20),
  Hash192: ({ random }) => random.hex(24),
  Hash256: (source) => source.hash(),
  Amount: (source) => source.amount(),
  Blob: (source, field) => source.blob(field),
  AccountID: (source) => source.account(),
  Vector256: (source) => Array.from({ length: source.random.pick([0, 1, 2, 8, 9]) }, () => source.hash()),
  PathSet: (source) => source.lists(3, () => source.lists(4, () => source.pathStep())),
  Number: ({ random }) => ({
    mantissa: random.pick([0n, 10n ** 18n, -(10n ** 18n), 2n ** 63n - 1n, 1n, 10n ** 15n]),
    exponent: random.pick([-32_768, -96, -15, 0, 80, 32_768]),
  }),
  Issue: (source) => source.issue(),
  Currency: (source) => source.currency(),
  XChainBridge: (source) => ({
    LockingChainDoor: source.account(),
    LockingChainIssue: source.issue(),
    IssuingChainDoor: source.account(),
    IssuingChainIssue: source.issue(),
  }),
  STObject: (source, field, depth) => source.inner(field, depth - 1),
  STArray: (source, _field, depth) => source.elements(depth - 1),
};

export class HostileValues {
  readonly random: SeededRandom;
  readonly #known: KnownNames;

  constructor(random: SeededRandom, known: KnownNames) {
    this.random = random;
    this.#known = known;
  }

  /** A value that the field's type can hold, or nearly. */
  value(field: Field, depth = 2): FieldValue {
    if (field.name === 'TransactionType') return this.random.pick(transactionTypeNames());
    if (field.name === 'LedgerEntryType') return this.random.pick(ENTRY_TYPES) as string;
    if (field.name === 'TransactionResult') return this.random.pick(['tesSUCCESS', 'tecPATH_DRY', 'tecCLAIM']);
    const known = this.#known.byField?.get(field.name);
    if (known !== undefined && this.random.chance(KNOWN_SHARE)) return this.random.pick(known);
    const make = MAKERS[field.type];
    if (make === undefined) throw new Error(`no values for ${field.name}`);
    return make(this, field, depth);
  }

  /** Fields of a type of transaction: all that it must have, some that it may. */
  transaction(type: string, optionalShare = 0.35): StObject {
    const fields: Record<string, FieldValue> = {};
    for (const { name, presence } of transactionFormat(type)?.fields ?? []) {
      if (presence !== 'required' && !this.random.chance(optionalShare)) continue;
      fields[name] = this.value(fieldOf(name));
    }
    return { ...fields, TransactionType: type };
  }

  /** An object of any fields. */
  object(depth: number): StObject {
    const usable = depth > 0 ? serialized : serialized.filter(({ type }) => type !== 'STObject' && type !== 'STArray');
    const fields = Array.from({ length: this.random.below(7) }, () => this.random.pick(usable));
    return Object.fromEntries(fields.map((field) => [field.name, this.value(field, depth)]));
  }

  /** The content of a field that holds an object: mostly as its format has it. */
  inner(holder: Field, depth: number): StObject {
    const format = innerFormat(holder.name);
    if (format === undefined || this.random.chance(0.2)) return this.object(Math.max(0, depth));
    const wanted = format.fields.filter(({ presence }) => presence === 'required' || this.random.chance(0.3));
    return Object.fromEntries(wanted.map(({ name }) => [name, this.value(fieldOf(name), Math.max(0, depth - 1))]));
  }

  elements(depth: number): Record<string, StObject>[] {
    const one = this.random.pick(innerFields);
    return Array.from({ length: this.random.pick([0, 1, 2, 3, 9]) }, () => {
      const holder = this.random.chance(0.8) ? one : this.random.pick(innerFields);
      return { [holder.name]: this.inner(holder, depth) };
    });
  }

  account(): string {
    if (this.#known.accounts.length > 0 && this.random.chance(0.85)) return this.random.pick(this.#known.accounts);
    return this.random.chance(0.5) ? this.random.pick(NO_ACCOUNTS) : this.random.hex(20);
  }

  currency(): string {
    if (this.#known.currencies.length > 0 && this.random.chance(0.8)) return this.random.pick(this.#known.currencies);
    return this.random.chance(0.6) ? this.random.pick(ODD_CURRENCIES) : this.random.hex(20);
  }

  hash(): string {
    if (this.#known.entries.length > 0 && this.random.chance(0.8)) return this.random.pick(this.#known.entries);
    return this.random.chance(0.2) ? '0'.repeat(64) : this.random.hex(32);
  }

  blob(field: Field): string {
    if (field.name === 'PublicKey' || field.name === 'SigningPubKey' || this.random.chance(0.1)) {
      if (this.#known.publicKeys.length > 0 && this.random.chance(0.8)) return this.random.pick(this.#known.publicKeys);
    }
    return this.random.hex(this.random.pick(BLOB_LENGTHS));
  }

  amount(): Amount {
    const kind = this.random.below(10);
    if (kind < 5) return this.random.pick([...DROPS, BigInt(this.random.uint32())]);
    if (kind === 9) return { value: this.random.pick([0n, 1n, 2n ** 63n - 1n]), mptIssuanceId: this.random.hex(24) };
    const named = { currency: this.currency(), issuer: this.account() };
    if (this.random.chance(0.15)) return { mantissa: 0n, exponent: -100, ...named };
    const mantissa = this.random.pick([...MANTISSAS, MIN_MANTISSA + BigInt(this.random.uint32())]);
    return {
      mantissa: this.random.chance(0.1) ? -mantissa : mantissa,
      exponent: this.random.pick(EXPONENTS),
      ...named,
    };
  }

  issue(): Issue {
    const kind = this.random.below(4);
    if (kind === 0) return { currency: '0'.repeat(40) };
    return kind === 1 ? { mptIssuanceId: this.random.hex(24) } : { currency: this.currency(), issuer: this.account() };
  }

  pathStep(): PathStep {
    const kind = this.random.below(5);
    if (kind === 0) return { currency: this.currency() };
    if (kind === 1) return { issuer: this.account() };
    return kind === 2 ? { currency: this.currency(), issuer: this.account() } : { account: this.account() };
  }

  lists<Value>(most: number, make: () => Value): Value[] {
    return Array.from({ length: this.random.between(1, most) }, make);
  }
}

const fieldsByName = new Map<string, Field>(FIELDS.map((field) => [field.name, field]));

function fieldOf(name: string): Field {
  return fieldsByName.get(name) as Field;
}
