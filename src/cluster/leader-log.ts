/**
 * What the leader's node appends to: first the log that all have in common, which says whether this node still leads, then
 * the own store. A ledger that the log has is validated, whatever becomes of the own store.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { NodeLog } from '../node/node-options.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import { type ClusterStore, FencedError, UnknownOutcomeError } from '../storage/shared/cluster-store.ts';
import { publishChainValues } from './chain-values.ts';
import { type LedgerForms, oldestForm } from './ledger-forms.ts';

/** Why a node leads no longer. */
export type LossOfLead = 'fenced' | 'unknown outcome' | 'own store failed' | 'not opened' | 'stopped';

export interface LeaderLogOptions {
  readonly shared: ClusterStore;
  readonly own: LedgerStore;
  readonly epoch: number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly forms: LedgerForms;
  /** Asks, once nothing that was sent before can take place any more: by renewing the lease. Rejects if it cannot. */
  readonly settle: <T>(ask: () => Promise<T>) => Promise<T>;
  readonly onLost: (why: LossOfLead, error: unknown) => void;
}

export class LeaderLog implements NodeLog {
  readonly #options: LeaderLogOptions;
  readonly #revoked = Promise.withResolvers<never>();
  isRevoked = false;
  /** The last ledger that the own store has got from here. */
  last: PreparedLedger | undefined;
  /** What it writes. */
  form: number;

  constructor(options: LeaderLogOptions) {
    this.#options = options;
    this.form = oldestForm(options.forms);
    this.#revoked.promise.catch(() => {});
  }

  term(): number {
    return this.#options.epoch;
  }

  async append(ledger: PreparedLedger): Promise<void> {
    const { shared, own, epoch, randomBytes, onLost } = this.#options;
    if (own.ledgerRange() === undefined) await this.#unlessRevoked(publishChainValues(shared, own, epoch, randomBytes));
    await this.#appendShared(ledger);
    try {
      await own.append(ledger, epoch);
    } catch (error) {
      onLost('own store failed', error);
      throw error;
    }
    this.last = ledger;
  }

  /** From now on nothing is appended; what is under way is not waited for. */
  revoke(): void {
    this.isRevoked = true;
    this.#revoked.reject(new FencedError('this node leads no longer'));
  }

  async #appendShared(ledger: ClosedLedger): Promise<void> {
    const { shared, epoch, forms, onLost } = this.#options;
    try {
      await this.#unlessRevoked(shared.log.append(ledger, epoch, forms.encode(ledger, this.form)));
    } catch (error) {
      if (error instanceof UnknownOutcomeError && (await this.#tookPlace(ledger, error))) return;
      if (error instanceof FencedError) onLost('fenced', error);
      throw new StoreError(`it did not get into the cluster's log: ${(error as Error).message}`, { cause: error });
    }
  }

  async #tookPlace(ledger: ClosedLedger, unknown: UnknownOutcomeError): Promise<boolean> {
    const { shared, settle, onLost } = this.#options;
    try {
      const range = await this.#unlessRevoked(settle(() => shared.log.range()));
      return range?.last.hash === ledger.header.hash;
    } catch (error) {
      onLost(error instanceof FencedError ? 'fenced' : 'unknown outcome', unknown);
      throw error;
    }
  }

  #unlessRevoked<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#revoked.promise]);
  }
}
