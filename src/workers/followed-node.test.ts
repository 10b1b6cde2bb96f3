import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../test/support/env.ts';
import { type ScratchStore, scratchStore } from '../../test/support/worker-env.ts';
import { accountKeylet, feesKeylet } from '../protocol/entries/keylets.ts';
import { LmdbReader } from '../storage/lmdb/lmdb-reader.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { FollowedNode } from './followed-node.ts';

const ALICE = party('alice');
const XRP = 1_000_000n;
const MASTERS = accountKeylet(MASTER.id);

describe('a node that is followed', () => {
  let scratch: ScratchStore;
  let env: Env;
  let reader: LmdbReader;
  let followed: FollowedNode;
  beforeEach(async () => {
    scratch = scratchStore();
    env = await Env.create({ store: scratch.store, isTestBench: true });
    reader = new LmdbReader(scratch.directory);
    followed = new FollowedNode(env.node, reader, env.node.validated);
  });
  afterEach(async () => {
    reader.close();
    await env.stop();
    scratch.remove();
  });

  const sequence = (ledgerIndex: number) => followed.view(ledgerIndex)?.read(MASTERS)?.Sequence;
  const pay = () => {
    const payment = { TransactionType: 'Payment', Destination: ALICE.id, Amount: 1000n * XRP };
    env.submit(MASTER, payment, 'tesSUCCESS');
  };

  test('reads the followed ledger, and no later one', async () => {
    const { ledgerIndex } = env.node.validated;
    assert.equal(sequence(ledgerIndex), 1);
    pay();
    await env.close();
    assert.equal(followed.validated.ledgerIndex, ledgerIndex);
    assert.equal(sequence(ledgerIndex), 1);
    assert.equal(followed.view(ledgerIndex + 1), undefined);
    assert.equal(followed.store.ledgerRange()?.last, ledgerIndex);
    assert.equal(followed.store.header(ledgerIndex + 1), undefined);
  });

  test('moves to the next ledger, and keeps unchanged entries', async () => {
    const before = env.node.validated.ledgerIndex;
    sequence(before);
    for (const changed of [[MASTERS.key, accountKeylet(ALICE.id).key], undefined]) {
      pay();
      await env.close();
      const { validated } = env.node;
      followed.follow(validated, changed);
      assert.equal(sequence(validated.ledgerIndex), env.account(MASTER)!.Sequence);
      assert.ok(followed.view(validated.ledgerIndex)?.read(accountKeylet(ALICE.id)) !== undefined);
      assert.equal(sequence(before), 1, 'the past stays');
    }
    assert.deepEqual(followed.fees, env.node.fees);
    const entry = env.node.view(followed.validated.ledgerIndex)!.read(feesKeylet())!;
    const dearer = { ...entry, ReserveBaseDrops: 3n * XRP };
    const header = await env.node.bench!.setEntry({ key: feesKeylet().key, entry: dearer, overrides: [] });
    followed.follow(header, [feesKeylet().key]);
    assert.equal(followed.fees.reserveDrops, 3n * XRP);
    assert.ok(followed.view(followed.validated.ledgerIndex)?.readAny(feesKeylet().key) !== undefined);
  });

  test('clears its cache when a ledger is skipped', async () => {
    const { ledgerIndex } = env.node.validated;
    assert.equal(sequence(ledgerIndex), 1);
    pay();
    await env.close();
    await env.close();
    followed.follow(env.node.validated, []);
    assert.equal(sequence(ledgerIndex + 2), 2);
  });

  test('reads from the other store if one is given', () => {
    const store = new MemoryStore();
    followed = new FollowedNode(env.node, reader, env.node.validated, { store });
    assert.equal(followed.store, store);
  });
});
