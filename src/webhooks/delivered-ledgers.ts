/**
 * The ledgers whose events an endpoint was sent. The list has the last ones, and of the older ones the fewer the older they are, so
 * that it stays short: about four for each doubling of the age.
 */

/** A ledger by index and hash. */
export type LedgerName = readonly [index: number, hash: string];

/** `count`: how many ledgers were delivered before it. */
export type DeliveredLedger = readonly [...LedgerName, count: number];

const RECENT = 8;

/** Adds a ledger. The first one, where the endpoint began, stays. */
export function addDelivered(
  delivered: readonly DeliveredLedger[],
  [index, hash]: LedgerName,
): readonly DeliveredLedger[] {
  const last = delivered.at(-1)!;
  if (last[1] === hash) return delivered;
  const count = last[2] + 1;
  const kept = delivered.filter(([, , other], at) => at === 0 || other % stepAt(count - other) === 0);
  return [...kept, [index, hash, count]];
}

/** At this age the ledgers stay whose count is a multiple of the result. */
function stepAt(age: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(age / RECENT)));
}
