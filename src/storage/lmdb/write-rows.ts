/** Writes packed rows. The thread that does so loads this file and little else, for it has to be there soon. */
import { bytesToHex } from '../../util/hex.ts';
import { appendHistory, type Tables } from './layout.ts';
import { readBatch } from './row-batch.ts';

/** Must run inside an LMDB transaction that a throw aborts. */
export function writeRows(tables: Tables, chunks: readonly Uint8Array[]): void {
  for (const { action, table, key, value } of readBatch(chunks)) {
    if (action === 'put') tables[table].putSync(key, value);
    else if (action === 'remove') tables[table].removeSync(key);
    else appendHistory(tables[table], bytesToHex(key), [value]);
  }
}
