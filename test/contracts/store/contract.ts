/**
 * The contract of `LedgerStore`, as a suite that every backend runs. A backend with files is reopened between the
 * writes and the checks, so that the checks read stored data, not caches.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HISTORY_FACTS_BYTES } from '../../../src/history/history-facts.ts';
import type { AccountTransactionQuery } from '../../../src/history/history-query.ts';
import { accountTransactions, historyFactsAt, historyRowLocation } from '../../../src/history/packed-rows.ts';
import type { PreparedLedger } from '../../../src/ledger/derived-changes.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import { type LedgerStore, StoreError } from '../../../src/storage/ledger-store.ts';
import { testIndexes } from './contract-indexes.ts';
import { accountOf, bytesOf, hashOf, ledgerOf, transactionOf } from './contract-ledgers.ts';
import { testLog } from './contract-log.ts';
import { testReverts } from './contract-reverts.ts';
import { type CreateStore, storeWith } from './contract-store.ts';

/** Registers the suite for a backend; `createStore` creates an empty store for each test. */
export function ledgerStoreContract(name: string, createStore: CreateStore): void {
  describe(`the ${name} store`, () => {
    testLedgers(createStore);
    testEntries(createStore);
    testTransactions(createStore);
    testAccountTransactions(createStore);
    testIndexes(createStore);
    testLog(createStore);
    testReverts(createStore);
    testSmallValues(createStore);
    testFailures(createStore);
  });
}

function testLedgers(createStore: CreateStore): void {
  test('is empty at first', async (t) => {
    const store = await storeWith(t, createStore, []);
    assert.equal(store.ledgerRange(), undefined);
    assert.equal(store.header(1), undefined);
    assert.equal(store.ledgerIndexByHash(hashOf('any')), undefined);
    assert.equal(store.nextEntryKey('0'.repeat(64), 1), undefined);
    assert.equal(store.treeNode(''), undefined);
  });

  test('returns headers by index and by hash for any first index', async (t) => {
    const ledgers = [ledgerOf(700), ledgerOf(701), ledgerOf(702)];
    const store = await storeWith(t, createStore, ledgers);
    assert.deepEqual(store.ledgerRange(), { first: 700, last: 702 });
    for (const { header } of ledgers) {
      assert.deepEqual(store.header(header.ledgerIndex), header);
      assert.equal(store.ledgerIndexByHash(header.hash), header.ledgerIndex);
    }
    assert.equal(store.header(699), undefined);
    assert.equal(store.header(703), undefined);
  });
}

function changes(...rows: [key: Hash256, text: string | undefined][]): Map<Hash256, Uint8Array | undefined> {
  return new Map(rows.map(([key, text]) => [key, text === undefined ? undefined : bytesOf(text)]));
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}

function entryKeys(store: LedgerStore, ledgerIndex: number): Hash256[] {
  const keys: Hash256[] = [];
  let key = store.nextEntryKey('0'.repeat(64), ledgerIndex);
  while (key !== undefined) {
    keys.push(key);
    key = store.nextEntryKey(key, ledgerIndex);
  }
  return keys;
}

function testEntries(createStore: CreateStore): void {
  const [a, b, c] = [`${'0'.repeat(63)}1`, hashOf('b'), 'F'.repeat(64)];

  test('reads an entry as of any ledger, through deletion and re-creation', async (t) => {
    const store = await storeWith(t, createStore, [
      ledgerOf(5, { stateChanges: changes([a, 'a5']) }),
      ledgerOf(6, { stateChanges: changes([b, 'b6']) }),
      ledgerOf(7, { stateChanges: changes([a, undefined]) }),
      ledgerOf(8),
      ledgerOf(9, { stateChanges: changes([a, 'a9']) }),
    ]);
    const versions = [4, 5, 6, 7, 8, 9, 10].map((ledgerIndex) => textOf(store.entry(a, ledgerIndex)));
    assert.deepEqual(versions, [undefined, 'a5', 'a5', undefined, undefined, 'a9', 'a9']);
    assert.equal(textOf(store.entry(b, 9)), 'b6');
    assert.equal(store.entry(c, 9), undefined);
    const writers = [4, 5, 6, 7, 8, 9, 10].map((ledgerIndex) => store.entryLedger(a, ledgerIndex));
    assert.deepEqual(writers, [undefined, 5, 5, 7, 7, 9, 9]);
    assert.equal(store.entryLedger(c, 9), undefined);
  });

  test('walks the keys of any ledger', async (t) => {
    const store = await storeWith(t, createStore, [
      ledgerOf(5, { stateChanges: changes([c, '5'], [a, '5']) }),
      ledgerOf(6, { stateChanges: changes([b, '6']) }),
      ledgerOf(7, { stateChanges: changes([b, undefined], [c, undefined]) }),
      ledgerOf(8, { stateChanges: changes([c, '8']) }),
    ]);
    const keysByLedger = [4, 5, 6, 7, 8].map((ledgerIndex) => entryKeys(store, ledgerIndex));
    assert.deepEqual(keysByLedger, [[], [a, c], [a, b, c], [a], [a, c]]);
  });

  test('agrees with a plain map of each ledger, for random histories', async (t) => {
    const keys = ['01', '02', '7F', 'FF'].map((edge) => edge.repeat(32));
    const change = fc.tuple(fc.constantFrom(...keys), fc.constantFrom('x', 'longer', undefined));
    const histories = fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 8 });
    for (const history of fc.sample(histories, { numRuns: 5, seed: 2 })) {
      const state = new Map<Hash256, string>();
      const states = history.map((rows) => {
        for (const [key, text] of rows) {
          if (text === undefined) state.delete(key);
          else state.set(key, text);
        }
        return new Map(state);
      });
      const ledgers = history.map((rows, at) => {
        const [before, now] = [states[at - 1], states[at]!];
        const insertedOrDeletedKeys = new Set(keys.filter((key) => (before?.has(key) ?? false) !== now.has(key)));
        return ledgerOf(at + 1, { stateChanges: changes(...rows), insertedOrDeletedKeys });
      });
      const store = await storeWith(t, createStore, ledgers);
      for (const [at, expected] of states.entries()) {
        assert.deepEqual(entryKeys(store, at + 1), [...expected.keys()].sort());
        for (const key of keys) assert.equal(textOf(store.entry(key, at + 1)), expected.get(key));
      }
    }
  });

  test('keeps the order of similar keys in every ledger', async (t) => {
    // Keys with a long common prefix, as in an order book.
    const keys = ['0', '1', '10', '11', 'F0', 'F1', 'FFF'].map((end) => end.padStart(64, 'A0B1C2'));
    const change = fc.tuple(fc.constantFrom(...keys), fc.constantFrom('x', undefined));
    const [history] = fc.sample(fc.array(fc.array(change), { minLength: 40, maxLength: 40 }), { numRuns: 1, seed: 4 });
    const store = await storeWith(
      t,
      createStore,
      history!.map((rows, at) => ledgerOf(at + 1, { stateChanges: changes(...rows) })),
    );
    for (let index = 1; index <= 40; index++) {
      const present = keys.filter((key) => store.entry(key, index) !== undefined).sort();
      assert.deepEqual(entryKeys(store, index), present);
    }
  });

  test('walks past more deleted keys than one batch of reads', async (t) => {
    const doomed = Array.from({ length: 150 }, (_, at) => hashOf(`doomed ${at}`));
    const store = await storeWith(t, createStore, [
      ledgerOf(1, { stateChanges: changes([c, 'kept'], ...doomed.map((key) => [key, 'x'] as [string, string])) }),
      ledgerOf(2, { stateChanges: changes(...doomed.map((key) => [key, undefined] as [string, undefined])) }),
    ]);
    assert.deepEqual(entryKeys(store, 1), [...doomed, c].sort());
    assert.deepEqual(entryKeys(store, 2), [c]);
  });

  test('returns bytes that later reads and commits do not change', async (t) => {
    const large = 'large '.repeat(20_000);
    const store = await storeWith(t, createStore, [
      ledgerOf(1, { stateChanges: changes([a, 'first'], [b, 'other'], [c, large]) }),
    ]);
    const [first, big] = [store.entry(a, 1), store.entry(c, 1)];
    store.entry(b, 1);
    await store.append(ledgerOf(2, { stateChanges: changes([a, 'later'], [c, undefined]) }));
    await store.append(ledgerOf(3, { stateChanges: changes([b, large]) }));
    assert.equal(textOf(first), 'first');
    assert.equal(textOf(big), large);
  });
}

function testTransactions(createStore: CreateStore): void {
  test('returns transactions by location, by id and by ledger', async (t) => {
    const transactions = Array.from({ length: 130 }, (_, position) => transactionOf(8, position, [accountOf('x')]));
    const store = await storeWith(t, createStore, [
      ledgerOf(7, { transactions: [transactionOf(7, 0, [])] }),
      ledgerOf(8, { transactions }),
      ledgerOf(9),
    ]);
    const stored = transactions.map(({ blob, metadata }, position) => ({ ledgerIndex: 8, position, blob, metadata }));
    const asPlain = (found: (typeof stored)[number] | undefined) =>
      found && { ...found, blob: new Uint8Array(found.blob), metadata: new Uint8Array(found.metadata) };
    assert.deepEqual([...store.ledgerTransactions(8)].map(asPlain), stored);
    assert.deepEqual(asPlain(store.transaction({ ledgerIndex: 8, position: 129 })), stored[129]);
    assert.deepEqual(store.transactionLocation(transactions[5]!.id), { ledgerIndex: 8, position: 5 });
    assert.deepEqual([...store.ledgerTransactions(9)], []);
    assert.equal(store.transaction({ ledgerIndex: 8, position: 130 }), undefined);
    assert.equal(store.transactionLocation(hashOf('unknown')), undefined);
  });
}

/** The rows of a history with their facts, in the direction of the query. */
function history(store: LedgerStore, query: AccountTransactionQuery): object[] {
  const found: object[] = [];
  for (const { bytes, first, end } of store.accountHistory(query)) {
    const block = Array.from({ length: end - first }, (_, at) => ({
      ...historyRowLocation(bytes, first + at),
      facts: textOf(bytes.subarray(historyFactsAt(first + at), historyFactsAt(first + at) + HISTORY_FACTS_BYTES)),
    }));
    found.push(...(query.forward ? block : block.reverse()));
  }
  return found;
}

function testAccountTransactions(createStore: CreateStore): void {
  test('lists an account’s transactions over any range, in both directions, from any location', async (t) => {
    const [mine, other] = [accountOf('mine'), accountOf('other')];
    const ledgers = Array.from({ length: 30 }, (_, at) => {
      const count = (at * 5) % 7;
      const transactions = Array.from({ length: count }, (_, position) =>
        transactionOf(at + 1, position, (at + position) % 3 === 0 ? [other] : [mine, other]),
      );
      return ledgerOf(at + 1, { transactions });
    });
    const all = ledgers.flatMap(({ header: { ledgerIndex }, derived }) =>
      derived.transactions.flatMap(({ accounts, facts }, position) =>
        accounts.includes(mine) ? [{ ledgerIndex, position, facts: textOf(facts[accounts.indexOf(mine)]) }] : [],
      ),
    );
    const store = await storeWith(t, createStore, ledgers);
    const expected = ({ minLedgerIndex, maxLedgerIndex, forward, from }: AccountTransactionQuery) => {
      const order = (row: { ledgerIndex: number; position: number }) => row.ledgerIndex * 1000 + row.position;
      const found = all
        .filter((row) => row.ledgerIndex >= minLedgerIndex && row.ledgerIndex <= maxLedgerIndex)
        .filter((row) => from === undefined || (forward ? order(row) >= order(from) : order(row) <= order(from)));
      return forward ? found : found.toReversed();
    };
    const index = fc.nat(32);
    const queries = fc.record(
      {
        account: fc.constant(mine),
        minLedgerIndex: index,
        maxLedgerIndex: index,
        forward: fc.boolean(),
        from: fc.record({ ledgerIndex: index, position: fc.nat(7) }),
      },
      { requiredKeys: ['account', 'minLedgerIndex', 'maxLedgerIndex', 'forward'] },
    );
    fc.assert(
      fc.property(queries, (query) => assert.deepEqual(history(store, query), expected(query))),
      { numRuns: 200 },
    );
    const everything = { account: mine, minLedgerIndex: 0, maxLedgerIndex: 0xffff_ffff, forward: false };
    assert.deepEqual(history(store, everything), all.toReversed());
    assert.deepEqual(history(store, { ...everything, account: accountOf('nobody') }), []);
  });

  test('lists lazily, lets the caller stop, and commits meanwhile', async (t) => {
    const account = accountOf('busy');
    const busy = (ledgerIndex: number) =>
      ledgerOf(ledgerIndex, {
        transactions: Array.from({ length: 300 }, (_, position) => transactionOf(ledgerIndex, position, [account])),
      });
    const store = await storeWith(t, createStore, [busy(1), busy(2)]);
    const query = { account, minLedgerIndex: 1, maxLedgerIndex: 2, forward: true };
    const positions: number[] = [];
    for (const { position } of accountTransactions(store, query)) {
      if (positions.push(position) === 3) break;
    }
    assert.deepEqual(positions, [0, 1, 2]);
    let listed = 0;
    for (const _ of accountTransactions(store, query)) {
      listed++;
      if (listed === 1) await store.append(busy(3));
    }
    assert.equal(listed, 600);
    const places = Array.from({ length: 900 }, (_, at) => [Math.floor(at / 300) + 1, at % 300]);
    for (const forward of [true, false]) {
      const all = accountTransactions(store, { ...query, maxLedgerIndex: 3, forward });
      const found = Array.from(all, ({ ledgerIndex, position }) => [ledgerIndex, position]);
      assert.deepEqual(found, forward ? places : places.toReversed());
    }
  });
}

function testSmallValues(createStore: CreateStore): void {
  test('keeps the newest record of each tree node', async (t) => {
    const treeChanges = (...rows: [string, string | undefined][]) => changes(...rows);
    const store = await storeWith(t, createStore, [
      ledgerOf(1, { treeChanges: treeChanges(['', 'root 1'], ['A', 'node A1'], ['A5', 'node A5']) }),
      ledgerOf(2, { treeChanges: treeChanges(['', 'root 2'], ['A5', undefined], ['B', undefined]) }),
    ]);
    const records = ['', 'A', 'A5', 'B'].map((path) => textOf(store.treeNode(path)));
    assert.deepEqual(records, ['root 2', 'node A1', undefined, undefined]);
  });

  test('keeps values under any name', async (t) => {
    const { store, reopen } = await createStore();
    store.setMetaValue('network', '5');
    store.setMetaValue('network', '12 – réseau');
    store.setMetaValues(
      new Map([
        ['format', 'mine'],
        ['fees', '10'],
      ]),
    );
    assert.equal(store.metaValue('network'), '12 – réseau');
    const opened = reopen === undefined ? store : await reopen();
    t.after(() => opened.close());
    assert.deepEqual(
      ['network', 'format', 'fees', 'other'].map((name) => opened.metaValue(name)),
      ['12 – réseau', 'mine', '10', undefined],
    );
    assert.ok(opened.sizeBytes() >= 0);
  });
}

/** Ledgers that cannot be committed. Each fails after most of it was read. */
function brokenLedgers(ledgerIndex: number): PreparedLedger[] {
  const good = {
    transactions: [transactionOf(ledgerIndex, 0, [accountOf('x')])],
    stateChanges: changes([hashOf('entry'), 'half']),
    treeChanges: changes(['', 'half']),
  };
  const broken = () => {
    throw new Error('broken value');
  };
  const transaction = Object.defineProperty({ ...transactionOf(ledgerIndex, 1, []) }, 'metadata', { get: broken });
  const map = Object.defineProperty(changes(['', 'half']), Symbol.iterator, { value: broken });
  return [
    ledgerOf(ledgerIndex, { ...good, transactions: [...good.transactions, transaction] }),
    ledgerOf(ledgerIndex, { ...good, stateChanges: map }),
    ledgerOf(ledgerIndex, { ...good, treeChanges: map }),
    ledgerOf(ledgerIndex, {
      ...good,
      indexChanges: Object.defineProperty([{ index: 'one', key: 'AB', isPresent: true }], Symbol.iterator, {
        value: broken,
      }),
    }),
  ];
}

function testFailures(createStore: CreateStore): void {
  const key = hashOf('entry');
  const first = ledgerOf(1, { stateChanges: changes([key, 'whole']), treeChanges: changes(['', 'whole']) });

  async function assertOnlyFirst(store: LedgerStore): Promise<void> {
    assert.deepEqual(store.ledgerRange(), { first: 1, last: 1 });
    assert.equal(store.header(2), undefined);
    assert.equal(store.ledgerIndexByHash(ledgerOf(2).header.hash), undefined);
    assert.equal(store.transactionLocation(hashOf('2/0')), undefined);
    assert.deepEqual([...store.ledgerTransactions(2)], []);
    const query = { account: accountOf('x'), minLedgerIndex: 0, maxLedgerIndex: 9, forward: true };
    assert.deepEqual(history(store, query), []);
    assert.equal(textOf(store.entry(key, 2)), 'whole');
    assert.equal(textOf(store.treeNode('')), 'whole');
    assert.deepEqual([...store.indexKeys('one', '')], []);
  }

  test('stores nothing of a commit that fails midway, and accepts the next one', async (t) => {
    const store = await storeWith(t, createStore, [first]);
    for (const broken of brokenLedgers(2)) {
      await assert.rejects(store.append(broken), /broken value/);
      await assertOnlyFirst(store);
    }
    await store.append(ledgerOf(2, { stateChanges: changes([key, 'next']) }));
    assert.equal(textOf(store.entry(key, 2)), 'next');
  });

  test('refuses a ledger out of order', async (t) => {
    const store = await storeWith(t, createStore, [first]);
    for (const ledgerIndex of [0, 1, 3]) {
      await assert.rejects(store.append(ledgerOf(ledgerIndex, { stateChanges: changes([key, 'no']) })), StoreError);
    }
    await assertOnlyFirst(store);
  });

  test('rejects reads after it is closed, also those of a running iteration', async () => {
    const { store } = await createStore();
    const account = accountOf('x');
    const transactions = Array.from({ length: 2000 }, (_, position) => transactionOf(1, position, [account]));
    await store.append(ledgerOf(1, { transactions }));
    const query = { account, minLedgerIndex: 1, maxLedgerIndex: 1, forward: true };
    const listing = accountTransactions(store, query);
    listing.next();
    await store.close();
    await store.close();
    assert.throws(() => {
      while (!listing.next().done);
    }, StoreError);
    assert.throws(() => store.ledgerRange(), StoreError);
    assert.throws(() => store.entry(hashOf('entry'), 1), StoreError);
    await assert.rejects(store.append(ledgerOf(2)), StoreError);
  });
}
