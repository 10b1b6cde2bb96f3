/**
 * Applies one transaction to one view: preflight (no ledger), preclaim (reads), apply (a sandbox), then invariants, fee
 * and metadata. Synchronous and pure. A `tec` result claims the fee and uses the sequence or ticket; of the
 * transaction's changes only the removals of `claimed-removals.ts` remain (rippled: applySteps.cpp, Transactor.cpp,
 * operator()).
 */
import { createMetadata, type TransactionMetadata } from '../../ledger/metadata.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { type EntryChange, Sandbox } from '../../ledger/sandbox.ts';
import { StateReadError } from '../../ledger/state-read-error.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { isTec, isTef, isTel, isTem, isTesSuccess, type NotTec, type Ter } from '../../protocol/tables/ter.ts';
import { isPseudoTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { Amount } from '../../protocol/values.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import type {
  ApplyContext,
  ApplyFlags,
  LedgerContext,
  PreflightContext,
  TransactionType,
} from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';
import { baseFeeOf } from './base-fee.ts';
import { CLAIMED_AT_ONCE, claimedRemovals } from './claimed-removals.ts';
import { preclaim } from './preclaim.ts';
import { preflight } from './preflight.ts';
import { consumeSequenceAndPayFee, payFeeOnly } from './sender.ts';

/** With more changed entries the metadata would be too large: tecOVERSIZE (rippled: oversizeMetaDataCap). */
const MAX_CHANGED_ENTRIES = 5200;

export interface ApplyResult {
  readonly result: Ter;
  /** True if the view now contains the transaction, also if it only claimed its fee. */
  readonly applied: boolean;
  /** Present for a closed view or a dry run. */
  readonly metadata: TransactionMetadata | undefined;
}

/** Reports an exception, which is a bug of Weir, with its transaction. */
export type OnBug = (error: unknown, transaction: Transaction) => void;

/** For callers whose transactions must not fail. */
export function rethrow(error: unknown): never {
  throw error;
}

/** The outcome of a transaction in one pass over a set. */
export type PassOutcome = 'applied' | 'failed' | 'retry';

/**
 * Applies a transaction to the view. An exception, which is a bug of Weir, becomes `tefEXCEPTION` and is reported to
 * `onBug`; the view is then unchanged. Throws `StateReadError`, which leaves the view unchanged too.
 */
export function applyTransaction(
  view: OpenView,
  transaction: Transaction,
  context: LedgerContext,
  flags: ApplyFlags = {},
  onBug?: OnBug,
): ApplyResult {
  try {
    return new Application(view, transaction, context, flags).run();
  } catch (error) {
    reportBug(error, transaction, onBug);
    return { result: 'tefEXCEPTION', applied: false, metadata: undefined };
  }
}

/** Runs preflight alone. An exception becomes `tefEXCEPTION` (rippled: applySteps.cpp, preflight). */
export function preflightOnly(
  transaction: Transaction,
  context: LedgerContext,
  flags: ApplyFlags,
  onBug?: OnBug,
): NotTec {
  const tx = transaction.fields;
  const check = () => preflight({ ...context, transaction, tx, flags }, transactionTypeOf(tx.TransactionType));
  return guarded(transaction, onBug, check);
}

/** Runs preclaim alone, for a well-formed transaction (rippled: applySteps.cpp, preclaim). */
export function preclaimOnly(
  view: ReadView,
  transaction: Transaction,
  context: LedgerContext,
  flags: ApplyFlags,
  onBug?: OnBug,
): Ter {
  const tx = transaction.fields;
  const check = () => {
    const baseFeeDrops = baseFeeOf(tx, view, context);
    return preclaim({ ...context, transaction, tx, flags, view, baseFeeDrops }, transactionTypeOf(tx.TransactionType));
  };
  return guarded(transaction, onBug, check);
}

function guarded<T extends Ter>(
  transaction: Transaction,
  onBug: OnBug | undefined,
  check: () => T,
): T | 'tefEXCEPTION' {
  try {
    return check();
  } catch (error) {
    reportBug(error, transaction, onBug);
    return 'tefEXCEPTION';
  }
}

/** An amount that cannot be expressed is the transaction's fault, not a bug. A failed read is neither. */
function reportBug(error: unknown, transaction: Transaction, onBug: OnBug | undefined): void {
  if (error instanceof StateReadError) throw error;
  if (!(error instanceof AmountError)) onBug?.(error, transaction);
}

/** Classifies a result (rippled: apply.cpp, applyTransaction): permanent failures are not retried. */
export function passOutcome({ applied, result }: ApplyResult): PassOutcome {
  if (applied) return 'applied';
  return isTef(result) || isTem(result) || isTel(result) ? 'failed' : 'retry';
}

/** One transaction on its way through the phases. */
class Application {
  readonly #view: OpenView;
  readonly #transaction: Transaction;
  readonly #flags: ApplyFlags;
  readonly #preflight: PreflightContext;
  readonly #type: TransactionType | undefined;
  readonly #sandbox: Sandbox;
  #delivered: Amount | undefined;

  constructor(view: OpenView, transaction: Transaction, context: LedgerContext, flags: ApplyFlags) {
    this.#view = view;
    this.#transaction = transaction;
    this.#flags = flags;
    const tx = view.trace?.watchFields(transaction.fields) ?? transaction.fields;
    this.#preflight = { ...context, transaction, tx, flags };
    this.#type = transactionTypeOf(transaction.fields.TransactionType);
    this.#sandbox = new Sandbox(view);
  }

  run(): ApplyResult {
    const { trace } = this.#view;
    const early: NotTec = preflight(this.#preflight, this.#type);
    trace?.stage('preflight', early);
    if (!isTesSuccess(early)) return notApplied(early);
    const baseFeeDrops = baseFeeOf(this.#preflight.tx, this.#view, this.#preflight);
    const claim = preclaim({ ...this.#preflight, view: this.#view, baseFeeDrops }, this.#type);
    trace?.stage('preclaim', claim);
    if (!isTesSuccess(claim) && !this.#claimsFee(claim)) return notApplied(claim);
    return this.#finish(isTesSuccess(claim) ? this.#apply(this.#type!, baseFeeDrops) : claim);
  }

  /** A `tec` claims the fee unless a later pass retries. */
  #claimsFee(result: Ter): boolean {
    return isTec(result) && this.#flags.retry !== true;
  }

  #apply(type: TransactionType, baseFeeDrops: bigint): Ter {
    const balanceBeforeFeeDrops = isPseudoTransaction(this.#preflight.tx)
      ? 0n
      : consumeSequenceAndPayFee(this.#sandbox, this.#transaction);
    if (typeof balanceBeforeFeeDrops === 'string') return balanceBeforeFeeDrops;
    const context: ApplyContext = {
      ...this.#preflight,
      sandbox: this.#sandbox,
      balanceBeforeFeeDrops,
      baseFeeDrops,
      deliver: (amount) => {
        this.#delivered = amount;
      },
    };
    const result = type.apply(context);
    this.#view.trace?.stage('apply', result);
    return result;
  }

  #finish(outcome: Ter): ApplyResult {
    let result = outcome;
    let feeDrops = this.#transaction.fields.Fee as bigint;
    let applied = isTesSuccess(result);
    if (this.#sandbox.changeCount > MAX_CHANGED_ENTRIES) result = 'tecOVERSIZE';
    if (isTec(result) && this.#flags.failHard) return notApplied(result);
    if (CLAIMED_AT_ONCE.has(result) || this.#claimsFee(result)) {
      const removals = claimedRemovals(this.#sandbox, result);
      ({ result, feeDrops } = this.#reset(result, feeDrops));
      if (isTec(result)) for (const remove of removals) remove();
      applied = isTec(result);
    }
    return applied ? this.#guard(result, feeDrops) : notApplied(result);
  }

  /**
   * Discards all changes and claims only the fee. Keeps `result` unless even that fails (rippled: Transactor::reset).
   */
  #reset(result: Ter, feeDrops: bigint): { result: Ter; feeDrops: bigint } {
    this.#sandbox.discard();
    this.#delivered = undefined;
    const charged = payFeeOnly(this.#sandbox, this.#transaction, feeDrops);
    return typeof charged === 'bigint' ? { result, feeDrops: charged } : { result: charged, feeDrops: 0n };
  }

  /** Checks invariants: a violation leaves only the fee, and nothing if claiming the fee violates one too. */
  #guard(result: Ter, feeDrops: bigint): ApplyResult {
    const changes = this.#sandbox.changes();
    const checked = checkInvariants(this.#sandbox, this.#transaction, result, feeDrops, changes);
    this.#view.trace?.stage('invariants', checked === result ? 'tesSUCCESS' : checked);
    if (checked !== 'tecINVARIANT_FAILED') return this.#commit(checked, feeDrops, changes);
    const reset = this.#reset(checked, feeDrops);
    if (!isTesSuccess(reset.result) && !isTec(reset.result)) return notApplied(reset.result);
    const left = this.#sandbox.changes();
    const last = checkInvariants(this.#sandbox, this.#transaction, reset.result, reset.feeDrops, left);
    return this.#commit(last, reset.feeDrops, left);
  }

  #commit(result: Ter, feeDrops: bigint, changes: readonly EntryChange[]): ApplyResult {
    if (!isTec(result) && !isTesSuccess(result)) return notApplied(result);
    const isDryRun = this.#flags.dryRun === true;
    if (!isDryRun && isTec(result)) this.#preflight.onClaim?.(this.#view, this.#transaction, result);
    let metadata: TransactionMetadata | undefined;
    if (!this.#view.isOpen || isDryRun) metadata = this.#describe(this.#sandbox, changes, result, isDryRun);
    else if (isTesSuccess(result)) {
      const describe = () => {
        // Making metadata changes entries, which an open ledger keeps as they are.
        const copy = this.#sandbox.copy();
        return this.#describe(copy, copy.changes(), result, true);
      };
      this.#preflight.onSuccess?.(this.#transaction, describe, changes);
    }
    if (isDryRun) return { result, applied: false, metadata };
    if (!this.#view.isOpen && feeDrops !== 0n) this.#sandbox.destroyDrops(feeDrops);
    this.#view.addTransaction(this.#transaction, result, metadata);
    this.#sandbox.applyTo(this.#view);
    return { result, applied: true, metadata };
  }

  #describe(sandbox: Sandbox, changes: readonly EntryChange[], result: Ter, asObject: boolean): TransactionMetadata {
    return createMetadata({
      sandbox,
      changes,
      transactionId: this.#transaction.id,
      ledgerIndex: this.#view.ledgerIndex,
      result,
      position: this.#view.transactionCount,
      deliveredAmount: this.#delivered,
      parentBatchId: this.#flags.parentBatchId,
      asObject,
    });
  }
}

/** The result of a transaction that left the view unchanged. */
export function notApplied(result: Ter): ApplyResult {
  return { result, applied: false, metadata: undefined };
}
