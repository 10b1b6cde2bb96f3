/**
 * Serializes objects for signing and hashing: fields in canonical order, each with its header and, if its length
 * varies, its length. Fields and types are from `server_definitions`.
 */
import { amountToBytes, currencyToBytes, issueToBytes, numberToBytes } from './amounts.js';
import { accountOfAddress, concat, hexToBytes, uintToBytes } from './bytes.js';

const OBJECT_END = Uint8Array.of(0xe1);
const ARRAY_END = Uint8Array.of(0xf1);
const PATH_END = 0xff;
const PATHS_END = 0x00;
/** Bits for the parts of a path step. */
const STEP = { account: 0x01, currency: 0x10, issuer: 0x20 };
/** Decimal in JSON; other 64-bit numbers are hex. */
const DECIMAL_FIELDS = new Set(['MaximumAmount', 'OutstandingAmount', 'MPTAmount', 'LockedAmount']);

/** An invalid value, with its field. */
export class FieldError extends Error {
  constructor(field, problem) {
    super(`${field} ${problem}.`);
    this.field = field;
  }
}

/** Lookups in the server's definitions. */
export class Definitions {
  #fields = new Map();

  constructor(json) {
    this.json = json;
    for (const [name, { nth, type, isVLEncoded, isSerialized, isSigningField }] of json.FIELDS) {
      const typeCode = json.TYPES[type];
      this.#fields.set(name, {
        name,
        type,
        nth,
        typeCode,
        isLong: isVLEncoded,
        isSerialized,
        isSigned: isSigningField,
      });
    }
  }

  field(name) {
    return this.#fields.get(name);
  }

  /** The number of a name, for fields with named numbers; otherwise undefined. */
  codeOf(name, value) {
    if (name === 'TransactionType') return this.json.TRANSACTION_TYPES[value];
    if (name === 'LedgerEntryType') return this.json.LEDGER_ENTRY_TYPES[value];
    if (name === 'TransactionResult') return this.json.TRANSACTION_RESULTS[value];
    // The permission for a transaction type is the type's number plus one.
    if (name === 'PermissionValue' && value in this.json.TRANSACTION_TYPES)
      return this.json.TRANSACTION_TYPES[value] + 1;
    return undefined;
  }
}

/** The bytes of an object; with `isSigning` only signing fields. Throws `FieldError`. */
export function serialize(definitions, object, isSigning = false) {
  const fields = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ field: definitions.field(name) ?? unknown(name), value }))
    .filter(({ field }) => field.isSerialized && (!isSigning || field.isSigned))
    .sort((a, b) => a.field.typeCode - b.field.typeCode || a.field.nth - b.field.nth);
  return concat(...fields.flatMap(({ field, value }) => [header(field), body(definitions, field, value)]));
}

function unknown(name) {
  throw new FieldError(name, 'is not a field that the server knows');
}

function header({ typeCode, nth }) {
  if (typeCode < 16) return nth < 16 ? Uint8Array.of((typeCode << 4) | nth) : Uint8Array.of(typeCode << 4, nth);
  return nth < 16 ? Uint8Array.of(nth, typeCode) : Uint8Array.of(0, typeCode, nth);
}

/** Inner objects are always serialized completely. */
function body(definitions, field, value) {
  if (field.type === 'STObject') return concat(serialize(definitions, value), OBJECT_END);
  if (field.type === 'STArray') {
    if (!Array.isArray(value)) throw new FieldError(field.name, 'is not an array');
    return concat(...value.map((element) => serialize(definitions, element)), ARRAY_END);
  }
  const bytes = LEAVES[field.type]?.(value, field, definitions);
  if (bytes === undefined) throw new FieldError(field.name, `is not a value of type ${field.type}`);
  return field.isLong ? concat(lengthBytes(bytes.length), bytes) : bytes;
}

/** One to three bytes. */
function lengthBytes(length) {
  if (length <= 192) return Uint8Array.of(length);
  if (length <= 12_480) return Uint8Array.of(193 + ((length - 193) >> 8), (length - 193) & 0xff);
  const rest = length - 12_481;
  return Uint8Array.of(241 + (rest >> 16), (rest >> 8) & 0xff, rest & 0xff);
}

const uint = (size) => (value, field, definitions) => {
  const code = definitions.codeOf(field.name, value) ?? value;
  return /^\d+$/.test(String(code)) ? uintToBytes(code, size) : undefined;
};
const hash = (size) => (value) => hexToBytes(value, size);

/** By type: the bytes of a value; undefined if invalid. */
const LEAVES = {
  UInt8: uint(1),
  UInt16: uint(2),
  UInt32: uint(4),
  UInt64: (value, { name }) => {
    if (DECIMAL_FIELDS.has(name)) return /^\d+$/.test(String(value)) ? uintToBytes(value, 8) : undefined;
    return /^[0-9a-f]{1,16}$/i.test(String(value)) ? hexToBytes(String(value).padStart(16, '0')) : undefined;
  },
  Int32: (value) => (Number.isInteger(value) && (value | 0) === value ? uintToBytes(value >>> 0, 4) : undefined),
  Hash128: hash(16),
  Hash160: hash(20),
  Hash192: hash(24),
  Hash256: hash(32),
  Amount: amountToBytes,
  Blob: (value) => hexToBytes(value),
  AccountID: (value) => (value === '' ? new Uint8Array(0) : accountOfAddress(value)),
  Vector256: (value) => joined(value, hash(32)),
  PathSet: pathsToBytes,
  Number: numberToBytes,
  Issue: issueToBytes,
  Currency: currencyToBytes,
  XChainBridge: bridgeToBytes,
};

/** The bytes of all elements; undefined if one is invalid. */
function joined(values, toBytes) {
  if (!Array.isArray(values)) return undefined;
  const parts = values.map((value) => toBytes(value));
  return parts.includes(undefined) ? undefined : concat(...parts);
}

function pathsToBytes(paths) {
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  const parts = paths.map((path) => joined(path, stepToBytes));
  if (parts.includes(undefined)) return undefined;
  const ended = parts.map((part, at) => concat(part, Uint8Array.of(at === parts.length - 1 ? PATHS_END : PATH_END)));
  return concat(...ended);
}

function stepToBytes({ account, currency, issuer }) {
  const parts = [
    { flag: STEP.account, isThere: account !== undefined, bytes: accountOfAddress(account) },
    { flag: STEP.currency, isThere: currency !== undefined, bytes: currencyToBytes(currency) },
    { flag: STEP.issuer, isThere: issuer !== undefined, bytes: accountOfAddress(issuer) },
  ].filter(({ isThere }) => isThere);
  if (parts.some(({ bytes }) => bytes === undefined)) return undefined;
  const flags = parts.reduce((sum, { flag }) => sum | flag, 0);
  return concat(Uint8Array.of(flags), ...parts.map(({ bytes }) => bytes));
}

function bridgeToBytes(bridge) {
  const { LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue } = bridge ?? {};
  const [locking, issuing] = [accountOfAddress(LockingChainDoor), accountOfAddress(IssuingChainDoor)];
  const [locked, issued] = [issueToBytes(LockingChainIssue), issueToBytes(IssuingChainIssue)];
  if ([locking, issuing, locked, issued].includes(undefined)) return undefined;
  return concat(lengthBytes(20), locking, locked, lengthBytes(20), issuing, issued);
}
