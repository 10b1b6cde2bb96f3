/**
 * Builds the store of a member again whose own is damaged: beside it, as a new member does, from a copy of another member's store and
 * the log. It takes the place of the damaged one only if it has all ledgers of this member.
 */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { ClusterStore } from '../storage/shared/cluster-store.ts';
import type { Clock } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';
import { adoptChainValues } from './chain-values.ts';
import type { LeadLog } from './lead.ts';
import { LedgerFollower } from './ledger-follower.ts';
import type { LedgerForms } from './ledger-forms.ts';

/** After a failure, such as a full disk or an unreachable database, it begins again. */
const RETRY_MS = 10_000;
const DAMAGED = 'the data of this node are damaged';

/** Where the new store is built. */
export interface StoreReplacement {
  /** Opens a new store: an empty one, or one with a copy of another member's ledgers. An earlier one is deleted. */
  open(): Promise<LedgerStore>;
  /** The new store, which is closed now, has to take the place of the damaged one. */
  onComplete(): void;
}

export interface StoreRepairOptions {
  readonly shared: Pick<ClusterStore, 'chain' | 'log'>;
  readonly forms: LedgerForms;
  readonly clock: Clock;
  readonly pacer?: Pacer | undefined;
  readonly log: LeadLog;
  /** The last ledger that this member has validated. */
  readonly validated: () => LedgerHeader;
  readonly replacement: StoreReplacement;
}

class StoppedError extends Error {}

export class StoreRepair {
  readonly #options: StoreRepairOptions;
  #state: string | undefined;
  #isStopped = false;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;

  constructor(options: StoreRepairOptions) {
    this.#options = options;
  }

  /** What it does, for the operator; undefined before it begins. */
  get state(): string | undefined {
    return this.#state;
  }

  begin(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when it uses nothing any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, replacement } = this.#options;
    while (!this.#isStopped) {
      this.#state = `${DAMAGED}: they are built again from the cluster's database`;
      try {
        log.warn({}, this.#state);
        await this.#build();
        log.info({ ledger_index: this.#options.validated().ledgerIndex }, 'the data were built again');
        replacement.onComplete();
        return;
      } catch (error) {
        if (error instanceof StoppedError) return;
        this.#state = `${DAMAGED}, and could not be built again: ${(error as Error).message}`;
        log.warn({ err: error }, this.#state);
      }
      await this.#pause();
    }
  }

  async #build(): Promise<void> {
    const { shared, replacement } = this.#options;
    const store = await replacement.open();
    try {
      if (await adoptChainValues(shared.chain, store)) await this.#follow(store);
      this.#requireAll(store);
    } finally {
      await store.close();
    }
  }

  async #follow(own: LedgerStore): Promise<void> {
    const { shared, forms, pacer } = this.#options;
    const onFollowed = ({ ledgerIndex }: LedgerHeader) => {
      if (this.#isStopped) throw new StoppedError();
      this.#state = `${DAMAGED}: they are built again from the cluster's database, so far to ledger ${ledgerIndex}`;
    };
    const { log } = shared;
    await new LedgerFollower({
      own,
      log,
      decode: forms.decode,
      confirmed: () => undefined,
      pacer,
      onFollowed,
    }).catchUp();
  }

  /** Throws if the database has lost ledgers that this member has, though damaged. */
  #requireAll(store: LedgerStore): void {
    const { ledgerIndex, hash } = this.#options.validated();
    const last = store.ledgerRange()?.last ?? 0;
    if (last < ledgerIndex)
      throw new RangeError(`the database has no ledger after ${last}, but this node has ${ledgerIndex}`);
    const built = store.header(ledgerIndex)?.hash;
    if (built !== hash)
      throw new RangeError(`ledger ${ledgerIndex} has the hash ${hash} here and ${built} in the database`);
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(RETRY_MS, resolve);
      this.#wake = () => {
        timer.cancel();
        resolve();
      };
      if (this.#isStopped) this.#wake();
    });
  }
}
