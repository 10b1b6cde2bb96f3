/** Transactions of requests, on a ledger that is young enough: what every method that submits goes through. */
import type { LedgerNode } from '../../node/ledger-node.ts';
import { LedgerTooOldError } from '../../node/open-ledger/submission-line.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { RpcError } from '../method/errors.ts';

type Answer = JsonObject | Promise<JsonObject>;

const TOO_OLD =
  'The last ledger is too old to apply a transaction to, and the next one cannot be closed. Try again later.';

/** See `LedgerNode.whenFresh`. Rejects with `tooBusy` if no ledger can be closed now. */
export function whenFresh(
  node: LedgerNode,
  prepare: () => Transaction,
  answer: (transaction: Transaction) => Answer,
): Answer {
  const answered = node.whenFresh(prepare, answer);
  return answered instanceof Promise ? answered.catch(explain) : answered;
}

function explain(error: unknown): never {
  throw error instanceof LedgerTooOldError ? new RpcError('tooBusy', TOO_OLD) : error;
}
