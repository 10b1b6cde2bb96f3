/** Balances of an account in an asset of any kind (rippled: TokenHelpers.cpp, accountHolds, transferRate). */
import type { ReadView } from '../../ledger/read-view.ts';
import { type Fees, zeroOf } from '../../protocol/amounts/amount-math.ts';
import {
  addIssued,
  ISSUED_ZERO,
  MAX_ISSUED_EXPONENT,
  MAX_ISSUED_MANTISSA,
} from '../../protocol/amounts/issued-amount.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { TokenIssue } from '../../protocol/entries/entries.ts';
import { lineKeylet, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import {
  type AccountId,
  type Amount,
  type Hex,
  type Issue,
  type IssuedAmount,
  issuerOfMpt,
} from '../../protocol/values.ts';
import { availableAmount, mptTransferRate } from '../mpt/mpt-issuance.ts';
import { amountHeld } from '../mpt/mptoken.ts';
import {
  canSendToken,
  transferRate as lineTransferRate,
  spendableDrops,
  accountHolds as tokensHeld,
} from '../trust-lines/account-funds.ts';
import { oppositeSide, sideOf } from '../trust-lines/trust-line-side.ts';
import { requireAuth } from './asset-auth.ts';
import { isFrozen } from './asset-freeze.ts';
import { isMptAsset, isTokenAsset } from './asset-kind.ts';

/** What counts as held. */
export interface HoldingTerms {
  /** For XRP, only drops above the reserve count. */
  readonly fees: Fees;
  /** Frozen holdings count as zero (FreezeHandling::ZeroIfFrozen). */
  readonly zeroIfFrozen?: boolean;
  /** MPTs without authorization count as zero (AuthHandling::ZeroIfUnauthorized). */
  readonly zeroIfUnauthorized?: boolean;
  /** Includes what the account may issue (SpendableHandling::FullBalance). */
  readonly withIssuable?: boolean;
}

/** The account's balance of the asset, on these terms. */
export function accountHolds(view: ReadView, account: AccountId, asset: Issue, terms: HoldingTerms): Amount {
  if (isMptAsset(asset)) return mptHeld(view, account, asset.mptIssuanceId, terms);
  return isTokenAsset(asset) ? lineHeld(view, account, asset, terms) : spendableDrops(view, account, terms.fees);
}

function mptHeld(view: ReadView, account: AccountId, mptIssuanceId: Hex, terms: HoldingTerms): Amount {
  const asset = { mptIssuanceId };
  if (terms.withIssuable && account === issuerOfMpt(mptIssuanceId)) {
    const issuance = view.read(mptIssuanceKeylet(mptIssuanceId));
    return { ...asset, value: issuance === undefined ? 0n : availableAmount(issuance) };
  }
  const token = view.read(mptokenKeylet(mptIssuanceId, account));
  if (token === undefined || (terms.zeroIfFrozen && isFrozen(view, account, asset))) return zeroOf(asset);
  const isUnauthorized = terms.zeroIfUnauthorized && requireAuth(view, account, asset, 'strong') !== 'tesSUCCESS';
  return { ...asset, value: isUnauthorized ? 0n : amountHeld(token) };
}

/** With `withIssuable`, an issuer has no limit, and a holder may owe up to the other side's limit. */
function lineHeld(view: ReadView, account: AccountId, token: TokenIssue, terms: HoldingTerms): IssuedAmount {
  const { currency, issuer } = token;
  if (terms.withIssuable && account === issuer) {
    return { mantissa: MAX_ISSUED_MANTISSA, exponent: MAX_ISSUED_EXPONENT, currency, issuer };
  }
  if (terms.zeroIfFrozen && !canSendToken(view, account, token)) return { ...ISSUED_ZERO, currency, issuer };
  const held = tokensHeld(view, account, token);
  const line = view.read(lineKeylet(account, issuer, currency));
  if (!terms.withIssuable || line === undefined) return held;
  return addIssued(held, line[oppositeSide(sideOf(account, issuer)).limit]);
}

/** The transfer rate between holders, in billionths; 1,000,000,000 is no fee. */
export function transferRate(view: ReadView, asset: Issue): number {
  if (isMptAsset(asset)) return mptTransferRate(view, asset.mptIssuanceId);
  return isTokenAsset(asset) ? lineTransferRate(view, asset.issuer) : PARITY_RATE;
}
