/**
 * The log that the leader's node appends to: first the shared log, which refuses a node that no longer leads, then the own store.
 * A ledger in the shared log is validated, even if the own store fails.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { NodeLog } from '../node/node-options.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import { type ClusterStore, FencedError, UnknownOutcomeError } from '../storage/shared/cluster-store.ts';
import { publishChainValues } from './chain-values.ts';
import { type LedgerForms, oldestForm } from './ledger-forms.ts';

/** Why a node no longer leads. */
export type LossOfLead = 'fenced' | 'unknown outcome' | 'own store failed' | 'not opened' | 'stopped';

export interface LeaderLogOptions {
  readonly shared: ClusterStore;
  readonly own: LedgerStore;
  readonly epoch: number;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly forms: LedgerForms;
  /** Runs `ask` after renewing the lease, when no earlier statement can still take effect. Rejects if that fails. */
  readonly settle: <T>(ask: () => Promise<T>) => Promise<T>;
  readonly onLost: (why: LossOfLead, error: unknown) => void;
}

export class LeaderLog implements NodeLog {
  readonly #options: LeaderLogOptions;
  readonly #revoked = Promise.withResolvers<never>();
  isRevoked = false;
  /** The last ledger that was appended to the own store here. */
  last: PreparedLedger | undefined;
  /** The form that it writes. */
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

  /** Refuses later appends. Appends under way are not waited for. */
  revoke(): void {
    this.isRevoked = true;
    this.#revoked.reject(new FencedError('this node no longer leads'));
  }

  async #appendShared(ledger: ClosedLedger): Promise<void> {
    const { shared, epoch, forms, onLost } = this.#options;
    try {
      await this.#unlessRevoked(shared.log.append(ledger, epoch, forms.encode(ledger, this.form)));
    } catch (error) {
      if (error instanceof UnknownOutcomeError && (await this.#tookPlace(ledger, error))) return;
      if (error instanceof FencedError) onLost('fenced', error);
      throw new StoreError(`the ledger could not be appended to the cluster's log: ${(error as Error).message}`, {
        cause: error,
      });
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
