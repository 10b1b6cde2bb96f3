/**
 * The first or last step of a strand when it is the sender or the receiver of drops. Half of a payment: the other half
 * is an order book (rippled: XRPEndpointStep.cpp).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { type Fees, XRP_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { type Quality, qualityOf } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, XRP_CURRENCY, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { spendableDrops } from '../trust-lines/account-funds.ts';
import { accountSend } from '../trust-lines/token-transfer.ts';
import type { DebtDirection, Movement, Step, StepAmount, Strand } from './step.ts';
import { checkFreeze } from './step-checks.ts';
import { issueKey, type StepContext } from './step-context.ts';

const QUALITY_ONE: Quality = qualityOf({ in: 1n, out: 1n });

/** The step, or why there is none. */
export function makeXrpEndpointStep(context: StepContext, account: AccountId): Step | Ter {
  const result = checkEndpoint(context, account);
  return result === 'tesSUCCESS' ? new XrpEndpointStep(account, context.isLast, context.fees) : result;
}

/**
 * True for drops that go straight from sender to receiver. Nothing flows through such a strand (rippled: Steps.h,
 * isDirectXrpToXrp).
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
  // Nobody freezes drops, but who has frozen its own tokens cannot receive drops by a path.
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
  #drops: bigint | undefined;

  constructor(account: AccountId, isLast: boolean, fees: Fees) {
    this.accounts = isLast ? [ZERO_ACCOUNT, account] : [account, ZERO_ACCOUNT];
    this.#account = account;
    this.#isLast = isLast;
    this.#fees = fees;
  }

  get last(): Movement | undefined {
    return this.#drops === undefined ? undefined : { in: this.#drops, out: this.#drops };
  }

  reverse(sandbox: PaymentSandbox, out: StepAmount): Movement {
    return this.#move(sandbox, out as bigint);
  }

  forward(sandbox: PaymentSandbox, into: StepAmount): Movement {
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
    const availableDrops = this.#isLast ? wantedDrops : spendableDrops(sandbox, this.#account, this.#fees);
    const drops = availableDrops < wantedDrops ? availableDrops : wantedDrops;
    const [sender, receiver] = this.accounts;
    if (accountSend(sandbox, sender, receiver, drops) !== 'tesSUCCESS') return { in: 0n, out: 0n };
    this.#drops = drops;
    return { in: drops, out: drops };
  }
}
