/** The payment engine as transactions use it: an amount from one account to another (rippled: Flow.cpp, flow). */
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf, type Fees } from '../../protocol/amounts/amount-math.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Amount, Hash256, PathSet, TradedAmount } from '../../protocol/values.ts';
import { AmmContext } from '../amm/amm-context.ts';
import { flow } from './flow.ts';
import { asStepAmount, likeAmount } from './step.ts';
import { buildStrands } from './strand-builder.ts';

export interface Delivery {
  readonly fees: Fees;
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly deliver: Amount;
  /** The most to spend, and what kind of money. */
  readonly sendMax: Amount;
  /** Beside the default path. */
  readonly paths?: PathSet;
  readonly usesDefaultPath?: boolean;
  /** Whether less than `deliver` will do. */
  readonly isPartial: boolean;
  readonly limitQuality?: Quality | undefined;
  /** The permissioned domain whose books are used instead of the open ones. */
  readonly domain?: Hash256 | undefined;
}

/**
 * Delivers, and gives what arrived; or gives the reason why nothing has happened.
 * @throws AmountError where an amount on the way cannot be expressed
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
    spend: assetOf(sendMax),
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
    sendMax: asStepAmount(sendMax as TradedAmount),
    isPartial: delivery.isPartial,
    limitQuality: delivery.limitQuality,
  });
  if ('failure' in outcome) return outcome.failure;
  outcome.sandbox.applyTo(sandbox);
  return likeAmount(deliver, outcome.delivered);
}
