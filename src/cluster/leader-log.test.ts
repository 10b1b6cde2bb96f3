import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { memberOf, reportOf } from '../../test/contracts/cluster-store/cluster-under-test.ts';
import { ledgerOf } from '../../test/contracts/store/contract-ledgers.ts';
import { MemoryCluster } from '../../test/support/cluster/memory-cluster.ts';
import { type CallOutcome, MemoryClusterStore } from '../../test/support/cluster/memory-cluster-store.ts';
import { TestClock } from '../../test/support/test-clock.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { StoreError } from '../storage/ledger-store.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { Acknowledgements } from './acknowledgements.ts';
import { LeaderLog } from './leader-log.ts';
import { LEDGER_FORMS } from './ledger-forms.ts';

describe("the log of a leader's node", () => {
  let common: MemoryCluster;
  let own: MemoryStore;
  let log: LeaderLog;
  let lost: string[];
  /** The outcome of appends to the shared log. */
  let outcome: CallOutcome;

  beforeEach(() => {
    const clock = new TestClock();
    common = new MemoryCluster(clock);
    const shared = new MemoryClusterStore({
      ...{ cluster: common, clock },
      outcomeOf: (call) => (call === 'log.append' ? outcome : {}),
    });
    own = new MemoryStore();
    lost = [];
    outcome = {};
    common.report(reportOf('one'));
    const member = memberOf('one');
    const term = { epoch: common.take(member, 60_000)!, token: member.token };
    log = new LeaderLog({
      ...{ shared, own, term, randomBytes, forms: LEDGER_FORMS, onLost: (why) => lost.push(why) },
      acknowledgements: new Acknowledgements(0),
    });
  });

  const append = (index: number) => log.append(ledgerOf(index) as PreparedLedger);
  const ends = () => [common.range()?.last.ledgerIndex, own.ledgerRange()?.last];

  test('has a ledger in both places when it is appended', async () => {
    await append(1);
    assert.deepEqual(ends(), [1, 1]);
    assert.equal(common.range()?.last.hash, ledgerOf(1).header.hash);
    assert.deepEqual([lost, log.confirmedIndex], [[], 1]);
  });

  test('has nothing of its own that the common log refused, or did not get', async () => {
    await append(1);
    outcome = { ending: 'refused' };
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), lost], [[1, 1], []]);
    outcome = {};
    common.take(memberOf('one'), 60_000);
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), lost], [[1, 1], ['fenced']]);
  });

  test('ends the lead when an append is not answered, stored or not', async () => {
    await append(1);
    outcome = { ending: 'cut after' };
    await assert.rejects(append(2), StoreError);
    assert.deepEqual([ends(), lost, log.confirmedIndex], [[2, 1], ['unknown outcome'], 1]);
  });

  test('ends the lead when the common log has another end', async () => {
    for (const index of [1, 2]) await append(index);
    common.forget(1);
    await assert.rejects(append(3), StoreError);
    assert.deepEqual([ends(), lost], [[1, 2], ['log differs']]);
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
    assert.deepEqual(ends(), [1, 1]);
  });
});
