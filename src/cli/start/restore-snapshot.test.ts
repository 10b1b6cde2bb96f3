import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Logger } from 'pino';
import { MemoryCluster } from '../../../test/support/cluster/memory-cluster.ts';
import { MemoryClusterStore } from '../../../test/support/cluster/memory-cluster-store.ts';
import { Env } from '../../../test/support/env.ts';
import { TestClock } from '../../../test/support/test-clock.ts';
import { copyLmdbStore, lmdbDataFile } from '../../storage/lmdb/copy-store.ts';
import { openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import type { SnapshotInfo } from '../../storage/shared/cluster-store.ts';
import { restoreSnapshot } from './restore-snapshot.ts';

const SILENT = { info: () => {} } as unknown as Logger;

describe('what a member begins with', () => {
  let place: string;
  let shared: MemoryClusterStore;
  const at = (name: string) => path.join(place, name);

  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'weir-restore-'));
    const clock = new TestClock();
    shared = new MemoryClusterStore({ cluster: new MemoryCluster(clock), clock });
  });

  afterEach(() => rmSync(place, { recursive: true, force: true }));

  async function put(change: Partial<SnapshotInfo> = {}): Promise<SnapshotInfo> {
    const env = await Env.create({ store: openLmdbStore(at('data')) });
    await env.close();
    await env.stop();
    const info = await copyLmdbStore(at('data'), at('copy'));
    const bytes = readFileSync(lmdbDataFile(at('copy')));
    async function* parts() {
      for (let from = 0; from < bytes.length; from += 5_000) yield bytes.subarray(from, from + 5_000);
    }
    await shared.snapshots.put({ ...info, ...change }, parts());
    return info;
  }

  test('is the newest copy in the database', async () => {
    const { ledgerIndex, hash } = await put();
    await restoreSnapshot(shared, at('new'), SILENT);
    const store = openLmdbStore(at('new'));
    assert.equal(store.header(ledgerIndex)?.hash, hash);
    await store.close();
  });

  test('is nothing where there is no copy, and what there is where there are data', async () => {
    await restoreSnapshot(shared, at('new'), SILENT);
    assert.equal(existsSync(at('new')), false);
    await put();
    const before = readFileSync(lmdbDataFile(at('data')));
    await restoreSnapshot(shared, at('data'), SILENT);
    assert.ok(before.equals(readFileSync(lmdbDataFile(at('data')))));
  });

  test('is the newest copy in another directory, if its bytes are those that were noted', async () => {
    const info = await put();
    const directory = at('copy');
    const digest = createHash('sha256')
      .update(readFileSync(lmdbDataFile(directory)))
      .digest('hex');
    await shared.snapshots.put({ ...info, elsewhere: { directory, digest: '00' } });
    await assert.rejects(restoreSnapshot(shared, at('new'), SILENT), /was changed: its SHA-256 is not 00/);
    await shared.snapshots.put({ ...info, elsewhere: { directory: at('nowhere'), digest } });
    await assert.rejects(restoreSnapshot(shared, at('new'), SILENT), /is in .*nowhere, which is not on this machine/);
    await shared.snapshots.put({ ...info, elsewhere: { directory, digest } });
    await restoreSnapshot(shared, at('new'), SILENT);
    const store = openLmdbStore(at('new'));
    assert.equal(store.header(info.ledgerIndex)?.hash, info.hash);
    await store.close();
  });

  test('is nothing of a copy that is not whole', async () => {
    await put({ bytes: 1 });
    await assert.rejects(restoreSnapshot(shared, at('new'), SILENT), /has \d+ of 1 bytes/);
    assert.deepEqual(readdirSync(at('new')), []);
  });
});
