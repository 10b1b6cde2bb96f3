import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { RowTexts, rowTextsOf } from './row-texts.ts';

const PLACE = { ledgerIndex: 7, position: 3 };

function note(texts: RowTexts, text: string, place = PLACE): void {
  const bytes = Buffer.from(`before${text}behind`);
  texts.note(place, bytes, 6, 6 + text.length);
  bytes.fill(0);
}

describe('the texts of rows', () => {
  test('are kept the second time that they are written, whatever becomes of the bytes they stood in', () => {
    const texts = new RowTexts();
    assert.equal(texts.get(PLACE), undefined);
    note(texts, 'row');
    assert.equal(texts.get(PLACE), undefined);
    note(texts, 'row');
    assert.equal(texts.get(PLACE)?.toString(), 'row');
  });

  test('are told apart by ledger and position', () => {
    const texts = new RowTexts();
    const places = [
      { ledgerIndex: 7, position: 3 },
      { ledgerIndex: 7, position: 4 },
      { ledgerIndex: 8, position: 3 },
      { ledgerIndex: 0xffff_ffff, position: 3 },
    ];
    for (const [at, place] of [...places.entries(), ...places.entries()]) note(texts, `row ${at}`, place);
    for (const [at, place] of places.entries()) assert.equal(texts.get(place)?.toString(), `row ${at}`);
  });

  test('are not kept if they are long', () => {
    const texts = new RowTexts();
    for (const text of ['x'.repeat(4097), 'x'.repeat(4097)]) note(texts, text);
    assert.equal(texts.get(PLACE), undefined);
    for (const text of ['x'.repeat(4096), 'x'.repeat(4096)]) note(texts, text);
    assert.equal(texts.get(PLACE)?.length, 4096);
  });

  test('belong to one store and one shape', () => {
    const [one, other] = [new MemoryStore(), new MemoryStore()];
    for (let time = 0; time < 2; time++) note(rowTextsOf(one, 'json'), 'row');
    assert.equal(rowTextsOf(one, 'json').get(PLACE)?.toString(), 'row');
    assert.equal(rowTextsOf(one, 'binary').get(PLACE), undefined);
    assert.equal(rowTextsOf(other, 'json').get(PLACE), undefined);
  });
});
