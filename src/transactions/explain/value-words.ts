/** Values as text: amounts with units, accounts with their role in the transaction, times, flags. */
import { accountIdToAddress } from '../../crypto/address.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import { dropsToXrp } from '../../protocol/amounts/drops-text.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { fieldToJson } from '../../protocol/json/to-json.ts';
import { fieldByName } from '../../protocol/tables/fields.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  type FieldValue,
  type Issue,
  isIssued,
  isMpt,
  type JsonObject,
  type StObject,
  XRP_CURRENCY,
} from '../../protocol/values.ts';

/** Amounts below this are given in drops, others in XRP. */
const FEW_DROPS = 10_000n;
const TIME_FIELDS: ReadonlySet<string> = new Set(['Expiration', 'CancelAfter', 'FinishAfter']);
const MAX_TEXT_LENGTH = 120;
const FLAGS: Readonly<Record<string, Readonly<Record<string, number>>>> = { ...TransactionFlags, ...EntryFlags };

/** Names an account. */
export type AccountNamer = (account: AccountId) => string;

/** Names accounts by their address and by the transaction's field that contains them. */
export function accountNamer({ fields }: Transaction): AccountNamer {
  const roles = rolesIn(fields);
  return (account) => withRole(accountIdToAddress(account), roles.get(account));
}

/** The same for addresses and a transaction in JSON. */
export function addressNamer(tx: JsonObject): (address: string) => string {
  const roles = rolesIn(tx);
  return (address) => withRole(address, roles.get(address));
}

/** The first field with each account. */
function rolesIn(fields: StObject | JsonObject): Map<unknown, string> {
  const roles = new Map<unknown, string>();
  for (const [name, value] of Object.entries(fields)) {
    if (fieldByName(name)?.type === 'AccountID' && !roles.has(value)) roles.set(value, name);
  }
  return roles;
}

function withRole(address: string, role: string | undefined): string {
  if (role === 'Account') return `the sender ${address}`;
  return role === undefined ? address : `${address} (${role})`;
}

/** `12.5 XRP`, or drops for small amounts. */
export function dropsWords(drops: bigint): string {
  const magnitude = drops < 0n ? -drops : drops;
  if (magnitude !== 0n && magnitude < FEW_DROPS) return `${drops} ${magnitude === 1n ? 'drop' : 'drops'}`;
  return `${dropsToXrp(drops)} XRP`;
}

/** `5 USD of r…`. */
export function amountWords(amount: Amount, nameOf: AccountNamer): string {
  if (typeof amount === 'bigint') return dropsWords(amount);
  if (isMpt(amount)) return `${amount.value} units of ${amount.mptIssuanceId}`;
  return `${amountText(amount)} ${currencyText(amount.currency)} of ${nameOf(amount.issuer)}`;
}

/** `USD of r…`, or `XRP`. */
export function issueWords(issue: Issue, nameOf: AccountNamer): string {
  if ('mptIssuanceId' in issue) return `the multi-purpose token ${issue.mptIssuanceId}`;
  const name = currencyText(issue.currency);
  return issue.currency === XRP_CURRENCY || issue.issuer === undefined ? name : `${name} of ${nameOf(issue.issuer)}`;
}

/** `2026-11-20T12:12:38Z`, from seconds since 2000-01-01T00:00:00Z. */
export function timeWords(seconds: number): string {
  return `${new Date((seconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000).toISOString().slice(0, 19)}Z`;
}

/** The names of the set flags of this transaction or entry type; unnamed bits as one number. */
export function flagNames(type: string, flags: number): string[] {
  let rest = flags;
  const names: string[] = [];
  for (const [name, bit] of Object.entries({ ...FLAGS[type], ...TransactionFlags.universal })) {
    if ((rest & bit) === 0) continue;
    names.push(name);
    rest &= ~bit;
  }
  return rest === 0 ? names : [...names, `0x${(rest >>> 0).toString(16)}`];
}

/** The value of a field; `type` is the transaction or entry type. */
export function fieldWords(type: string, name: string, value: FieldValue | undefined, nameOf: AccountNamer): string {
  if (value === undefined) return 'absent';
  if (name === 'Flags') return flagNames(type, value as number).join(' and ') || 'none';
  if (TIME_FIELDS.has(name)) return timeWords(value as number);
  const field = fieldByName(name);
  if (field?.type === 'AccountID') return nameOf(value as AccountId);
  if (field?.type === 'Amount') return amountWords(value as Amount, nameOf);
  if (field?.type === 'Issue') return issueWords(value as Issue, nameOf);
  if (field?.type === 'Vector256') return `${(value as readonly unknown[]).length} keys`;
  const json = field === undefined ? value : fieldToJson(value, field);
  const text = typeof json === 'object' ? JSON.stringify(json) : String(json);
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
}

/** With a capital first letter, unless the text begins with an address. */
export function capitalized(text: string): string {
  return /^r[1-9A-HJ-NP-Za-km-z]{24,}/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** All accounts in the object, including the issuers of amounts. */
export function accountsIn(object: StObject): Set<AccountId> {
  const found = new Set<AccountId>();
  for (const [name, value] of Object.entries(object)) {
    if (value !== undefined) collectAccounts(name, value, found);
  }
  return found;
}

function collectAccounts(name: string, value: FieldValue, found: Set<AccountId>): void {
  if (typeof value === 'string') {
    if (fieldByName(name)?.type === 'AccountID') found.add(value);
    return;
  }
  if (typeof value !== 'object') return;
  if (isIssued(value as Amount)) found.add((value as { issuer: AccountId }).issuer);
  else if ('mptIssuanceId' in value) found.add((value.mptIssuanceId as string).slice(8));
  else if ('issuer' in value) found.add(value.issuer as AccountId);
  else if (Array.isArray(value)) for (const element of value) collectFromElement(element as StObject, found);
  else for (const account of accountsIn(value as StObject)) found.add(account);
}

function collectFromElement(element: StObject | string | readonly StObject[], found: Set<AccountId>): void {
  if (typeof element === 'string') return;
  const parts = Array.isArray(element) ? (element as readonly StObject[]) : [element as StObject];
  for (const part of parts) {
    for (const account of accountsIn(part)) found.add(account);
    for (const name of ['account', 'issuer']) if (typeof part[name] === 'string') found.add(part[name] as AccountId);
  }
}
