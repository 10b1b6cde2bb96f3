/**
 * Brings the own store to the end of the shared log. Each ledger is fully checked (parent hash, both trees), stored, and
 * announced. A ledger is followed once it is confirmed (docs/cluster-protocol.md, rule 6).
 */

import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { ChainTip } from '../node/chain-tip.ts';
import { followLedger } from '../node/follow-ledger.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import { type LogEnd, type LogRange, type SharedLog, UnreachableError } from '../storage/shared/cluster-store.ts';
import { type Pacer, paceSteps, withoutPause } from '../util/steps.ts';
import type { LedgerForms } from './ledger-forms.ts';

const READ_BYTES = 8 * 1024 * 1024;

export interface LedgerFollowerOptions {
  readonly own: LedgerStore;
  readonly log: SharedLog;
  /** Decodes a ledger of the log. */
  readonly decode: LedgerForms['decode'];
  /** The last ledger that a leader has confirmed. */
  readonly confirmed: () => LogEnd | undefined;
  readonly pacer?: Pacer | undefined;
  readonly onFollowed: (header: LedgerHeader, ledger: PreparedLedger) => void;
}

/** The own store failed to append a ledger of the log. */
class OwnStoreError extends Error {
  override readonly name = 'OwnStoreError';
}

/** The own chain and the log have different ledgers with one index. */
export class ApartError extends StoreError {}

/** Where the own chain ends: at the end of the log, as far as that is confirmed, or after it. */
export type OwnEnd = 'at the end' | 'ahead';

export class LedgerFollower {
  readonly #options: LedgerFollowerOptions;
  readonly #tree: StateTree;
  /** Undefined while the own store is empty. */
  #tip: ChainTip | undefined;
  #catchingUp: Promise<OwnEnd> | undefined;

  constructor(options: LedgerFollowerOptions) {
    const { own } = options;
    this.#options = options;
    this.#tree = new StateTree((path) => own.treeNode(path));
    const last = own.ledgerRange()?.last;
    this.#tip = last === undefined ? undefined : new ChainTip(own, own.header(last)!);
  }

  get last(): LedgerHeader | undefined {
    return this.#tip?.header;
  }

  /** Resolves when the own store has the ledgers that are confirmed now. Calls at the same time share one run. */
  catchUp(): Promise<OwnEnd> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /**
   * The same with all ledgers of the log, for a member that has taken the lease: that confirmed them. `acknowledge` resolves when
   * enough other members have the last one, if the earlier leader may have ended before.
   */
  async catchUpAll(acknowledge: (end: LogEnd) => Promise<void> = async () => {}): Promise<OwnEnd> {
    await this.settled();
    this.#catchingUp = this.#catchUp(acknowledge).finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /** Resolves when no `catchUp` is running. */
  async settled(): Promise<void> {
    await this.#catchingUp?.catch(() => {});
  }

  async #catchUp(acknowledge?: (end: LogEnd) => Promise<void>): Promise<OwnEnd> {
    for (;;) {
      const range = await this.#options.log.range();
      const own = this.last?.ledgerIndex ?? 0;
      if (range === undefined) return own === 0 ? 'at the end' : 'ahead';
      const { last } = range;
      if (own >= last.ledgerIndex) {
        this.#compare(last);
        return own === last.ledgerIndex ? 'at the end' : 'ahead';
      }
      const confirmedIndex = this.#confirmedIndex(range);
      if (acknowledge === undefined) {
        if (await this.#followUntil(confirmedIndex)) return 'at the end';
      } else if (own < confirmedIndex) {
        await this.#followUntil(confirmedIndex);
      } else {
        await acknowledge(last);
        await this.#followUntil(last.ledgerIndex);
      }
    }
  }

  #confirmedIndex({ last, confirmedIndex }: LogRange): number {
    return this.#options.confirmed()?.hash === last.hash ? last.ledgerIndex : confirmedIndex;
  }

  /** @throws ApartError if the own chain has another ledger at the end of the log */
  #compare(end: LogEnd): void {
    const { own } = this.#options;
    if (end.ledgerIndex < own.ledgerRange()!.first) return;
    const { hash } = own.header(end.ledgerIndex)!;
    if (hash !== end.hash) throw apart(end.ledgerIndex, hash, end.hash);
  }

  /** True if the own chain continues in the log and has this ledger. Reads more than that, since the next ledger names its parent. */
  async #followUntil(lastIndex: number): Promise<boolean> {
    const found = await this.#options.log.read(this.last?.ledgerIndex ?? 0, READ_BYTES);
    // The log may have lost its end since its range was read.
    if (found.length === 0)
      throw new UnreachableError(`the log does not have the ledger after ${this.last?.ledgerIndex ?? 0} now`);
    for (const bytes of found) {
      const ledger = this.#options.decode(bytes);
      const { header } = ledger;
      const { last } = this;
      if (last !== undefined && header.parentHash !== last.hash)
        throw apart(last.ledgerIndex, last.hash, header.parentHash);
      if (header.ledgerIndex > lastIndex) return true;
      await this.#follow(ledger);
    }
    return false;
  }

  async #follow(ledger: ClosedLedger): Promise<void> {
    const { header } = ledger;
    const prepared = await this.#prepare(ledger);
    try {
      await this.#options.own.append(prepared);
    } catch (cause) {
      this.#tree.discardChanges();
      throw new OwnStoreError(`ledger ${header.ledgerIndex} could not be stored: ${(cause as Error).message}`, {
        cause,
      });
    }
    this.#tree.confirmChanges();
    if (this.#tip === undefined) this.#tip = new ChainTip(this.#options.own, header);
    else this.#tip.follow(header, ledger.stateChanges.keys());
    this.#options.onFollowed(header, prepared);
  }

  async #prepare(ledger: ClosedLedger): Promise<PreparedLedger> {
    const { pacer = withoutPause } = this.#options;
    const tip = this.#tip;
    const parent = tip && { header: tip.header, view: tip.viewOf(tip.header) };
    try {
      const input = { parent, recentLedgers: tip?.recentLedgers ?? { hashes: [] }, tree: this.#tree };
      return await paceSteps(followLedger(ledger, input), pacer);
    } catch (error) {
      this.#tree.discardChanges();
      throw error;
    }
  }
}

function apart(ledgerIndex: number, own: string, log: string): ApartError {
  return new ApartError(
    `the data directory holds another chain than the cluster's database: ledger ${ledgerIndex} has the hash ` +
      `${own} here and ${log} there`,
  );
}
