/**
 * The requests of the watch, in standard methods that every server of the protocol has. Throws a `LedgerAnswerError` for an
 * answer that is an error.
 */

import type { LedgerLink } from '../client/ledger-link.ts';
import { EntryFlags } from '../protocol/tables/flags.ts';
import type { Hash256, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import type { FeeQuote } from './redeem-policy.ts';
import { channelOfEntry, type WatchedChannel } from './watched-channel.ts';

export class LedgerAnswerError extends Error {
  override readonly name = 'LedgerAnswerError';
}

export interface LedgerMoment {
  readonly index: number;
  /** Seconds since 2000-01-01T00:00:00Z. */
  readonly closeTimeSeconds: number;
}

/** A transaction of a validated ledger, from a stream or from `account_tx`. */
export interface ValidatedTransaction {
  readonly hash: Hash256;
  readonly ledgerIndex: number;
  readonly result: string;
  readonly meta: Json;
}

const PAGE = 200;
const MASTER_DISABLED = EntryFlags.AccountRoot.lsfDisableMaster;

export class LedgerRequests {
  readonly #link: LedgerLink;
  readonly #payee: string;

  constructor(link: LedgerLink, payee: string) {
    this.#link = link;
    this.#payee = payee;
  }

  async validatedLedger(): Promise<LedgerMoment> {
    const { ledger, ledger_index } = await this.#request('ledger', { ledger_index: 'validated' });
    return { index: Number(ledger_index), closeTimeSeconds: Number((ledger as JsonObject).close_time) };
  }

  async networkId(): Promise<number> {
    const { info } = await this.#request('server_info');
    return Number((info as JsonObject).network_id ?? 0);
  }

  /** Channels that pay the payee in a validated ledger, in pages. Old channels may be missing in the list. */
  async *incomingChannels(ledgerIndex: number): AsyncGenerator<readonly WatchedChannel[]> {
    const params = { account: this.#payee, type: 'payment_channel', ledger_index: ledgerIndex, limit: PAGE };
    for (let marker: JsonObject = {}; ; ) {
      const page = await this.#link.request('account_objects', { ...params, ...marker });
      // The account of the payee may not exist yet. Then it has no channels.
      if (page.error === 'actNotFound') return;
      const entries = requireSuccess('account_objects', page).account_objects as JsonObject[];
      yield entries
        .map((entry) => channelOfEntry(String(entry.index), entry, ledgerIndex))
        .filter((channel) => channel?.payee === this.#payee) as WatchedChannel[];
      if (page.marker === undefined) return;
      marker = { marker: page.marker };
    }
  }

  /** A channel in a ledger; undefined if the ledger has no channel with this id. */
  async channel(id: Hash256, ledgerIndex: number | 'validated'): Promise<WatchedChannel | undefined> {
    const answer = await this.#link.request('ledger_entry', { payment_channel: id, ledger_index: ledgerIndex });
    if (answer.error === 'entryNotFound' || answer.error === 'unexpectedLedgerType') return undefined;
    const { node, ledger_index } = requireSuccess('ledger_entry', answer);
    return channelOfEntry(id, node, Number(ledger_index));
  }

  /** The next sequence number of the payee's account, and the ledger that has it. */
  async nextSequence(ledger: 'validated' | 'current'): Promise<{ sequence: number; ledgerIndex: number }> {
    const answer = await this.#request('account_info', { account: this.#payee, ledger_index: ledger });
    return {
      sequence: Number((answer.account_data as JsonObject).Sequence),
      ledgerIndex: Number(answer.ledger_index ?? answer.ledger_current_index),
    };
  }

  /** True if the key of an address may sign for the payee's account. */
  async maySign(keyAddress: string): Promise<boolean> {
    const answer = await this.#link.request('account_info', { account: this.#payee, ledger_index: 'validated' });
    if (answer.error === 'actNotFound') return keyAddress === this.#payee;
    const { RegularKey, Flags } = requireSuccess('account_info', answer).account_data as JsonObject;
    if (keyAddress !== this.#payee) return keyAddress === RegularKey;
    return (Number(Flags) & MASTER_DISABLED) === 0;
  }

  async fee(): Promise<FeeQuote> {
    const drops = (await this.#request('fee')).drops as JsonObject;
    return {
      baseDrops: BigInt(drops.base_fee as string),
      openLedgerDrops: BigInt(drops.open_ledger_fee as string),
    };
  }

  /** The provisional result of a signed transaction, or the token of the error that the request failed with. */
  async submit(blob: string): Promise<string> {
    const { engine_result, error } = await this.#link.request('submit', { tx_blob: blob });
    return String(engine_result ?? error);
  }

  /** A transaction in a validated ledger; undefined if no validated ledger has it. */
  async validatedTransaction(hash: Hash256): Promise<ValidatedTransaction | undefined> {
    const found = await this.#link.request('tx', { transaction: hash });
    return found.validated === true ? transactionOf({ ...found, transaction: { hash } }) : undefined;
  }

  /** Transactions of the payee's account since a ledger, oldest first. */
  async *history(fromLedger: number): AsyncGenerator<ValidatedTransaction> {
    const params = { account: this.#payee, ledger_index_min: fromLedger, ledger_index_max: -1, forward: true };
    for (let marker: JsonObject = {}; ; ) {
      const page = await this.#request('account_tx', { ...params, limit: PAGE, ...marker });
      for (const row of page.transactions as JsonObject[]) {
        const transaction = transactionOf({ ...row, transaction: row.tx ?? row.tx_json ?? {} });
        if (transaction !== undefined) yield transaction;
      }
      if (page.marker === undefined) return;
      marker = { marker: page.marker };
    }
  }

  async #request(command: string, params: JsonObject = {}): Promise<JsonObject> {
    return requireSuccess(command, await this.#link.request(command, params));
  }
}

function requireSuccess(command: string, answer: JsonObject): JsonObject {
  if (answer.error === undefined) return answer;
  throw new LedgerAnswerError(`${command}: ${String(answer.error_message ?? answer.error)}`);
}

/** The transaction of a message; undefined if it is not validated or has no metadata. */
export function transactionOf(message: JsonObject): ValidatedTransaction | undefined {
  const { meta, ledger_index, validated, transaction } = message;
  if (validated !== true || !isJsonObject(meta)) return undefined;
  const hash = isJsonObject(transaction) ? transaction.hash : message.hash;
  return {
    hash: String(hash ?? message.hash),
    ledgerIndex: Number(ledger_index),
    result: String(meta.TransactionResult),
    meta,
  };
}
