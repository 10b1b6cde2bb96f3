import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Env, party } from '../../../test/support/env.ts';
import { verifyChain } from '../../../test/support/verify-store.ts';
import { StoreError } from '../ledger-store.ts';
import { copyLmdbStore, hasLmdbStore } from './copy-store.ts';
import { openLmdbStore } from './lmdb-store.ts';

describe('a copy of a store', () => {
  let place: string;
  const at = (name: string) => path.join(place, name);

  beforeEach(() => {
    place = mkdtempSync(path.join(tmpdir(), 'weir-copy-'));
  });

  afterEach(() => rmSync(place, { recursive: true, force: true }));

  test('is made while ledgers close, is whole, and goes on by itself', async () => {
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
    assert.equal(hasLmdbStore(at('data')), false);
    await assert.rejects(copyLmdbStore(at('data'), at('copy')), StoreError);
    const env = await Env.create({ store: openLmdbStore(at('data')) });
    await env.stop();
    writeFileSync(at('data/../note'), 'mine');
    await assert.rejects(copyLmdbStore(at('data'), place), /is not empty/);
  });
});
