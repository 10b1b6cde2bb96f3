/**
 * What a payment has moved so far between pairs of accounts, and the balance of each pair before, so that a payment
 * cannot spend what it received itself. Balances before the first credit are remembered rather than credits subtracted
 * again, because `(balance + credit) - credit` is not always the balance in decimal floating point (rippled:
 * PaymentSandbox.cpp, DeferredCredits).
 */
import { addAmounts, assetOf, negateAmount, zeroOf } from '../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, Currency } from '../protocol/values.ts';

/** What one account paid another, and its balance before, from the payer's side. */
export interface Adjustment {
  readonly debits: Amount;
  readonly originalBalance: Amount;
}

interface PairCredits {
  lowDebits: Amount;
  highDebits: Amount;
  /** The low account's, before the first credit. */
  readonly lowOriginalBalance: Amount;
}

export class DeferredCredits {
  readonly #pairs = new Map<string, PairCredits>();
  readonly #ownerCounts = new Map<AccountId, number>();

  /**
   * Records that `sender` pays a non-negative amount to `receiver`; only the first call for a pair uses the sender's
   * balance.
   */
  credit(sender: AccountId, receiver: AccountId, currency: Currency, amount: Amount, senderBalance: Amount): void {
    const key = pairKey(sender, receiver, currency);
    const isFromLow = sender < receiver;
    const known = this.#pairs.get(key);
    if (known === undefined) {
      const nothing = zeroOf(assetOf(amount));
      this.#pairs.set(key, {
        lowDebits: isFromLow ? amount : nothing,
        highDebits: isFromLow ? nothing : amount,
        lowOriginalBalance: isFromLow ? senderBalance : negateAmount(senderBalance),
      });
    } else if (isFromLow) {
      known.lowDebits = addAmounts(known.lowDebits, amount);
    } else {
      known.highDebits = addAmounts(known.highDebits, amount);
    }
  }

  /** What `account` has paid `other`, if anything has moved between them. */
  adjustment(account: AccountId, other: AccountId, currency: Currency): Adjustment | undefined {
    const pair = this.#pairs.get(pairKey(account, other, currency));
    if (pair === undefined) return undefined;
    if (account < other) return { debits: pair.lowDebits, originalBalance: pair.lowOriginalBalance };
    return { debits: pair.highDebits, originalBalance: negateAmount(pair.lowOriginalBalance) };
  }

  /** Remembers the largest number of objects that the account ever owned on the way. */
  noteOwnerCount(account: AccountId, count: number): void {
    const known = this.#ownerCounts.get(account);
    if (known === undefined || known < count) this.#ownerCounts.set(account, count);
  }

  ownerCount(account: AccountId): number | undefined {
    return this.#ownerCounts.get(account);
  }

  /** Adds everything to an outer table, whose original balances are older and stay. */
  mergeInto(outer: DeferredCredits): void {
    for (const [key, pair] of this.#pairs) {
      const known = outer.#pairs.get(key);
      if (known === undefined) {
        outer.#pairs.set(key, { ...pair });
      } else {
        known.lowDebits = addAmounts(known.lowDebits, pair.lowDebits);
        known.highDebits = addAmounts(known.highDebits, pair.highDebits);
      }
    }
    for (const [account, count] of this.#ownerCounts) outer.noteOwnerCount(account, count);
  }
}

function pairKey(one: AccountId, other: AccountId, currency: Currency): string {
  return one < other ? one + other + currency : other + one + currency;
}
