import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Env, party } from '../../../test/support/env.ts';
import { verifyChain } from '../../../test/support/verify-store.ts';
import { StoreError } from '../ledger-store.ts';
import { copyLmdbStore } from './copy-store.ts';
import { FORMAT_KEY, openTable } from './layout.ts';
import { openEnvironment } from './lmdb-library.ts';
import { openLmdbStore } from './lmdb-store.ts';

describe('a copy of a store', () => {
  let place: string;
  const at = (name: string) => path.join(place, name);

  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'weir-copy-'));
  });

  afterEach(() => rmSync(place, { recursive: true, force: true }));

  test('is complete although ledgers close meanwhile, and can be continued', async () => {
    const env = await Env.create({ store: openLmdbStore(at('data')) });
    await env.fund(1_000, party('alice'));
    const { ledgerIndex, hash } = env.node.validated;
    const made = await copyLmdbStore(at('data'), at('copy'));
    assert.deepEqual([made.ledgerIndex, made.hash], [ledgerIndex, hash]);
    await env.close();
    await env.stop();
    const copy = openLmdbStore(at('copy'));
    assert.equal(copy.ledgerRange()?.last, ledgerIndex);
    await verifyChain(copy);
    const second = await Env.create({ store: copy });
    await second.fund(1_000, party('bob'));
    assert.equal(second.node.validated.ledgerIndex, ledgerIndex + 1);
    await second.stop();
  });

  test('is refused where there is nothing, or something else', async () => {
    await assert.rejects(copyLmdbStore(at('data'), at('copy')), StoreError);
    assert.equal(existsSync(at('copy')), false);
    const env = await Env.create({ store: openLmdbStore(at('data')) });
    await env.stop();
    writeFileSync(at('data/../note'), 'mine');
    await assert.rejects(copyLmdbStore(at('data'), place), /is not empty/);
    assert.ok(existsSync(at('note')));
  });

  test('of another format is refused, and leaves nothing behind', async () => {
    const env = await Env.create({ store: openLmdbStore(at('data')) });
    await env.stop();
    const raw = openEnvironment(at('data'), { noSubdir: false });
    openTable(raw, 'meta').put(FORMAT_KEY, Buffer.from(String(99)));
    await raw.close();
    mkdirSync(at('made'));
    for (const to of ['copy', 'made']) await assert.rejects(copyLmdbStore(at('data'), at(to)), /has format 99/);
    assert.deepEqual([existsSync(at('copy')), readdirSync(at('made'))], [false, []]);
  });
});
