/**
 * What a payee must not lose, in two files that are durable record by record: the best claim of each channel, written
 * before anybody is told that it is kept, and the redemptions on their way, written before they are sent. Secrets are
 * in neither.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Hash256 } from '../protocol/values.ts';
import { type AppendJournal, type OpenJournalFile, openAppendJournal } from '../storage/append-journal.ts';
import type { KeptClaim } from './claim-verdict.ts';
import type { Redemption } from './redemption.ts';

/** Thrown for a directory that holds another payee's claims. */
export class WrongPayeeError extends Error {
  override readonly name = 'WrongPayeeError';
}

/** How records name what JSON has no number for. */
const DROPS = /Drops$|^drops$/;

export class PayeeJournal {
  readonly #payee: string;
  readonly #claims: AppendJournal;
  readonly #redemptions: AppendJournal;
  /** The last ledger that was read by whoever wrote the newest record; 0 if there is none. */
  readonly seenLedger: number;

  private constructor(payee: string, claims: AppendJournal, redemptions: AppendJournal) {
    this.#payee = payee;
    this.#claims = claims;
    this.#redemptions = redemptions;
    const rows = [...claims.records.values(), ...redemptions.records.values()].map(decode);
    const foreign = rows.find((row) => row.payee !== payee);
    if (foreign !== undefined) throw new WrongPayeeError(`the claims there are those of ${foreign.payee}`);
    this.seenLedger = rows.reduce((latest, { seenLedger }) => Math.max(latest, seenLedger), 0);
  }

  /** Makes the directory if need be. Rejects with a `WrongPayeeError`, or with the file system's errors. */
  static async open(directory: string, payee: string, openFile?: OpenJournalFile): Promise<PayeeJournal> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const claims = await openAppendJournal(join(directory, 'claims.journal'), openFile);
    const redemptions = await openAppendJournal(join(directory, 'redemptions.journal'), openFile);
    return new PayeeJournal(payee, claims, redemptions);
  }

  get claims(): KeptClaim[] {
    return [...this.#claims.records.values()].map((body) => decode(body).value as KeptClaim);
  }

  get redemptions(): Redemption[] {
    return [...this.#redemptions.records.values()].map((body) => decode(body).value as Redemption);
  }

  /** Resolves when the claim is durable. Of two calls for one channel, the later one's claim stays. */
  keepClaim(claim: KeptClaim, seenLedger: number): Promise<void> {
    return this.#claims.append(claim.channelId, this.#encode(claim, seenLedger));
  }

  /** A claim is forgotten only when its channel is known to be deleted. */
  forgetClaim(channelId: Hash256): void {
    this.#claims.remove(channelId);
  }

  /** Resolves when the redemption is durable, and may be sent. */
  keepRedemption(redemption: Redemption, seenLedger: number): Promise<void> {
    return this.#redemptions.append(redemption.channelId, this.#encode(redemption, seenLedger));
  }

  finishRedemption(channelId: Hash256): void {
    this.#redemptions.remove(channelId);
  }

  async close(): Promise<void> {
    await this.#claims.close();
    await this.#redemptions.close();
  }

  #encode(value: KeptClaim | Redemption, seenLedger: number): Buffer {
    const drops = (_key: string, field: unknown) => (typeof field === 'bigint' ? field.toString() : field);
    return Buffer.from(JSON.stringify({ payee: this.#payee, seenLedger, value }, drops));
  }
}

interface Row {
  readonly payee: string;
  readonly seenLedger: number;
  readonly value: unknown;
}

function decode(body: Buffer): Row {
  return JSON.parse(body.toString('utf8'), (key, field) =>
    DROPS.test(key) && typeof field === 'string' ? BigInt(field) : field,
  ) as Row;
}
