/**
 * What this member keeps on disk for the leader until a ledger of its own store has it (docs/cluster-protocol.md, rule 10):
 * durable submissions, and the next ledger. It survives the loss of the leader together with the tail of the database: the next
 * leader gets the submissions, and a member that leads publishes the ledger.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { parseTransaction, type Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { LogEnd, SubmissionRecord } from '../storage/shared/cluster-store.ts';
import type { ClusterNode } from './cluster-node.ts';
import type { LedgerForms } from './ledger-forms.ts';

/** The first byte of the record of a ledger. Those of submissions are smaller (`node/submission-journal.ts`). */
const LEDGER = 0xff;

export interface KeptRecordsOptions {
  /** On this member's disk. */
  readonly journal: SubmissionRecords;
  readonly node: ClusterNode;
  readonly decode: LedgerForms['decode'];
}

/** The last ledger that a member with this store and journal has on disk; undefined without one. */
export function endOnDisk(
  own: LedgerStore,
  { journal, decode }: { readonly journal: SubmissionRecords | undefined; readonly decode: LedgerForms['decode'] },
): LogEnd | undefined {
  const last = own.ledgerRange()?.last;
  if (last === undefined) return undefined;
  const end = own.header(last)!;
  const kept = journal && keptLedger(journal, decode)?.header;
  return kept?.parentHash === end.hash ? kept : end;
}

/** The ledger that a journal of this kind has, if any. */
export function keptLedger({ records }: SubmissionRecords, decode: LedgerForms['decode']): ClosedLedger | undefined {
  let found: ClosedLedger | undefined;
  for (const body of records.values()) if (body[0] === LEDGER) found = decode(body.subarray(1));
  return found;
}

export class KeptRecords {
  readonly #options: KeptRecordsOptions;
  #ledger: ClosedLedger | undefined;
  /** Submissions that are being passed on. They reach the newest leader, since a link to a former one ends. */
  readonly #passedOn = new Set<Hash256>();

  constructor(options: KeptRecordsOptions) {
    this.#options = options;
    const { journal, node, decode } = options;
    this.#ledger = keptLedger(journal, decode);
    node.onValidated((_header, { derived }) => {
      for (const { id } of derived.transactions) journal.remove(id);
      this.#forgetLedger();
    });
    this.#forgetLedger();
  }

  /** The ledger after the own ones, if this member keeps one. */
  get ledger(): ClosedLedger | undefined {
    return this.#ledger;
  }

  /** The last ledger that this member has on disk. */
  get end(): LogEnd {
    const { ledgerIndex, hash } = this.#ledger?.header ?? this.#options.node.validated;
    return { ledgerIndex, hash };
  }

  /** Keeps the ledger after the own last one. True when it is on disk, false if it is not the next one. */
  async keepLedger(bytes: Uint8Array): Promise<boolean> {
    const { journal, node, decode } = this.#options;
    const ledger = decode(bytes);
    const { hash, parentHash } = ledger.header;
    if (node.validated.hash === hash) return true;
    if (node.validated.hash !== parentHash) return false;
    await journal.append(hash, Buffer.concat([Buffer.from([LEDGER]), bytes]));
    if (this.#ledger !== undefined && this.#ledger.header.hash !== hash) journal.remove(this.#ledger.header.hash);
    this.#ledger = ledger;
    this.#forgetLedger();
    return true;
  }

  /** Resolves when they are on disk. */
  async keepSubmissions(records: readonly SubmissionRecord[]): Promise<void> {
    const { journal } = this.#options;
    const missing = records.filter(({ id }) => !journal.records.has(id) && !this.#isInLedger(id));
    await Promise.all(missing.map(({ id, body }) => journal.append(id, Buffer.from(body))));
  }

  /** Submits all of them to a new leader, which may know them already. `passOn` gives undefined if this member stops. */
  passOnSubmissions(passOn: (transaction: Transaction) => Promise<SubmitOutcome | undefined>): void {
    for (const [id, body] of this.#options.journal.records) {
      if (body[0] === LEDGER || this.#passedOn.has(id)) continue;
      this.#passedOn.add(id);
      void this.#passOn(id, parseTransaction(body.subarray(1)), passOn).finally(() => this.#passedOn.delete(id));
    }
  }

  close(): Promise<void> {
    return this.#options.journal.close();
  }

  async #passOn(
    id: Hash256,
    transaction: Transaction,
    passOn: (transaction: Transaction) => Promise<SubmitOutcome | undefined>,
  ): Promise<void> {
    const { journal } = this.#options;
    const outcome = this.#isInLedger(id) ? undefined : await passOn(transaction);
    const isOver = outcome !== undefined && !outcome.applied && !outcome.queued && !outcome.kept;
    if (this.#isInLedger(id) || isOver) journal.remove(id);
  }

  #isInLedger(id: Hash256): boolean {
    return this.#options.node.store.transactionLocation(id) !== undefined;
  }

  /** The own store has that ledger, or another one with its index. */
  #forgetLedger(): void {
    const { journal, node } = this.#options;
    if (this.#ledger === undefined || this.#ledger.header.ledgerIndex > node.validated.ledgerIndex) return;
    journal.remove(this.#ledger.header.hash);
    this.#ledger = undefined;
  }
}
