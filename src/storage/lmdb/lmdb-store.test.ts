import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { open } from 'lmdb';
import { ledgerStoreContract } from '../contract.ts';
import { bytesOf, hashOf, ledgerOf } from '../contract-ledgers.ts';
import { STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { openLmdbStore } from './lmdb-store.ts';

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
    import { bytesOf, hashOf, ledgerOf } from '${import.meta.resolve('../contract-ledgers.ts')}';
    const store = openLmdbStore(process.argv[1]);
    for (let index = 1; ; index++) {
      const stateChanges = new Map(Array.from({ length: 50 }, (_, at) => [hashOf('key' + at), bytesOf('v' + index)]));
      await store.commit(ledgerOf(index, { stateChanges }));
      process.stdout.write(index + '\\n');
      await new Promise(setImmediate);
    }`;
  return spawn(process.execPath, ['--input-type=module', '--eval', source, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
    await store.commit(ledgerOf(last + 1));
    await store.close();
  });

  test('is refused while this process has it open, and free again once it is closed', async () => {
    const directory = freshDirectory();
    const store = openLmdbStore(directory);
    assert.throws(() => openLmdbStore(directory), /in use by another Weir/);
    await store.commit(ledgerOf(1));
    await store.close();
    const again = openLmdbStore(directory);
    assert.deepEqual(again.ledgerRange(), { first: 1, last: 1 });
    await again.close();
  });

  test('of another format is refused, and not locked by the attempt', async () => {
    const directory = freshDirectory();
    await openLmdbStore(directory).close();
    const raw = open(directory, { noSubdir: false });
    const meta = raw.openDB<Uint8Array, Uint8Array>('meta', { keyEncoding: 'binary', encoding: 'binary' });
    await meta.put(Buffer.from('format'), Buffer.from('99'));
    await raw.close();
    for (let attempt = 0; attempt < 2; attempt++) {
      assert.throws(
        () => openLmdbStore(directory),
        new RegExp(`has format 99, but this Weir reads format ${STORE_FORMAT_VERSION}$`),
      );
    }
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
    await store.commit(ledgerOf(1, { stateChanges }));
    assert.ok(store.sizeBytes() > before + 4_000_000);
    assert.deepEqual(store.entry(hashOf('key 3999'), 1), Buffer.alloc(1000, 3999));
    await store.close();
  });

  test('of an idle server grows by less than 1 KB a ledger', async () => {
    const store = openLmdbStore(freshDirectory());
    const idle = (ledgerIndex: number) => {
      const record = bytesOf(`${ledgerIndex}`.padEnd(600));
      return ledgerOf(ledgerIndex, { treeChanges: new Map(['', 'A', 'A7'].map((path) => [path, record])) });
    };
    for (let ledgerIndex = 1; ledgerIndex <= 50; ledgerIndex++) await store.commit(idle(ledgerIndex));
    const before = store.sizeBytes();
    for (let ledgerIndex = 51; ledgerIndex <= 300; ledgerIndex++) {
      await store.commit(idle(ledgerIndex));
      for (const _ of store.ledgerTransactions(ledgerIndex)) assert.fail('an idle ledger is empty');
    }
    const growth = (store.sizeBytes() - before) / 250;
    await store.close();
    assert.ok(growth < 1024, `${growth} bytes a ledger`);
  });
});
