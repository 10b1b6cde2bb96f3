/** The payment engine's entry point for transactions (rippled: Flow.cpp, flow). */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf, type Fees } from '../../protocol/amounts/amount-math.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Hash256,
  type Issue,
  isIssued,
  type PathSet,
  type TradedAmount,
} from '../../protocol/values.ts';
import { AmmContext } from './amm-context.ts';
import { flow } from './flow.ts';
import { asStepAmount, likeAmount } from './step.ts';
import { buildStrands } from './strand-builder.ts';

export interface Delivery {
  readonly fees: Fees;
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly deliver: Amount;
  /** The asset and maximum to spend. If absent, the source spends the delivered currency without a limit. */
  readonly sendMax?: Amount | undefined;
  /** In addition to the default path. */
  readonly paths?: PathSet;
  readonly usesDefaultPath?: boolean;
  /** Whether less than `deliver` is accepted. */
  readonly isPartial: boolean;
  readonly limitQuality?: Quality | undefined;
  /** The permissioned domain whose books are used instead of the open ones. */
  readonly domain?: Hash256 | undefined;
}

/**
 * Delivers, and returns the delivered amount, or the reason for a failure, which changes nothing.
 * @throws AmountError if an intermediate amount cannot be expressed
 */
export function deliverTokens(sandbox: Sandbox, delivery: Delivery): Amount | Ter {
  const { fees, source, destination, deliver, sendMax, paths = [], usesDefaultPath = true } = delivery;
  const amms = new AmmContext(source);
  const strands = buildStrands({
    amms,
    view: sandbox,
    fees,
    source,
    destination,
    spend: sendMax === undefined ? ownAsset(deliver, source) : assetOf(sendMax),
    deliver: assetOf(deliver),
    paths,
    usesDefaultPath,
    domain: delivery.domain,
  });
  if (typeof strands === 'string') return strands;
  const outcome = flow(sandbox, {
    strands,
    amms,
    deliver: asStepAmount(deliver as TradedAmount),
    sendMax: sendMax === undefined ? undefined : asStepAmount(sendMax as TradedAmount),
    isPartial: delivery.isPartial,
    limitQuality: delivery.limitQuality,
  });
  if ('failure' in outcome) return outcome.failure;
  outcome.sandbox.applyTo(sandbox);
  return likeAmount(deliver, outcome.delivered);
}

/** What the source spends by default: tokens of the delivered currency, whose issuer is then the source. */
function ownAsset(deliver: Amount, source: AccountId): Issue {
  return isIssued(deliver) ? { currency: deliver.currency, issuer: source } : assetOf(deliver);
}
