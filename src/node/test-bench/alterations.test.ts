import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { noteAlteration, readAlterations } from './alterations.ts';

test('the store keeps what was done to a chain, and since when', () => {
  const store = new MemoryStore();
  assert.deepEqual(readAlterations(store), {});
  const known = noteAlteration(store, {}, 'drop', 7);
  assert.deepEqual(noteAlteration(store, known, 'drop', 9), { drop: 7 });
  noteAlteration(store, known, 'impersonate', 9);
  assert.deepEqual(readAlterations(store), { drop: 7, impersonate: 9 });
});
