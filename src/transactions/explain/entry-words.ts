/** Descriptions of ledger entries and their fields. */
import { compareIssued, negateIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import type { EntryName, LedgerEntry, RippleState } from '../../protocol/entries/entries.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { AccountId, FieldValue, Hash256, StObject } from '../../protocol/values.ts';
import type { KnownKeys } from './known-keys.ts';
import type { EntryRead } from './recorder.ts';
import { type AccountNamer, fieldWords } from './value-words.ts';

const NAMES: Readonly<Partial<Record<EntryName, string>>> = {
  AccountRoot: 'account',
  RippleState: 'trust line',
  DirectoryNode: 'directory page',
  PayChannel: 'payment channel',
  DepositPreauth: 'deposit preauthorization',
  AMM: 'AMM',
  DID: 'decentralized identifier',
  MPToken: 'holding of a multi-purpose token',
  MPTokenIssuance: 'multi-purpose token',
  NFTokenOffer: 'offer for an NFT',
  NFTokenPage: 'page of NFTs',
  FeeSettings: 'fees of the ledger',
  XChainOwnedClaimID: 'claim id',
  XChainOwnedCreateAccountClaimID: 'claim id of a new account',
};
/** The owner of an entry is in one of these fields. */
const OWNER_FIELDS = ['Account', 'Owner', 'Issuer', 'Subject'] as const;
const KEY_DIGITS = 8;

/** The name of an entry type: `trust line`. */
function typeWords(type: EntryName | undefined): string {
  if (type === undefined) return 'entry';
  return NAMES[type] ?? type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}

/** The first digits of a key. */
export function shortKey(key: Hash256): string {
  return `${key.slice(0, KEY_DIGITS)}…`;
}

/** Names an entry: `the trust line in USD between r… and r…`. */
export function entryWords(
  entryRead: Pick<EntryRead, 'entry' | 'type' | 'key'>,
  keys: KnownKeys,
  nameOf: AccountNamer,
): string {
  const { entry, type, key } = entryRead;
  if (entry?.LedgerEntryType === 'AccountRoot') return `the account of ${nameOf(entry.Account)}`;
  if (entry?.LedgerEntryType === 'RippleState') {
    const { currency } = entry.Balance;
    return `the trust line in ${currencyText(currency)} between ${nameOf(entry.LowLimit.issuer)} and ${nameOf(entry.HighLimit.issuer)}`;
  }
  const known = keys.nameOf(key);
  if (known !== undefined) return known;
  const fields = entry as unknown as StObject | undefined;
  const owner = OWNER_FIELDS.map((name) => fields?.[name]).find((value) => value !== undefined);
  const of = owner === undefined ? '' : ` of ${nameOf(owner as AccountId)}`;
  const field = keys.fieldOf(key);
  return `the ${typeWords(type)} ${shortKey(key)}${field === undefined ? '' : ` (${field})`}${of}`;
}

/** A read of an entry as a sentence. */
export function readWords(entryRead: EntryRead, keys: KnownKeys, nameOf: AccountNamer): string {
  const name = entryWords(entryRead, keys, nameOf);
  const { entry } = entryRead;
  if (entry === undefined) return `Looked for ${name}: it does not exist.`;
  const fields = presentFirst(entry as unknown as StObject, [...entryRead.fields]);
  const parts = fields.map((field) => entryFieldWords(entry, field, nameOf));
  return parts.length === 0 ? `Found ${name}.` : `Looked at ${name}: ${parts.join('; ')}.`;
}

/** The present fields; all of them if none is present. */
export function presentFirst(object: StObject, names: readonly string[]): readonly string[] {
  const present = names.filter((name) => object[name] !== undefined);
  return present.length === 0 ? names : present;
}

function entryFieldWords(entry: Readonly<LedgerEntry>, name: string, nameOf: AccountNamer): string {
  if (entry.LedgerEntryType === 'RippleState') {
    if (name === 'Flags') return `Flags: ${lineFlagWords(entry, nameOf).join(', ') || 'none'}`;
    if (name === 'Balance') return lineBalanceWords(entry, nameOf);
    if (name === 'LowLimit' || name === 'HighLimit') return lineLimitWords(entry, name, nameOf);
  }
  const value = (entry as unknown as StObject)[name];
  return `${name}: ${fieldWords(entry.LedgerEntryType, name, value as FieldValue | undefined, nameOf)}`;
}

/** The flags of both sides of a trust line. */
export function lineFlagWords(line: Readonly<RippleState>, nameOf: AccountNamer): string[] {
  const bits = EntryFlags.RippleState;
  const sides = [
    [line.LowLimit.issuer, bits.lsfLowFreeze, bits.lsfLowDeepFreeze, bits.lsfLowAuth, bits.lsfLowNoRipple],
    [line.HighLimit.issuer, bits.lsfHighFreeze, bits.lsfHighDeepFreeze, bits.lsfHighAuth, bits.lsfHighNoRipple],
  ] as const;
  return sides.flatMap(([account, freeze, deepFreeze, auth, noRipple]) => [
    ...(hasFlag(line, freeze) ? [`frozen by ${nameOf(account)}`] : []),
    ...(hasFlag(line, deepFreeze) ? [`deep frozen by ${nameOf(account)}`] : []),
    ...(hasFlag(line, auth) ? [`authorized by ${nameOf(account)}`] : []),
    ...(hasFlag(line, noRipple) ? [`no rippling, by ${nameOf(account)}`] : []),
  ]);
}

/** The balance of a trust line: holder, amount and issuer. */
function lineBalanceWords({ Balance, LowLimit, HighLimit }: Readonly<RippleState>, nameOf: AccountNamer): string {
  const low = LowLimit.issuer;
  const high = HighLimit.issuer;
  if (signOfIssued(Balance) === 0) return 'the balance is 0';
  const isLowHolding = compareIssued(Balance, negateIssued(Balance)) > 0;
  const [holder, issuer] = isLowHolding ? [low, high] : [high, low];
  const held = isLowHolding ? Balance : negateIssued(Balance);
  return `${nameOf(holder)} holds ${amountText(held)} ${currencyText(Balance.currency)} of ${nameOf(issuer)}`;
}

function lineLimitWords(line: Readonly<RippleState>, name: 'LowLimit' | 'HighLimit', nameOf: AccountNamer): string {
  const limit = line[name];
  return `the limit of ${nameOf(limit.issuer)} is ${amountText(limit)} ${currencyText(limit.currency)}`;
}
