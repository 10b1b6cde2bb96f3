/** The requests of the channel commands: the state of a channel, the ledger time, and submissions. */
import { exclusionReason, LEDGERS_TO_LIVE } from '../../../explorer/finality.js';
import { accountIdOfPublicKey, accountIdToAddress } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import type { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { parseSeconds } from '../../rpc/method-doc/unit-words.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { bytesToHex } from '../../util/hex.ts';
import { serverUrl } from '../options/server-url.ts';
import { feeAndNetwork } from '../request/autofill.ts';
import { createRpcClient, type RpcCall, resultOf, successOf } from '../request/rpc-client.ts';
import { readKeyPair } from '../terminal/secret.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { ChannelOptions } from './channel-options.ts';

const POLL_MS = 500;
const DEFAULT_TIMEOUT = '60s';

/** A channel in a ledger. */
export interface ChannelState {
  readonly Account: string;
  readonly Destination: string;
  readonly Amount: string;
  readonly Balance: string;
  readonly SettleDelay: number;
  readonly PublicKey: string;
  readonly Expiration?: number;
  readonly CancelAfter?: number;
}

export class ChannelSession {
  readonly terminal: Terminal;
  readonly #call: RpcCall;
  readonly #options: ChannelOptions;

  constructor(options: ChannelOptions, terminal: Terminal) {
    this.terminal = terminal;
    this.#options = options;
    this.#call = createRpcClient(serverUrl(options.url, terminal.environment));
  }

  /** The `result` of a method. Rejects with a `CommandError` if it is an error. */
  ask(method: string, params: JsonObject = {}): Promise<JsonObject> {
    return successOf(this.#call, method, params);
  }

  /** The channel in the validated ledger; undefined if there is none with this id. */
  async channel(channelId: string): Promise<ChannelState | undefined> {
    const params = { payment_channel: channelId, ledger_index: 'validated' };
    const { node } = await successOf(this.#call, 'ledger_entry', params, 'entryNotFound');
    if (!isJsonObject(node) || node.LedgerEntryType !== 'PayChannel') return undefined;
    return node as unknown as ChannelState;
  }

  /** The close time of the validated ledger in seconds since 2000-01-01T00:00:00Z: it decides whether a channel has expired. */
  async nowSeconds(): Promise<number> {
    const { ledger } = await this.ask('ledger', { ledger_index: 'validated' });
    return (ledger as { close_time: number }).close_time;
  }

  /** The sender: the account of the key, unless the options name another account. */
  async sender(): Promise<{ readonly keys: KeyPair; readonly address: string }> {
    const keys = await readKeyPair(this.#options, this.terminal);
    const address = this.#options.account ?? accountIdToAddress(accountIdOfPublicKey(keys.publicKey));
    return { keys, address };
  }

  /** Signs, submits, and waits until the result is final. Resolves to the answer of `tx`; rejects unless the transaction succeeded. */
  async send(
    { keys, address }: Awaited<ReturnType<ChannelSession['sender']>>,
    fields: JsonObject,
  ): Promise<JsonObject> {
    const deadlineMs =
      this.terminal.nowMs() + parseSeconds('--timeout', this.#options.timeout ?? DEFAULT_TIMEOUT) * 1000;
    const filled = { ...(await this.#autofill(address)), Flags: 0, ...fields, SigningPubKey: keys.publicKey };
    const { id, blob } = signTransaction(parseFields(filled), keys);
    const answer = await this.ask('submit', { tx_blob: bytesToHex(blob) });
    const code = String(answer.engine_result);
    const outcome = `${code}: ${String(answer.engine_result_reason ?? answer.engine_result_message)}`;
    // These results are provisional. With any other result, no ledger includes the transaction.
    if (!/^(tes|tec|ter)/.test(code)) throw new CommandError(outcome);
    if (code !== 'tesSUCCESS') this.terminal.note(`Provisional result ${outcome} Waiting for the ledger to close.`);
    const { Sequence: sequence, LastLedgerSequence: lastLedger } = filled;
    return requireSuccess(await this.#final(address, { hash: id, sequence, lastLedger }, deadlineMs), outcome);
  }

  async #autofill(address: string) {
    const { account_data, ledger_current_index } = await this.ask('account_info', {
      account: address,
      ledger_index: 'current',
    });
    return {
      Account: address,
      ...(await feeAndNetwork(this.#call)),
      Sequence: Number((account_data as JsonObject).Sequence),
      LastLedgerSequence: Number(ledger_current_index) + LEDGERS_TO_LIVE,
    };
  }

  async #final(account: string, { hash, ...transaction }: SentTransaction, deadlineMs: number): Promise<JsonObject> {
    const params = { account, ledger_index: 'validated' };
    for (;;) {
      // The account may exist in the open ledger only.
      const { account_data, ledger_index } = await successOf(this.#call, 'account_info', params, 'actNotFound');
      const sequence = isJsonObject(account_data) ? Number(account_data.Sequence) : undefined;
      const found = await resultOf(this.#call, 'tx', { transaction: hash });
      if (found.validated === true) return found;
      if (exclusionReason(transaction, { ledgerIndex: Number(ledger_index), sequence }) !== undefined)
        throw new CommandError(`the transaction ${hash} expired: no ledger contains it`);
      if (this.terminal.nowMs() > deadlineMs) {
        throw new CommandError(
          `the transaction ${hash} is not final yet; a ledger up to ${transaction.lastLedger} may still include it (with --manual, ledger_accept closes one)`,
        );
      }
      await this.terminal.sleep(POLL_MS);
    }
  }
}

interface SentTransaction {
  readonly hash: string;
  readonly sequence: number;
  readonly lastLedger: number;
}

/** `outcome` is the provisional result with its reason, used if the final result is the same. */
function requireSuccess(found: JsonObject, outcome: string): JsonObject {
  const code = String((found.meta as JsonObject).TransactionResult);
  if (code === 'tesSUCCESS') return found;
  const text = outcome.startsWith(`${code}:`) ? outcome : code;
  throw new CommandError(`the transaction ${String(found.hash)} failed: ${text}`);
}

/** Turns a field that the codec refuses into a usage error. */
function parseFields(fields: JsonObject) {
  try {
    return objectFromJson(fields, 'tx_json');
  } catch (error) {
    const { message, what } = error as JsonFieldError;
    throw usageError(what ?? message);
  }
}
