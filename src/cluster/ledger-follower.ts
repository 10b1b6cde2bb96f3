/**
 * Brings the own store to the end of the shared log. Each ledger is fully checked (parent hash, both trees), stored, and
 * announced.
 */

import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { ChainTip } from '../node/chain-tip.ts';
import { followLedger } from '../node/follow-ledger.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import type { SharedLog } from '../storage/shared/cluster-store.ts';
import { type Pacer, paceSteps, withoutPause } from '../util/steps.ts';
import type { LedgerForms } from './ledger-forms.ts';

const READ_BYTES = 8 * 1024 * 1024;

export interface LedgerFollowerOptions {
  readonly own: LedgerStore;
  readonly log: SharedLog;
  /** Decodes a ledger of the log. */
  readonly decode: LedgerForms['decode'];
  readonly pacer?: Pacer | undefined;
  readonly onFollowed: (header: LedgerHeader, ledger: PreparedLedger) => void;
}

/** The own store failed to append a ledger of the log. */
class OwnStoreError extends Error {
  override readonly name = 'OwnStoreError';
}

export class LedgerFollower {
  readonly #options: LedgerFollowerOptions;
  readonly #tree: StateTree;
  /** Undefined while the own store is empty. */
  #tip: ChainTip | undefined;
  #catchingUp: Promise<void> | undefined;
  #isSameChain = false;

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

  /** Resolves when the own store has the ledgers that the log has now. Calls at the same time share one run. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /** Resolves when no `catchUp` is running. */
  async settled(): Promise<void> {
    await this.#catchingUp?.catch(() => {});
  }

  async #catchUp(): Promise<void> {
    await this.#checkChain();
    for (;;) {
      const found = await this.#options.log.read(this.last?.ledgerIndex ?? 0, READ_BYTES);
      if (found.length === 0) return;
      for (const bytes of found) await this.#follow(this.#options.decode(bytes));
    }
  }

  /** Throws if the log has another ledger at the index of the own last ledger. */
  async #checkChain(): Promise<void> {
    const { last } = this;
    if (this.#isSameChain || last === undefined) return;
    const [bytes] = await this.#options.log.read(last.ledgerIndex - 1, 1);
    if (bytes === undefined) return;
    const { header } = this.#options.decode(bytes);
    if (header.ledgerIndex === last.ledgerIndex && header.hash !== last.hash) throw otherChain(last, header);
    this.#isSameChain = true;
  }

  async #follow(ledger: ClosedLedger): Promise<void> {
    const prepared = await this.#prepare(ledger);
    try {
      await this.#options.own.append(prepared);
    } catch (cause) {
      this.#tree.discardChanges();
      throw new OwnStoreError(`ledger ${ledger.header.ledgerIndex} could not be stored: ${(cause as Error).message}`, {
        cause,
      });
    }
    const { header } = ledger;
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
      const input = { parent, recentHashes: tip?.recentHashes ?? [], tree: this.#tree };
      return await paceSteps(followLedger(ledger, input), pacer);
    } catch (error) {
      this.#tree.discardChanges();
      throw error;
    }
  }
}

function otherChain(own: LedgerHeader, log: LedgerHeader): StoreError {
  return new StoreError(
    `the data directory holds another chain than the cluster's database: ledger ${own.ledgerIndex} has the hash ` +
      `${own.hash} here and ${log.hash} there`,
  );
}
