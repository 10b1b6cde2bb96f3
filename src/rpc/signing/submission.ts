/** Submissions of requests: the engine's failures as errors of the API, and what an answer says of the open ledger. */

import { LedgerTooOldError } from '../../node/close/recent-ledger.ts';
import type { SubmitOutcome } from '../../node/open-ledger/submission.ts';
import { NotSavedError } from '../../node/submission-journal.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { diskFault } from '../../storage/disk-fault.ts';
import { channelFacts } from '../json/created-channel.ts';
import { shortfallFacts } from '../json/shortfall-json.ts';
import { RpcError, rpcErrorOf } from '../method/errors.ts';
import { fullLedgerHint } from './full-ledger.ts';
import { signedResult } from './signed-result.ts';

const TOO_OLD =
  'The last ledger is too old to apply a transaction to, and the next one cannot be closed. Try again later.';
const NOT_SAVED =
  'The transaction could not be saved. It may still get into a ledger, but a crash could lose it. Submit the tx_blob of this ' +
  'answer again, or look for its hash with tx. A transaction that is signed anew would take effect as well.';

/**
 * Submits to the engine, or simulates. Rejects with `tooBusy` if no ledger can be closed now, or the journal failed, and with
 * `noNetwork` if the other server of a fork does not answer.
 */
export async function withRpcErrors<Outcome>(apply: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await apply();
  } catch (error) {
    const unread = rpcErrorOf(error instanceof LedgerTooOldError ? error.cause : error);
    if (unread !== undefined) throw unread;
    if (error instanceof LedgerTooOldError) throw new RpcError('tooBusy', TOO_OLD);
    if (!(error instanceof NotSavedError)) throw error;
    const { transaction } = error;
    const fault = diskFault(error.cause);
    const message = fault === undefined ? NOT_SAVED : `${NOT_SAVED} (The server says: ${fault}.)`;
    // In both API versions, since the version is not known here.
    throw new RpcError('tooBusy', message, { ...signedResult(transaction, 1), hash: transaction.id });
  }
}

/** Members of the answer to a submission: `channel_id` of a new channel, `shortfalls`, and `hint` where the open ledger was full. */
export function submissionFacts({ channelId, shortfalls, fullness }: SubmitOutcome): JsonObject {
  const hint = fullness && { hint: fullLedgerHint(fullness) };
  return { ...channelFacts(channelId), ...shortfallFacts(shortfalls), ...hint };
}
