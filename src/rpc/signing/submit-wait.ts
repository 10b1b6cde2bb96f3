/**
 * `submit` with `wait` (Weir only): the response is sent when the transaction's result is final. A client without a
 * response can send the same transaction again and gets the same result, since the result does not depend on the
 * submission.
 */

import { LeadLostError, type LedgerReader } from '../../node/ledger-node.ts';
import { recentLocation } from '../../node/validated-range.ts';
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { isTem, isTesSuccess, type Ter, terMessage } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { shortfallLine, shortfallsInJson } from '../../transactions/explain/shortfalls.ts';
import { assert } from '../../util/assert.ts';
import { finalChannelFacts } from '../json/created-channel.ts';
import { ledgerTimeToIso } from '../json/ledger-time.ts';
import { shortfallFacts } from '../json/shortfall-json.ts';
import { metadataToJson } from '../json/transaction-json.ts';
import type { EngineContext } from '../method/context.ts';
import { invalidField } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { strictUint } from '../params/readers.ts';
import { impossibility } from './impossibility.ts';
import { engineResult } from './signed-result.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TIMEOUT_MS = 300_000;

/** How long to wait, in milliseconds. */
export const waitTimeout: ParamReader<'integer', number> = {
  type: 'integer',
  read: (context, name) => {
    const timeoutMs = strictUint.read(context, name) ?? DEFAULT_TIMEOUT_MS;
    if (timeoutMs > MAX_TIMEOUT_MS) throw invalidField(name);
    return timeoutMs;
  },
};

type WaitContext = Pick<EngineContext, 'reader' | 'server' | 'engine' | 'clock' | 'isAbandoned'>;

/**
 * Waits, and returns the fields that replace the provisional result: `final` (the result can no longer change),
 * `validated`, the result with its metadata, and an `explanation` unless it succeeded. If the client disconnects, the
 * wait ends with the next ledger, since each waiting request counts against the limit of open requests.
 */
export async function waitForFinalResult(
  context: WaitContext,
  transaction: Transaction,
  provisional: Ter,
  timeoutMs: number,
): Promise<JsonObject> {
  const { server, clock, isAbandoned } = context;
  const known = outcomeOf(context, transaction, provisional);
  if (known !== undefined) return known;
  return new Promise((resolve, reject) => {
    const stop = () => {
      timer.cancel();
      for (const stopOne of stopListening) stopOne();
    };
    const settle = (outcome: JsonObject) => {
      stop();
      resolve(outcome);
    };
    const lookAgain = () => {
      try {
        const outcome = isAbandoned()
          ? open(provisional, 'The client no longer waits.')
          : outcomeOf(context, transaction, provisional);
        if (outcome !== undefined) settle(outcome);
      } catch (error) {
        // A `LeadLostError`, for example.
        stop();
        reject(error);
      }
    };
    const stopListening = [server.node.onValidated(lookAgain), server.node.onReverted(lookAgain)];
    const late = `It was not final within ${timeoutMs} ms. Send the same transaction again to continue waiting.`;
    const timer = clock.after(timeoutMs, () => settle(open(provisional, late))).unref();
  });
}

/** The final fields of a transaction; undefined while it may still be in a later ledger. */
function outcomeOf(
  { reader, engine }: Pick<WaitContext, 'reader' | 'engine'>,
  transaction: Transaction,
  provisional: Ter,
): JsonObject | undefined {
  const location = recentLocation(reader, transaction.id);
  if (location !== undefined) return validated(reader, reader.store.transaction(location)!);
  const impossible = impossibility(reader, transaction);
  if (impossible !== undefined) return never(provisional, impossible);
  if (isTem(provisional)) return never(provisional, `It is malformed: ${terMessage(provisional)}`);
  if (engine.isOver) throw new LeadLostError();
  const { openLedger } = engine;
  if (openLedger.pending(transaction.id) !== undefined) return undefined;
  if (openLedger.view.hasTransaction(transaction.id)) return undefined;
  return open(provisional, `The server does not keep it: ${terMessage(provisional)} It can be submitted again.`);
}

function validated(reader: LedgerReader, { blob, metadata, ledgerIndex }: StoredTransaction): JsonObject {
  const header = reader.store.header(ledgerIndex);
  assert(header !== undefined, 'a ledger with transactions has a header');
  const { closeTimeSeconds } = header;
  const tx = decodeToJson(blob) as JsonDraft;
  const meta = metadataToJson(metadata, tx, ledgerIndex, closeTimeSeconds);
  const result = meta.TransactionResult as Ter;
  const shortfalls = shortfallsInJson(tx as JsonObject, meta as JsonObject);
  return {
    ...engineResult(result, undefined, shortfallLine(shortfalls)),
    final: true,
    validated: true,
    ledger_index: ledgerIndex,
    ledger_hash: header.hash,
    close_time_iso: ledgerTimeToIso(closeTimeSeconds),
    meta,
    ...finalChannelFacts(blob, metadata),
    ...shortfallFacts(shortfalls),
    ...(isTesSuccess(result) ? {} : { explanation: `It paid its fee and did nothing else: ${terMessage(result)}` }),
  };
}

function never(provisional: Ter, explanation: string): JsonObject {
  return { ...engineResult(provisional), final: true, validated: false, explanation };
}

function open(provisional: Ter, explanation: string): JsonObject {
  return { ...engineResult(provisional), final: false, validated: false, explanation };
}

/** The same for a transaction whose server lost the lead of its cluster: the next leader has it, if it was applied. */
export function lostLead(provisional: Ter): JsonObject {
  return open(
    provisional,
    'The server lost the lead of its cluster. Look for the transaction with tx before you send another.',
  );
}
