/**
 * The journal of an issuer's signed transactions, flushed before they are sent. After an interruption, even a kill or a power cut, it
 * contains every transaction that a ledger may still include. The next run follows these up, and signs nothing new for their holders
 * until each one is validated or has expired. It contains signed transactions, never a secret.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { ChainPlace, EndedTransaction, RunJournal, SignedTransaction } from '../../../explorer/desk/issuer-run.js';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';

/** What the transactions of a journal are about. */
export interface JournalSubject {
  readonly issuer: string;
  readonly currency: string;
  /** What they do to a holder; undefined for authorization. */
  readonly action: string | undefined;
  /** True if the journal must also keep which holders are done, because the ledger does not show it. */
  readonly keepsDone: boolean;
}

/** A row for a signed transaction that may be pending. */
interface SignedRow extends Pick<SignedTransaction, 'sequence' | 'lastLedger' | 'chain'> {
  readonly issuer: string;
  readonly currency: string;
  readonly action?: string | undefined;
  readonly holder: string;
  readonly hash: Hash256;
  readonly blob: Hex;
}

/** A row for a transaction that is validated or has expired. */
interface FinishedRow {
  readonly finished: Hash256;
  /** The ledger in which it succeeded. */
  readonly ledger?: number;
}

/** A transaction that succeeded. */
export interface DoneTransaction {
  readonly hash: Hash256;
  readonly ledgerIndex: number;
}

export class IssuerJournal implements RunJournal {
  readonly #file: string;
  readonly #subject: JournalSubject;
  /** End of the last complete line. */
  readonly #wholeBytes: number;
  /** Opened on the first write. */
  #descriptor: number | undefined;
  readonly #open = new Map<Hash256, SignedRow>();
  /** By holder. */
  readonly #done = new Map<string, DoneTransaction>();
  #chain: ChainPlace | undefined;

  /** Reads an existing journal. Throws if it is about another issuer, currency or action. */
  constructor(file: string, subject: JournalSubject) {
    this.#file = file;
    this.#subject = subject;
    try {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      // An incomplete last line was not sent, since sending comes after the flush.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      this.#wholeBytes = Buffer.byteLength(whole);
      this.#load(whole);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`cannot use the journal ${file}: ${(error as Error).message}`);
    }
  }

  get keepsDone(): boolean {
    return this.#subject.keepsDone;
  }

  get chain(): ChainPlace | undefined {
    return this.#chain;
  }

  /** The holders that are done, if the journal keeps them. */
  get done(): ReadonlyMap<string, DoneTransaction> {
    return this.#done;
  }

  /** Transactions that a ledger may still include. */
  read(): readonly SignedTransaction[] {
    return [...this.#open.values()].map(({ holder, blob, ...row }) => ({
      ...row,
      candidate: { key: `${holder} ${this.#subject.currency}`, holder },
      command: 'submit',
      params: { tx_blob: blob },
    }));
  }

  /** Stores transactions durably. Only then may they be sent. */
  add(signed: readonly SignedTransaction[]): void {
    const { issuer, currency, action } = this.#subject;
    const rows = signed.map(
      ({ candidate, hash, sequence, lastLedger, chain, params }): SignedRow => ({
        issuer,
        currency,
        action,
        holder: candidate.holder,
        hash: hash!,
        sequence,
        lastLedger,
        chain,
        blob: (params as { tx_blob: Hex }).tx_blob,
      }),
    );
    for (const row of rows) this.#apply(row);
    this.#append(rows);
  }

  finish(ended: readonly EndedTransaction[]): void {
    const rows = ended.map(({ hash, code, ledgerIndex }): FinishedRow => {
      const isDone = this.keepsDone && code === 'tesSUCCESS' && ledgerIndex !== undefined;
      return { finished: hash!, ...(isDone ? { ledger: ledgerIndex } : {}) };
    });
    for (const row of rows) this.#apply(row);
    this.#append(rows);
  }

  clear(): void {
    this.#clear();
    this.#append([{ cleared: true }]);
  }

  /** Closes the journal. Removes it if it has no pending transactions, and no holders to keep for the next run. */
  close(isComplete: boolean): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    if (this.#open.size === 0 && (isComplete || this.#done.size === 0)) rmSync(this.#file, { force: true });
  }

  #clear(): void {
    this.#open.clear();
    this.#done.clear();
    this.#chain = undefined;
  }

  #apply(row: SignedRow | FinishedRow): void {
    if ('blob' in row) {
      this.#open.set(row.hash, row);
      this.#chain ??= row.chain;
      return;
    }
    const signed = this.#open.get(row.finished);
    this.#open.delete(row.finished);
    if (signed === undefined || row.ledger === undefined) return;
    this.#done.set(signed.holder, { hash: row.finished, ledgerIndex: row.ledger });
  }

  #append(rows: readonly object[]): void {
    if (rows.length === 0) return;
    this.#descriptor ??= this.#openForAppending();
    writeFileSync(this.#descriptor, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    fsyncSync(this.#descriptor);
  }

  #openForAppending(): number {
    const descriptor = openSync(this.#file, 'a', 0o600);
    ftruncateSync(descriptor, this.#wholeBytes);
    // A new file is durable only after its directory is flushed.
    const directory = openSync(path.dirname(path.resolve(this.#file)), 'r');
    fsyncSync(directory);
    closeSync(directory);
    return descriptor;
  }

  #load(text: string): void {
    const { issuer, currency, action } = this.#subject;
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const row: unknown = JSON.parse(line);
      if (isJsonObject(row) && row.cleared === true) {
        this.#clear();
        continue;
      }
      if (!isJsonObject(row) || typeof row.finished !== 'string') {
        const signed = row as SignedRow;
        if (signed.issuer !== issuer || signed.currency !== currency) {
          throw new CommandError(`the journal ${this.#file} is about another issuer or currency`);
        }
        if (signed.action !== action) {
          throw new CommandError(`the journal ${this.#file} is of another command: ${signed.action ?? 'authorize'}`);
        }
      }
      this.#apply(row as SignedRow | FinishedRow);
    }
  }
}
