/**
 * A sandbox for payments in which received funds cannot be spent again: consuming liquidity of one path never adds
 * liquidity to another. A balance therefore has two values: the entry's, and `usableBalance`. Code that moves value
 * calls the functions here for any view; outside of payments they do nothing (rippled: PaymentSandbox.cpp, and the
 * hooks of ReadView.h and ApplyView.h).
 */
import { addAmounts, compareAmounts, subtractAmounts } from '../protocol/amounts/amount-math.ts';
import { withQuantity } from '../protocol/amounts/issued-amount.ts';
import { type AccountId, type Amount, isIssued, XRP_CURRENCY } from '../protocol/values.ts';
import { DeferredCredits } from './deferred-credits.ts';
import type { ReadView } from './read-view.ts';
import { type ChangeTarget, Sandbox } from './sandbox.ts';

export class PaymentSandbox extends Sandbox {
  /** Undefined until something is recorded. */
  #credits: DeferredCredits | undefined;

  /** The view below does not change until the sandbox is applied. */
  constructor(parent: ReadView) {
    super(parent, true);
  }

  /** Merges into the parent. A parent of this kind receives the credits too. */
  override applyTo(target: ChangeTarget): void {
    super.applyTo(target);
    if (this.#credits !== undefined && target instanceof PaymentSandbox)
      this.#credits.mergeInto(target.creditsToRecord);
  }

  /** Undefined if nothing was recorded. */
  get credits(): DeferredCredits | undefined {
    return this.#credits;
  }

  get creditsToRecord(): DeferredCredits {
    this.#credits ??= new DeferredCredits();
    return this.#credits;
  }

  /** The payment sandbox around this one, if any. */
  get outer(): PaymentSandbox | undefined {
    return this.parent instanceof PaymentSandbox ? this.parent : undefined;
  }
}

/**
 * How much of `account`'s balance with `issuer` may be used; `amount` is the entry's balance. The native balance has
 * `ZERO_ACCOUNT` as issuer and is never negative.
 */
export function usableBalance<T extends Amount>(view: ReadView, account: AccountId, issuer: AccountId, amount: T): T {
  if (!(view instanceof PaymentSandbox)) return amount;
  const currency = currencyOf(amount);
  let debits: Amount | undefined;
  let original: Amount = amount;
  let least: Amount = amount;
  for (let sandbox: PaymentSandbox | undefined = view; sandbox !== undefined; sandbox = sandbox.outer) {
    const adjustment = sandbox.credits?.adjustment(account, issuer, currency);
    if (adjustment === undefined) continue;
    debits = debits === undefined ? adjustment.debits : addAmounts(debits, adjustment.debits);
    original = adjustment.originalBalance;
    if (compareAmounts(original, least) < 0) least = original;
  }
  if (debits === undefined) return amount;
  const left = subtractAmounts(original, debits);
  const usable = compareAmounts(left, least) < 0 ? left : least;
  return likeAmount(amount, usable) as T;
}

/** Records a transfer of `amount` before it is made; `senderBalance` is the sender's balance with the receiver. */
export function recordCredit(
  sandbox: Sandbox,
  sender: AccountId,
  receiver: AccountId,
  amount: Amount,
  senderBalance: Amount,
): void {
  if (sandbox instanceof PaymentSandbox) {
    sandbox.creditsToRecord.credit(sender, receiver, currencyOf(amount), amount, senderBalance);
  }
}

/** The owner count for the reserve: the largest one during the payment, since objects may be created and deleted. */
export function reservedOwnerCount(view: ReadView, account: AccountId, count: number): number {
  if (!(view instanceof PaymentSandbox)) return count;
  let largest = count;
  for (let sandbox: PaymentSandbox | undefined = view; sandbox !== undefined; sandbox = sandbox.outer) {
    largest = Math.max(largest, sandbox.credits?.ownerCount(account) ?? 0);
  }
  return largest;
}

/** Records a change of an owner count. */
export function recordOwnerCount(sandbox: Sandbox, account: AccountId, before: number, after: number): void {
  if (sandbox instanceof PaymentSandbox) sandbox.creditsToRecord.noteOwnerCount(account, Math.max(before, after));
}

function currencyOf(amount: Amount): string {
  return isIssued(amount) ? amount.currency : XRP_CURRENCY;
}

function likeAmount(like: Amount, usable: Amount): Amount {
  if (typeof usable === 'bigint') return usable < 0n ? 0n : usable;
  return isIssued(like) && isIssued(usable) ? withQuantity(like, usable) : usable;
}
