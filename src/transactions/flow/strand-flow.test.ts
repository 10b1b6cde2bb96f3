import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { type Movement, type Step, type StepAmount, StrandError, type StrandRun } from './step.ts';
import { flowStrand } from './strand-flow.ts';

const ALICE = testAccount('A');
const STALE = 'AB'.repeat(32);

/** A step that passes on what it is asked for, up to a limit, and does something each time. */
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
  test('delivers what its narrowest step allows, or what may go in', () => {
    const steps = [stubStep(70n), stubStep(30n), stubStep(80n)];
    const { in: into, out } = flow(steps).flow!;
    assert.deepEqual([into, out], [30n, 30n]);
    assert.equal(flow(steps, 20n).flow!.out, 20n);
  });

  test('delivers nothing where a step is dry', () => {
    assert.equal(flow([stubStep(70n), stubStep(0n)]).flow, undefined);
  });

  test('fails without harm to others when a step does, and still says what was stale', () => {
    const failing = stubStep(70n, ({ staleOffers }) => {
      staleOffers.add(STALE);
      throw new StrandError('tecDIR_FULL');
    });
    const outcome = flow([failing]);
    assert.equal(outcome.flow, undefined);
    assert.deepEqual([...outcome.staleOffers], [STALE]);
  });

  test('hides no bug', () => {
    const broken = stubStep(70n, () => {
      throw new TypeError('a bug');
    });
    assert.throws(() => flow([broken]), TypeError);
  });

  test('counts the offers that its steps looked at, and is exhausted with one of them', () => {
    const steps = [stubStep(70n, undefined, { offersUsed: 3 }), stubStep(70n, undefined, { offersUsed: 4 })];
    assert.deepEqual([flow(steps).offersUsed, flow(steps).isExhausted], [7, false]);
    assert.equal(flow([...steps, stubStep(70n, undefined, { isExhausted: true })]).isExhausted, true);
  });

  test('sees the funds as they were before it ran', () => {
    const views = new Set<unknown>();
    const step = stubStep(70n, ({ sandbox, untouched }) => {
      views.add(sandbox).add(untouched);
      assert.notEqual(sandbox, untouched);
    });
    flow([step]);
    // Once for what is wanted, and once for what there is, from the start.
    assert.equal(views.size, 4);
  });
});
