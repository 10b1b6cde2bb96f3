/**
 * The first or last step of a strand that begins or ends with XRP. The other end of the strand is reached through an
 * order book (rippled: XRPEndpointStep.cpp).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { type Fees, XRP_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { QUALITY_ONE } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, issueKey, issuerOf, XRP_CURRENCY, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { spendableDrops } from '../trust-lines/account-funds.ts';
import { accountSend } from '../trust-lines/token-transfer.ts';
import type { DebtDirection, Movement, Step, StepAmount, Strand, StrandRun } from './step.ts';
import { checkFreeze } from './step-checks.ts';
import type { StepContext } from './step-context.ts';

/** The step, or the reason why it is invalid. */
export function makeXrpEndpointStep(context: StepContext, account: AccountId): Step | Ter {
  const result = checkEndpoint(context, account);
  if (result === 'tesSUCCESS') return new XrpEndpointStep(context, account);
  context.view.trace?.fact('stepRefused', { place: { kind: 'drops', account, isLast: context.isLast }, result });
  return result;
}

/**
 * True for XRP directly from sender to receiver. Such a strand is not executed (rippled: Steps.h, isDirectXrpToXrp).
 */
export function isDirectXrpStrand(strand: Strand): boolean {
  return strand.length === 2 && strand.every((step) => step instanceof XrpEndpointStep);
}

function checkEndpoint(context: StepContext, account: AccountId): Ter {
  const { view, isFirst, isLast } = context;
  if (account === ZERO_ACCOUNT) return 'temBAD_PATH';
  if (view.read(accountKeylet(account)) === undefined) return 'terNO_ACCOUNT';
  if (!isFirst && !isLast) return 'temBAD_PATH';
  const [source, destination] = isLast ? [ZERO_ACCOUNT, account] : [account, ZERO_ACCOUNT];
  // XRP cannot be frozen, but an account with a global freeze cannot receive XRP through a path.
  const frozen = checkFreeze(view, source, destination, XRP_CURRENCY);
  if (frozen !== 'tesSUCCESS') return frozen;
  const seen = isLast ? context.seenSources : context.seenDestinations;
  const key = issueKey(XRP_ISSUE);
  if (seen.has(key)) return 'temBAD_PATH_LOOP';
  seen.add(key);
  return 'tesSUCCESS';
}

class XrpEndpointStep implements Step {
  readonly accounts: readonly [AccountId, AccountId];
  readonly #account: AccountId;
  readonly #isLast: boolean;
  readonly #fees: Fees;
  readonly #ownerCountChange: number;
  #drops: bigint | undefined;

  constructor(context: StepContext, account: AccountId) {
    const { isLast, fees } = context;
    this.accounts = isLast ? [ZERO_ACCOUNT, account] : [account, ZERO_ACCOUNT];
    this.#account = account;
    this.#isLast = isLast;
    this.#fees = fees;
    this.#ownerCountChange = ownerCountChange(context, account);
  }

  get last(): Movement | undefined {
    return this.#drops === undefined ? undefined : { in: this.#drops, out: this.#drops };
  }

  reverse({ sandbox }: StrandRun, out: StepAmount): Movement {
    return this.#move(sandbox, out as bigint);
  }

  forward({ sandbox }: StrandRun, into: StepAmount): Movement {
    return this.#move(sandbox, into as bigint);
  }

  debtDirection(): DebtDirection {
    return 'issues';
  }

  lineQualityIn(): number {
    return PARITY_RATE;
  }

  qualityUpperBound(): ReturnType<Step['qualityUpperBound']> {
    return { quality: QUALITY_ONE, debt: 'issues' };
  }

  equals(other: Step): boolean {
    return other instanceof XrpEndpointStep && other.#account === this.#account && other.#isLast === this.#isLast;
  }

  #move(sandbox: PaymentSandbox, wantedDrops: bigint): Movement {
    const drops = this.#isLast ? wantedDrops : least(wantedDrops, this.#availableDrops(sandbox));
    const [sender, receiver] = this.accounts;
    if (accountSend(sandbox, sender, receiver, drops) !== 'tesSUCCESS') return { in: 0n, out: 0n };
    this.#drops = drops;
    return { in: drops, out: drops };
  }

  #availableDrops(sandbox: PaymentSandbox): bigint {
    const drops = spendableDrops(sandbox, this.#account, this.#fees, this.#ownerCountChange);
    sandbox.trace?.fact('spendableDrops', { account: this.#account, drops });
    return drops;
  }
}

/**
 * Offer crossing for a token without a trust line may use the reserve of one entry: the line is created afterwards
 * (rippled: XRPEndpointStep.cpp, computeReserveReduction).
 */
function ownerCountChange({ view, ends, isFirst, crossingLimit }: StepContext, account: AccountId): number {
  const { deliver } = ends;
  if (!isFirst || crossingLimit === undefined || 'mptIssuanceId' in deliver) return 0;
  return view.read(lineKeylet(account, issuerOf(deliver), deliver.currency)) === undefined ? -1 : 0;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
