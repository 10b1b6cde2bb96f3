/** Recordings of the reference server, each replayed from a new chain: same ledgers, same answers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { differences } from '../../src/recording/answer-differences.ts';
import { committedScenarios, readRecording } from '../support/recording.ts';
import { replayInProcess, replayOverHttp } from '../support/replay.ts';

const names = committedScenarios();
/** Recordings that are short and of many kinds. They are replayed over HTTP too. */
const FEW = ['payment-channel-tutorial.jsonl', 'rpc-errors.jsonl', 'account-tx.jsonl'];
/** `WEIR_THREADED=all` (`npm run test:threads`) replays all of them over HTTP, and with 1 and 3 workers. */
const isWhole = process.env.WEIR_THREADED === 'all';
const served = isWhole ? names : names.filter((name) => FEW.includes(name));

describe('recordings of the reference', { concurrency: true }, () => {
  test('are there', () => assert.ok(names.length > 0, 'vectors/scenarios holds no recording'));

  for (const name of names) {
    const threads = served.includes(name) ? 0 : undefined;
    test(`${name} has the same ledgers and answers`, () => assertSame(name, threads));
  }
});

describe('recordings of the reference, with workers', () => {
  test('are there', () => assert.ok(served.length >= FEW.length));

  for (const name of served)
    for (const threads of isWhole ? [1, 3] : [2])
      test(`${name} has the same ledgers and answers with ${threads} workers`, () => assertSame(name, threads));
});

/** Replays over HTTP with this number of workers, or without a socket. */
async function assertSame(name: string, threads: number | undefined): Promise<void> {
  const recording = readRecording(name);
  const replayed = threads === undefined ? replayInProcess(recording) : replayOverHttp(recording, threads);
  const { ledgers, answers, problems } = await replayed;
  assert.ok(ledgers > 1 && answers > 5, `only ${ledgers} ledgers and ${answers} answers were compared`);
  assert.deepEqual(problems.slice(0, 10), []);
}

describe('the comparison with a recording', () => {
  test('takes more fields, and no other values', () => {
    assert.deepEqual(differences({ a: [1, { b: 'x' }] }, { a: [1, { b: 'x', c: 2 }], d: 3 }), []);
    assert.deepEqual(differences({ a: 1, b: 2 }, { b: 3 }), ['.a: expected 1, got nothing', '.b: expected 2, got 3']);
    assert.equal(differences({ a: [1] }, { a: [1, 2] }).length, 1);
    assert.equal(differences({ a: {} }, { a: [] }).length, 1);
    assert.deepEqual(differences({ deprecated: 'x' }, {}), []);
  });
});
