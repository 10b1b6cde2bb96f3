/** An idle server must not fill the disk: with a close every four seconds it closes 7.9 million ledgers a year. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env } from '../support/env.ts';

/** More than the 256 hashes of the recent-hashes list, which is then at its full 8 KB and new in every ledger. */
const FILLING_LEDGERS = 260;
const MEASURED_LEDGERS = 300;
const MOST_BYTES_A_LEDGER = 1024;

const directory = mkdtempSync(join(tmpdir(), 'weir-idle-'));
after(() => rmSync(directory, { recursive: true, force: true }));

test('the store of an idle node grows by less than 1 KB a ledger', async () => {
  const store = openLmdbStore(directory);
  const env = await Env.create({ store });
  for (let ledger = 0; ledger < FILLING_LEDGERS; ledger++) await env.close();
  const before = store.sizeBytes();
  for (let ledger = 0; ledger < MEASURED_LEDGERS; ledger++) await env.close();
  const growth = (store.sizeBytes() - before) / MEASURED_LEDGERS;
  await env.stop();
  assert.ok(growth > 0 && growth < MOST_BYTES_A_LEDGER, `${growth} bytes a ledger`);
});
