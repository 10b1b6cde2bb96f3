/** What every backend demands of a ledger that is to be appended: the right writer, and the right parent. */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { StoreError } from './ledger-store.ts';

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

/** @throws StoreError unless these ledgers follow each other, and are any */
export function checkChain(ledgers: readonly { readonly header: LedgerHeader }[]): void {
  if (ledgers.length === 0) throw new StoreError('a chain has ledgers');
  let last: LedgerHeader | undefined;
  for (const { header } of ledgers) {
    checkAppend({ last, term: 0 }, header, 0);
    last = header;
  }
}
