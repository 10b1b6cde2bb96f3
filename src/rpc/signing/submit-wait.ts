/**
 * `submit` with `wait`, Weir's own: the answer comes when the transaction's fate is settled. Whoever gets no answer
 * sends the same transaction again and learns the same, because nothing here depends on who submitted it when.
 *
 * Transactions of requests, on a ledger that is young enough: what every method that submits goes through.
 *
 * Answers that wait until what they promise is durable, where the node keeps a journal of submissions.
 *
 * What to do about an open ledger that is full, which surprises whoever puts many transactions into one ledger.
 *
 * What signing methods answer (rippled: TransactionSign.cpp, transactionFormatResultImpl).
 */
import type { LedgerNode, SubmitOptions } from '../../node/ledger-node.ts';
import { LedgerTooOldError } from '../../node/open-ledger/submission-line.ts';
import { REFERENCE_LEVEL } from '../../node/queue/fee-metrics.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import { decodeToJson, objectToJson } from '../../protocol/json/to-json.ts';
import { isTem, isTesSuccess, type Ter, terCode, terMessage } from '../../protocol/tables/ter.ts';
import { sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import { diskFault } from '../../storage/disk-fault.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { whatIsDisabled } from '../../transactions/explain/sender-reasons.ts';
import { assert } from '../../util/assert.ts';
import type { Clock } from '../../util/clock.ts';
import { bytesToHex } from '../../util/hex.ts';
import { ledgerTimeToIso } from '../json/ledger-time.ts';
import {
  addLedgerFacts,
  finalChannel,
  type Inclusion,
  insertDeliverMax,
  type JsonDraft,
  metadataToJson,
  provisionalChannel,
} from '../json/transaction-json.ts';
import { recentLocation } from '../json/validated-range.ts';
import type { ApiVersion, RpcContext, SubmitReport } from '../method/context.ts';
import { invalidField, RpcError } from '../method/errors.ts';
import type { ParamReader } from '../method/param-row.ts';
import { strictUint } from '../params/readers.ts';

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

const TOO_OLD =
  'The last ledger is too old to apply a transaction to, and the next one cannot be closed. Try again later.';

/** See `LedgerNode.whenFresh`. Rejects with `tooBusy` if no ledger can be closed now. */
export function whenFresh<Answer>(
  node: LedgerNode,
  prepare: () => Transaction,
  answer: (transaction: Transaction) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const answered = node.whenFresh(prepare, answer);
  return answered instanceof Promise ? answered.catch(explain) : answered;
}

function explain(error: unknown): never {
  throw error instanceof LedgerTooOldError ? new RpcError('tooBusy', TOO_OLD) : error;
}

const NOT_SAVED =
  'The transaction could not be saved. It may still get into a ledger, but a crash could lose it: submit it again.';

/** Submits a transaction now, and says what there is to say of it beside itself. */
export function submitNow(node: LedgerNode, transaction: Transaction, options: SubmitOptions): SubmitReport {
  const outcome = node.submit(transaction, options);
  return {
    outcome,
    inclusion: outcome.applied ? undefined : inclusionOf(node, transaction),
    facts: { ...provisionalChannel(node.openView, transaction), ...fullLedgerFacts(node, outcome.result) },
  };
}

/** The same once the last ledger is young enough, and reports it when it is durable: a submission by a front end. */
export async function submitVerified(
  node: LedgerNode,
  transaction: Transaction,
  options: SubmitOptions,
): Promise<SubmitReport> {
  return whenFresh(
    node,
    () => transaction,
    () => whenDurable(node, transaction.id, submitNow(node, transaction, options)),
  );
}

/** The answer at once, or when the submission is safe in the journal. Rejects with `tooBusy` if it cannot be saved. */
export function whenDurable<Answer>(node: LedgerNode, id: Hash256, answer: Answer): Answer | Promise<Answer> {
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

/** In words; undefined while the open ledger takes transactions at the base fee. */
export function fullLedgerHint(node: LedgerNode): string | undefined {
  const { openLedgerLevel, openLedgerCount, expectedLedgerCount } = node.metrics();
  if (openLedgerLevel === REFERENCE_LEVEL) return undefined;
  return (
    `The open ledger holds ${openLedgerCount} transactions and takes ${expectedLedgerCount} at the base fee; more cost more, ` +
    'or wait. Pay more (fee_mult_max allows it where the server fills in the fee), or submit to the next ledger ' +
    '(ledger_accept closes this one). A server has more room with --dev, or with open_ledger_size in --limits.'
  );
}

/** The member `hint` of a submission that did not get in because the open ledger is full; nothing otherwise. */
function fullLedgerFacts(node: LedgerNode, result: Ter): JsonObject {
  const isForRoom = result === 'terQUEUED' || result === 'telINSUF_FEE_P' || result.startsWith('telCAN_NOT_QUEUE');
  const hint = isForRoom ? fullLedgerHint(node) : undefined;
  return hint === undefined ? {} : { hint };
}

/** The transaction as JSON and hex, with its hash where the version has it. */
export function signedResult(transaction: Transaction, apiVersion: ApiVersion, inclusion?: Inclusion): JsonDraft {
  const tx = objectToJson(transaction.fields) as JsonDraft;
  addLedgerFacts(tx, transaction.id, apiVersion, inclusion);
  insertDeliverMax(tx, apiVersion);
  const result: JsonDraft = { tx_json: tx, tx_blob: bytesToHex(transaction.blob) };
  if (apiVersion > 1) result.hash = transaction.id;
  return result;
}

/** A result code in all three spellings; with the transaction also what Weir lacks for it, where that is why. */
export function engineResult(result: Ter, transaction?: Transaction, reason?: string): JsonDraft {
  const spellings: JsonDraft = {
    engine_result: result,
    engine_result_code: terCode(result),
    engine_result_message: terMessage(result),
    ...(reason === undefined ? {} : { engine_result_reason: reason }),
  };
  if (result !== 'temDISABLED' || transaction === undefined) return spellings;
  return { ...spellings, engine_result_what: whatIsDisabled(transaction) };
}

/** Where the ledger has the transaction already: what a resubmitted one is shown with. */
export function inclusionOf(node: LedgerNode, { id }: Transaction): Inclusion | undefined {
  const location = recentLocation(node, id);
  return location === undefined ? undefined : { ...location, networkId: node.networkId };
}

/** Servers sign for their operator only. */
export function requireSigner({ role }: RpcContext): void {
  if (role !== 'admin') throw new RpcError('notSupported', 'Signing is not supported by this server.');
}
