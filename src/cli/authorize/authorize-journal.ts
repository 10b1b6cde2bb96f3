/**
 * What `weir authorize` has signed, written down and flushed before it is sent. A run that was interrupted, even by a
 * kill or a power cut, leaves here every transaction that may still get into a ledger; the next run follows those up and
 * signs nothing new for their holders until each one is known to be in a ledger or to have missed its last chance.
 *
 * Only signed transactions are kept, never a secret.
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
import type { Hash256, Hex } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../command-error.ts';

/** A signed approval that may be on its way. */
export interface Approval {
  readonly issuer: string;
  readonly currency: string;
  readonly holder: string;
  readonly hash: Hash256;
  readonly sequence: number;
  /** The last ledger that it may get into. */
  readonly lastLedger: number;
  readonly blob: Hex;
}

export class ApprovalJournal {
  readonly #file: string;
  /** Where the last whole line ends. */
  readonly #wholeBytes: number;
  /** Opened when there is something to write. */
  #descriptor: number | undefined;
  readonly #open = new Map<Hash256, Approval>();

  /** Reads the journal, if there is one. Throws for one that is about something else. */
  constructor(file: string, issuer: string, currency: string) {
    this.#file = file;
    try {
      const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
      // A line that was being written when the power went was not sent: sending comes after.
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      this.#wholeBytes = Buffer.byteLength(whole);
      this.#load(whole, issuer, currency);
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`cannot use the journal ${file}: ${(error as Error).message}`);
    }
  }

  /** Approvals whose end is not known. */
  get unfinished(): readonly Approval[] {
    return [...this.#open.values()];
  }

  /** Writes approvals down for good. Only then may they be sent. */
  add(approvals: readonly Approval[]): void {
    for (const approval of approvals) this.#open.set(approval.hash, approval);
    this.#append(approvals);
  }

  /** Notes that an approval is in a validated ledger, or can never be. */
  finish(hash: Hash256): void {
    this.#open.delete(hash);
    this.#append([{ finished: hash }]);
  }

  /** Closes the journal, and removes it when nothing is left in it. */
  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    if (this.#open.size === 0) rmSync(this.#file, { force: true });
  }

  #append(rows: readonly object[]): void {
    this.#descriptor ??= this.#openForAppending();
    writeFileSync(this.#descriptor, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    fsyncSync(this.#descriptor);
  }

  #openForAppending(): number {
    const descriptor = openSync(this.#file, 'a', 0o600);
    ftruncateSync(descriptor, this.#wholeBytes);
    // A new file lasts only when its directory does.
    const directory = openSync(path.dirname(path.resolve(this.#file)), 'r');
    fsyncSync(directory);
    closeSync(directory);
    return descriptor;
  }

  #load(text: string, issuer: string, currency: string): void {
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const row: unknown = JSON.parse(line);
      if (isJsonObject(row) && typeof row.finished === 'string') {
        this.#open.delete(row.finished);
        continue;
      }
      const approval = row as Approval;
      if (approval.issuer !== issuer || approval.currency !== currency) {
        throw new CommandError(`the journal ${this.#file} is about another issuer or currency`);
      }
      this.#open.set(approval.hash, approval);
    }
  }
}
