import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, type Party, party, submitNow } from '../../test/support/env.ts';
import { verifyChain } from '../../test/support/verify-store.ts';
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { ZERO_HASH } from '../protocol/values.ts';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import { saltedKey } from './close/canonical-order.ts';

const ALICE = party('alice');
const BOB = party('bob', 'ed25519');
const XRP = 1_000_000n;

function pay(to: { readonly id: string }, drops: bigint, more: object = {}) {
  return { TransactionType: 'Payment', Destination: to.id, Amount: drops, ...more };
}

describe('a ledger node', () => {
  test('tries what is held before a close in an order that the ledger before the last decides', async () => {
    const env = await Env.create();
    for (let ledgerIndex = 3; ledgerIndex < 6; ledgerIndex++) {
      const Sequence = ledgerIndex;
      const pairs = Array.from({ length: 8 }, (_, n) => [
        party(`${ledgerIndex} a ${n}`),
        party(`${ledgerIndex} b ${n}`),
      ]);
      for (const [first, second] of pairs as [Party, Party][]) {
        env.submit(first, pay(second, 30n * XRP, { Sequence }), 'terNO_ACCOUNT');
        env.submit(second, { TransactionType: 'AccountSet', Sequence }, 'terNO_ACCOUNT');
        env.submit(MASTER, pay(first, 100n * XRP), 'tesSUCCESS');
      }
      await env.close();
      // The second account of a pair is funded by the first one's payment, so its own payment fails if it is applied
      // first.
      const salt = ledgerIndex === 3 ? ZERO_HASH : env.node.store.header(ledgerIndex - 2)!.hash;
      for (const [first, second] of pairs as [Party, Party][]) {
        const isInTime = saltedKey(first.id, salt) < saltedKey(second.id, salt);
        const closed = env.node.view(ledgerIndex)!.read(accountKeylet(second.id));
        assert.equal(closed?.Sequence, ledgerIndex + (isInTime ? 1 : 0));
      }
    }
  });

  test('neither keeps nor charges a failed transaction with fail_hard', async () => {
    const env = await Env.create();
    await env.fund(100, ALICE);
    const transaction = env.sign(ALICE, pay(BOB, 5000n * XRP));
    const outcome = submitNow(env.node, transaction, { failHard: true });
    assert.equal(outcome.result, 'tecUNFUNDED_PAYMENT');
    assert.deepEqual([outcome.applied, outcome.kept, outcome.broadcast], [false, false, false]);
    await env.close();
    assert.equal(env.account(ALICE)?.Balance, 100n * XRP);
    assert.equal(env.node.openLedger.pending(transaction.id), undefined);
  });

  test('holds no transaction with fail_hard', async () => {
    const env = await Env.create();
    const early = env.sign(MASTER, pay(ALICE, 100n * XRP, { Sequence: env.account(MASTER)!.Sequence + 1 }));
    const { result, kept } = submitNow(env.node, early, { failHard: true });
    assert.deepEqual([result, kept], ['terPRE_SEQ', false]);
    assert.equal(env.node.openLedger.pending(early.id), undefined);
  });

  test('closes one ledger after another for several requests at once', async () => {
    const store = new MemoryStore();
    const env = await Env.create({ store });
    const { closeTimeSeconds } = env.node.validated;
    const headers = await Promise.all([10, 20, 30].map((more) => env.node.acceptLedger(closeTimeSeconds + more)));
    assert.deepEqual(
      headers.map(({ ledgerIndex }) => ledgerIndex),
      [3, 4, 5],
    );
    verifyChain(store);
  });

  test('holds nothing whose sequence has passed, which would take the room of what may still succeed', async () => {
    const env = await Env.create({ queue: { maximumHeldPerAccount: 1 } });
    await env.fund(100, ALICE);
    const sequence = env.account(ALICE)!.Sequence;
    env.submit(ALICE, pay(MASTER, 1n, { Sequence: sequence - 1 }), 'tefPAST_SEQ');
    assert.equal(env.submit(ALICE, pay(MASTER, 1n, { Sequence: sequence + 1 }), 'terPRE_SEQ').kept, true);
    assert.equal(env.submit(ALICE, pay(MASTER, 1n, { Sequence: sequence + 2 }), 'terPRE_SEQ').kept, false);
  });

  test('closes at an exact time when given one, but never before the parent', async () => {
    const env = await Env.create();
    const later = env.node.validated.closeTimeSeconds + 86_401;
    await env.node.acceptLedger(later);
    assert.equal(env.node.validated.closeTimeSeconds, later);
    await assert.rejects(env.node.acceptLedger(later), RangeError);
    await env.close();
    assert.equal(env.node.validated.closeTimeSeconds, later + 1);
  });

  test('refuses a store of another network', async () => {
    const store = new MemoryStore();
    await Env.create({ store, genesis: { networkId: 2000 } });
    await assert.rejects(Env.create({ store, genesis: { networkId: 2001 } }), /network id 2000, not 2001/);
  });

  test('keeps in the store whether its network id was given, also if it is 0', async () => {
    const named = new MemoryStore();
    const unnamed = new MemoryStore();
    const isGiven = async (store: MemoryStore, genesis = {}) =>
      (await Env.create({ store, genesis })).node.isNetworkIdGiven;
    assert.equal(await isGiven(named, { networkId: 0, isNetworkIdGiven: true }), true);
    assert.equal(await isGiven(named), true, 'the store remembers');
    assert.equal(await isGiven(unnamed), false);
    assert.equal(await isGiven(unnamed, { isNetworkIdGiven: true }), true, 'said at this start');
    assert.equal(await isGiven(unnamed), false);
    assert.equal(await isGiven(new MemoryStore(), { networkId: 7 }), true);
  });

  test('stays where it was when a ledger cannot be committed, and can close later', async () => {
    const store = new FailingStore();
    const env = await Env.create({ store });
    env.submit(MASTER, pay(ALICE, 100n * XRP), 'tesSUCCESS');
    store.isFailing = true;
    await assert.rejects(env.close(), /disk full/);
    assert.equal(env.node.validated.ledgerIndex, 2);
    store.isFailing = false;
    await env.close();
    assert.equal(env.node.validated.ledgerIndex, 3);
    assert.equal(env.account(ALICE)?.Balance, 100n * XRP);
    verifyChain(store);
  });

  test('closes the store when it is stopped, after the close that is under way', async () => {
    const store = new HeldStore();
    const env = await Env.create({ store });
    const closed = env.close();
    const { release } = await store.held();
    let isStopped = false;
    const stopped = env.node.stop().then(() => {
      isStopped = true;
    });
    // As many turns as a stop would need that waits for nothing.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([isStopped, store.isClosed], [false, false]);
    release();
    await closed;
    await stopped;
    assert.equal(store.isClosed, true);
    assert.equal(env.node.validated.ledgerIndex, 3);
    await assert.rejects(env.close(), /a stopped node closes no ledger/);
    await env.stop();
  });

  test('shows no ledger before the next one is open, stored though it may be', async () => {
    let whenStored = () => {};
    class WatchedStore extends MemoryStore {
      override async append(ledger: PreparedLedger, term?: number): Promise<void> {
        await super.append(ledger, term);
        whenStored();
      }
    }
    const env = await Env.create({ store: new WatchedStore() });
    let seen = 0;
    whenStored = () => {
      seen++;
      assert.notEqual(env.node.store.header(3), undefined);
      assert.deepEqual([env.node.validated.ledgerIndex, env.node.view(3)], [2, undefined]);
    };
    await env.close();
    assert.deepEqual([seen, env.node.view(3)?.ledgerIndex], [1, 3]);
  });

  test('builds on the stored state after a close that failed half-way', async () => {
    const store = new FailingStore();
    const crowd = Array.from({ length: 40 }, (_, index) => party(`one of many ${index}`));
    await (await Env.create({ store })).fund(1000, ALICE, ...crowd);
    // The tree node of each account is read when its transaction is applied, so the close stops at four different
    // places.
    for (let readableNodes = 0; readableNodes < 4; readableNodes++) {
      const env = await Env.create({ store });
      for (const one of crowd.slice(0, 8)) env.submit(ALICE, pay(one, XRP), 'tesSUCCESS');
      store.readableNodes = readableNodes;
      await assert.rejects(env.close(), /unreadable/);
      store.readableNodes = Number.POSITIVE_INFINITY;
      await env.node.acceptLedger();
      verifyChain(store);
    }
  });

  test('leaves time for further ledgers', async () => {
    const env = await Env.create();
    await assert.rejects(env.node.acceptLedger(4_000_000_001), /must not be later than 4000000000/);
    await env.node.acceptLedger(4_000_000_000);
    await env.close();
    assert.equal(env.node.validated.closeTimeSeconds, 4_000_000_001);
  });

  test('announces a ledger only after it is durable', async () => {
    const env = await Env.create();
    const seen: number[] = [];
    const stopListening = env.node.onValidated(({ ledgerIndex }) => {
      seen.push(ledgerIndex);
      assert.equal(env.node.store.ledgerRange()?.last, ledgerIndex);
    });
    await env.close();
    stopListening();
    await env.close();
    assert.deepEqual(seen, [3]);
  });
});

/** A store whose commits wait until the test releases them. */
class HeldStore extends MemoryStore {
  isClosed = false;
  readonly #begun = Promise.withResolvers<{ readonly release: () => void }>();

  /** Resolves when a commit of a ledger after the first two has begun. */
  held(): Promise<{ readonly release: () => void }> {
    return this.#begun.promise;
  }

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    if (ledger.header.ledgerIndex > 2) {
      await new Promise<void>((release) => this.#begun.resolve({ release }));
      assert.equal(this.isClosed, false);
    }
    await super.append(ledger, term);
  }

  override async close(): Promise<void> {
    this.isClosed = true;
    await super.close();
  }
}

class FailingStore extends MemoryStore {
  isFailing = false;
  /** Nodes of the state tree that can still be read. */
  readableNodes = Number.POSITIVE_INFINITY;

  override treeNode(path: string): Uint8Array | undefined {
    if (this.readableNodes-- <= 0) throw new Error('unreadable');
    return super.treeNode(path);
  }

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    if (this.isFailing) throw new Error('disk full');
    await super.append(ledger, term);
  }
}
