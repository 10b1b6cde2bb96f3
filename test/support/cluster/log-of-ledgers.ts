/** A shared log with fixed ledgers that refuses to append. */
import assert from 'node:assert/strict';
import { decodeClosedLedger } from '../../../src/ledger/closed-ledger-codec.ts';
import type { SharedLog } from '../../../src/storage/shared/cluster-store.ts';

/** The last ledger is not confirmed yet. */
export function logOf(bodies: readonly Uint8Array[]): SharedLog {
  const headers = bodies.map((body) => decodeClosedLedger(body).header);
  const [first, last] = [headers[0]!, headers.at(-1)!];
  return {
    range: async () => ({ first, last, confirmedIndex: last.ledgerIndex - 1 }),
    read: async (afterIndex) => bodies.filter((_, at) => headers[at]!.ledgerIndex > afterIndex),
    append: () => assert.fail(),
  };
}
