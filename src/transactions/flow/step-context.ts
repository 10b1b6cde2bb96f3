/** What steps are checked against while a strand is built (rippled: Steps.h, StrandContext). */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { AccountId, Hash256, Issue } from '../../protocol/values.ts';
import type { AmmContext } from './amm-context.ts';
import type { Step } from './step.ts';

/** Terms of a whole payment or offer crossing. */
export interface StrandTerms {
  /** Set for offer crossing: the worst acceptable quality. */
  readonly crossingLimit?: Quality | undefined;
  /** Whether the owners of consumed offers pay the transfer fee, instead of the taker. */
  readonly ownerPaysTransferFee?: boolean | undefined;
  /** Shared state of the AMM offers on the strands. */
  readonly amms: AmmContext;
  /** Use only order books of this permissioned domain. */
  readonly domain?: Hash256 | undefined;
}

export interface PathEnds {
  readonly source: AccountId;
  readonly destination: AccountId;
  /** The asset that the source spends. */
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
  /** Issues sent by direct steps so far: no account may send the same currency twice. */
  readonly seenSources: Set<string>;
  /** Issues received by direct steps so far. */
  readonly seenDestinations: Set<string>;
  /** Outputs of order books so far: none may occur twice, or its offers could interfere. */
  readonly seenBookOuts: Set<string>;
}
