/**
 * The log that the leader's node appends to: first the shared log, which refuses a node that no longer leads; then other members, if
 * they must acknowledge; then the own store.
 * A ledger in the shared log is validated, even if the own store fails.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { NodeLog } from '../node/node-options.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import {
  type ClusterStore,
  FencedError,
  type Term,
  UnknownOutcomeError,
  UnreachableError,
} from '../storage/shared/cluster-store.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { publishChainValues } from './chain-values.ts';
import { type LedgerForms, oldestForm } from './ledger-forms.ts';

/** Why a node no longer leads. */
export type LossOfLead =
  | 'fenced'
  | 'unknown outcome'
  | 'log differs'
  | 'own store failed'
  | 'own store damaged'
  | 'not admitted'
  | 'not reached'
  | 'not opened'
  | 'stopped';

export interface LeaderLogOptions {
  readonly shared: ClusterStore;
  readonly own: LedgerStore;
  readonly term: Term;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly forms: LedgerForms;
  /** Waits until enough other members have a ledger on disk. */
  readonly acknowledgements: Acknowledgements;
  readonly onLost: (why: LossOfLead, error: unknown) => void;
}

export class LeaderLog implements NodeLog {
  readonly #options: LeaderLogOptions;
  readonly #revoked = Promise.withResolvers<never>();
  isRevoked = false;
  /** The last ledger that was appended to the own store here. */
  last: PreparedLedger | undefined;
  /** The last ledger that followers may serve. */
  confirmedIndex = 0;
  /** The last ledger that was appended to the shared log here. */
  appendedIndex = 0;
  /** The form that it writes. */
  form: number;

  constructor(options: LeaderLogOptions) {
    this.#options = options;
    this.form = oldestForm(options.forms);
    this.#revoked.promise.catch(() => {});
  }

  term(): number {
    return this.#options.term.epoch;
  }

  async append(ledger: PreparedLedger): Promise<void> {
    const { shared, own, term, randomBytes, acknowledgements, onLost } = this.#options;
    if (own.ledgerRange() === undefined)
      await this.#unlessRevoked(() => publishChainValues(shared, own, term, randomBytes));
    await this.#appendShared(ledger);
    const { ledgerIndex, hash } = ledger.header;
    await this.#unlessRevoked(() => acknowledgements.need({ kind: 'confirmed', key: hash, ledgerIndex, hash }));
    this.confirmedIndex = ledgerIndex;
    try {
      await own.append(ledger, term.epoch);
    } catch (error) {
      onLost('own store failed', error);
      throw error;
    }
    this.last = ledger;
  }

  /** Appends a ledger that this member has on disk to the shared log. That does not confirm it. */
  publish(ledger: ClosedLedger): Promise<void> {
    return this.#appendShared(ledger);
  }

  /** Refuses later appends. Appends under way are not waited for. */
  revoke(): void {
    this.isRevoked = true;
    this.#revoked.reject(noLongerLeads());
  }

  /** Rules 2 and 3 of docs/cluster-protocol.md: only an append that certainly did not arrive is tried again in this term. */
  async #appendShared(ledger: ClosedLedger): Promise<void> {
    const { shared, term, forms, onLost } = this.#options;
    try {
      await this.#unlessRevoked(() => shared.log.append(ledger, term, forms.encode(ledger, this.form)));
      this.appendedIndex = ledger.header.ledgerIndex;
    } catch (error) {
      if (!(error instanceof UnreachableError)) onLost(lossBy(error), error);
      throw new StoreError(`the ledger could not be appended to the cluster's log: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  async #unlessRevoked<T>(begin: () => Promise<T>): Promise<T> {
    if (this.isRevoked) throw noLongerLeads();
    return Promise.race([begin(), this.#revoked.promise]);
  }
}

function noLongerLeads(): FencedError {
  return new FencedError('this node no longer leads');
}

function lossBy(error: unknown): LossOfLead {
  if (error instanceof FencedError) return 'fenced';
  return error instanceof UnknownOutcomeError ? 'unknown outcome' : 'log differs';
}
