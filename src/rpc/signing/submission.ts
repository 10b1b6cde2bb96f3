/**
 * Submits the transactions of requests: only to a ledger that is young enough, and with an answer that waits until the
 * journal of submissions, where there is one, has the transaction on disk.
 */

import type { LedgerEngine } from '../../node/ledger-node.ts';
import type { SubmitOptions } from '../../node/open-ledger/submission.ts';
import { LedgerTooOldError } from '../../node/open-ledger/submission-line.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { diskFault } from '../../storage/disk-fault.ts';
import { provisionalChannel } from '../json/created-channel.ts';
import type { SubmitReport } from '../method/context.ts';
import { RpcError } from '../method/errors.ts';
import { fullLedgerFacts } from './full-ledger.ts';
import { inclusionOf } from './signed-result.ts';

const TOO_OLD =
  'The last ledger is too old to apply a transaction to, and the next one cannot be closed. Try again later.';

/** See `LedgerEngine.whenFresh`. Rejects with `tooBusy` if no ledger can be closed now. */
export function whenFresh<Answer>(
  engine: LedgerEngine,
  prepare: () => Transaction,
  answer: (transaction: Transaction) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const answered = engine.whenFresh(prepare, answer);
  return answered instanceof Promise ? answered.catch(explain) : answered;
}

function explain(error: unknown): never {
  throw error instanceof LedgerTooOldError ? new RpcError('tooBusy', TOO_OLD) : error;
}

const NOT_SAVED =
  'The transaction could not be saved. It may still get into a ledger, but a crash could lose it: submit it again.';

/** Submits a transaction now, and says what there is to say of it beside itself. */
export function submitNow(engine: LedgerEngine, transaction: Transaction, options: SubmitOptions): SubmitReport {
  const outcome = engine.submit(transaction, options);
  return {
    outcome,
    inclusion: outcome.applied ? undefined : inclusionOf(engine, transaction),
    facts: { ...provisionalChannel(engine.openLedger.view, transaction), ...fullLedgerFacts(engine, outcome.result) },
  };
}

/** The same once the last ledger is young enough, and reports it when it is durable: a submission by a worker. */
export async function submitVerified(
  engine: LedgerEngine,
  transaction: Transaction,
  options: SubmitOptions,
): Promise<SubmitReport> {
  return whenFresh(
    engine,
    () => transaction,
    () => whenDurable(engine, transaction.id, submitNow(engine, transaction, options)),
  );
}

/** The answer at once, or when the submission is safe in the journal. Rejects with `tooBusy` if it cannot be saved. */
export function whenDurable<Answer>(engine: LedgerEngine, id: Hash256, answer: Answer): Answer | Promise<Answer> {
  const saved = engine.persisted(id);
  if (saved === undefined) return answer;
  return saved.then(
    () => answer,
    (error: unknown) => {
      const fault = diskFault(error);
      throw new RpcError('tooBusy', fault === undefined ? NOT_SAVED : `${NOT_SAVED} (The server says: ${fault}.)`);
    },
  );
}
