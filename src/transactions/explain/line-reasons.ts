/** Reasons about tokens: a freeze, a missing authorization, a trust line that is missing or must not ripple. */
import type { RippleState } from '../../protocol/entries/entries.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import { lineFlagWords } from './entry-words.ts';
import type { Findings } from './findings.ts';
import type { EntryRead } from './recorder.ts';
import { capitalized } from './value-words.ts';

const { AccountRoot: Account, RippleState: Line, MPToken, MPTokenIssuance } = EntryFlags;
const LINE_FREEZES = [Line.lsfLowFreeze, Line.lsfHighFreeze, Line.lsfLowDeepFreeze, Line.lsfHighDeepFreeze];

/** The freeze or lock that the last reads found; undefined if none. */
export function freezeReason(findings: Findings, reads: readonly EntryRead[] = findings.reads): string | undefined {
  return reads
    .toReversed()
    .map((entryRead) => freezeOf(findings, entryRead))
    .find((words) => words !== undefined);
}

function freezeOf({ nameOf }: Findings, { entry, fields }: EntryRead): string | undefined {
  if (entry === undefined || !fields.has('Flags')) return undefined;
  if (entry.LedgerEntryType === 'AccountRoot' && hasFlag(entry, Account.lsfGlobalFreeze)) {
    return `${nameOf(entry.Account)} has frozen all its tokens (lsfGlobalFreeze).`;
  }
  if (entry.LedgerEntryType === 'RippleState' && LINE_FREEZES.some((flag) => hasFlag(entry, flag))) {
    const freezes = lineFlagWords(entry, nameOf).filter((words) => words.includes('frozen'));
    return `${lineName(entry, nameOf)} is ${freezes.join(', and ')}.`;
  }
  if (entry.LedgerEntryType === 'MPTokenIssuance' && hasFlag(entry, MPTokenIssuance.lsfMPTLocked)) {
    return `${nameOf(entry.Issuer)} has locked all units of the multi-purpose token (lsfMPTLocked).`;
  }
  if (entry.LedgerEntryType === 'MPToken' && hasFlag(entry, MPToken.lsfMPTLocked)) {
    return `What ${nameOf(entry.Account)} holds of the multi-purpose token is locked by its issuer (lsfMPTLocked).`;
  }
  return undefined;
}

/** The authorization that the last reads did not find. */
export function authorizationReason(findings: Findings): string | undefined {
  const { reads, nameOf } = findings;
  const issuer = reads.findLast(({ entry, fields }) => {
    return entry?.LedgerEntryType === 'AccountRoot' && fields.has('Flags') && hasFlag(entry, Account.lsfRequireAuth);
  })?.entry;
  const line = reads.findLast(({ entry }) => entry?.LedgerEntryType === 'RippleState')?.entry;
  if (issuer?.LedgerEntryType === 'AccountRoot' && line?.LedgerEntryType === 'RippleState') {
    return `${nameOf(issuer.Account)} requires authorization to hold its tokens (lsfRequireAuth), and has not authorized ${lineName(line, nameOf)}.`;
  }
  const holding = reads.findLast(({ type }) => type === 'MPToken' || type === 'MPTokenIssuance');
  if (holding === undefined) return undefined;
  if (holding.entry === undefined) return `${capitalized(findings.entryName(holding))} does not exist.`;
  return `${capitalized(findings.entryName(holding))} is not authorized, or may not be transferred.`;
}

/** The trust line that the last read did not find, or why it cannot be used. */
export function lineReason(findings: Findings, reads: readonly EntryRead[] = findings.reads): string | undefined {
  const last = reads.findLast(({ type }) => type === 'RippleState');
  const frozen = freezeReason(findings, reads.slice(-3));
  if (frozen !== undefined) return frozen;
  if (last === undefined) return undefined;
  return last.entry === undefined ? `${capitalized(findings.entryName(last))} does not exist.` : undefined;
}

/** The account that forbids rippling. */
export function rippleReason({ reads, nameOf }: Findings): string | undefined {
  const line = reads.findLast(({ entry }) => entry?.LedgerEntryType === 'RippleState')?.entry;
  if (line?.LedgerEntryType !== 'RippleState') return undefined;
  const forbids = lineFlagWords(line, nameOf).filter((words) => words.startsWith('no rippling'));
  return forbids.length === 0 ? undefined : `${lineName(line, nameOf)} has ${forbids.join(', and ')}.`;
}

function lineName({ Balance, LowLimit, HighLimit }: Readonly<RippleState>, nameOf: Findings['nameOf']): string {
  return `the trust line in ${currencyText(Balance.currency)} between ${nameOf(LowLimit.issuer)} and ${nameOf(HighLimit.issuer)}`;
}
