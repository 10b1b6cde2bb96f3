/** Requests to a Weir server over HTTP (JSON-RPC), and transactions with their final results. */
import { setTimeout as delay } from 'node:timers/promises';
import type { SubmittableTransaction, Wallet } from 'xrpl';

const REQUEST_TIMEOUT_MS = 10_000;
const POLL_MS = 100;
/** A transaction that is in none of the next ledgers never will be. */
const LEDGERS_TO_WAIT = 20;
/** Transactions of networks with a greater id contain the id. */
const LAST_NETWORK_WITHOUT_ID = 1024;

/** An answer of the server that is an error; `code` is its `error`. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export interface SignedTransaction {
  readonly hash: string;
  /** Hex. */
  readonly blob: string;
  readonly feeDrops: bigint;
  readonly lastLedgerSequence: number;
}

export interface FinalResult {
  /** A code like `tesSUCCESS`. */
  readonly result: string;
  readonly nodes: readonly AffectedNode[];
}

/** A created, changed or deleted entry of the ledger. */
export interface AffectedNode {
  readonly LedgerEntryType: string;
  readonly LedgerIndex: string;
  readonly FinalFields?: { readonly Balance?: unknown };
}

/** A payment channel in the validated ledger. */
export interface Channel {
  readonly Account: string;
  readonly Destination: string;
  /** Drops. */
  readonly Balance: string;
  readonly SettleDelay: number;
  readonly PublicKey: string;
}

export class LedgerApi {
  readonly #url: string;

  /** `url` like `http://127.0.0.1:5005`. */
  constructor(url: string) {
    this.#url = url;
  }

  /**
   * @throws LedgerError if the answer is an error; other errors if there is no answer
   */
  async request<Result>(method: string, params: object = {}): Promise<Result> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ method, params: [params] }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`the ledger server answers with status ${response.status}`);
    const { result } = (await response.json()) as { result: Result & { error?: string; error_message?: string } };
    if (result.error !== undefined) throw new LedgerError(result.error, result.error_message ?? result.error);
    return result;
  }

  async networkId(): Promise<number> {
    const { info } = await this.request<{ info: { network_id?: number } }>('server_info');
    return info.network_id ?? 0;
  }

  /** Resolves to undefined if the validated ledger has no such channel. */
  async channel(channelId: string): Promise<Channel | undefined> {
    try {
      const params = { payment_channel: channelId, ledger_index: 'validated' };
      return (await this.request<{ node: Channel }>('ledger_entry', params)).node;
    } catch (error) {
      if (error instanceof LedgerError && error.code === 'entryNotFound') return undefined;
      throw error;
    }
  }

  /** Adds sequence number, fee and last ledger, and signs. Nothing is sent. */
  async sign(wallet: Wallet, transaction: SubmittableTransaction, networkId: number): Promise<SignedTransaction> {
    const account = { account: wallet.address, ledger_index: 'current' };
    const [{ account_data }, fee] = await Promise.all([
      this.request<{ account_data: { Sequence: number } }>('account_info', account),
      this.request<{ drops: { open_ledger_fee: string }; ledger_current_index: number }>('fee'),
    ]);
    const lastLedgerSequence = fee.ledger_current_index + LEDGERS_TO_WAIT;
    const { hash, tx_blob: blob } = wallet.sign({
      ...transaction,
      Sequence: account_data.Sequence,
      Fee: fee.drops.open_ledger_fee,
      LastLedgerSequence: lastLedgerSequence,
      ...(networkId > LAST_NETWORK_WITHOUT_ID ? { NetworkID: networkId } : {}),
    });
    return { hash, blob, feeDrops: BigInt(fee.drops.open_ledger_fee), lastLedgerSequence };
  }

  /** Sends a signed transaction. The result is provisional, and a repetition does no harm. */
  async submit({ blob }: Pick<SignedTransaction, 'blob'>): Promise<string> {
    return (await this.request<{ engine_result: string }>('submit', { tx_blob: blob })).engine_result;
  }

  /**
   * Waits for a final result. Resolves to undefined if no ledger has the transaction and none can have it any more, and to `pending`
   * at the deadline, which is in milliseconds like `Date.now()`.
   */
  async finalResult(
    { hash, lastLedgerSequence }: Pick<SignedTransaction, 'hash' | 'lastLedgerSequence'>,
    deadline: number,
  ): Promise<FinalResult | undefined | 'pending'> {
    while (true) {
      // In this order: otherwise the transaction might enter the last ledger between the two answers.
      const validated = await this.#validatedIndex();
      const found = await this.#result(hash);
      if (found !== undefined) return found;
      if (validated >= lastLedgerSequence) return undefined;
      if (Date.now() >= deadline) return 'pending';
      await delay(POLL_MS);
    }
  }

  async #validatedIndex(): Promise<number> {
    return (await this.request<{ ledger_index: number }>('ledger', { ledger_index: 'validated' })).ledger_index;
  }

  async #result(hash: string): Promise<FinalResult | undefined> {
    try {
      const { validated, meta } = await this.request<TransactionAnswer>('tx', { transaction: hash });
      if (validated !== true || meta === undefined) return undefined;
      return { result: meta.TransactionResult, nodes: meta.AffectedNodes.flatMap(Object.values) };
    } catch (error) {
      if (error instanceof LedgerError && error.code === 'txnNotFound') return undefined;
      throw error;
    }
  }
}

interface TransactionAnswer {
  readonly validated?: boolean;
  readonly meta?: {
    readonly TransactionResult: string;
    readonly AffectedNodes: readonly { readonly [change: string]: AffectedNode }[];
  };
}
