/** Issues, currencies and bridges from JSON; each function gives undefined for what the reference refuses as invalid. */

import { addressToAccountId } from '../../crypto/address.ts';
import {
  type AccountId,
  BAD_CURRENCY,
  type Currency,
  type Issue,
  type XChainBridge,
  XRP_CURRENCY,
  ZERO_ACCOUNT,
} from '../values.ts';
import { parseCurrency } from './currency-text.ts';
import { parseHexBytes } from './hex-text.ts';

/** A JSON object whose members are not known yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

const NO_ACCOUNT: AccountId = `${'0'.repeat(39)}1`;
const NO_CURRENCY: Currency = NO_ACCOUNT;
const BRIDGE_KEYS: ReadonlySet<string> = new Set([
  'LockingChainDoor',
  'LockingChainIssue',
  'IssuingChainDoor',
  'IssuingChainIssue',
]);

/** rippled: UintTypes.cpp (toCurrency) and STCurrency.cpp (currencyFromJson). */
export function currencyFromJson(json: unknown): Currency | undefined {
  const currency = typeof json === 'string' ? parseCurrency(json) : undefined;
  return currency === NO_CURRENCY || currency === BAD_CURRENCY ? undefined : currency;
}

/**
 * rippled: Asset.cpp (assetFromJson): a currency with its issuer, or the issuance of a multi-purpose token, never both.
 */
export function issueFromJson(json: unknown): Issue | undefined {
  if (!isRecord(json)) return undefined;
  return 'currency' in json ? tokenFromJson(json) : mptFromJson(json);
}

function mptFromJson(json: JsonRecord): Issue | undefined {
  const id = json.mpt_issuance_id;
  if ('issuer' in json || typeof id !== 'string') return undefined;
  const mptIssuanceId = parseHexBytes(id, 24);
  return mptIssuanceId === undefined ? undefined : { mptIssuanceId };
}

function tokenFromJson(json: JsonRecord): Issue | undefined {
  if ('mpt_issuance_id' in json) return undefined;
  const currency = currencyFromJson(json.currency);
  if (currency === undefined) return undefined;
  const issuerText = json.issuer ?? undefined;
  if (currency === XRP_CURRENCY) return issuerText === undefined ? { currency } : undefined;
  const issuer = typeof issuerText === 'string' ? addressToAccountId(issuerText) : undefined;
  if (issuer === undefined || issuer === NO_ACCOUNT || issuer === ZERO_ACCOUNT) return undefined;
  return { currency, issuer };
}

/** rippled: STXChainBridge.cpp: four members, nothing else; its issues are no multi-purpose tokens. */
export function bridgeFromJson(json: unknown): XChainBridge | undefined {
  if (!isRecord(json) || Object.keys(json).some((key) => !BRIDGE_KEYS.has(key))) return undefined;
  const lockingDoor = doorFromJson(json.LockingChainDoor);
  const issuingDoor = doorFromJson(json.IssuingChainDoor);
  const lockingIssue = isRecord(json.LockingChainIssue) ? tokenFromJson(json.LockingChainIssue) : undefined;
  const issuingIssue = isRecord(json.IssuingChainIssue) ? tokenFromJson(json.IssuingChainIssue) : undefined;
  if (!lockingDoor || !issuingDoor || !lockingIssue || !issuingIssue) return undefined;
  return {
    LockingChainDoor: lockingDoor,
    LockingChainIssue: lockingIssue,
    IssuingChainDoor: issuingDoor,
    IssuingChainIssue: issuingIssue,
  };
}

function doorFromJson(json: unknown): AccountId | undefined {
  return typeof json === 'string' ? addressToAccountId(json) : undefined;
}

export function isRecord(json: unknown): json is JsonRecord {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
