/** A snapshot as JSON. */
import type { TakenSnapshot } from '../../node/snapshots.ts';
import type { JsonObject } from '../../protocol/values.ts';

export function shownSnapshot({ id, name, header }: TakenSnapshot): JsonObject {
  return {
    snapshot: id,
    ...(name === undefined ? {} : { name }),
    ledger_index: header.ledgerIndex,
    ledger_hash: header.hash,
  };
}
