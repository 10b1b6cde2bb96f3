/**
 * The facilitator's memory: a file with a line for each accepted claim and for each step of a redemption. A line is on disk before the
 * facilitator acts on it, so a crash at any point neither loses a claim nor counts one twice. One process at a time uses a file.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Claim } from './x402.ts';

/** A claim that counts, with the address of its payer. */
export interface AcceptedClaim extends Claim {
  readonly payer: string;
}

/** A redemption that is signed, and perhaps sent, and has no final result yet. */
export interface PendingRedemption {
  readonly channelId: string;
  /** Of the claim, in drops. */
  readonly amount: string;
  readonly hash: string;
  readonly blob: string;
  readonly lastLedgerSequence: number;
}

export interface Redemption {
  /** Of the claim, in drops. */
  readonly amount: string;
  readonly hash: string;
}

type Line =
  | ({ readonly event: 'accepted' } & AcceptedClaim)
  | ({ readonly event: 'sending' } & PendingRedemption)
  /** The channel paid, or `result` says why not. */
  | { readonly event: 'redeemed' | 'failed'; readonly hash: string; readonly result: string };

export class ClaimJournal {
  readonly #file: FileHandle;
  #bytes = 0;
  #lastWrite: Promise<void> = Promise.resolve();
  readonly #accepted = new Map<string, AcceptedClaim>();
  readonly #redemptions = new Map<string, Redemption[]>();
  #pending: PendingRedemption | undefined;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Reads the file, or creates it. An incomplete last line, of a write that a crash ended, does not count: nothing was done on it. */
  static async open(path: string): Promise<ClaimJournal> {
    const { O_APPEND, O_CREAT, O_RDWR } = constants;
    const file = await open(path, O_APPEND | O_CREAT | O_RDWR, 0o600);
    const journal = new ClaimJournal(file);
    try {
      const content = await file.readFile();
      journal.#bytes = content.lastIndexOf('\n') + 1;
      const lines = content.toString('utf8', 0, journal.#bytes).split('\n').slice(0, -1);
      for (const line of lines) journal.#apply(JSON.parse(line));
      return journal;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The best claim of each channel that has one, also of those that have paid all. */
  get channels(): ReadonlyMap<string, AcceptedClaim> {
    return this.#accepted;
  }

  /** At most one, since transactions of one account have an order. */
  get pending(): PendingRedemption | undefined {
    return this.#pending;
  }

  /** Drops of the last redemption of a channel. */
  redeemedDrops(channelId: string): bigint {
    return BigInt(this.#redemptions.get(channelId)?.at(-1)?.amount ?? 0);
  }

  /** The first redemption of a channel that paid a claim of this amount. */
  redemptionOf(channelId: string, amount: string): Redemption | undefined {
    return this.#redemptions.get(channelId)?.find((redemption) => BigInt(redemption.amount) >= BigInt(amount));
  }

  accept(claim: AcceptedClaim): Promise<void> {
    return this.#write({ event: 'accepted', ...claim });
  }

  begin(redemption: PendingRedemption): Promise<void> {
    return this.#write({ event: 'sending', ...redemption });
  }

  /** Ends the pending redemption. */
  end(event: 'redeemed' | 'failed', hash: string, result: string): Promise<void> {
    return this.#write({ event, hash, result });
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#file.close();
  }

  #write(line: Line): Promise<void> {
    const written = this.#lastWrite.then(() => this.#append(line));
    this.#lastWrite = written.catch(() => {});
    return written;
  }

  async #append(line: Line): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    try {
      // What a crash or a failed write left must not become part of this line.
      await this.#file.truncate(this.#bytes);
      await this.#file.appendFile(bytes);
      await this.#file.datasync();
    } catch (error) {
      throw new Error(`the claim journal cannot be written: ${(error as Error).message}`, { cause: error });
    }
    this.#bytes += bytes.length;
    this.#apply(line);
  }

  #apply(line: Line): void {
    if (line.event === 'accepted') {
      const { event, ...claim } = line;
      this.#accepted.set(claim.channelId, claim);
    } else if (line.event === 'sending') {
      const { event, ...redemption } = line;
      this.#pending = redemption;
    } else {
      if (line.event === 'redeemed') this.#addRedemption(line.hash);
      this.#pending = undefined;
    }
  }

  #addRedemption(hash: string): void {
    if (this.#pending?.hash !== hash) throw new Error(`the claim journal has no start of the redemption ${hash}`);
    const { channelId, amount } = this.#pending;
    const earlier = this.#redemptions.get(channelId) ?? [];
    this.#redemptions.set(channelId, [...earlier, { amount, hash }]);
  }
}
