/** What a ledger's metadata says about the entries that it changed. */
import { decodeObject } from '../protocol/codec/decode.ts';
import { longSkipKeylet } from '../protocol/entries/keylets.ts';
import type { FieldValue, Hash256, StArray } from '../protocol/values.ts';
import { extendsLongSkipList } from './chain-entries.ts';

/** An element of AffectedNodes: `CreatedNode` or the like, with what is in it. */
export interface AffectedEntry {
  readonly kind: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** The elements of AffectedNodes in serialized metadata. */
export function affectedEntries(metadata: Uint8Array): AffectedEntry[] {
  const { AffectedNodes } = decodeObject(metadata);
  return (AffectedNodes as StArray).flatMap((element) =>
    Object.entries(element).map(([kind, fields]) => ({ kind, fields: fields as AffectedEntry['fields'] })),
  );
}

/**
 * Keys of the entries that a ledger may have changed: those that its transactions' metadata names, and the long skip list.
 * An entry that was made and removed within the ledger is among them. Not for the first ledger of a chain, which has no
 * transactions.
 */
export function changedKeys(
  ledgerIndex: number,
  transactions: Iterable<{ readonly metadata: Uint8Array }>,
): Set<Hash256> {
  const keys = new Set<Hash256>();
  for (const { metadata } of transactions) {
    for (const { fields } of affectedEntries(metadata)) keys.add(fields.LedgerIndex as Hash256);
  }
  if (extendsLongSkipList(ledgerIndex - 1)) keys.add(longSkipKeylet(ledgerIndex - 1).key);
  return keys;
}
