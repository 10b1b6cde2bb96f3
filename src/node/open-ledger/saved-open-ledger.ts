/**
 * Transactions that are in no ledger yet, as text, for another server: the open ledger, the queue with its fee metrics, held and
 * local transactions. A transaction is its blob; an impersonated one is marked, since its blob does not show that.
 *
 * The ids of malformed and held transactions are left out: they save work and change no ledger.
 */

import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { parseTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import { impersonate, isImpersonated } from '../../protocol/transaction/transaction-signature.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { consequencesOf } from '../../transactions/engine/consequences.ts';
import { applyTransaction, rethrow } from '../../transactions/engine/engine.ts';
import type { ApplyFlags, LedgerContext } from '../../transactions/transaction-type.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';
import { type Candidate, createCandidate } from '../queue/transaction-queue-index.ts';
import { LocalTransactions } from './local-transactions.ts';
import type { OpenLedger, SavedOpenLedger } from './open-ledger.ts';

interface SavedTransaction {
  readonly blob: string;
  readonly impersonated?: true;
}

interface SavedCandidate extends SavedTransaction {
  readonly feeLevel: string;
  readonly flags: ApplyFlags;
  readonly retriesRemaining: number;
  readonly lastResult: Candidate['lastResult'];
}

/** The JSON form. */
export interface OpenLedgerText {
  readonly open: readonly SavedTransaction[];
  readonly queue: {
    readonly salt: Hash256;
    readonly candidates: readonly SavedCandidate[];
    readonly accounts: SavedOpenLedger['queue']['contents']['accounts'];
    readonly maximumSize: number | undefined;
    readonly fees: { readonly expectedCount: number; readonly multiplier: string; readonly recentCounts: number[] };
  };
  readonly held: { readonly salt: Hash256; readonly transactions: readonly SavedTransaction[] };
  readonly local: readonly (SavedTransaction & { readonly lastLedgerIndex: number })[];
}

export function openLedgerToText({ openView, queue, held, local }: SavedOpenLedger): OpenLedgerText {
  const { fees, candidates, ...rest } = queue.contents;
  return {
    open: Array.from(openView.transactions, ({ transaction }) => saved(transaction)),
    queue: {
      ...rest,
      candidates: candidates.map(({ transaction, feeLevel, flags, retriesRemaining, lastResult }) => {
        return { ...saved(transaction), feeLevel: String(feeLevel), flags, retriesRemaining, lastResult };
      }),
      fees: { ...fees, recentCounts: [...fees.recentCounts], multiplier: String(fees.multiplier) },
    },
    held: { salt: held.contents.salt, transactions: held.contents.transactions.map(saved) },
    local: local.contents.map(({ transaction, lastLedgerIndex }) => ({ ...saved(transaction), lastLedgerIndex })),
  };
}

/**
 * The inverse, for the ledger after `parent`.
 * @throws RangeError for a transaction of the open ledger that does not get into it
 */
export function openLedgerFromText(
  text: OpenLedgerText,
  parent: { readonly header: LedgerHeader; readonly view: ReadView; readonly context: LedgerContext },
  openLedger: OpenLedger,
): SavedOpenLedger {
  const { header, view, context } = parent;
  const empty = openLedger.emptyAfter(view, header, context);
  const { fees, candidates, ...rest } = text.queue;
  const openView = new OpenView(view, header, true);
  for (const one of text.open) {
    const transaction = read(one);
    const { applied, result } = applyTransaction(openView, transaction, context, { unlimited: true }, rethrow);
    if (!applied) throw new RangeError(`transaction ${transaction.id} does not get into the open ledger: ${result}`);
  }
  return {
    ...empty,
    openView,
    queue: empty.queue.restored({
      ...rest,
      candidates: candidates.map(readCandidate),
      fees: { ...fees, multiplier: BigInt(fees.multiplier) },
    }),
    held: empty.held.restored({ salt: text.held.salt, transactions: text.held.transactions.map(read) }),
    local: LocalTransactions.restored(
      text.local.map((one) => ({ transaction: read(one), lastLedgerIndex: one.lastLedgerIndex })),
    ),
  };
}

function saved(transaction: Transaction): SavedTransaction {
  const blob = bytesToHex(transaction.blob);
  return isImpersonated(transaction) ? { blob, impersonated: true } : { blob };
}

function read({ blob, impersonated }: SavedTransaction): Transaction {
  const transaction = parseTransaction(hexToBytes(blob));
  return impersonated === true ? impersonate(transaction) : transaction;
}

function readCandidate({ feeLevel, flags, retriesRemaining, lastResult, ...one }: SavedCandidate): Candidate {
  const transaction = read(one);
  const made = createCandidate(transaction, BigInt(feeLevel), consequencesOf(transaction.fields), flags);
  return { ...made, retriesRemaining, lastResult };
}
