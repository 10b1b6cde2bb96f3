import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { ledgerOf } from '../../test/contracts/store/contract-ledgers.ts';
import { MemoryCluster } from '../../test/support/cluster/memory-cluster.ts';
import { type CallFate, MemoryClusterStore } from '../../test/support/cluster/memory-cluster-store.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { StoreError } from '../storage/ledger-store.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { LeaderLog } from './leader-log.ts';
import { LEDGER_FORMS } from './ledger-forms.ts';

describe("the log of a leader's node", () => {
  let common: MemoryCluster;
  let own: MemoryStore;
  let log: LeaderLog;
  let lost: string[];
  /** What becomes of appends to the common log. */
  let fate: CallFate;
  let settlings: number;

  beforeEach(() => {
    const clock = new TestClock();
    common = new MemoryCluster(clock);
    const shared = new MemoryClusterStore({
      ...{ cluster: common, clock },
      fateOf: (call) => (call === 'log.append' ? fate : {}),
    });
    own = new MemoryStore();
    lost = [];
    fate = {};
    settlings = 0;
    const epoch = common.take({ id: 'one', address: 'one:1' }, 60_000)!;
    log = new LeaderLog({
      ...{ shared, own, epoch, randomBytes, forms: LEDGER_FORMS, onLost: (why) => lost.push(why) },
      settle(ask) {
        settlings += 1;
        return ask();
      },
    });
  });

  const append = (index: number) => log.append(ledgerOf(index) as PreparedLedger);
  const ends = () => [common.range()?.last.ledgerIndex, own.ledgerRange()?.last];

  test('has a ledger in both places when it is appended', async () => {
    await append(1);
    assert.deepEqual(ends(), [1, 1]);
    assert.equal(common.range()?.last.hash, ledgerOf(1).header.hash);
    assert.deepEqual([lost, settlings], [[], 0]);
  });

  test('has nothing of its own that the common log refused, or did not get', async () => {
    await append(1);
    fate = { ending: 'refused' };
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), lost], [[1, 1], []]);
    fate = {};
    common.take({ id: 'one', address: 'one:1' }, 60_000);
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), lost], [[1, 1], ['fenced']]);
  });

  test('finds out what became of an append whose answer was lost', async () => {
    await append(1);
    fate = { ending: 'cut before' };
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), settlings], [[1, 1], 1]);
    fate = { ending: 'cut after' };
    await append(2);
    assert.deepEqual([ends(), settlings, lost], [[2, 2], 2, []]);
  });

  test('gives the lead up where the own store failed', async () => {
    await append(1);
    own.append = async () => {
      throw new StoreError('the disk is full');
    };
    await assert.rejects(append(2), /the disk is full/);
    assert.deepEqual([ends(), lost], [[2, 1], ['own store failed']]);
  });

  test('appends nothing once it is revoked', async () => {
    await append(1);
    log.revoke();
    await assert.rejects(append(2), StoreError);
    assert.equal(own.ledgerRange()?.last, 1);
  });
});
