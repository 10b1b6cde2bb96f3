/**
 * The durable records of a payee in two files: the highest claim of each channel, written before the claim is acknowledged, and
 * the pending redemptions, written before they are sent. They contain no secrets.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Hash256 } from '../protocol/values.ts';
import { type AppendJournal, type OpenJournalFile, openAppendJournal } from '../storage/append-journal.ts';
import type { KeptClaim } from './claim-verdict.ts';
import type { Redemption } from './redemption.ts';

/** The directory contains the claims of another payee. */
export class WrongPayeeError extends Error {
  override readonly name = 'WrongPayeeError';
}

/** Names of members that are BigInts, stored as text. */
const DROPS = /Drops$|^drops$/;

export class PayeeJournal {
  readonly #payee: string;
  readonly #claims: AppendJournal;
  readonly #redemptions: AppendJournal;
  /** The last ledger that was processed when the newest record was written; 0 without records. */
  readonly seenLedger: number;

  private constructor(payee: string, claims: AppendJournal, redemptions: AppendJournal) {
    this.#payee = payee;
    this.#claims = claims;
    this.#redemptions = redemptions;
    const rows = [...claims.records.values(), ...redemptions.records.values()].map(decode);
    const foreign = rows.find((row) => row.payee !== payee);
    if (foreign !== undefined) throw new WrongPayeeError(`it contains the claims of ${foreign.payee}`);
    this.seenLedger = rows.reduce((latest, { seenLedger }) => Math.max(latest, seenLedger), 0);
  }

  /** Creates the directory if necessary. Rejects with a `WrongPayeeError` or an error of the file system. */
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

  /** Resolves when the claim is durable. It replaces an earlier claim of the same channel. */
  keepClaim(claim: KeptClaim, seenLedger: number): Promise<void> {
    return this.#claims.append(claim.channelId, this.#encode(claim, seenLedger));
  }

  /** Removes the claim of a channel. Only for a channel that a validated transaction deleted. */
  forgetClaim(channelId: Hash256): void {
    this.#claims.remove(channelId);
  }

  /** Resolves when the redemption is durable. Only then may it be sent. */
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
