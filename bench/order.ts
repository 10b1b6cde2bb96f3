/** What the next key costs, in every view, with twenty thousand deleted entries in front of it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClosedLedger } from '../src/ledger/closed-ledger.ts';
import { createLedgerHeader, type LedgerHeader } from '../src/ledger/ledger-header.ts';
import { OpenView } from '../src/ledger/open-view.ts';
import type { ReadView } from '../src/ledger/read-view.ts';
import { Sandbox } from '../src/ledger/sandbox.ts';
import { EntryCache, StoredView } from '../src/node/stored-view.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { LedgerEntry } from '../src/protocol/entries/entries.ts';
import { ticketKeylet } from '../src/protocol/entries/keylets.ts';
import { newEntry } from '../src/protocol/entries/new-entry.ts';
import type { Hash256, StObject } from '../src/protocol/values.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import type { Benchmark, Measurement } from './benchmark.ts';

const ENTRIES = 1_000_000;
const ENTRIES_A_LEDGER = 50_000;
const DELETED = 20_000;
const RUNS = 5;
const LOOKUPS = 2_000;
/** Between the first digits of most keys and those of the last. */
const IN_FRONT = '7'.padEnd(64, '0');

const ENTRY_BYTES = encodeObject(newEntry(ticketKeylet('00'.repeat(20), 1)) as unknown as StObject);

function keyAt(at: number): Hash256 {
  return createHash('sha256').update(String(at)).digest('hex').toUpperCase();
}

/** Neighbours in the order of keys, like those of one order book. */
function doomedKey(at: number): Hash256 {
  return IN_FRONT.slice(0, 56) + at.toString(16).toUpperCase().padStart(8, '0');
}

async function fill(store: LedgerStore): Promise<void> {
  const commit = (ledgerIndex: number, stateChanges: ClosedLedger['stateChanges']) =>
    store.append({
      header: headerAfter(store, ledgerIndex),
      transactions: [],
      stateChanges,
      derived: { transactions: [], treeChanges: new Map(), indexChanges: [] },
    });
  let ledgerIndex = 0;
  for (let done = 0; done < ENTRIES; done += ENTRIES_A_LEDGER) {
    await commit(
      ++ledgerIndex,
      new Map(Array.from({ length: ENTRIES_A_LEDGER }, (_, at) => [keyAt(done + at), ENTRY_BYTES])),
    );
  }
  const doomed = Array.from({ length: DELETED }, (_, at) => doomedKey(at));
  await commit(++ledgerIndex, new Map(doomed.map((key) => [key, ENTRY_BYTES])));
  await commit(++ledgerIndex, new Map(doomed.map((key) => [key, undefined])));
  // A past ledger in which they are gone, too.
  await commit(++ledgerIndex, new Map([[keyAt(-1), ENTRY_BYTES]]));
}

function headerAfter(store: LedgerStore, ledgerIndex: number): LedgerHeader {
  return createLedgerHeader({
    ledgerIndex,
    parentHash: store.header(ledgerIndex - 1)?.hash ?? keyAt(-2),
    transactionHash: keyAt(-2),
    accountHash: keyAt(-2),
    totalDrops: 0n,
    parentCloseTimeSeconds: 0,
    closeTimeSeconds: ledgerIndex,
    closeTimeResolutionSeconds: 10,
    closeFlags: 0,
  });
}

/** Microseconds a look-up, run by run. */
function lookUps(view: ReadView, from: (at: number) => Hash256): number[] {
  return Array.from({ length: RUNS + 1 }, (_, run) => {
    const keys = Array.from({ length: LOOKUPS }, (_, at) => from(run * LOOKUPS + at));
    const startNs = process.hrtime.bigint();
    for (const key of keys) view.nextKey(key);
    return Number(process.hrtime.bigint() - startNs) / LOOKUPS / 1000;
  }).slice(1);
}

function openViewWithDeletions(parent: ReadView, header: LedgerHeader): OpenView {
  const view = new OpenView(parent, header, true);
  for (let at = 0; at < DELETED; at++) {
    const entry = { ...newEntry(ticketKeylet('00'.repeat(20), at)), index: doomedKey(at) } as LedgerEntry;
    view.rawInsert(entry);
    view.rawErase(entry);
  }
  return view;
}

/** A write and a look-up after it, by turns. */
function writesAndLookUps(parent: ReadView, header: LedgerHeader): number[] {
  return Array.from({ length: RUNS }, () => {
    const view = new OpenView(parent, header, true);
    const startNs = process.hrtime.bigint();
    for (let at = 0; at < 10_000; at++) {
      view.rawInsert({ ...newEntry(ticketKeylet('00'.repeat(20), at)), index: keyAt(-at - 10) } as LedgerEntry);
      view.nextKey(keyAt(at));
    }
    return Number(process.hrtime.bigint() - startNs) / 10_000 / 1000;
  });
}

async function measureStore(name: string, store: LedgerStore): Promise<Measurement[]> {
  const { last } = store.ledgerRange()!;
  const viewOf = (ledgerIndex: number) => new StoredView(store, store.header(ledgerIndex)!, new EntryCache(last));
  const views: [string, ReadView][] = [
    ['newest ledger', viewOf(last)],
    ['past ledger', viewOf(last - 1)],
    ['open ledger over it', new OpenView(viewOf(last), store.header(last)!, true)],
    ['open ledger that deleted as many', openViewWithDeletions(viewOf(last), store.header(last)!)],
    ['sandbox over the open ledger', new Sandbox(openViewWithDeletions(viewOf(last), store.header(last)!))],
  ];
  const figures = views.flatMap(([what, view]): Measurement[] => [
    { what: `${name}, ${what}, in front of the deleted`, unit: 'µs', runs: lookUps(view, () => IN_FRONT) },
    { what: `${name}, ${what}, anywhere`, unit: 'µs', runs: lookUps(view, (at) => keyAt(at * 7)) },
  ]);
  const turns = writesAndLookUps(viewOf(last), store.header(last)!);
  return [...figures, { what: `${name}, open ledger, a write and a look-up`, unit: 'µs', runs: turns }];
}

export const order: Benchmark = {
  name: 'order',
  question:
    `Time to find the key after another one among ${ENTRIES.toLocaleString('en')} entries: in front of ` +
    `${DELETED.toLocaleString('en')} deleted ones, and anywhere.`,
  async measure() {
    const memory = new MemoryStore();
    await fill(memory);
    const inMemory = await measureStore('memory', memory);
    await memory.close();
    const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
    const store = openLmdbStore(directory);
    try {
      const startMs = performance.now();
      await fill(store);
      const fillMs = performance.now() - startMs;
      const filled = { what: 'LMDB, making an entry durable', unit: 'µs', runs: [(fillMs * 1000) / ENTRIES] };
      return [...inMemory, ...(await measureStore('LMDB', store)), filled];
    } finally {
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
