/**
 * `submit` with `wait`, Weir's own: the answer comes when the transaction's fate is settled. Whoever gets no answer
 * sends the same transaction again and learns the same, because nothing here depends on who submitted it when.
 */
import type { LedgerNode } from '../../node/ledger-node.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import { decodeToJson } from '../../protocol/json/to-json.ts';
import { isTem, isTesSuccess, type Ter, terMessage } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { assert } from '../../util/assert.ts';
import type { Clock } from '../../util/clock.ts';
import { finalChannel } from '../json/created-channel.ts';
import { ledgerTimeToIso } from '../json/ledger-time.ts';
import { type JsonDraft, metadataToJson } from '../json/transaction-json.ts';
import { validatedLocation } from '../json/validated-range.ts';
import { invalidField } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { strictUint } from '../params/readers.ts';
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

/** How long to wait, by which clock, and whether anybody still does. */
export interface WaitOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly isAbandoned: () => boolean;
}

/**
 * Waits, and gives what is to be said in place of the provisional result: `final` (nothing can change any more),
 * `validated`, the result and its metadata, and an `explanation` of anything but success. Ends with the next ledger if
 * nobody waits for it any more, since a request that waits takes a place among those that are answered.
 */
export async function waitForFinalResult(
  node: LedgerNode,
  transaction: Transaction,
  provisional: Ter,
  { clock, timeoutMs, isAbandoned }: WaitOptions,
): Promise<JsonObject> {
  const known = fateOf(node, transaction, provisional);
  if (known !== undefined) return known;
  return new Promise((resolve) => {
    const settle = (fate: JsonObject) => {
      timer.cancel();
      stopListening();
      resolve(fate);
    };
    const stopListening = node.onValidated(() => {
      const fate = isAbandoned() ? open(provisional, 'Nobody waits for it.') : fateOf(node, transaction, provisional);
      if (fate !== undefined) settle(fate);
    });
    const late = `It was not final within ${timeoutMs} ms. Send the same transaction again to go on waiting.`;
    const timer = clock.after(timeoutMs, () => settle(open(provisional, late))).unref();
  });
}

/** What is settled about a transaction; undefined while it may still get into the next ledger. */
function fateOf(node: LedgerNode, transaction: Transaction, provisional: Ter): JsonObject | undefined {
  const location = validatedLocation(node, transaction.id);
  if (location !== undefined) return validated(node, node.store.transaction(location)!);
  const impossible = impossibility(node, transaction);
  if (impossible !== undefined) return never(provisional, impossible);
  if (isTem(provisional)) return never(provisional, `It is malformed: ${terMessage(provisional)}`);
  if (node.pendingTransaction(transaction.id) !== undefined) return undefined;
  if (node.openView.hasTransaction(transaction.id)) return undefined;
  return open(provisional, `The server does not keep it: ${terMessage(provisional)} It can be submitted again.`);
}

function validated(node: LedgerNode, { blob, metadata, ledgerIndex }: StoredTransaction): JsonObject {
  const header = node.store.header(ledgerIndex);
  assert(header !== undefined, 'a ledger with transactions has a header');
  const { closeTimeSeconds } = header;
  const meta = metadataToJson(metadata, decodeToJson(blob) as JsonDraft, ledgerIndex, closeTimeSeconds);
  const result = meta.TransactionResult as Ter;
  return {
    ...engineResult(result),
    final: true,
    validated: true,
    ledger_index: ledgerIndex,
    ledger_hash: header.hash,
    close_time_iso: ledgerTimeToIso(closeTimeSeconds),
    meta,
    ...finalChannel(blob, metadata),
    ...(isTesSuccess(result) ? {} : { explanation: `It paid its fee and did nothing else: ${terMessage(result)}` }),
  };
}

function never(provisional: Ter, explanation: string): JsonObject {
  return { ...engineResult(provisional), final: true, validated: false, explanation };
}

function open(provisional: Ter, explanation: string): JsonObject {
  return { ...engineResult(provisional), final: false, validated: false, explanation };
}

/** Why no later ledger can hold the transaction, judged by the validated one. */
function impossibility(node: LedgerNode, { fields }: Transaction): string | undefined {
  const { ledgerIndex } = node.validated;
  const { LastLedgerSequence: last, Account: account } = fields;
  if (last !== undefined && last <= ledgerIndex) {
    return `No ledger up to ${last}, its LastLedgerSequence, holds it, so none ever will.`;
  }
  const view = node.view(ledgerIndex);
  const root = view?.read(accountKeylet(account));
  if (view === undefined || root === undefined) return undefined;
  const { isTicket, value } = sequenceProxy(fields);
  if (root.Sequence <= value) return undefined;
  if (!isTicket) return `Another transaction of its account used the sequence number ${value}.`;
  if (view.read(ticketKeylet(account, value)) !== undefined) return undefined;
  return `Its account has no ticket ${value} any more: another transaction used it.`;
}
