/**
 * The other server of a fork fails at one read: the request fails, nothing changes, and after another try everything is as without
 * the failure. Each read of the runs fails once. The chain is a random one of the reference, with more transactions than its ledgers
 * have room for, so that some are queued and held.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { INSTANT_CLOSE } from '../../src/node/close/close-schedule.ts';
import { ForkReadError } from '../../src/storage/fork/fork-base.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { type SentStep, sentChain, sentSteps, takeStep } from '../support/recorded-chain.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';
import { until } from '../support/until.ts';

const ALICE = party('alice');
const LEDGERS_A_RUN = TRIES_EVERY_CASE ? 3 : 2;
const FIRST_LEDGERS = [2, 30];
const QUEUE = { minimumTxnInLedger: 2, targetTxnInLedger: 3, ledgersInQueue: 2 };

/** The steps after the close of a ledger, up to the close of a later one. */
function stepsAfter(steps: readonly SentStep[], ledgerIndex: number): SentStep[] {
  let closed = 2;
  return steps.filter((step) => {
    const at = closed;
    if ('closeTimeSeconds' in step) closed++;
    return at >= ledgerIndex && at < ledgerIndex + LEDGERS_A_RUN;
  });
}

/** What a client could see to have changed. */
function stateOf({ node }: Env): object {
  const { view, queue } = node.openLedger;
  return {
    validated: node.validated,
    open: Array.from(view.transactions, ({ transaction: { id }, result }) => [id, result]),
    changed: [...view.changedEntries.keys()],
    queued: queue.all().map(({ transaction: { id }, retriesRemaining }) => [id, retriesRemaining]),
    metrics: node.metrics(),
  };
}

interface Run {
  readonly states: readonly object[];
  readonly hashes: readonly string[];
  readonly reads: number;
  readonly failures: { submit: number; close: number; afterCommit: number };
}

/** `forgets`: the base forgets all answers before a close, so that the close reads again what the open ledger read. */
async function run(base: StoreForkBase, steps: readonly SentStep[], forgets: boolean, isAwaited = false): Promise<Run> {
  const env = await forkedEnv(base, { queue: QUEUE, ...(forgets ? { cachedEntries: 1 } : {}) });
  if (isAwaited) base.stopBlocking();
  const failures = { submit: 0, close: 0, afterCommit: 0 };
  const states: object[] = [];
  for (const step of steps) {
    const before = stateOf(env);
    if (forgets && 'closeTimeSeconds' in step) base.forget();
    try {
      if (isAwaited && 'transaction' in step) await env.node.submit(step.transaction, { failHard: step.failHard });
      else await takeStep(env, step);
    } catch (error) {
      assert.ok(error instanceof ForkReadError, String(error));
      if ('transaction' in step) {
        failures.submit++;
        assert.deepEqual(stateOf(env), before);
        assert.equal(env.node.openLedger.pending(step.transaction.id), undefined);
      } else if (env.node.validated === (before as { validated: unknown }).validated) failures.close++;
      else failures.afterCommit++;
      await takeStep(env, step);
    }
    states.push(stateOf(env));
  }
  const { first, last } = env.node.store.ledgerRange()!;
  const hashes = Array.from({ length: last - first + 1 }, (_, at) => env.node.store.header(first + at)!.hash);
  await env.stop();
  return { states, hashes, reads: base.reads, failures };
}

describe('a fork whose server fails', () => {
  test('closes by itself when the server answers again, and says what is wrong until then', async () => {
    const origin = await Env.create();
    await origin.fund(1000, ALICE);
    const base = new StoreForkBase(origin.node);
    const fork = await forkedEnv(base, { closing: INSTANT_CLOSE, cachedEntries: 1 });
    const { ledgerIndex } = fork.node.validated;
    const payment = { TransactionType: 'Payment', Destination: MASTER.id, Amount: 1n };
    const failed = new Promise((resolve) => fork.node.onCloseFailed(resolve));
    fork.submit(ALICE, payment, 'tesSUCCESS');
    base.isDown = true;
    base.forget();
    assert.ok((await failed) instanceof ForkReadError);
    assert.match(fork.weir.health.problem()!, /the last close failed: the test does not answer/);
    assert.throws(() => fork.submit(party('other'), payment), ForkReadError);
    assert.equal(fork.node.validated.ledgerIndex, ledgerIndex);
    base.isDown = false;
    const closed = new Promise((resolve) => fork.node.onValidated(resolve));
    await until(() => fork.clock.dueInMs.length > 0, 'another try is planned');
    fork.clock.advance(1);
    await closed;
    assert.equal([...fork.node.store.ledgerTransactions(ledgerIndex + 1)].length, 1);
    assert.equal(fork.weir.health.problem(), undefined);
    await fork.stop();
    await origin.stop();
  });

  for (const forgets of [false, true]) {
    const title = forgets ? ', also if a close has to ask again' : '';
    test(`has the same ledgers if each read is awaited${title}`, async () => {
      const [recording] = recordedChains(['fuzz-all-1.jsonl']);
      const origin = await sentChain(recording!);
      const steps = [...sentSteps(recording!)];
      for (const first of FIRST_LEDGERS) {
        const chosen = stepsAfter(steps, first);
        const sound = await run(new StoreForkBase(origin.node, first), chosen, forgets);
        const awaited = await run(new StoreForkBase(origin.node, first), chosen, forgets, true);
        assert.deepEqual(awaited.states, sound.states);
        assert.deepEqual(awaited.hashes, sound.hashes);
        assert.deepEqual(awaited.failures, { submit: 0, close: 0, afterCommit: 0 });
      }
      await origin.stop();
    });

    test(`has no trace of a failed read, and the same ledgers after another try${title}`, async () => {
      const [recording] = recordedChains(['fuzz-all-1.jsonl']);
      const origin = await sentChain(recording!);
      const steps = [...sentSteps(recording!)];
      const failures = { submit: 0, close: 0, afterCommit: 0 };
      for (const first of FIRST_LEDGERS) {
        const chosen = stepsAfter(steps, first);
        const sound = await run(new StoreForkBase(origin.node, first), chosen, forgets);
        for (let failing = 1; failing <= sound.reads; failing++) {
          const base = new StoreForkBase(origin.node, first);
          base.failing.add(failing);
          const faulty = await run(base, chosen, forgets).catch((error) => {
            // The fork could not be opened.
            if (error instanceof ForkReadError) return undefined;
            throw error;
          });
          if (faulty === undefined) continue;
          assert.deepEqual(faulty.states, sound.states, `from ledger ${first}, with read ${failing}`);
          assert.deepEqual(faulty.hashes, sound.hashes);
          for (const name of ['submit', 'close', 'afterCommit'] as const) failures[name] += faulty.failures[name];
        }
      }
      assert.ok(failures.submit > 30 && failures.afterCommit > (forgets ? 10 : 2), JSON.stringify(failures));
      if (forgets) assert.ok(failures.close > 30, JSON.stringify(failures));
      await origin.stop();
    });
  }
});
