import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { AccountRoot } from '../protocol/entries/entries.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import type { StArray } from '../protocol/values.ts';
import { createMetadata } from './metadata.ts';
import { Sandbox } from './sandbox.ts';

const [CHANGED, UNTOUCHED] = ['1'.repeat(40), '2'.repeat(40)].map((id) => accountKeylet(id)) as [
  ReturnType<typeof accountKeylet>,
  ReturnType<typeof accountKeylet>,
];

function root(keylet: typeof CHANGED, account: string): AccountRoot {
  const entry = newEntry(keylet);
  entry.Account = account;
  entry.Balance = 5n;
  return entry;
}

describe('metadata', () => {
  test('names exactly what is then written: an update that changed nothing is neither', () => {
    const sandbox = new Sandbox(new MapView([root(CHANGED, '1'.repeat(40)), root(UNTOUCHED, '2'.repeat(40))]));
    for (const keylet of [CHANGED, UNTOUCHED]) {
      const entry = sandbox.peek(keylet)!;
      if (keylet === CHANGED) entry.Balance = 4n;
      sandbox.update(entry);
    }
    const facts = { transactionId: 'A'.repeat(64), ledgerIndex: 3, result: 'tesSUCCESS', position: 0 } as const;
    const { bytes } = createMetadata({ sandbox, ...facts, deliveredAmount: undefined });
    const named = (decodeObject(bytes).AffectedNodes as StArray).map((node) => node.ModifiedNode?.LedgerIndex);
    assert.deepEqual(named, [CHANGED.key]);
    const written: string[] = [];
    sandbox.applyTo({
      rawErase: () => {},
      rawInsert: () => {},
      rawReplace: ({ index }) => void written.push(index),
      rawDestroyDrops: () => {},
    });
    assert.deepEqual(written, [CHANGED.key]);
  });
});
