/**
 * `submit` with `wait` (Weir only): the answer comes when the result of the transaction is final. A client that gets no
 * answer sends the same transaction again and gets the same result, because nothing here depends on who submitted it when.
 */
import { whyNever } from '../../../explorer/finality.js';
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
import { recentLocation } from '../json/validated-range.ts';
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

/** How long to wait, by which clock, and whether the client is gone. */
export interface WaitOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly isAbandoned: () => boolean;
}

/**
 * Waits, and gives the fields that replace the provisional result: `final` (nothing can change any more), `validated`, the
 * result with its metadata, and an `explanation` of anything but success. If the client is gone it ends with the next
 * ledger, because each request that waits counts against the limit of open requests.
 */
export async function waitForFinalResult(
  node: LedgerNode,
  transaction: Transaction,
  provisional: Ter,
  { clock, timeoutMs, isAbandoned }: WaitOptions,
): Promise<JsonObject> {
  const known = fateOf(node, transaction, provisional);
  if (known !== undefined) return known;
  return new Promise((resolve, reject) => {
    const stop = () => {
      timer.cancel();
      for (const stopOne of stopListening) stopOne();
    };
    const settle = (fate: JsonObject) => {
      stop();
      resolve(fate);
    };
    const lookAgain = () => {
      try {
        const fate = isAbandoned() ? open(provisional, 'Nobody waits for it.') : fateOf(node, transaction, provisional);
        if (fate !== undefined) settle(fate);
      } catch (error) {
        // A member of a cluster that leads no longer, for one.
        stop();
        reject(error);
      }
    };
    const stopListening = [node.onValidated(lookAgain), node.onReverted(lookAgain)];
    const late = `It was not final within ${timeoutMs} ms. Send the same transaction again to go on waiting.`;
    const timer = clock.after(timeoutMs, () => settle(open(provisional, late))).unref();
  });
}

/** What is settled about a transaction; undefined while it may still get into the next ledger. */
function fateOf(node: LedgerNode, transaction: Transaction, provisional: Ter): JsonObject | undefined {
  const location = recentLocation(node, transaction.id);
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
  const view = node.view(ledgerIndex);
  const { LastLedgerSequence: lastLedger, Account: account } = fields;
  const { isTicket, value } = sequenceProxy(fields);
  const sequence = view?.read(accountKeylet(account))?.Sequence;
  switch (whyNever({ lastLedger, sequence: value }, { ledgerIndex, sequence })) {
    case undefined:
      return undefined;
    case 'ledgerPassed':
      return `No ledger up to ${lastLedger}, its LastLedgerSequence, holds it, so none ever will.`;
    case 'sequenceUsed':
      if (!isTicket) return `Another transaction of its account used the sequence number ${value}.`;
      if (view?.read(ticketKeylet(account, value)) !== undefined) return undefined;
      return `Its account has no ticket ${value} any more: another transaction used it.`;
  }
}
