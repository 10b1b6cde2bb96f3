/** Invariants of XRP: the fee is authorized, and no XRP is created or lost. */
import { TOTAL_DROPS } from '../../protocol/amounts/amount-math.ts';
import { hasInvalidAmount } from '../../protocol/amounts/invalid-amount.ts';
import type { AccountRoot, LedgerEntry } from '../../protocol/entries/entries.ts';
import { ENTRY_RECORDS } from '../../protocol/tables/entry-types.ts';
import type { FieldValue, StObject } from '../../protocol/values.ts';
import type { Change, Invariant } from './invariant.ts';

/** The fee is not negative, not absurd, and at most what the transaction offers (TransactionFeeCheck). */
export const feeIsAuthorized: Invariant = ({ transaction, feeDrops }) =>
  feeDrops >= 0n && feeDrops < TOTAL_DROPS && feeDrops <= (transaction.fields.Fee as bigint);

/**
 * The drops in all entries decrease by exactly the fee (XRPNotCreated). An erased entry counts as empty: its drops went
 * to the owner, but its fields may still show them.
 */
export const noDropsAppear: Invariant = ({ changes, feeDrops }) => {
  const drops = appearedDrops(changes);
  return drops <= 0n && -drops === feeDrops;
};

/** The change of the drops in all entries; negative for a decrease. */
export function appearedDrops(changes: readonly Change[]): bigint {
  let drops = 0n;
  for (const { isErased, before, after } of changes) {
    if (before !== undefined && holdsDrops(before)) drops -= heldDrops(before);
    if (!isErased && holdsDrops(after)) drops += heldDrops(after);
  }
  return drops;
}

/** No account balance is negative or above the total supply (XRPBalanceChecks). */
export const balancesAreLegal: Invariant = ({ changes }) => {
  for (const { before, after } of changes) {
    if (after.LedgerEntryType !== 'AccountRoot') continue;
    if (!isLegalBalance(after) || (before !== undefined && !isLegalBalance(before as AccountRoot))) return false;
  }
  return true;
};

/**
 * No amount of an entry exceeds the total supply of XRP (ValidAmounts). The type of token amounts ensures their range.
 */
export const amountsAreLegal: Invariant = ({ changes }) => {
  for (const { isErased, after } of changes) {
    if (!isErased && hasInvalidAmount(after as unknown as StObject)) return false;
  }
  return true;
};

/** Types of entries that hold drops. */
const HOLDERS: ReadonlySet<string> = new Set(
  Object.entries(ENTRY_RECORDS).flatMap(([type, { holdsDrops: holding }]) => (holding === undefined ? [] : [type])),
);

function holdsDrops({ LedgerEntryType: type }: Readonly<LedgerEntry>): boolean {
  return HOLDERS.has(type);
}

/** The drops that an entry holds, by the record of its type. */
export function heldDrops(entry: Readonly<LedgerEntry>): bigint {
  const holding = ENTRY_RECORDS[entry.LedgerEntryType]?.holdsDrops;
  if (holding === undefined) return 0n;
  const fields = entry as unknown as StObject;
  return dropsIn(fields[holding.putIn]) - (holding.paidOut === undefined ? 0n : dropsIn(fields[holding.paidOut]));
}

function dropsIn(amount: FieldValue | undefined): bigint {
  return typeof amount === 'bigint' ? amount : 0n;
}

function isLegalBalance({ Balance: balance }: Readonly<AccountRoot>): boolean {
  return typeof balance === 'bigint' && balance >= 0n && balance <= TOTAL_DROPS;
}
