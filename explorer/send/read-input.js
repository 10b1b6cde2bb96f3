/**
 * Converts form input to the JSON of a transaction. An empty field is undefined; invalid input throws an `InputError`
 * with the field's name.
 */

import { addressOfName } from '../account-names.js';
import { decimalText, parseDecimal } from '../decimals.js';

const RIPPLE_EPOCH_SECONDS = 946_684_800;
const DROPS_DIGITS = 6;
const HEX_DIGITS = { Hash128: 32, Hash192: 48, Hash256: 64 };
/** This field is decimal in JSON; other 64-bit numbers are hex. */
const DECIMAL_FIELD = 'MaximumAmount';
const BRIDGE_SIDES = ['Locking', 'Issuing'];

export class InputError extends Error {
  constructor(field, problem) {
    super(`${field} ${problem}.`);
    this.field = field;
  }
}

/** The transaction of a draft: `{ type, account, values, flags }`, where `flags` is a set of bits. */
export function transactionOf(draft, { own, common }) {
  const account = addressOf(draft.account ?? '');
  if (account === undefined) throw new InputError('Account', 'is missing');
  const fields = readFields([...own, ...common], draft.values);
  const flags = [...draft.flags].reduce((sum, bit) => sum + bit, 0);
  return { TransactionType: draft.type, Account: account, ...(flags === 0 ? {} : { Flags: flags }), ...fields };
}

/** The address in a text, or that of the development account with this name; undefined if empty. */
export function addressOf(text) {
  const word = text.trim();
  return word === '' ? undefined : (addressOfName(word) ?? word);
}

function readFields(fields, values) {
  const read = {};
  for (const field of fields) {
    const value = readField(field, values?.[field.name]);
    if (value !== undefined) read[field.name] = value;
    else if (field.isRequired) throw new InputError(field.name, 'is missing');
  }
  return read;
}

function readField(field, typed) {
  if (typed === undefined || typed === '') return undefined;
  return READERS[field.kind](typed, field);
}

const READERS = {
  account: (typed) => addressOf(typed),
  amount: readAmount,
  asset: (typed, { name }) => readAsset(typed, name),
  currency: trimmed,
  choice: Number,
  'ledger time': (typed, { name }) => unixSeconds(typed, name) - RIPPLE_EPOCH_SECONDS,
  'unix time': (typed, { name }) => unixSeconds(typed, name),
  'whole number': readWhole,
  'long number': readLong,
  number: readNumber,
  text: readText,
  hex: readHex,
  hashes: (typed, { name }) => words(typed).map((word) => readHex(word, { name, type: 'Hash256' })),
  bridge: readBridge,
  list: readList,
  json: readJson,
};

function trimmed(typed) {
  const text = typed.trim();
  return text === '' ? undefined : text;
}

function words(typed) {
  return typed.split(/[\s,]+/).filter((word) => word !== '');
}

/** `{ kind, value, currency, issuer, issuance }`; XRP amounts are in XRP, not drops. */
function readAmount(typed, { name }) {
  const value = (typed.value ?? '').trim();
  if (value === '') return undefined;
  const parts = parseDecimal(value);
  if (parts === undefined) throw new InputError(name, 'is not a number');
  const plain = decimalText(parts);
  if ((typed.kind ?? 'XRP') !== 'XRP') return { ...readAsset(typed, name), value: plain };
  const drops = decimalText({ digits: parts.digits * 10n ** BigInt(DROPS_DIGITS), places: parts.places });
  if (!/^\d+$/.test(drops)) throw new InputError(name, 'is not an amount of XRP with at most six decimal places');
  return drops;
}

function readAsset(typed, name) {
  const kind = typed.kind ?? 'XRP';
  if (kind === 'XRP') return { currency: 'XRP' };
  if (kind === 'MPT') {
    const issuance = (typed.issuance ?? '').trim();
    if (!/^[0-9a-f]{48}$/i.test(issuance)) throw new InputError(name, 'needs an issuance ID of 48 hex digits');
    return { mpt_issuance_id: issuance.toUpperCase() };
  }
  const currency = (typed.currency ?? '').trim();
  const issuer = addressOf(typed.issuer ?? '');
  if (currency === '' || issuer === undefined) throw new InputError(name, 'needs a currency and an issuer');
  return { currency, issuer };
}

/** Reads the value of a `datetime-local` input, in the reader's time zone. */
function unixSeconds(typed, name) {
  const milliseconds = new Date(typed).getTime();
  if (Number.isNaN(milliseconds)) throw new InputError(name, 'is not a date and time');
  return Math.floor(milliseconds / 1000);
}

function readWhole(typed, { name }) {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!/^-?\d{1,10}$/.test(text)) throw new InputError(name, 'is not a whole number');
  return Number(text);
}

function readLong(typed, { name }) {
  const text = typed.trim();
  if (text === '') return undefined;
  if (!/^\d{1,20}$/.test(text)) throw new InputError(name, 'is not a whole number');
  return name === DECIMAL_FIELD ? BigInt(text).toString() : BigInt(text).toString(16).toUpperCase();
}

function readNumber(typed, { name }) {
  const text = typed.trim();
  if (text === '') return undefined;
  if (parseDecimal(text) === undefined) throw new InputError(name, 'is not a number');
  return text;
}

/** `{ form, text }`: a text, or its bytes in hex. */
function readText(typed, { name, type }) {
  if ((typed.text ?? '') === '') return undefined;
  if (typed.form === 'hex') return readHex(typed.text, { name, type });
  const bytes = new TextEncoder().encode(typed.text);
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

function readHex(typed, { name, type }) {
  const text = typed.trim().toUpperCase();
  if (text === '') return undefined;
  const digits = HEX_DIGITS[type];
  if (!/^([0-9A-F]{2})*$/.test(text) || (digits !== undefined && text.length !== digits))
    throw new InputError(name, digits === undefined ? 'is not hexadecimal' : `is not ${digits} hex digits`);
  return text;
}

/** `{ LockingChainDoor, LockingChainIssue, IssuingChainDoor, IssuingChainIssue }`. */
function readBridge(typed, { name }) {
  const bridge = {};
  for (const side of BRIDGE_SIDES) {
    const door = addressOf(typed[`${side}ChainDoor`] ?? '');
    if (door !== undefined) bridge[`${side}ChainDoor`] = door;
    bridge[`${side}ChainIssue`] = readAsset(typed[`${side}ChainIssue`] ?? {}, name);
  }
  const doors = BRIDGE_SIDES.filter((side) => bridge[`${side}ChainDoor`] !== undefined);
  if (doors.length === 0) return undefined;
  if (doors.length === 1) throw new InputError(name, 'needs both doors');
  return bridge;
}

/** A list of drafts. */
function readList(typed, { element, fields, name }) {
  if (typed.length === 0) return undefined;
  return typed.map((values, at) => {
    try {
      return { [element]: readFields(fields, values) };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(name, `${at + 1}: ${error.message.slice(0, -1)}`);
    }
  });
}

function readJson(typed, { name }) {
  if (typed.trim() === '') return undefined;
  try {
    return JSON.parse(typed);
  } catch {
    throw new InputError(name, 'is not valid JSON');
  }
}
