/** What a step is checked against while its strand is being built (rippled: Steps.h, StrandContext). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { AccountId, Hash256, Issue } from '../../protocol/values.ts';
import type { AmmContext } from './amm-context.ts';
import type { Step } from './step.ts';

/** What holds for a whole payment or offer that crosses others. */
export interface StrandTerms {
  /** Set when offers are crossed: the least quality at which they are. */
  readonly crossingLimit?: Quality | undefined;
  /** Whether those whose offers are taken pay the fee for passing tokens on, and not who takes them. */
  readonly ownerPaysTransferFee?: boolean | undefined;
  /** What the market makers on the way know of each other. */
  readonly amms: AmmContext;
  /** Only order books of this permissioned domain. */
  readonly domain?: Hash256 | undefined;
}

export interface PathEnds {
  readonly source: AccountId;
  readonly destination: AccountId;
  /** What the source spends, at most. */
  readonly spend: Issue;
  readonly deliver: Issue;
}

export interface StepContext extends StrandTerms {
  readonly view: ReadView;
  readonly fees: Fees;
  readonly ends: PathEnds;
  readonly isDefaultPath: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly previous: Step | undefined;
  /** Issues that left an account directly so far: no account gives the same currency twice. */
  readonly seenSources: Set<string>;
  /** Issues that came in directly so far. */
  readonly seenDestinations: Set<string>;
  /** What order books gave so far: none gives the same twice, or its offers could undo each other. */
  readonly seenBookOuts: Set<string>;
}
