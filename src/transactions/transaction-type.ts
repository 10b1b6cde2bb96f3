/**
 * The interface of a transaction type: one object in one file, one row in `types/table.ts`. The types of the phases
 * limit what each may do: preflight has no ledger and cannot claim a fee (`NotTec`), preclaim only reads, apply changes
 * a sandbox. All three are pure: no clock, no randomness, no I/O; the same input gives the same bytes (rippled:
 * Transactor.h, applySteps.h, TER.h).
 */
import type { TransactionMetadata } from '../ledger/metadata.ts';
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { EntryChange, Sandbox } from '../ledger/sandbox.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { GranularPermission } from '../protocol/tables/permissions.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { NotTec, Ter } from '../protocol/tables/ter.ts';
import type { TransactionTypeName } from '../protocol/tables/transaction-types.ts';
import type { Transaction, TransactionCommon, TransactionOf } from '../protocol/transaction/transaction.ts';
import type { Amount, Hash256 } from '../protocol/values.ts';

/** How a transaction is applied (rippled: ApplyFlags). */
export interface ApplyFlags {
  /** A later pass tries again, so a `tec` does not claim the fee yet (tapRETRY). */
  readonly retry?: boolean;
  /** A `tec` changes nothing, not even the fee (tapFAIL_HARD). */
  readonly failHard?: boolean;
  /** The result is discarded; signatures may be missing (tapDRY_RUN). */
  readonly dryRun?: boolean;
  /** Submitted by an administrator: fees are not scaled by load (tapUNLIMITED). */
  readonly unlimited?: boolean;
  /** The batch that the transaction is a part of (tapBATCH, parentBatchId). */
  readonly parentBatchId?: Hash256;
}

/** Values that are the same for a whole ledger: fees, the network ID and the rules. */
export interface LedgerContext {
  readonly fees: Fees;
  /** 0 if not configured. Networks above 1024 require the NetworkID field. */
  readonly networkId: number;
  /** Those of the view. */
  readonly rules: Rules;
  /** Called before a transaction only claims its fee (`tec`), while the view is still without it. */
  readonly onClaim?: (view: OpenView, transaction: Transaction, result: Ter) => void;
  /**
   * Called with a success in an open ledger, while the view is still without it. `describe` makes the metadata that a closed ledger
   * would have.
   */
  readonly onSuccess?: (
    transaction: Transaction,
    describe: () => TransactionMetadata,
    changes: readonly EntryChange[],
  ) => void;
}

export interface PreflightContext<T = TransactionCommon> extends LedgerContext {
  readonly transaction: Transaction;
  readonly tx: Readonly<T>;
  readonly flags: ApplyFlags;
}

export interface PreclaimContext<T = TransactionCommon> extends PreflightContext<T> {
  readonly view: ReadView;
  /** The minimum fee of this transaction, in drops. */
  readonly baseFeeDrops: bigint;
}

export interface ApplyContext<T = TransactionCommon> extends PreflightContext<T> {
  readonly sandbox: Sandbox;
  /** The sender's balance before the fee was deducted, in drops (mPriorBalance). */
  readonly balanceBeforeFeeDrops: bigint;
  /** The same as in preclaim. */
  readonly baseFeeDrops: bigint;
  /** Sets `DeliveredAmount` of the metadata. */
  deliver(amount: Amount): void;
}

/** The preflight of a transaction inside another one, whose context is given. */
export type PreflightInner = (outer: PreflightContext, inner: Transaction) => NotTec;

/** What a transaction may mean for later ones of its account (rippled: applySteps.h, TxConsequences). */
export interface Consequences {
  /** True if later ones may become invalid, for example after a change of keys. */
  readonly isBlocker: boolean;
  readonly feeDrops: bigint;
  /** The most XRP it can spend beside its fee, in drops. */
  readonly potentialSpendDrops: bigint;
  /** The number of sequences that it uses. */
  readonly sequencesConsumed: number;
}

/** Method syntax on purpose: it allows a table of types with different field sets. */
export interface TransactionType<T extends TransactionCommon = TransactionCommon> {
  readonly name: T['TransactionType'];
  /**
   * True if this form of the transaction needs an amendment that is not enabled: temDISABLED (rippled:
   * checkExtraFeatures).
   */
  isDisabled?(tx: Readonly<T>, rules: Rules): boolean;
  /** A special base fee in drops; by default the ledger's base fee plus one per signer. */
  baseFee?(tx: Readonly<T>, view: ReadView, context: LedgerContext): bigint | undefined;
  /** The bits that Flags must not contain, if they depend on more than the type. */
  flagMask?(tx: Readonly<T>, rules: Rules): number;
  /** What differs from the default consequences, for the transaction queue. See consequences.ts. */
  consequences?(tx: Readonly<T>): Partial<Consequences>;
  /** `preflightInner` is for a type that contains other transactions. */
  preflight(context: PreflightContext<T>, preflightInner: PreflightInner): NotTec;
  /**
   * Checks of a delegate that holds only granular permissions for this type; they cover the transaction's fields and
   * flags (rippled: checkGranularSemantics).
   */
  checkGranular?(view: ReadView, tx: Readonly<T>, held: ReadonlySet<GranularPermission>): NotTec;
  /** Checks that come after the signature check. */
  preflightSigValidated?(context: PreflightContext<T>): NotTec;
  /** Checks the signing keys of parties other than the sender. */
  checkSign?(context: PreclaimContext<T>): NotTec;
  preclaim?(context: PreclaimContext<T>): Ter;
  apply(context: ApplyContext<T>): Ter;
}

/** Declares a transaction type; its name determines the fields of its transactions. */
export function defineTransaction<Name extends TransactionTypeName>(
  type: TransactionType<TransactionOf<Name>> & { readonly name: Name },
): TransactionType<TransactionOf<Name>> {
  return type;
}

/** The default base fee in drops: the ledger's base fee plus one per signer. Special base fees build on it. */
export function defaultBaseFee(tx: Readonly<TransactionCommon>, context: LedgerContext): bigint {
  return context.fees.baseDrops * BigInt(1 + (tx.Signers?.length ?? 0));
}
