import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { ledgerStoreContract } from '../../../test/contracts/store/contract.ts';
import { accountOf, bytesOf, hashOf, ledgerOf, transactionOf } from '../../../test/contracts/store/contract-ledgers.ts';
import { STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { CommitThread } from './commit-thread.ts';
import { openEnvironment } from './lmdb-library.ts';
import { type LmdbStore, openLmdbStore } from './lmdb-store.ts';
import { readMetaPages } from './meta-pages.ts';
import { acquireWriterLock } from './writer-lock.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-lmdb-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let directories = 0;

function freshDirectory(): string {
  return join(scratch, `store.${++directories}`, 'data');
}

ledgerStoreContract('LMDB', async () => {
  const directory = freshDirectory();
  const store = openLmdbStore(directory);
  const reopen = async () => {
    await store.close();
    return openLmdbStore(directory);
  };
  return { store, reopen };
});

/** Another process that commits ledgers as fast as it can and reports each index once its commit resolved. */
function spawnWriter(directory: string): ChildProcess {
  const source = `
    import { openLmdbStore } from '${import.meta.resolve('./lmdb-store.ts')}';
    import { accountOf, bytesOf, hashOf, ledgerOf, transactionOf } from '${import.meta.resolve('../../../test/contracts/store/contract-ledgers.ts')}';
    const store = openLmdbStore(process.argv[1]);
    for (let index = 1; ; index++) {
      const stateChanges = new Map(Array.from({ length: 50 }, (_, at) => [hashOf('key' + at), bytesOf('v' + index)]));
      const transactions = [transactionOf(index, 0, [accountOf('x')])];
      await store.append(ledgerOf(index, { transactions, stateChanges }));
      process.stdout.write(index + '\\n');
      await new Promise(setImmediate);
    }`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The target of a symbolic link; empty if the link no longer exists. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

describe('a data directory', () => {
  test('keeps every acknowledged ledger, and none by half, when its writer is killed', async () => {
    const directory = freshDirectory();
    const writer = spawnWriter(directory);
    let acknowledged = 0;
    for await (const line of createInterface({ input: writer.stdout! })) {
      acknowledged = Number(line);
      if (acknowledged === 20) {
        assert.throws(() => openLmdbStore(directory), {
          name: 'StoreError',
          message: `the data directory ${directory} is in use by another Weir (process ${writer.pid})`,
        });
        writer.kill('SIGKILL');
      }
    }
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, 'exit');
    const store = openLmdbStore(directory);
    const { last } = store.ledgerRange()!;
    assert.ok(acknowledged >= 20 && last >= acknowledged);
    for (let at = 0; at < 50; at++)
      assert.deepEqual(Buffer.from(store.entry(hashOf(`key${at}`), last)!), Buffer.from(`v${last}`));
    await store.append(ledgerOf(last + 1));
    await store.close();
  });

  test('is refused while this process has it open, and free again once it is closed', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    assert.throws(() => openLmdbStore(directory), /in use by another Weir/);
    await store.append(ledgerOf(1));
    await store.close();
    const again = openLmdbStore(directory);
    assert.deepEqual(again.ledgerRange(), { first: 1, last: 1 });
    await again.close();
  });

  test('is kept when the file of its lock is removed, and lost only to a writer that was faster', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    const lock = join(directory, 'writer.lock');
    await store.append(ledgerOf(1));
    rmSync(lock);
    // The store recreates the lock file by itself within a moment.
    while (!existsSync(lock)) await delay(1);
    assert.throws(() => openLmdbStore(directory), /in use by another Weir/);
    await store.append(ledgerOf(2));
    rmSync(lock);
    await store.append(ledgerOf(3));
    assert.throws(() => openLmdbStore(directory), /in use by another Weir/, 'the commit has taken it anew');
    rmSync(lock);
    const other = acquireWriterLock(directory);
    for (const write of [() => store.setMetaValue('name', 'value'), () => store.requireRevertible()])
      assert.throws(write, { name: 'StoreError', message: /in use by another Weir/ });
    await assert.rejects(store.append(ledgerOf(4)), { name: 'StoreError', message: /in use by another Weir/ });
    other.release();
    await store.append(ledgerOf(4));
    await store.close();
  });

  test('takes no ledger any more when its data file is removed', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    await store.append(ledgerOf(1));
    rmSync(directory, { recursive: true });
    const message = `data.mdb was removed from ${directory}: stop the server and restore a backup`;
    await assert.rejects(store.append(ledgerOf(2)), { name: 'StoreError', message });
    await store.close();
    assert.equal(existsSync(directory), false);
  });

  test('has no open files after a close', { skip: process.platform !== 'linux' }, async () => {
    const directory = freshDirectory();
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((fd) => targetOf(join('/proc/self/fd', fd)).startsWith(directory));
    const store = openLmdbStore(directory);
    await store.append(ledgerOf(1));
    assert.ok(openFiles().length > 0);
    await store.close();
    assert.deepEqual(openFiles(), []);
  });

  test('of another format is refused, and not locked by the attempt', async () => {
    const directory = freshDirectory();
    await openLmdbStore(directory).close();
    for (const format of [99, STORE_FORMAT_VERSION - 1, 0]) {
      const raw = openEnvironment(directory, { noSubdir: false });
      const meta = raw.openDB<Uint8Array, Uint8Array>('meta', { keyEncoding: 'binary', encoding: 'binary' });
      await meta.put(Buffer.from('format'), Buffer.from(String(format)));
      await raw.close();
      for (let attempt = 0; attempt < 2; attempt++) {
        assert.throws(
          () => openLmdbStore(directory),
          new RegExp(`has format ${format}, but this Weir reads format ${STORE_FORMAT_VERSION}`),
        );
      }
    }
  });

  test('that lacks a table is refused, and not taken for new', async () => {
    const directory = freshDirectory();
    const raw = openEnvironment(directory, { noSubdir: false });
    await raw.openDB({ name: 'something else' }).put('key', 'value');
    await raw.close();
    assert.throws(() => openLmdbStore(directory), new StoreError('the store has no table meta'));
  });

  test('that cannot be one is refused in a sentence', () => {
    const file = join(scratch, 'a file');
    writeFileSync(file, 'text');
    assert.throws(() => openLmdbStore(join(file, 'data')), StoreError);
    assert.throws(() => openLmdbStore(file), /cannot open the data directory .*a file/);
  });

  test('grows with what is written, far beyond its first size', async () => {
    const store = openLmdbStore(freshDirectory());
    const before = store.sizeBytes();
    const stateChanges = new Map(
      Array.from({ length: 4000 }, (_, at) => [hashOf(`key ${at}`), Buffer.alloc(1000, at)]),
    );
    await store.append(ledgerOf(1, { stateChanges }));
    assert.ok(store.sizeBytes() > before + 4_000_000);
    assert.deepEqual(store.entry(hashOf('key 3999'), 1), Buffer.alloc(1000, 3999));
    await store.close();
  });
});

/** A ledger with a transaction, which the thread writes. */
function usedLedger(ledgerIndex: number) {
  return ledgerOf(ledgerIndex, { transactions: [transactionOf(ledgerIndex, 0, [accountOf('x')])] });
}

/** A ledger whose commit takes some ten milliseconds. */
function largeLedger(ledgerIndex: number) {
  const text = `ledger ${ledgerIndex}`;
  const transactions = Array.from({ length: 500 }, (_, at) => transactionOf(ledgerIndex, at, [accountOf('x')]));
  const stateChanges = new Map(Array.from({ length: 3000 }, (_, at) => [hashOf(`key ${at}`), bytesOf(text)]));
  const treeChanges = new Map([['', bytesOf(text)]]);
  const indexChanges = [{ index: 'one', key: hashOf(text), isPresent: true }];
  return ledgerOf(ledgerIndex, { transactions, stateChanges, treeChanges, indexChanges });
}

/** What a reader sees of the newest ledger, in every table in which the newest is not asked for by its index. */
function newest(store: LmdbStore) {
  const query = { account: accountOf('x'), minLedgerIndex: 0, maxLedgerIndex: 99, forward: false };
  return {
    range: store.ledgerRange(),
    entry: Buffer.from(store.entry(hashOf('key 2999'), 99) ?? []).toString(),
    tree: Buffer.from(store.treeNode('') ?? []).toString(),
    indexKeys: [...store.indexKeys('one', '')].length,
    history: [...store.accountHistory(query)].reduce((sum, { first, end }) => sum + end - first, 0),
  };
}

describe('a commit', () => {
  test('leaves others their turn, and shows nothing before it resolves', async () => {
    const turns: (() => void)[] = [];
    const pacer = () => new Promise<void>((resolve) => turns.push(resolve));
    const store = openLmdbStore(freshDirectory(), { pacer });
    let isCommitted = false;
    const commit = async (ledgerIndex: number) => {
      await store.append(largeLedger(ledgerIndex));
      isCommitted = true;
    };
    const seen: [number, object][] = [];
    for (const ledgerIndex of [1, 2]) {
      isCommitted = false;
      const committed = commit(ledgerIndex);
      const before = newest(store);
      while (!isCommitted) {
        assert.deepEqual(newest(store), before);
        turns.shift()?.();
        await nextTurn();
      }
      await committed;
      seen.push([ledgerIndex, newest(store)]);
    }
    const after = (last: number, text: string) => ({
      range: { first: 1, last },
      entry: text,
      tree: text,
      indexKeys: last,
      history: 500 * last,
    });
    assert.deepEqual(seen, [
      [1, after(1, 'ledger 1')],
      [2, after(2, 'ledger 2')],
    ]);
    await store.close();
  });

  test('is not seen when it is on the disk, but its outcome is not known yet', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    const file = openSync(join(directory, 'data.mdb'), 'r');
    const transaction = () => Math.max(...readMetaPages(file)!.map((page) => page.transaction));
    let caught = 0;
    for (let ledgerIndex = 1; caught < 3; ledgerIndex++) {
      assert.ok(ledgerIndex <= 100, 'a commit is met between its two ends');
      let isResolved = false;
      const before = transaction();
      const committed = store.append(usedLedger(ledgerIndex)).then(() => {
        isResolved = true;
      });
      while (!isResolved) {
        // The writer's thread continues while this one blocks.
        for (let looks = 0; looks < 2000 && transaction() === before; looks++);
        if (transaction() > before) {
          caught++;
          assert.equal(store.header(ledgerIndex), undefined);
        }
        await nextTurn();
      }
      await committed;
      assert.equal(store.header(ledgerIndex)?.ledgerIndex, ledgerIndex);
    }
    closeSync(file);
    await store.close();
  });

  test('waits for the one before it, and a close for both', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    const outcomes = Promise.allSettled([1, 2, 4].map((ledgerIndex) => store.append(largeLedger(ledgerIndex))));
    await store.close();
    assert.deepEqual(
      (await outcomes).map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected'],
    );
    const again = openLmdbStore(directory);
    assert.deepEqual(again.ledgerRange(), { first: 1, last: 2 });
    await again.close();
  });

  test('lets named values be written while its rows are packed', async () => {
    const turns: (() => void)[] = [];
    const pacer = () => new Promise<void>((resolve) => turns.push(resolve));
    const store = openLmdbStore(freshDirectory(), { pacer });
    let written = 0;
    for (const ledgerIndex of [1, 2]) {
      let isCommitted = false;
      const committed = store.append(largeLedger(ledgerIndex)).then(() => {
        isCommitted = true;
      });
      for (let turn = 0; !isCommitted; turn++) {
        if (turn % 200 === 199) store.setMetaValue('count', String(++written));
        turns.shift()?.();
        await nextTurn();
      }
      await committed;
      assert.equal(store.metaValue('count'), String(written));
      assert.equal(newest(store).history, 500 * ledgerIndex);
      assert.equal(newest(store).entry, `ledger ${ledgerIndex}`);
    }
    await store.close();
  });

  test('whose thread does not answer keeps no named value waiting without limit', async (t) => {
    const store = openLmdbStore(freshDirectory());
    const { mock } = t.mock.method(CommitThread.prototype, 'release', () => false);
    assert.throws(() => store.setMetaValue('count', '1'), { name: 'StoreError', message: /does not answer/ });
    mock.restore();
    store.setMetaValue('count', '1');
    assert.equal(store.metaValue('count'), '1');
    await store.close();
  });

  test('leaves nothing of a ledger of which only the first rows can be packed', async () => {
    const store = openLmdbStore(freshDirectory());
    for (let ledgerIndex = 1; ledgerIndex <= 2; ledgerIndex++) {
      const before = newest(store);
      const { derived, ...ledger } = largeLedger(ledgerIndex);
      const broken = {
        index: 'one',
        isPresent: true,
        get key(): never {
          throw new Error('no key');
        },
      };
      const indexChanges = [...derived.indexChanges, broken];
      await assert.rejects(store.append({ ...ledger, derived: { ...derived, indexChanges } }), /no key/);
      assert.deepEqual(newest(store), before);
      await store.append(largeLedger(ledgerIndex));
      assert.equal(newest(store).history, 500 * ledgerIndex);
    }
    await store.close();
  });

  test('whose thread dies is refused, and the next one finds a new thread', async () => {
    const store = openLmdbStore(freshDirectory());
    for (let ledgerIndex = 1; ledgerIndex <= 3; ledgerIndex++) {
      let thread: Worker | undefined;
      process.once('worker', (started: Worker) => {
        thread = started;
      });
      const refused = assert.rejects(store.append(largeLedger(ledgerIndex)), {
        name: 'StoreError',
        message: `ledger ${ledgerIndex} cannot be stored: the thread that writes died: it ended`,
      });
      while (thread === undefined) await nextTurn();
      await thread.terminate();
      await refused;
      assert.equal(newest(store).history, 500 * (ledgerIndex - 1));
      process.once('worker', (started: Worker) => {
        thread = started;
      });
      await store.append(largeLedger(ledgerIndex));
      assert.equal(newest(store).history, 500 * ledgerIndex);
      await thread.terminate();
    }
    await store.close();
  });

  test('of an empty ledger starts no thread, but uses the one that is there or was asked for', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    const threads: Worker[] = [];
    const note = (thread: Worker) => void threads.push(thread);
    process.on('worker', note);
    await store.append(ledgerOf(1));
    assert.equal(threads.length, 0);
    store.expectTransactions();
    await nextTurn();
    assert.equal(threads.length, 1);
    for (const ledger of [usedLedger(2), ledgerOf(3), usedLedger(4)]) await store.append(ledger);
    process.off('worker', note);
    const ended = threads.map((thread) => once(thread, 'exit').then(() => 'ended'));
    await store.close();
    assert.deepEqual(
      await Promise.all(ended.map((end) => Promise.race([end, 'runs']))),
      ['ended'],
      'one, and it is gone',
    );
    const again = openLmdbStore(directory);
    assert.deepEqual(again.ledgerRange(), { first: 1, last: 4 });
    await again.close();
  });

  test('is finished before the process exits, however it comes to that', async () => {
    for (const [waitMs, exit] of ['process.exit(7)', 'queueMicrotask(() => { throw new Error("bug"); })'].flatMap(
      (exit) => [1, 15].map((waitMs) => [waitMs, exit] as const),
    )) {
      const directory = freshDirectory();
      const source = `
        import { openLmdbStore } from '${import.meta.resolve('./lmdb-store.ts')}';
        import { accountOf, bytesOf, hashOf, ledgerOf, transactionOf } from '${import.meta.resolve('../../../test/contracts/store/contract-ledgers.ts')}';
        const store = openLmdbStore(process.argv[1]);
        const rows = Array.from({ length: 5000 }, (_, at) => [hashOf('key ' + at), bytesOf('value')]);
        const transactions = (index) => [transactionOf(index, 0, [accountOf('x')])];
        const ledger = (index) => ledgerOf(index, { transactions: transactions(index), stateChanges: new Map(rows) });
        await store.append(ledger(1));
        setTimeout(() => { ${exit}; }, ${waitMs});
        for (let index = 2; ; index++) await store.append(ledger(index));`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', source, directory], {
        stdio: 'ignore',
        timeout: 120_000,
      });
      const [code, signal] = await once(child, 'exit');
      assert.deepEqual([code, signal], [exit.includes('7') ? 7 : 1, null]);
      const store = openLmdbStore(directory);
      const { last } = store.ledgerRange()!;
      assert.ok(store.entry(hashOf('key 4999'), last) !== undefined);
      await store.append(ledgerOf(last + 1));
      await store.close();
    }
  });

  test('keeps a process alive no longer than it takes', async () => {
    const source = `
      import { openLmdbStore } from '${import.meta.resolve('./lmdb-store.ts')}';
      import { accountOf, ledgerOf, transactionOf } from '${import.meta.resolve('../../../test/contracts/store/contract-ledgers.ts')}';
      const ledger = ledgerOf(1, { transactions: [transactionOf(1, 0, [accountOf('x')])] });
      openLmdbStore(process.argv[1]).append(ledger).then(() => console.log('committed'));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source, freshDirectory()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout!.on('data', (chunk) => {
      said += chunk;
    });
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.equal(said, 'committed\n');
  });
});
