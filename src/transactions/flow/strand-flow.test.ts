import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { type Movement, type Step, type StepAmount, StrandError, type StrandRun } from './step.ts';
import { flowStrand } from './strand-flow.ts';

const ALICE = testAccount('A');
const STALE = 'AB'.repeat(32);

/** A step that delivers the requested amount up to a limit, and runs a function each time. */
function stubStep(limit: bigint, act: (run: StrandRun) => void = () => {}, facts: Partial<Step> = {}): Step {
  let last: Movement | undefined;
  const move = (run: StrandRun, amount: StepAmount): Movement => {
    act(run);
    const moved = (amount as bigint) < limit ? (amount as bigint) : limit;
    last = { in: moved, out: moved };
    return last;
  };
  return {
    accounts: [ALICE, ALICE],
    get last() {
      return last;
    },
    reverse: move,
    forward: move,
    debtDirection: () => 'issues',
    lineQualityIn: () => 1_000_000_000,
    qualityUpperBound: () => ({ quality: undefined, debt: 'issues' }),
    equals: () => false,
    ...facts,
  };
}

function flow(strand: readonly Step[], maxIn?: bigint) {
  return flowStrand(new PaymentSandbox(new TestLedger().view), strand, maxIn, 100n);
}

describe('A strand', () => {
  test('fails alone when a step fails, and still lists the stale offers', () => {
    const failing = stubStep(70n, ({ staleOffers }) => {
      staleOffers.add(STALE);
      throw new StrandError('tecDIR_FULL');
    });
    const outcome = flow([failing]);
    assert.equal(outcome.flow, undefined);
    assert.deepEqual([...outcome.staleOffers], [STALE]);
  });
});
