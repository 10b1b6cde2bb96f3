/**
 * `weir migrate` converts data of each older format, with the same ledgers, or leaves them unchanged.
 *
 * The stores in `fixtures/stores` were written by older commits of this repository: format 1 by 53f48490, format 2 by ae5468a7,
 * format 3 by fc9fa41a, format 4 by ea9e2bcf. Each has the same eleven ledgers, with payments, a trust line that is created and
 * deleted, tickets, and a channel.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { OLDER_FORMATS, STORE_FORMAT_VERSION } from '../../src/storage/ledger-store.ts';
import { openTable } from '../../src/storage/lmdb/layout.ts';
import { openEnvironment } from '../../src/storage/lmdb/lmdb-library.ts';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { allRows } from '../../src/storage/lmdb/table.ts';
import { party } from '../support/env.ts';
import { runWeirHere } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';
import { ONE_THREAD } from '../support/thread-words.ts';

const LAST_LEDGER = 11;
const LAST_HASH = '461D3E24E89D9047881C72F17326EB216904797E90FD6BE98DE5657B7E5EDD97';

const scratch = mkdtempSync(join(tmpdir(), 'weir-migrate-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let directories = 0;

/** A directory with a store of this format. */
function olderStore(format: number): string {
  const directory = join(scratch, `store.${directories++}`);
  mkdirSync(directory);
  writeFileSync(join(directory, 'data.mdb'), dataFileOf(format));
  return directory;
}

function dataFileOf(format: number): Buffer {
  return brotliDecompressSync(readFileSync(join(import.meta.dirname, `../fixtures/stores/format-${format}.mdb.br`)));
}

async function call(server: ServerProcess, method: string, params: object) {
  const body = JSON.stringify({ method, params: [params] });
  const answer = await fetch(`http://127.0.0.1:${server.ports[0]}`, { method: 'POST', body });
  return ((await answer.json()) as { result: Record<string, unknown> }).result;
}

describe('data of an older format', () => {
  for (const format of OLDER_FORMATS) {
    test(`${format} are refused until they are migrated`, async (t) => {
      const directory = olderStore(format);
      const copy = join(scratch, `backup.${format}`);
      const advice = `has format ${format}, but this Weir reads format ${STORE_FORMAT_VERSION}: weir migrate --data `;
      assert.throws(
        () => openLmdbStore(directory),
        (error: Error) => error.message.includes(advice),
      );
      for (const words of [['verify'], ['backup', '--to', copy]]) {
        const { code, stderr } = await runWeirHere(...(words as [string]), '--data', directory);
        assert.equal(code, 1);
        assert.ok(stderr.includes(advice), stderr);
      }
      assert.equal(existsSync(copy), false);

      const migrated = await runWeirHere('migrate', '--data', directory);
      const kept = join(directory, `data.mdb.format-${format}`);
      assert.deepEqual(migrated, {
        code: 0,
        stdout:
          `Ledgers 1 to ${LAST_LEDGER} (${LAST_HASH}) had format ${format} and have format ${STORE_FORMAT_VERSION}. All hashes match.\n` +
          `The old data file is kept as ${kept}\n`,
        stderr: '',
      });
      assert.ok(readFileSync(kept).equals(dataFileOf(format)), 'the old data file is as it was');
      const verified = await runWeirHere('verify', '--deep', '--data', directory);
      assert.deepEqual([verified.code, verified.stdout], [0, `No damage: ledgers 1 to ${LAST_LEDGER}, all states.\n`]);

      const server = await ServerProcess.start(['--manual', '--data', directory, ...ONE_THREAD]);
      t.after(() => server.stop());
      const history = await call(server, 'account_tx', { account: party('alice').address, ledger_index_min: -1 });
      // Alice is funded, sets a flag, opens a channel and pays three times; three trust lines affect her.
      assert.equal((history.transactions as unknown[]).length, 9);
      assert.equal((await call(server, 'ledger_accept', {})).ledger_current_index, LAST_LEDGER + 2);
      const { ledger } = await call(server, 'ledger', { ledger_index: LAST_LEDGER + 1 });
      assert.equal((ledger as { parent_hash: string }).parent_hash, LAST_HASH);
    });
  }

  test('can be migrated to another directory, with the journal', async () => {
    const directory = olderStore(3);
    writeFileSync(join(directory, 'submissions.journal'), 'submissions');
    const to = join(scratch, 'new');
    const { code, stdout } = await runWeirHere('migrate', '--data', directory, '--to', to);
    assert.equal(code, 0);
    assert.match(stdout, /\nThe new data are in .*new\n$/);
    assert.ok(readFileSync(join(directory, 'data.mdb')).equals(dataFileOf(3)));
    assert.deepEqual(readdirSync(to).sort(), ['data.mdb', 'submissions.journal']);
    assert.equal((await runWeirHere('verify', '--deep', '--data', to)).code, 0);
    assert.match(
      (await runWeirHere('migrate', '--data', directory, '--to', to)).stderr,
      /^weir: .*new is not empty\n$/,
    );
  });

  test('stay unchanged if a hash is wrong', async () => {
    for (const [name, ledgerIndex, at] of [
      ['headers', LAST_LEDGER, 90],
      ['headers', 5, 90],
      ['entries', 3, 40],
    ] as const) {
      const directory = olderStore(3);
      const raw = openEnvironment(directory, { noSubdir: false });
      const table = openTable(raw, name, { hasChecksums: false });
      const isOfLedger = (key: Uint8Array) =>
        Buffer.from(key).readUInt32BE(key.length - 4) ===
        (name === 'headers' ? ledgerIndex : 0xffff_ffff - ledgerIndex);
      const [row] = [...allRows(table)].filter(({ key, value }) => isOfLedger(key) && value.length > at);
      const value = Buffer.from(row!.value);
      value[at]! ^= 1;
      table.put(Buffer.from(row!.key), value);
      await raw.close();
      const before = readFileSync(join(directory, 'data.mdb'));
      const { code, stdout, stderr } = await runWeirHere('migrate', '--data', directory);
      assert.deepEqual([code, stdout], [1, ''], `${name} ${ledgerIndex}`);
      assert.match(stderr, /^weir: the data [^\n]*ledger \d+[^\n]*\n$/);
      assert.ok(readFileSync(join(directory, 'data.mdb')).equals(before));
      assert.deepEqual(readdirSync(directory).sort(), ['data.mdb', 'lock.mdb', 'writer.lock', 'writer.pid']);
    }
  });
});

test('data of this format, of an unknown one and in use are not migrated', async (t) => {
  const directory = join(scratch, 'today');
  const server = await ServerProcess.start(['--manual', '--data', directory, ...ONE_THREAD]);
  t.after(() => server.stop());
  assert.match((await runWeirHere('migrate', '--data', directory)).stderr, /is in use by another Weir/);
  await server.stop();
  const { code, stdout } = await runWeirHere('migrate', '--data', directory);
  assert.equal(code, 0);
  assert.match(
    stdout,
    new RegExp(`have format ${STORE_FORMAT_VERSION}, which this Weir reads: there is nothing to do`),
  );
  for (const format of [0, 99]) {
    const raw = openEnvironment(directory, { noSubdir: false });
    openTable(raw, 'meta').put(Buffer.from('format'), Buffer.from(String(format)));
    await raw.close();
    const end = await runWeirHere('migrate', '--data', directory);
    assert.equal(end.code, 1);
    assert.match(
      end.stderr,
      new RegExp(`has format ${format}, but this Weir reads format ${STORE_FORMAT_VERSION}\\n$`),
    );
    assert.throws(() => openLmdbStore(directory), { name: 'StoreError' });
  }
});
