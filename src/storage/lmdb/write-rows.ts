/** Writes packed rows. The commit thread loads little more than this file, so that it starts fast. */
import { bytesToHex } from '../../util/hex.ts';
import { appendHistory, type Tables } from './layout.ts';
import { readBatch } from './row-batch.ts';

/** Must run inside an LMDB transaction that a throw aborts. */
export function writeRows(tables: Tables, chunks: readonly Uint8Array[]): void {
  for (const { action, table, key, value } of readBatch(chunks)) {
    if (action === 'put') tables[table].put(key, value);
    else if (action === 'remove') tables[table].remove(key);
    else appendHistory(tables[table], bytesToHex(key), [value]);
  }
}
