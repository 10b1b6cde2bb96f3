/**
 * The journal of signed approvals, flushed before they are sent. After an interruption, even a kill or a power cut, it contains every
 * transaction that a ledger may still include. The next run follows these up, and signs nothing new for their holders until each one
 * is validated or has expired. It contains signed transactions, never a secret.
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
import type { Approval } from '../../../explorer/desk/approval-run.js';
import type { Hash256, Hex } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';

/** A row for a signed approval that may be pending. */
interface ApprovalRow extends Pick<Approval, 'sequence' | 'lastLedger' | 'chain'> {
  readonly issuer: string;
  readonly currency: string;
  readonly holder: string;
  readonly hash: Hash256;
  readonly blob: Hex;
}

export class ApprovalJournal {
  readonly #file: string;
  /** End of the last complete line. */
  readonly #wholeBytes: number;
  /** Opened on the first write. */
  #descriptor: number | undefined;
  readonly #issuer: string;
  readonly #currency: string;
  readonly #open = new Map<Hash256, ApprovalRow>();

  /** Reads an existing journal. Throws if it is about another issuer or currency. */
  constructor(file: string, issuer: string, currency: string) {
    this.#file = file;
    this.#issuer = issuer;
    this.#currency = currency;
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

  /** Approvals that a ledger may still include. */
  read(): readonly Approval[] {
    return [...this.#open.values()].map(({ holder, blob, ...row }) => ({
      ...row,
      candidate: { key: `${holder} ${this.#currency}`, holder },
      command: 'submit',
      params: { tx_blob: blob },
    }));
  }

  /** Stores approvals durably. Only then may they be sent. */
  add(approvals: readonly Approval[]): void {
    const rows = approvals.map(
      ({ candidate, hash, sequence, lastLedger, chain, params }): ApprovalRow => ({
        issuer: this.#issuer,
        currency: this.#currency,
        holder: candidate.holder,
        hash: hash!,
        sequence,
        lastLedger,
        chain,
        blob: (params as { tx_blob: Hex }).tx_blob,
      }),
    );
    for (const row of rows) this.#open.set(row.hash, row);
    this.#append(rows);
  }

  /** Records that approvals are validated or have expired. */
  finish(approvals: readonly Approval[]): void {
    for (const { hash } of approvals) this.#open.delete(hash!);
    this.#append(approvals.map(({ hash }) => ({ finished: hash })));
  }

  /** Closes the journal, and removes it if it has no pending approvals. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    if (this.#open.size === 0) rmSync(this.#file, { force: true });
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
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const row: unknown = JSON.parse(line);
      if (isJsonObject(row) && typeof row.finished === 'string') {
        this.#open.delete(row.finished);
        continue;
      }
      const approval = row as ApprovalRow;
      if (approval.issuer !== this.#issuer || approval.currency !== this.#currency) {
        throw new CommandError(`the journal ${this.#file} is about another issuer or currency`);
      }
      this.#open.set(approval.hash, approval);
    }
  }
}
