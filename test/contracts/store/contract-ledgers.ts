/** Synthetic closed ledgers for the contract: small, deterministic, and only as consistent as a store needs. */
import { createHash } from 'node:crypto';
import type { ClosedLedger, ClosedTransaction } from '../../../src/ledger/closed-ledger.ts';
import type { DerivedChanges, DerivedTransaction, PreparedLedger } from '../../../src/ledger/derived-changes.ts';
import { createLedgerHeader, type LedgerHeader } from '../../../src/ledger/ledger-header.ts';
import { type AccountId, type Hash256, ZERO_HASH } from '../../../src/protocol/values.ts';

/** A hash that is a function of the text. */
export function hashOf(text: string): Hash256 {
  return createHash('sha256').update(text).digest('hex').toUpperCase();
}

/** An account id that is a function of the text. */
export function accountOf(text: string): AccountId {
  return hashOf(text).slice(0, 40);
}

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text));
}

/** A transaction with its derived data. */
export type ContractTransaction = ClosedTransaction & DerivedTransaction;

/** The parts of a ledger other than its header, with their derived data. */
type LedgerParts = Pick<ClosedLedger, 'stateChanges'> &
  Omit<DerivedChanges, 'transactions'> & { readonly transactions: readonly ContractTransaction[] };

/** The transaction at a position of a ledger, in the history of these accounts. */
export function transactionOf(
  ledgerIndex: number,
  position: number,
  accounts: readonly AccountId[],
): ContractTransaction {
  const name = `${ledgerIndex}/${position}`;
  return {
    id: hashOf(name),
    blob: bytesOf(`blob ${name}`),
    metadata: bytesOf(`metadata of ${name}`),
    accounts: accounts.toSorted(),
    facts: accounts.toSorted().map((account) => bytesOf(hashOf(`${name} ${account}`).slice(0, 16))),
  };
}

const headers: LedgerHeader[] = [];

/** Headers that form a chain, each determined by its index. */
function headerOf(ledgerIndex: number): LedgerHeader {
  while (headers.length <= ledgerIndex) {
    const index = headers.length;
    const header = createLedgerHeader({
      ledgerIndex: index,
      parentHash: headers.at(-1)?.hash ?? ZERO_HASH,
      transactionHash: hashOf(`transactions of ${index}`),
      accountHash: hashOf(`state of ${index}`),
      totalDrops: 100_000_000_000_000_000n - BigInt(index),
      parentCloseTimeSeconds: index * 10,
      closeTimeSeconds: index * 10 + 10,
      closeTimeResolutionSeconds: 10,
      closeFlags: 0,
    });
    headers.push(header);
  }
  return headers[ledgerIndex] as LedgerHeader;
}

/** A closed ledger with an index and chosen content. */
export function ledgerOf(ledgerIndex: number, parts: Partial<LedgerParts> = {}): PreparedLedger {
  const {
    transactions = [],
    stateChanges = new Map(),
    treeChanges = new Map(),
    indexChanges = [],
    insertedOrDeletedKeys,
  } = parts;
  return {
    header: headerOf(ledgerIndex),
    transactions,
    stateChanges,
    derived: { transactions, treeChanges, indexChanges, ...(insertedOrDeletedKeys && { insertedOrDeletedKeys }) },
  };
}
