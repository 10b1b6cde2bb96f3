/** Answers that wait until what they promise is durable, where the node keeps a journal of submissions. */
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import { diskFault } from '../../storage/disk-fault.ts';
import { RpcError } from '../method/errors.ts';

const NOT_SAVED =
  'The transaction could not be saved. It may still get into a ledger, but a crash could lose it: submit it again.';

/** The answer at once, or when the submission is safe in the journal. Rejects with `tooBusy` if it cannot be saved. */
export function whenDurable(node: LedgerNode, id: Hash256, answer: JsonObject): JsonObject | Promise<JsonObject> {
  const saved = node.persisted(id);
  if (saved === undefined) return answer;
  return saved.then(
    () => answer,
    (error: unknown) => {
      const fault = diskFault(error);
      throw new RpcError('tooBusy', fault === undefined ? NOT_SAVED : `${NOT_SAVED} (The server says: ${fault}.)`);
    },
  );
}
