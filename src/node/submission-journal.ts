/**
 * Submissions that survive a kill. Whatever the node takes on (into the open ledger, into the queue, or to try again) goes
 * into a journal as well, and `persisted` tells the method that answers when it is safe there. A node that starts
 * submits again what the journal holds. An entry leaves it when a ledger holds the transaction, or when the node itself
 * lets it go.
 */
import { isTem } from '../protocol/tables/ter.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { AppendJournal } from '../storage/append-journal.ts';
import type { LedgerNode, SubmitOptions, SubmitOutcome } from './ledger-node.ts';

/** The first byte of a record; the transaction's blob follows. */
const OPTION_BITS = { failHard: 1, isAdmin: 2 } as const;

/**
 * The same node with a journal. What an earlier run left in the journal is submitted before this resolves. Rejects with a
 * `LedgerTooOldError` if it cannot be; it stays in the journal then.
 */
export async function journalSubmissions(node: LedgerNode, journal: AppendJournal): Promise<LedgerNode> {
  const saving = new Map<Hash256, Promise<void>>();
  const save = (transaction: Transaction, options: SubmitOptions) => {
    const { id } = transaction;
    if (saving.has(id) || node.store.transactionLocation(id) !== undefined) return;
    const saved = journal.append(id, encodeSubmission(transaction, options));
    saving.set(id, saved);
    // One that failed is tried again when the client submits it again.
    saved.catch(() => saving.delete(id));
  };
  const forget = (id: Hash256) => {
    saving.delete(id);
    journal.remove(id);
  };
  await resubmit(node, journal, (id) => saving.set(id, Promise.resolve()));
  node.onValidated((_header, { derived }) => {
    for (const { id } of derived.transactions) forget(id);
    for (const id of journal.records.keys()) if (!isAlive(node, id)) forget(id);
  });
  const submit = (transaction: Transaction, options: SubmitOptions = {}): SubmitOutcome => {
    const outcome = node.submit(transaction, options);
    if (isTaken(outcome)) save(transaction, options);
    return outcome;
  };
  const stop = () => node.stop().then(() => journal.close());
  const own = { submit, stop, persisted: (id: Hash256) => saving.get(id) };
  return new Proxy(node, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return own[name as keyof typeof own];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** In the order in which they came. */
async function resubmit(node: LedgerNode, journal: AppendJournal, onTaken: (id: Hash256) => void): Promise<void> {
  for (const [id, body] of [...journal.records]) {
    const submit = (transaction: Transaction) => node.submit(transaction, decodeOptions(body[0]!));
    const outcome =
      node.store.transactionLocation(id) === undefined
        ? await node.whenFresh(() => parseTransaction(body.subarray(1)), submit)
        : undefined;
    if (outcome !== undefined && isTaken(outcome)) onTaken(id);
    else journal.remove(id);
  }
}

/** What is malformed stays so, even where the reference keeps it for a while. */
function isTaken({ result, applied, queued, kept }: SubmitOutcome): boolean {
  return !isTem(result) && (applied || queued || kept);
}

function isAlive(node: LedgerNode, id: Hash256): boolean {
  return node.pendingTransaction(id) !== undefined || node.openView.hasTransaction(id);
}

function encodeSubmission({ blob }: Transaction, { failHard = false, isAdmin = false }: SubmitOptions): Buffer {
  const bits = (failHard ? OPTION_BITS.failHard : 0) | (isAdmin ? OPTION_BITS.isAdmin : 0);
  return Buffer.concat([Buffer.from([bits]), blob]);
}

function decodeOptions(bits: number): SubmitOptions {
  return { failHard: (bits & OPTION_BITS.failHard) !== 0, isAdmin: (bits & OPTION_BITS.isAdmin) !== 0 };
}
