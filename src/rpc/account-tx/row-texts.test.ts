import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { RowTexts, rowTextsOf } from './row-texts.ts';

const PLACE = { ledgerIndex: 7, position: 3 };
const HASH = 'A'.repeat(64);

function note(texts: RowTexts, text: string, place = PLACE, ledgerHash = HASH): void {
  const bytes = Buffer.from(`before${text}behind`);
  texts.note(place, ledgerHash, bytes.subarray(6, 6 + text.length));
  bytes.fill(0);
}

describe('the texts of rows', () => {
  test('are copied the second time that they are written', () => {
    const texts = new RowTexts();
    assert.equal(texts.get(PLACE, HASH), undefined);
    note(texts, 'row');
    assert.equal(texts.get(PLACE, HASH), undefined);
    note(texts, 'row');
    assert.equal(texts.get(PLACE, HASH)?.toString(), 'row');
  });

  test('are those of one ledger, and not of another that takes its place', () => {
    const texts = new RowTexts();
    const other = 'B'.repeat(64);
    for (let time = 0; time < 2; time++) note(texts, 'row');
    assert.equal(texts.get(PLACE, other), undefined);
    note(texts, 'other', PLACE, other);
    assert.equal(texts.get(PLACE, other), undefined, 'written once');
    assert.equal(texts.get(PLACE, HASH), undefined);
    note(texts, 'other', PLACE, other);
    assert.equal(texts.get(PLACE, other)?.toString(), 'other');
  });

  test('belong to one store and one shape', () => {
    const [one, other] = [new MemoryStore(), new MemoryStore()];
    for (let time = 0; time < 2; time++) note(rowTextsOf(one, 'json'), 'row');
    assert.equal(rowTextsOf(one, 'json').get(PLACE, HASH)?.toString(), 'row');
    assert.equal(rowTextsOf(one, 'binary').get(PLACE, HASH), undefined);
    assert.equal(rowTextsOf(other, 'json').get(PLACE, HASH), undefined);
  });

  test('take the memory of their own bytes, and 8 MB at most', () => {
    const texts = new RowTexts();
    const text = 'x'.repeat(4_096);
    const places = Array.from({ length: 4_000 }, (_, position) => ({ ledgerIndex: 1, position }));
    for (const place of places) for (let time = 0; time < 2; time++) note(texts, text, place);
    const kept = places.flatMap((place) => texts.get(place, HASH) ?? []);
    const memory = new Set(kept.map(({ buffer }) => buffer));
    const bytes = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
    assert.equal(bytes, kept.length * text.length);
    assert.ok(bytes > 1_000_000 && bytes <= 8_000_000, `${bytes} bytes`);
  });
});
