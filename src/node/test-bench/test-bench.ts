/**
 * What the operator of a test bench may do to a chain by hand (docs/test-bench.md). Only a test bench has one. Each change
 * but that of amendments marks the chain permanently: no other server could make the same ledgers from its transactions.
 */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import { amendmentsKeylet } from '../../protocol/entries/keylets.ts';
import { isTesSuccess } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { NamedValues } from '../../storage/ledger-store.ts';
import { applyTransaction, rethrow } from '../../transactions/engine/engine.ts';
import { assert } from '../../util/assert.ts';
import type { ClockControl } from '../close/clock-control.ts';
import { enablingTransaction } from '../close/votes.ts';
import type { DroppedTransaction } from '../open-ledger/open-ledger.ts';
import type { GivenTransaction, SubmitOptions, SubmitOutcome } from '../open-ledger/submission.ts';
import { type Alteration, type AlteredSince, noteAlteration, readAlterations } from './alterations.ts';
import { type AppliedEdit, type EntryEdit, prepareEdit } from './entry-edit.ts';

/** The node, as the test bench sees it. */
export interface BenchKeeper {
  readonly store: NamedValues;
  readonly validated: LedgerHeader;
  readonly fees: Fees;
  readonly networkId: number;
  view(ledgerIndex: number): ReadView | undefined;
  /** See `ClockKeeper`. */
  betweenCloses<T>(isOpenClosed: boolean, change: () => T | Promise<T>): Promise<T>;
  /** Closes a ledger that holds an edit alone; what is open stays open. For a change between closes. */
  closeEdit(edit: AppliedEdit): Promise<void>;
  takeOut(id: Hash256): DroppedTransaction | undefined;
  /** See `LedgerEngine.submit`. */
  submit(given: GivenTransaction, options: SubmitOptions): SubmitOutcome | Promise<SubmitOutcome>;
}

export class TestBench {
  /** The ledger clock. */
  readonly clock: ClockControl;
  readonly #keeper: BenchKeeper;
  #altered: AlteredSince;
  #changeCount = 0;

  constructor(keeper: BenchKeeper, clock: ClockControl) {
    this.#keeper = keeper;
    this.clock = clock;
    this.#altered = readAlterations(keeper.store);
  }

  /** Changes that were made to the chain by hand, and since when. */
  get altered(): AlteredSince {
    return this.#altered;
  }

  /** Number of changes by hand, with those of the clock. */
  get changeCount(): number {
    return this.#changeCount + this.clock.changeCount;
  }

  /** Reads the alterations again, after the chain was replaced. */
  reread(): void {
    this.#altered = readAlterations(this.#keeper.store);
    this.#changeCount++;
  }

  /**
   * Submits a transaction that its account did not sign, which marks the chain before it is applied. See
   * `LedgerEngine.submit`.
   */
  submit(make: () => Transaction, options: SubmitOptions): SubmitOutcome | Promise<SubmitOutcome> {
    const makeAndMark = () => {
      const transaction = make();
      this.#note('impersonate');
      return transaction;
    };
    return this.#keeper.submit(makeAndMark, options);
  }

  /**
   * Closes the open ledger, then a ledger that holds only the change. Resolves with its header. Rejects with a
   * `BrokenInvariantsError` or an `EditError` and changes nothing, or with the error of a close.
   */
  setEntry(edit: EntryEdit): Promise<LedgerHeader> {
    const keeper = this.#keeper;
    return keeper.betweenCloses(true, async () => {
      const applied = prepareEdit(keeper.view(keeper.validated.ledgerIndex)!, edit, keeper.fees);
      this.#note('set_entry');
      await keeper.closeEdit(applied);
      return keeper.validated;
    });
  }

  /**
   * Closes the open ledger, then a ledger that holds only the pseudo-transaction that enables the amendment. Closes
   * nothing if it is enabled already.
   */
  async enableAmendment(id: Hash256): Promise<void> {
    if (!this.#isEnabled(id)) await this.#keeper.betweenCloses(true, () => this.#closeEnabling(id));
  }

  async #closeEnabling(id: Hash256): Promise<void> {
    // Another request may have enabled it meanwhile.
    if (this.#isEnabled(id)) return;
    const { fees, networkId, validated } = this.#keeper;
    const transaction = enablingTransaction(validated.ledgerIndex, id);
    await this.#keeper.closeEdit((view) => {
      const { result } = applyTransaction(view, transaction, { fees, networkId, rules: view.rules }, {}, rethrow);
      assert(isTesSuccess(result), 'an amendment that is not enabled can be');
    });
  }

  #isEnabled(id: Hash256): boolean {
    const { validated } = this.#keeper;
    return this.#keeper.view(validated.ledgerIndex)?.read(amendmentsKeylet())?.Amendments?.includes(id) === true;
  }

  /** Removes a submitted transaction that no ledger holds; resolves with undefined if there is none with that id. */
  drop(id: Hash256): Promise<DroppedTransaction | undefined> {
    return this.#keeper.betweenCloses(false, () => {
      const dropped = this.#keeper.takeOut(id);
      if (dropped !== undefined) this.#note('drop');
      return dropped;
    });
  }

  #note(alteration: Alteration): void {
    this.#changeCount++;
    const { store, validated } = this.#keeper;
    this.#altered = noteAlteration(store, this.#altered, alteration, validated.ledgerIndex + 1);
  }
}
