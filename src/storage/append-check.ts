/**
 * Checks that every backend makes before a write: an appended ledger needs the right term and parent, and a revert must
 * undo all later ledgers.
 */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { LedgerRange } from './history-store.ts';
import { StoreError } from './ledger-store.ts';
import type { UndoneLedgers } from './revertible-store.ts';

/** @throws StoreError unless a writer of this term may append this ledger to a log that ends with `last`. */
export function checkAppend(
  log: { readonly last: LedgerHeader | undefined; readonly term: number },
  { ledgerIndex, parentHash }: LedgerHeader,
  term: number,
): void {
  const { last } = log;
  if (!Number.isSafeInteger(term) || term < 0) throw new StoreError(`a writer cannot have the term ${term}`);
  if (term < log.term) {
    throw new StoreError(
      `ledger ${ledgerIndex} is refused: its writer has term ${term}, and one with ${log.term} has come`,
    );
  }
  if (last === undefined) return;
  if (ledgerIndex !== last.ledgerIndex + 1) {
    throw new StoreError(`ledger ${ledgerIndex} cannot follow ledger ${last.ledgerIndex}`);
  }
  if (parentHash !== last.hash) {
    throw new StoreError(
      `ledger ${ledgerIndex} does not follow ledger ${last.ledgerIndex}: its parent has another hash`,
    );
  }
}

/** @throws StoreError unless there are ledgers, and each follows the one before it */
export function checkChain(ledgers: readonly { readonly header: LedgerHeader }[]): void {
  if (ledgers.length === 0) throw new StoreError('a chain has ledgers');
  let last: LedgerHeader | undefined;
  for (const { header } of ledgers) {
    checkAppend({ last, term: 0 }, header, 0);
    last = header;
  }
}

/** @throws StoreError for a ledger that is not stored, or if `undone` lacks a ledger above it */
export function checkUndone(range: LedgerRange | undefined, ledgerIndex: number, { ledgers }: UndoneLedgers): void {
  if (range === undefined || ledgerIndex < range.first || ledgerIndex > range.last) {
    throw new StoreError(`ledger ${ledgerIndex} is not in the store, so there is no way back to it`);
  }
  const isWhole = ledgers.length === range.last - ledgerIndex;
  if (!isWhole || ledgers.some((ledger, at) => ledger.ledgerIndex !== ledgerIndex + 1 + at)) {
    throw new StoreError(`a return to ledger ${ledgerIndex} has to undo each ledger up to ${range.last}`);
  }
}
