/**
 * Spendable balances: tokens on trust lines, and XRP above the reserve. In a payment, amounts received during the
 * payment do not count (rippled: TokenHelpers.cpp, AccountRootHelpers.cpp, RippleStateHelpers.cpp).
 */
import { reservedOwnerCount, usableBalance } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { accountReserve, type Fees } from '../../protocol/amounts/amount-math.ts';
import { ISSUED_ZERO } from '../../protocol/amounts/issued-amount.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, type IssuedAmount, type TradedAmount, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { isPseudoAccount } from '../accounts/pseudo-account.ts';
import { isDeeplyFrozen, isFrozen, isLpTokenFrozen } from './trust-line-freeze.ts';
import { balanceAt, sideOf } from './trust-line-side.ts';

/** The account's balance of a token, frozen or not; negative if it owes tokens to the issuer. */
export function accountHolds(view: ReadView, account: AccountId, { currency, issuer }: TokenIssue): IssuedAmount {
  const line = view.read(lineKeylet(account, issuer, currency));
  const { mantissa, exponent } = line === undefined ? ISSUED_ZERO : balanceAt(line, sideOf(account, issuer));
  return usableBalance(view, account, issuer, { mantissa, exponent, currency, issuer });
}

/**
 * True if the account may send its balance of a token. LP tokens are frozen with either asset of their AMM (rippled:
 * TokenHelpers.cpp, getLineIfUsable).
 */
export function canSendToken(view: ReadView, account: AccountId, token: TokenIssue): boolean {
  if (isFrozen(view, account, token) || isDeeplyFrozen(view, account, token)) return false;
  return !isLpTokenFrozen(view, account, token.issuer);
}

/** The account's balance of a token if it may send it, else zero; less what is owed within the payment. */
export function spendableTokens(view: ReadView, account: AccountId, token: TokenIssue): IssuedAmount {
  if (canSendToken(view, account, token)) return accountHolds(view, account, token);
  const { currency, issuer } = token;
  return usableBalance(view, account, issuer, { ...ISSUED_ZERO, currency, issuer });
}

/** The account's drops above its reserve, with `ownerCountChange` more owned entries. */
export function spendableDrops(view: ReadView, account: AccountId, fees: Fees, ownerCountChange = 0): bigint {
  const root = view.read(accountKeylet(account));
  if (root === undefined) return 0n;
  const ownerCount = Math.max(0, reservedOwnerCount(view, account, root.OwnerCount) + ownerCountChange);
  const reserveDrops = isPseudoAccount(root) ? 0n : accountReserve(fees, ownerCount);
  const drops = usableBalance(view, account, ZERO_ACCOUNT, root.Balance);
  return drops < reserveDrops ? 0n : drops - reserveDrops;
}

/** What the account can give of an offered amount; an issuer can give its own tokens without limit. */
export function accountFunds(view: ReadView, account: AccountId, offered: TradedAmount, fees: Fees): TradedAmount {
  if (typeof offered === 'bigint') return spendableDrops(view, account, fees);
  return offered.issuer === account ? offered : spendableTokens(view, account, offered);
}

/** The transfer rate of the issuer's tokens, in billionths; 1,000,000,000 is no fee. */
export function transferRate(view: ReadView, issuer: AccountId): number {
  return view.read(accountKeylet(issuer))?.TransferRate ?? PARITY_RATE;
}
