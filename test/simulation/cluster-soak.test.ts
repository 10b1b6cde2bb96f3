/** A short form of `scripts/soak/cluster.ts`: three nodes, a PostgreSQL, clients, and some of the faults. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { FaultName } from '../support/cluster/cluster-chaos.ts';
import { ClusterSoak } from '../support/cluster/cluster-soak.ts';
import { reportText } from '../support/cluster/soak-report.ts';
import { NO_POSTGRES } from '../support/postgres.ts';

/** Faults that a member cannot prepare for, and that may be short. */
const FAULTS: readonly FaultName[] = ['kill leader', 'kill database'];

describe('a cluster of three nodes', { skip: NO_POSTGRES ?? false }, () => {
  test('loses no acknowledged submission and recovers after each fault', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'weir-cluster-'));
    const soak = await ClusterSoak.start({
      ...{ directory, seed: 7, writers: 8, readers: 8, thinkMs: 100, closeIntervalMs: 500 },
      // The lead moves from nodes with workers to one without, and back.
      ...{ keepsSession: true, isDurable: true, pace: 0.25, threads: [1, 0, 1] },
    });
    try {
      await soak.begin();
      for (const name of FAULTS) await soak.strike(name);
      // A slow machine has made fewer requests by now.
      await soak.untilAnswered({ acknowledged: 51, read: 101 });
      const report = await soak.finish();
      assert.ok(report.clients.acknowledged > 50 && report.clients.read > 100, reportText(report));
      assert.ok(report.epochs >= 2, reportText(report));
    } catch (error) {
      throw new Error(soak.logs(), { cause: error });
    } finally {
      await soak.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
