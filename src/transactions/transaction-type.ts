/**
 * What a transaction type is: one object in one file, one row in `table.ts`. The phases' types say what each may do:
 * preflight sees no ledger and cannot claim a fee (`NotTec`), preclaim only reads, apply changes a sandbox. All three
 * are pure: no clock, no randomness, no I/O; the same input gives the same bytes (rippled: Transactor.h, applySteps.h,
 * TER.h).
 */
import type { OpenView } from '../ledger/open-view.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { Sandbox } from '../ledger/sandbox.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import type { NotTec, Ter } from '../protocol/tables/ter.ts';
import type { TransactionTypeName } from '../protocol/tables/transaction-types.ts';
import type { Transaction, TransactionCommon, TransactionOf } from '../protocol/transaction/transaction.ts';
import type { Amount } from '../protocol/values.ts';

/** How a transaction is being applied (the reference's ApplyFlags). */
export interface ApplyFlags {
  /** A later pass will try again, so a `tec` does not claim the fee yet. */
  readonly retry?: boolean;
  /** A `tec` changes nothing at all. */
  readonly failHard?: boolean;
  /** Nothing is kept; signatures may be missing. */
  readonly dryRun?: boolean;
  /** Submitted by an administrator: fees are not scaled by load. */
  readonly unlimited?: boolean;
}

/** What holds for a whole ledger: fees and the network, not questions to a view. */
export interface LedgerContext {
  readonly fees: Fees;
  /** 0 when none was set. Networks above 1024 demand the NetworkID field. */
  readonly networkId: number;
  /** Told of a transaction that is about to take its fee and do nothing else, while the view is still without it. */
  readonly onClaim?: (view: OpenView, transaction: Transaction, result: Ter) => void;
}

export interface PreflightContext<T = TransactionCommon> extends LedgerContext {
  readonly transaction: Transaction;
  readonly tx: Readonly<T>;
  readonly flags: ApplyFlags;
}

export interface PreclaimContext<T = TransactionCommon> extends PreflightContext<T> {
  readonly view: ReadView;
  /** What this transaction has to pay at least, in drops. */
  readonly baseFeeDrops: bigint;
}

export interface ApplyContext<T = TransactionCommon> extends PreflightContext<T> {
  readonly sandbox: Sandbox;
  /** Balance of the sender before the fee was taken, in drops. */
  readonly balanceBeforeFeeDrops: bigint;
  /** That of preclaim. */
  readonly baseFeeDrops: bigint;
  /** Records what a payment delivered, for metadata. */
  deliver(amount: Amount): void;
}

/** What a transaction may mean for those of its account that follow (rippled: applySteps.h, TxConsequences). */
export interface Consequences {
  /** True if those that follow may lose their authority, as after a change of keys. */
  readonly isBlocker: boolean;
  readonly feeDrops: bigint;
  /** The most native currency it can spend beside its fee. */
  readonly potentialSpendDrops: bigint;
  /** By how much it advances its account's sequence. */
  readonly sequencesConsumed: number;
}

/** Method syntax on purpose: it lets the table hold types with different field sets. */
export interface TransactionType<T extends TransactionCommon = TransactionCommon> {
  readonly name: T['TransactionType'];
  /** True for a form of the transaction that no amendment allows yet: temDISABLED (rippled: checkExtraFeatures). */
  isDisabled?(tx: Readonly<T>): boolean;
  /** A special base fee in drops; without it the ledger's base fee and one more for each signer. */
  baseFee?(tx: Readonly<T>, view: ReadView, context: LedgerContext): bigint | undefined;
  /** The bits that Flags must not have, where they depend on more than the type. */
  flagMask?(tx: Readonly<T>): number;
  /** What differs from the consequences of most transactions: for the queue. See consequences.ts. */
  consequences?(tx: Readonly<T>): Partial<Consequences>;
  preflight(context: PreflightContext<T>): NotTec;
  /** What is only looked at once the signature is known to be good. */
  preflightSigValidated?(context: PreflightContext<T>): NotTec;
  /** Whether the keys of those who signed beside the sender may act for them. */
  checkSign?(context: PreclaimContext<T>): NotTec;
  preclaim?(context: PreclaimContext<T>): Ter;
  apply(context: ApplyContext<T>): Ter;
}

/** Declares what a transaction type does; its name decides which fields its transactions have. */
export function defineTransaction<Name extends TransactionTypeName>(
  type: TransactionType<TransactionOf<Name>> & { readonly name: Name },
): TransactionType<TransactionOf<Name>> {
  return type;
}

/** The base fee of a type without a special one, and one more for each signer, in drops. Types build theirs on it. */
export function defaultBaseFee(tx: Readonly<TransactionCommon>, context: LedgerContext): bigint {
  return context.fees.baseDrops * BigInt(1 + (tx.Signers?.length ?? 0));
}
