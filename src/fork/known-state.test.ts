import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { KnownState, LAST_KEY, neighbourKey } from './known-state.ts';

const SPACE = 24;
const keyOf = (at: number) => at.toString(16).toUpperCase().padStart(64, '0');
const place = fc.integer({ min: 0, max: SPACE });
const truth = fc.uniqueArray(place, { maxLength: SPACE });
const learnt = fc.array(fc.record({ isRun: fc.boolean(), from: place, length: place }), { maxLength: 20 });

describe('what is known of a state', () => {
  test('is never wrong, and has all that was learnt', () => {
    fc.assert(
      fc.property(truth, learnt, (existing, facts) => {
        const exists = new Set(existing.map(keyOf));
        const known = new KnownState();
        const isKnown = new Set<string>();
        for (const { isRun, from, length } of facts) {
          const to = isRun ? Math.min(SPACE, from + length) : from;
          const all = Array.from({ length: to - from }, (_, at) => keyOf(from + 1 + at));
          if (isRun) known.addRun({ from: keyOf(from), to: keyOf(to), keys: all.filter((key) => exists.has(key)) });
          else known.addEntry(keyOf(from), exists.has(keyOf(from)) ? 'AA' : null);
          for (const key of isRun ? all : [keyOf(from)]) isKnown.add(key);
        }
        for (let at = 0; at <= SPACE; at++) checkKey(known, keyOf(at), exists, isKnown);
      }),
    );
  });

  /** Compares the answers about a key, and about those between it and each other key, with the truth. */
  function checkKey(known: KnownState, key: string, exists: Set<string>, isKnown: Set<string>): void {
    const entry = known.entry(key);
    if (isKnown.has(key) && !exists.has(key)) assert.equal(entry, null);
    if (entry !== undefined) assert.equal(entry, exists.has(key) ? 'AA' : null);
    for (let end = 0; end <= SPACE; end++) {
      const before = keyOf(end);
      const next = known.next(key, before);
      const between = [...Array(SPACE + 1).keys()].map(keyOf).filter((other) => other > key && other < before);
      const first = between.find((other) => exists.has(other));
      if (next !== undefined) assert.equal(next.key, first);
      const needed = first === undefined ? between : between.slice(0, between.indexOf(first) + 1);
      const inOneRun = needed.every((other) => isKnown.has(other)) && known.runEnd(key) >= (needed.at(-1) ?? key);
      if (inOneRun) assert.notEqual(next, undefined);
    }
  }

  test('refuses what contradicts it', () => {
    const [one, two, three] = [keyOf(1), keyOf(2), keyOf(3)];
    const refusal = /contradict/;
    const run = new KnownState();
    run.addRun({ from: one, to: three, keys: [two] });
    assert.throws(() => run.addEntry(two, null), refusal);
    assert.throws(() => run.addEntry(three, 'AA'), refusal);
    assert.throws(() => run.addRun({ from: one, to: three, keys: [] }), refusal);
    const entries = new KnownState();
    entries.addEntry(two, 'AA');
    entries.addEntry(three, null);
    assert.throws(() => entries.addEntry(two, 'BB'), refusal);
    assert.throws(() => entries.addRun({ from: one, to: two, keys: [] }), refusal);
    assert.throws(() => entries.addRun({ from: two, to: three, keys: [three] }), refusal);
  });

  test('reaches to the end of all keys', () => {
    const known = new KnownState();
    known.addRun({ from: keyOf(5), to: LAST_KEY, keys: [keyOf(7)] });
    assert.deepEqual(known.next(keyOf(7)), { key: undefined });
    assert.deepEqual(known.next(keyOf(5)), { key: keyOf(7) });
    assert.equal(known.next(keyOf(4)), undefined);
    assert.equal(neighbourKey(neighbourKey(keyOf(15), 1), -1), keyOf(15));
  });
});
