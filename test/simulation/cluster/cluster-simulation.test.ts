/** A few runs of the simulated cluster. `npm run simulate -- --cluster --seed 1 --runs 2000` runs thousands. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClusterBook } from '../../support/cluster/cluster-book.ts';
import { runCluster } from './cluster-run.ts';
import { explore } from './explore.ts';
import { SETTINGS } from './schedule.ts';
import { MachineClock, VirtualTime } from './virtual-time.ts';

const FIRST_SEED = 3000;
const RUNS = 5;

describe('a simulated cluster', () => {
  test('survives single faults in some schedules of each setting', async () => {
    const { runs, singles } = await explore(Number.POSITIVE_INFINITY, { mostRuns: SETTINGS.length * 2 });
    assert.deepEqual([runs, singles], [SETTINGS.length * 2, SETTINGS.length]);
  });

  test('loses no acknowledged submission, applies none twice and has one chain under random faults', async () => {
    let [acknowledged, faults, epochs] = [0, 0, 0];
    const outcomes: Awaited<ReturnType<typeof runCluster>>[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      const outcome = await runCluster(seed).catch((error) => {
        throw new Error(`npm run simulate -- --cluster --seed ${seed} --runs 1`, { cause: error });
      });
      outcomes.push(outcome);
      acknowledged += outcome.clients.acknowledged;
      epochs += outcome.epochs;
      for (const times of outcome.faults.values()) faults += times;
    }
    assert.ok(acknowledged > 300 && faults > 15 && epochs > 5, `${acknowledged} ${faults} ${epochs}`);
    const again = await runCluster(FIRST_SEED);
    assert.deepEqual(
      [again.hash, again.happened],
      [outcomes[0]!.hash, outcomes[0]!.happened],
      'the second run of a seed equals the first',
    );
  });
});

describe('the record of what clients observe', () => {
  const payment = {
    ...{ id: 'A', blob: '', from: 'a', to: 'b', drops: 5n, feeDrops: 10n, sequence: 3 },
    isAcknowledged: true,
  };
  function book(): ClusterBook {
    const made = new ClusterBook();
    made.open('a', 100n, 3);
    made.open('b', 100n, 1);
    made.sign({ ...payment });
    return made;
  }

  test('rejects two hashes of one ledger index', () => {
    const seen = book();
    seen.seeLedger(7, 'one', 'here');
    seen.seeLedger(7, 'one', 'there');
    assert.throws(() => seen.seeLedger(7, 'other', 'there'), /all nodes have the same hash/);
  });

  test('rejects an acknowledged payment that is in no ledger or in two', () => {
    const followed = book();
    assert.throws(() => followed.verifyAcknowledged(), /is in no ledger/);
    followed.followLedger(7, 'one', [{ id: 'A', result: 'tesSUCCESS' }]);
    followed.verifyAcknowledged();
    assert.deepEqual(
      [followed.holding('a'), followed.holding('b')],
      [
        { drops: 85n, sequence: 4 },
        { drops: 105n, sequence: 1 },
      ],
    );
    assert.throws(() => followed.followLedger(8, 'two', [{ id: 'A', result: 'tesSUCCESS' }]), /in two ledgers/);
  });

  test('rejects payments that fail or are out of sequence', () => {
    assert.throws(() => book().followLedger(7, 'one', [{ id: 'A', result: 'tecUNFUNDED' }]), /A in ledger 7/);
    const late = book();
    late.sign({ ...payment, id: 'B', sequence: 4 });
    assert.throws(() => late.followLedger(7, 'one', [{ id: 'B', result: 'tesSUCCESS' }]), /next sequence/);
  });
});

describe('the clock of a simulated machine', () => {
  test('stops while its process is stopped, and runs no timers after its end', async () => {
    const time = new VirtualTime();
    const clock = new MachineClock(time);
    const happened: string[] = [];
    clock.after(10, () => happened.push(`first at ${time.nowMs}`));
    clock.after(20, () => happened.push(`second at ${time.nowMs}`));
    clock.every(15, () => happened.push(`again at ${time.nowMs}`));
    await time.pass(12);
    clock.stop();
    await time.pass(40);
    clock.resume();
    await time.pass(10);
    assert.deepEqual(happened, ['first at 10', 'again at 52', 'second at 52']);
    clock.end();
    await time.pass(100);
    assert.equal(happened.length, 3);
  });
});
