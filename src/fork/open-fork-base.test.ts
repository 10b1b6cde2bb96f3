import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { ForkOrigin, type Lie } from '../../test/support/fork-origin/fork-origin.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { until } from '../../test/support/until.ts';
import { StateAwaitedError } from '../ledger/state-read-error.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { DirectoryNode, Offer } from '../protocol/entries/entries.ts';
import {
  accountKeylet,
  amendmentsKeylet,
  bookRange,
  feesKeylet,
  firstNftPageIndex,
  lastNftPageKeylet,
  ownerDirKeylet,
} from '../protocol/entries/keylets.ts';
import { type Hash256, ZERO_HASH } from '../protocol/values.ts';
import type { ForkBase } from '../storage/fork/fork-base.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';
import { neighbourKey } from './known-state.ts';
import { type OpenForkBaseOptions, openForkBase } from './open-fork-base.ts';

const ABSENT: Hash256 = 'AB'.repeat(32);
const ENDLESS = 1_000_000;

let origin: ForkOrigin;
before(async () => {
  origin = await ForkOrigin.start();
});
after(() => origin.stop());

/** A base without a limit that keeps nothing and is closed after the test. */
async function open(t: TestContext, options: Partial<OpenForkBaseOptions> = {}): Promise<ForkBase> {
  const base = await openForkBase({
    url: origin.url,
    cacheFolder: false,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    retryMs: 1,
    ...options,
  });
  t.after(() => base.close());
  return base;
}

function folder(t: TestContext): string {
  const name = mkdtempSync(path.join(os.tmpdir(), 'weir-fork-'));
  t.after(() => rmSync(name, { recursive: true }));
  return name;
}

function entryOf(base: ForkBase, key: Hash256): string | undefined {
  const bytes = base.entry(key);
  return bytes && bytesToHex(bytes);
}

function errorOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return error;
  }
}

function indexesOf(bytes: Uint8Array): readonly Hash256[] {
  return (decodeObject(bytes) as unknown as DirectoryNode).Indexes;
}

function keysBetween(base: ForkBase, from: Hash256, end?: Hash256): Hash256[] {
  const keys: Hash256[] = [];
  for (let key = base.nextKey(from, end); key !== undefined; key = base.nextKey(key, end)) keys.push(key);
  return keys;
}

/** The keys of the ledger between two others. */
function trueKeys(from: Hash256, end: Hash256): Hash256[] {
  return origin.facts.entries.map(([key]) => key).filter((key) => key > from && key < end);
}

/** Pages of two books and of two accounts' tokens. */
function ranges(): [from: Hash256, end: Hash256][] {
  const { book, emptyBook, collector, other } = origin.facts;
  const books = [book, emptyBook].map(bookRange).map(({ base, end }): [Hash256, Hash256] => [base, end]);
  const tokens = [collector, other].map((id): [Hash256, Hash256] => [firstNftPageIndex(id), lastNftPageKeylet(id).key]);
  return [...books, ...tokens];
}

/** Asks what a fork asks: entries, an absent one, pages of books and tokens. */
function askAll(base: ForkBase): unknown[] {
  const entries = origin.facts.entries.slice(0, 20).map(([key]) => entryOf(base, key));
  return [entries, entryOf(base, ABSENT), ...ranges().map(([from, end]) => keysBetween(base, from, end))];
}

/** The key of an entry that `askAll` does not read: the amendments. */
function unusedKey(): Hash256 {
  return amendmentsKeylet().key;
}

function trueAnswers(): unknown[] {
  const entries = origin.facts.entries.slice(0, 20).map(([, data]) => data);
  return [entries, undefined, ...ranges().map(([from, end]) => trueKeys(from, end))];
}

describe('the ledger of another server', () => {
  for (const isClio of [false, true]) {
    const name = isClio ? 'Clio' : 'rippled';

    test(`has all its entries and no other, and their order (${name})`, async (t) => {
      await origin.set({ isClio });
      const base = await open(t, isClio ? { url: origin.httpUrl } : {});
      const { entries, ledgerHash } = origin.facts;
      assert.equal(base.header.hash, ledgerHash);
      for (const [key, data] of entries) assert.equal(entryOf(base, key), data);
      assert.equal(base.entry(ABSENT), undefined);
      assert.deepEqual(
        keysBetween(base, ZERO_HASH),
        entries.map(([key]) => key),
      );
    });

    test(`has the pages of books and of tokens without a walk over the ledger (${name})`, async (t) => {
      await origin.set({ isClio });
      const base = await open(t);
      for (const [from, end] of ranges()) assert.deepEqual(keysBetween(base, from, end), trueKeys(from, end));
      assert.deepEqual(
        ranges().map(([from, end]) => trueKeys(from, end).length),
        [70, 0, 3, 0],
      );
      // Entries are read ahead.
      const methods = (await origin.set({})).filter((method) => method !== 'ledger_entry');
      assert.ok(methods.length < 15, methods.join(' '));
      assert.deepEqual(new Set(methods.slice(1)), new Set(isClio ? CLIO_METHODS : ['ledger_data']));
    });

    test(`has the key after one that no entry has (${name})`, async (t) => {
      await origin.set({ isClio });
      const base = await open(t);
      for (const [from, end] of ranges()) {
        for (const key of trueKeys(from, end).toReversed()) {
          assert.equal(base.nextKey(neighbourKey(key, -1), end), key);
          assert.equal(base.nextKey(neighbourKey(key, 1), end), trueKeys(key, end)[0]);
        }
      }
      const [some] = origin.facts.entries[50]!;
      assert.equal(base.nextKey(neighbourKey(some, -1)), some);
    });
  }
  const CLIO_METHODS = ['ledger_data', 'book_offers', 'account_objects'];

  test('is read by index, by hash, and from a server in another process', async (t) => {
    await origin.set({});
    const { ledgerIndex, ledgerHash } = origin.facts;
    for (const ledger of [ledgerIndex, ledgerHash]) {
      assert.equal((await open(t, { ledger })).header.ledgerIndex, ledgerIndex);
    }
    await assert.rejects(open(t, { ledger: 1_000_000 }), /does not have ledger 1000000/);
    const server = await ServerProcess.start(['--ephemeral', '--manual']);
    t.after(() => server.stop());
    for (const url of [server.url, server.url.replace('http', 'ws')]) {
      const base = await open(t, { url });
      assert.ok(base.entry(feesKeylet().key));
      assert.ok(keysBetween(base, ZERO_HASH).length > 2);
    }
  });

  test('gives answers of methods, also errors, while it is read', async (t) => {
    await origin.set({});
    const base = await open(t);
    const asked = [base.request('server_info', {}), base.request('nonsense', { a: 1 })];
    for (const [key, data] of origin.facts.entries.slice(0, 5)) assert.equal(entryOf(base, key), data);
    const [info, error] = await Promise.all(asked);
    assert.ok(info!.info);
    assert.equal(error!.error, 'unknownCmd');
  });

  test('reads ahead what a book’s next offers need', async (t) => {
    await origin.set({});
    const base = await open(t);
    const { base: from, end } = bookRange(origin.facts.book);
    const tip = base.nextKey(from, end)!;
    const methods: string[] = [];
    const count = () => methods.filter((method) => method === 'ledger_entry').length;
    // For each of two pages: the offer, its owner, the owner's directory and line.
    await until(async () => methods.push(...(await origin.set({}))) > 0 && count() === 8, 'eight entries');
    const ahead = decodeObject(base.entry(tip)!) as unknown as DirectoryNode;
    const { Account } = decodeObject(base.entry(ahead.Indexes[0]!)!) as unknown as Offer;
    for (const { key } of [accountKeylet(Account), ownerDirKeylet(Account)]) assert.ok(base.entry(key));
    methods.push(...(await origin.set({})));
    assert.equal(count(), 8);
  });

  test('reads ahead a directory whose members are read in order', async (t) => {
    await origin.set({});
    const base = await open(t);
    const directories = origin.facts.entries.filter(([, data]) => data.startsWith('110064'));
    const [key] = directories.find(([, data]) => indexesOf(hexToBytes(data)).length >= 20)!;
    const members = indexesOf(base.entry(key)!);
    for (const member of members.slice(0, 2)) base.entry(member);
    const methods: string[] = [];
    // The header, the directory, two members, and sixteen behind them.
    await until(async () => methods.push(...(await origin.set({}))) === 20, '20 requests');
    for (const member of members.slice(2, 4)) base.entry(member);
    await until(async () => methods.push(...(await origin.set({}))) === 22, '2 more requests');
  });

  test('asks for each entry once, many at a time', async (t) => {
    await origin.set({});
    const base = await open(t);
    await origin.set({ delayMs: 100 });
    const keys = origin.facts.entries.slice(0, 30).map(([key]) => key);
    base.prefetch(keys);
    base.prefetch([...keys, ABSENT]);
    for (const key of keys) assert.ok(base.entry(key));
    assert.equal(base.entry(ABSENT), undefined);
    assert.deepEqual(await origin.set({}), Array(31).fill('ledger_entry'));
  });
});

describe('a server of a fork that misbehaves', () => {
  const someKey = () => origin.facts.entries[3]![0];
  const someData = () => origin.facts.entries[3]![1];

  const isRead = (base: ForkBase) => {
    try {
      return base.entry(someKey()) !== undefined;
    } catch {
      return false;
    }
  };

  test('is asked again if it is busy, ends the connection or does not answer', async (t) => {
    for (const url of [origin.url, origin.httpUrl]) {
      await origin.set({ slowDowns: 2 });
      const base = await open(t, { url, timeoutMs: 300 });
      const { entries } = origin.facts;
      for (const [at, trouble] of [{ slowDowns: 3 }, { drops: 2 }, { silences: 2 }].entries()) {
        await origin.set(trouble);
        // No other read can have had this key.
        assert.equal(base.entry('ABC'[at]!.repeat(64)), undefined);
        assert.ok((await origin.set(trouble)).length > 2);
        assert.equal(base.nextKey(entries[50 * (at + 1)]![0]), entries[50 * (at + 1) + 1]![0]);
        assert.ok((await origin.set({})).length > 2);
      }
    }
  });

  test('is a clear error in the end, after which the next read may succeed', async (t) => {
    for (const [trouble, text] of [
      [{ slowDowns: ENDLESS }, /does not answer ledger_entry: the server answers slowDown \(5 attempts\)/],
      [{ drops: ENDLESS }, /does not answer ledger_entry: .*\(3 attempts\)/],
      [{ isMissing: true }, /does not have ledger \d+, or does not have it any more: .* full history/],
    ] as const) {
      await origin.set({});
      const base = await open(t);
      await origin.set(trouble);
      assert.throws(() => base.entry(someKey()), { name: 'ForkReadError', message: text });
      await origin.set({});
      await until(() => isRead(base), 'it is asked again');
      assert.equal(base.problem, undefined);
      assert.equal(entryOf(base, someKey()), someData());
    }
    await assert.rejects(open(t, { url: 'ftp://example.com' }), /the URL of the server must begin with ws:/);
    await assert.rejects(open(t, { url: 'ws://127.0.0.1:1/secret' }), /cannot reach ws:\/\/127.0.0.1:1: connect/);
  });

  for (const [answers, text] of [
    ['none', /no answer to ledger_entry in 0\.3 s/],
    ['endless', /(the answer has more than 64 MB|no answer to ledger_entry in 0\.3 s)/],
    ['drip', /no answer to ledger_entry in 0\.3 s/],
    ['garbage', /answered 200, but not as a ledger server does/],
    ['429', /the server answers slowDown/],
    ['closing', /cannot reach/],
  ] as const) {
    test(`is a problem until it answers again: ${answers}`, async (t) => {
      await origin.set({});
      const problems: (string | undefined)[] = [];
      const onProblem = (problem: string | undefined) => problems.push(problem);
      const base = await open(t, { url: origin.httpUrl, timeoutMs: 300, onProblem });
      await origin.set({ answers });
      assert.throws(() => base.entry(someKey()), { name: 'ForkReadError', message: text });
      assert.match(base.problem!, text);
      await origin.set({});
      await until(() => isRead(base), 'it is asked again');
      assert.match(problems[0]!, text);
      assert.equal(problems.at(-1), undefined);
      assert.equal(base.problem, undefined);
    });
  }

  test('is not waited for if reads do not block', async (t) => {
    await origin.set({});
    const base = await open(t);
    base.stopBlocking();
    await origin.set({ silences: 1 });
    const awaited = errorOf(() => base.entry(someKey()));
    assert.ok(awaited instanceof StateAwaitedError, String(awaited));
    // The same read, which is sent once.
    const again = errorOf(() => base.entry(someKey()));
    assert.ok(again instanceof StateAwaitedError);
    assert.equal((await origin.set({ drops: 1 })).filter((method) => method === 'ledger_entry').length, 1);
    // Another one ends the connection, and both are asked again.
    assert.ok(errorOf(() => base.entry(ABSENT)) instanceof StateAwaitedError);
    await Promise.all([awaited.arrived, again.arrived]);
    assert.equal(entryOf(base, someKey()), someData());
  });

  test('is refused if it answers something else', async (t) => {
    await origin.set({});
    const base = await open(t);
    const [account] = origin.facts.entries.find(([, data]) => data.startsWith('110061'))!;
    const readEntry = () => base.entry(account);
    const readNext = () => base.nextKey(ZERO_HASH);
    const lies: [Lie, () => unknown, RegExp][] = [
      ['index', readEntry, /with entry ABAB/],
      ['bytes', readEntry, /with the entry [0-9A-F]{64}: it is not used/],
      ['ledger', readEntry, /about ledger ABAB/],
      ['ledger', readNext, /about ledger ABAB/],
      ['order', readNext, /in another order/],
    ];
    for (const [lie, read, message] of lies) {
      await origin.set({ lie });
      assert.throws(read, { name: 'ForkReadError', message }, lie);
    }
    await origin.set({ lie: 'header' });
    await assert.rejects(open(t), /with another one, or one that is not validated/);
    await origin.set({});
    assert.ok(readEntry());
  });

  test('is refused if it contradicts itself', async (t) => {
    await origin.set({ isClio: true });
    const base = await open(t);
    const { collector } = origin.facts;
    const page = base.nextKey(firstNftPageIndex(collector), lastNftPageKeylet(collector).key)!;
    await origin.set({ lie: 'absence' });
    assert.throws(() => base.entry(page), /two answers about ledger entry [0-9A-F]{64} contradict each other/);
  });
});

describe('the limit of requests', () => {
  test('holds in any second', async (t) => {
    await origin.set({});
    const base = await open(t, { requestsPerSecond: 4 });
    const startMs = performance.now();
    const keys = origin.facts.entries.slice(0, 12).map(([key]) => key);
    base.prefetch(keys);
    for (const key of [ABSENT, ...keys]) base.entry(key);
    // With the header these are 14 requests, four of them in each of the first three seconds.
    assert.ok(performance.now() - startMs > 1900, 'the limit holds');
  });

  test('is part of the line of progress of a read that lasts', async (t) => {
    await origin.set({});
    const lines: string[] = [];
    const base = await open(t, { requestsPerSecond: 4, progress: (line) => lines.push(line) });
    await origin.set({ delayMs: 1300 });
    base.entry(origin.facts.entries[0]![0]);
    assert.match(lines[0]!, /^reads ws:\S+: 1 s, \d+ requests \(at most 4 a second\)$/);
  });
});

describe('answers that are kept', () => {
  test('make the next run need no server, even after a crash', async (t) => {
    const cacheFolder = folder(t);
    const ledger = origin.facts.ledgerIndex;
    await origin.set({ isClio: true });
    const first = await openForkBase({ url: origin.url, cacheFolder, ledger, requestsPerSecond: 1000 });
    assert.deepEqual(askAll(first), trueAnswers());
    const info = await first.request('server_info', {});
    await first.close();
    const [name] = readdirSync(cacheFolder);
    assert.equal(name, `${ledger}-${origin.facts.ledgerHash}.jsonl`);
    await origin.set({ drops: ENDLESS });
    for (const asked of [ledger, origin.facts.ledgerHash]) {
      appendFileSync(path.join(cacheFolder, name), '{"key":"AB');
      const again = await openForkBase({ url: origin.url, cacheFolder, ledger: asked, retryMs: 1 });
      assert.deepEqual(askAll(again), trueAnswers());
      assert.deepEqual(await again.request('server_info', {}), info);
      assert.equal(again.header.hash, origin.facts.ledgerHash);
      assert.throws(() => again.entry(unusedKey()), /does not answer/);
      await again.close();
    }
    assert.ok((await origin.set({})).every((method) => method === 'ledger_entry'));
  });

  test('are asked for again if they were changed, and those of earlier versions have no checksum', async (t) => {
    const cacheFolder = folder(t);
    const options = { url: origin.url, cacheFolder, ledger: origin.facts.ledgerHash, requestsPerSecond: 1000 };
    const [key] = origin.facts.entries[0]!;
    await origin.set({});
    const first = await openForkBase(options);
    const bytes = first.entry(key);
    await first.close();
    const file = path.join(cacheFolder, readdirSync(cacheFolder)[0]!);
    const whole = readFileSync(file, 'utf8');
    // The last digit of the entry.
    const changed = whole.replace(/(?<="data":"[0-9A-F]+)[0-9A-F](?=")/, (digit) => (digit === '0' ? '1' : '0'));
    assert.notEqual(changed, whole);
    const asked = async (content: string) => {
      writeFileSync(file, content);
      await origin.set({});
      const again = await openForkBase(options);
      assert.deepEqual(again.entry(key), bytes);
      await again.close();
      return origin.set({});
    };
    assert.deepEqual(await asked(changed), ['ledger_entry']);
    assert.deepEqual(await asked(whole.replaceAll(/\t.*/g, '')), []);
  });

  test('of another server are used by the hash only', async (t) => {
    const cacheFolder = folder(t);
    await origin.set({});
    const options = { url: origin.url, cacheFolder, ledger: origin.facts.ledgerHash };
    await (await openForkBase(options)).close();
    await origin.set({});
    await (await openForkBase({ ...options, url: origin.httpUrl })).close();
    assert.deepEqual(await origin.set({}), []);
    // Its name is known now, too.
    await (await openForkBase({ ...options, url: origin.httpUrl, ledger: origin.facts.ledgerIndex })).close();
    assert.deepEqual(await origin.set({}), []);
  });
});

describe('a cassette', () => {
  test('has what was used, in a stable order, and needs no server', async (t) => {
    await origin.set({});
    const file = path.join(folder(t), 'test.json');
    const record = async (options: Partial<OpenForkBaseOptions>, isReversed: boolean) => {
      const base = await openForkBase({
        url: origin.url,
        cacheFolder: false,
        requestsPerSecond: 1000,
        cassette: { file, record: true },
        ...options,
      });
      base.prefetch([unusedKey()]);
      const answers = [() => askAll(base), () => base.request('server_info', {}), () => base.request('nonsense', {})];
      for (const ask of isReversed ? answers.reverse() : answers) await ask();
      await base.close();
      return readFileSync(file, 'utf8');
    };
    const text = await record({ url: `${origin.url}/secret?key=secret` }, false);
    assert.ok(!text.includes('secret'));
    await origin.set({ isClio: true });
    const other = await record({}, true);
    const withoutInfo = (lines: string) => lines.split('\n').filter((line) => !line.includes('server_info'));
    assert.deepEqual(withoutInfo(other), withoutInfo(text));

    await origin.set({});
    const played = await open(t, { url: 'wss://example.invalid', cassette: { file } });
    assert.equal(played.header.hash, origin.facts.ledgerHash);
    assert.deepEqual(askAll(played), trueAnswers());
    assert.ok((await played.request('server_info', {})).info);
    assert.equal((await played.request('nonsense', {})).error, 'unknownCmd');
    const unused = unusedKey();
    played.prefetch([unused]);
    assert.throws(() => played.entry(unused), new RegExp(`has no ledger entry ${unused}: delete the file`));
    assert.throws(() => played.nextKey(unused), new RegExp(`has no key after ${unused}: delete the file`));
    await assert.rejects(played.request('tx', {}), /has no answer to tx\[\]: delete the file/);
    assert.deepEqual(await origin.set({}), []);
    await assert.rejects(open(t, { cassette: { file }, ledger: 7 }), /is of ledger \d+ \([0-9A-F]{64}\), not of 7/);
    await assert.rejects(open(t, { cassette: { file: `${file}.none` } }), /cannot be used: ENOENT/);
  });
});
