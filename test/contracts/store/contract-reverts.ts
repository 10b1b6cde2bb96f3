/**
 * The part of the contract about reverts: a store that reverts to a ledger equals a store that never had the later
 * ones.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HISTORY_ROW_BYTES } from '../../../src/history/packed-rows.ts';
import type { IndexChange, PreparedLedger } from '../../../src/ledger/derived-changes.ts';
import type { Hash256 } from '../../../src/protocol/values.ts';
import { type LedgerStore, StoreError } from '../../../src/storage/ledger-store.ts';
import type { UndoneLedgers } from '../../../src/storage/revertible-store.ts';
import { accountOf, bytesOf, hashOf, ledgerOf, transactionOf } from './contract-ledgers.ts';
import { type CreateStore, storeWith } from './contract-store.ts';

const ACCOUNTS = ['x', 'y', 'z'].map(accountOf);
// Some keys have a long common prefix, so that inner nodes of the tree are created and deleted.
const KEYS = ['0', '1', '10', '11', 'F0', 'F1', 'FFF'].map((end) => end.padStart(64, 'A0B1C2'));
const PATHS = ['', '0', '01', 'F'];
const ROWS = ['A1', 'A100', 'A2', 'B0'];

/** Random content of a ledger. */
const contents = fc.record({
  entries: fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom('x', 'longer', null), { maxKeys: 5 }),
  tree: fc.dictionary(fc.constantFrom(...PATHS), fc.constantFrom('n', 'node', null)),
  index: fc.dictionary(fc.constantFrom(...ROWS), fc.boolean()),
  transactions: fc.array(fc.subarray(ACCOUNTS), { maxLength: 4 }),
});
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: contents.map((ledger) => ({ append: ledger })) },
    { weight: 2, arbitrary: fc.nat(9).map((back) => ({ back })) },
  ),
  { minLength: 5, maxLength: 40 },
);

type Contents = typeof contents extends fc.Arbitrary<infer Value> ? Value : never;

function ledgerWith(ledgerIndex: number, { entries, tree, index, transactions }: Contents): PreparedLedger {
  const bytes = (text: string | null) => (text === null ? undefined : bytesOf(`${text} of ${ledgerIndex}`));
  const indexChanges = Object.entries(index).map(([key, isPresent]) => ({ index: 'rows', key, isPresent }));
  return ledgerOf(ledgerIndex, {
    stateChanges: new Map(Object.entries(entries).map(([key, text]) => [key, bytes(text)])),
    treeChanges: new Map(Object.entries(tree).map(([path, text]) => [path, bytes(text)])),
    indexChanges,
    transactions: transactions.map((accounts, position) => transactionOf(ledgerIndex, position, accounts)),
  });
}

/** A store and its expected content. */
class Model {
  readonly ledgers: PreparedLedger[] = [];

  /** The newest tree and index after a ledger. */
  newest(ledgerIndex: number) {
    const tree = new Map<string, Uint8Array | undefined>(PATHS.map((path) => [path, undefined]));
    const rows = new Map<string, boolean>(ROWS.map((row) => [row, false]));
    for (const { header, derived } of this.ledgers) {
      if (header.ledgerIndex > ledgerIndex) break;
      for (const [path, record] of derived.treeChanges) tree.set(path, record);
      for (const { key, isPresent } of derived.indexChanges) rows.set(key, isPresent);
    }
    return { tree, rows };
  }

  undone(ledgerIndex: number): UndoneLedgers {
    const gone = this.ledgers.filter(({ header }) => header.ledgerIndex > ledgerIndex);
    const { tree, rows } = this.newest(ledgerIndex);
    const indexChanges: IndexChange[] = Array.from(rows, ([key, isPresent]) => ({ index: 'rows', key, isPresent }));
    const ledgers = gone.map(({ header, stateChanges, derived }) => ({
      ledgerIndex: header.ledgerIndex,
      hash: header.hash,
      transactionIds: derived.transactions.map(({ id }) => id),
      accounts: new Set(derived.transactions.flatMap(({ accounts }) => accounts)),
      keys: new Set(stateChanges.keys()),
    }));
    return { ledgers, treeChanges: tree, indexChanges };
  }
}

/** The undo data of empty ledgers. */
function undoneLedgers(...ledgerIndexes: readonly number[]): UndoneLedgers {
  const ledgers = ledgerIndexes.map((ledgerIndex) => ({
    ledgerIndex,
    hash: ledgerOf(ledgerIndex).header.hash,
    transactionIds: [],
    accounts: new Set<string>(),
    keys: new Set<string>(),
  }));
  return { ledgers, treeChanges: new Map(), indexChanges: [] };
}

/** Everything that a reader can see. */
function contentsOf(store: LedgerStore, highest: number): object {
  const ledgers = Array.from({ length: highest + 1 }, (_, ledgerIndex) => ({
    header: store.header(ledgerIndex)?.hash,
    transactions: Array.from(store.ledgerTransactions(ledgerIndex), ({ position, blob }) => [position, text(blob)]),
    entries: KEYS.map((key) => text(store.entry(key, ledgerIndex))),
    order: keysOf(store, ledgerIndex),
  }));
  const ids = ledgers.flatMap((_, index) => Array.from({ length: 4 }, (_, at) => hashOf(`${index}/${at}`)));
  const histories = ACCOUNTS.flatMap((account) =>
    [true, false].map((forward) => {
      const query = { account, minLedgerIndex: 0, maxLedgerIndex: 0xffff_ffff, forward };
      const rows: string[] = [];
      for (const { bytes, first, end } of store.accountHistory(query)) {
        const block: string[] = [];
        for (let at = first; at < end; at++) block.push(rowText(bytes, at));
        rows.push(...(forward ? block : block.reverse()));
      }
      return rows;
    }),
  );
  return {
    range: store.ledgerRange(),
    ledgers,
    locations: ids.map((id) => store.transactionLocation(id)),
    hashes: ledgers.map(({ header }) => header && store.ledgerIndexByHash(header)),
    histories,
    writers: KEYS.map((key) => store.entryLedger(key, highest)),
    tree: PATHS.map((path) => text(store.treeNode(path))),
    rows: [...store.indexKeys('rows', '')],
    someRows: [...store.indexKeys('rows', 'A1', 'A1')],
    log: Array.from(store.tail(highest - 1), ({ header }) => header.hash),
  };
}

function rowText(bytes: Buffer, at: number): string {
  return bytes.subarray(at * HISTORY_ROW_BYTES, (at + 1) * HISTORY_ROW_BYTES).toString('hex');
}

function text(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Buffer.from(bytes).toString();
}

function keysOf(store: LedgerStore, ledgerIndex: number): Hash256[] {
  const keys: Hash256[] = [];
  let key = store.nextEntryKey('0'.repeat(64), ledgerIndex);
  for (; key !== undefined; key = store.nextEntryKey(key, ledgerIndex)) keys.push(key);
  return keys;
}

/** Registers the tests for a backend. */
export function testReverts(createStore: CreateStore): void {
  describe('when it reverts', () => {
    test('equals a store without the reverted ledgers', async (t) => {
      for (const [run, history] of fc.sample(steps, { numRuns: 40, seed: 17 }).entries()) {
        const { store, reopen } = await createStore();
        // A store with files takes longer, so it has fewer runs.
        if (reopen !== undefined && run >= 5) return store.close();
        const model = new Model();
        const append = async (made: Contents) => {
          const ledger = ledgerWith(model.ledgers.length + 1, made);
          await store.append(ledger);
          model.ledgers.push(ledger);
        };
        await append({ entries: {}, tree: {}, index: {}, transactions: [] });
        for (const step of history) {
          if ('append' in step) await append(step.append);
          else {
            const target = Math.max(1, model.ledgers.length - step.back);
            store.revert(target, model.undone(target));
            model.ledgers.splice(target);
          }
        }
        const highest = model.ledgers.length + 10;
        const fresh = await storeWith(t, createStore, model.ledgers);
        const expected = contentsOf(fresh, highest);
        assert.deepEqual(contentsOf(store, highest), expected);
        const opened = (await reopen?.()) ?? store;
        assert.deepEqual(contentsOf(opened, highest), expected);
        await opened.close();
      }
    });

    test('writes named values in the same step, and accepts other ledgers afterwards', async (t) => {
      const store = await storeWith(t, createStore, [ledgerOf(1), ledgerOf(2), ledgerOf(3)]);
      store.revert(2, undoneLedgers(3), new Map([['time', 'of then']]));
      store.revert(2, undoneLedgers());
      assert.equal(store.metaValue('time'), 'of then');
      await store.append(ledgerOf(3));
      assert.deepEqual(store.ledgerRange(), { first: 1, last: 3 });
    });

    test('replaces its chain completely, or keeps it', async (t) => {
      const store = await storeWith(t, createStore, [ledgerOf(1), ledgerOf(2), ledgerOf(3)]);
      const [account] = ACCOUNTS as [string];
      await store.append(ledgerOf(4, { transactions: [transactionOf(4, 0, [account])] }));
      assert.throws(() => store.replace([], new Map()), StoreError);
      assert.throws(() => store.replace([ledgerOf(7), ledgerOf(9)], new Map()), StoreError);
      assert.deepEqual(store.ledgerRange(), { first: 1, last: 4 });
      const chain = fc.sample(contents, { numRuns: 6, seed: 3 }).map((made, at) => ledgerWith(7 + at, made));
      store.replace(chain, new Map([['made', 'elsewhere']]));
      assert.equal(store.metaValue('made'), 'elsewhere');
      const fresh = await storeWith(t, createStore, chain);
      assert.deepEqual(contentsOf(store, 20), contentsOf(fresh, 20));
      await store.append(ledgerOf(13));
      store.revert(12, undoneLedgers(13));
      assert.deepEqual(contentsOf(store, 20), contentsOf(fresh, 20));
    });

    test('refuses a missing target, and undo data with a missing ledger', async (t) => {
      const store = await storeWith(t, createStore, [ledgerOf(4), ledgerOf(5), ledgerOf(6)]);
      const refused = (work: () => void) => assert.throws(work, StoreError);
      refused(() => store.revert(3, undoneLedgers(4, 5, 6)));
      refused(() => store.revert(7, undoneLedgers()));
      refused(() => store.revert(4, undoneLedgers()));
      refused(() => store.revert(4, undoneLedgers(6)));
      refused(() => store.revert(4, undoneLedgers(6, 5)));
      assert.deepEqual(store.ledgerRange(), { first: 4, last: 6 });
    });
  });
}
