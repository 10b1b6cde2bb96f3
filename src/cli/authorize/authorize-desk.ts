/** What `weir authorize` asks a server: who the issuer is, who waits for it, and what became of a transaction. */

import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../command-error.ts';
import { feeAndNetwork, LEDGERS_TO_LIVE } from '../request/autofill.ts';
import { createRpcClient, type RpcCall, resultOf, successOf } from '../request/rpc-client.ts';

const PAGE_LINES = 400;
/** What a transaction gets that is in a ledger, or whose number another one has. */
const PERHAPS_IN_ALREADY = new Set(['tefALREADY', 'tefPAST_SEQ']);

/** A holder, and what the issuer's transaction must say about it. */
export interface Candidate {
  readonly holder: string;
  readonly state: 'pending' | 'authorized' | 'no account' | 'would be deleted';
  /** The limit that the issuer gives on this line, which an approval must repeat to keep. */
  readonly issuerLimit: string;
}

export interface IssuerAccount {
  readonly sequence: number;
  readonly regularKey: string | undefined;
  readonly ledgerIndex: number;
  /** Its transactions in the queue of the open ledger; 0 for a validated one. */
  readonly queuedCount: number;
}

/** What the issuer's next transactions have in common, and where they start. */
export interface NextTransactions {
  readonly common: JsonObject;
  readonly sequence: number;
  readonly lastLedger: number;
}

export class IssuerDesk {
  readonly issuer: string;
  readonly currency: string;
  readonly #call: RpcCall;

  constructor(url: string, issuer: string, currency: string) {
    this.issuer = issuer;
    this.currency = currency;
    this.#call = createRpcClient(url);
  }

  /** The `result` of a method. Rejects with a `CommandError` if it is an error. */
  ask(method: string, params: JsonObject = {}): Promise<JsonObject> {
    return successOf(this.#call, method, params);
  }

  /** The issuer's entry in a ledger, and that ledger's index. Rejects if it requires no authorization. */
  async account(ledger: 'validated' | 'current'): Promise<IssuerAccount> {
    const isCurrent = ledger === 'current';
    const found = await this.ask('account_info', { account: this.issuer, ledger_index: ledger, queue: isCurrent });
    const { Flags, Sequence, RegularKey } = found.account_data as JsonObject;
    if ((Number(Flags) & EntryFlags.AccountRoot.lsfRequireAuth) === 0) {
      throw new CommandError(`${this.issuer} requires no authorization: there is nothing to approve`);
    }
    return {
      sequence: Number(Sequence),
      regularKey: typeof RegularKey === 'string' ? RegularKey : undefined,
      ledgerIndex: Number(found.ledger_index ?? found.ledger_current_index),
      queuedCount: Number((found.queue_data as JsonObject | undefined)?.txn_count ?? 0),
    };
  }

  async nextTransactions(): Promise<NextTransactions> {
    const { sequence, ledgerIndex } = await this.account('current');
    const common = { Account: this.issuer, ...(await feeAndNetwork(this.#call)) };
    return { common, sequence, lastLedger: ledgerIndex + LEDGERS_TO_LIVE };
  }

  /** How many transactions the open ledger takes before they cost more. */
  async ledgerSize(): Promise<number> {
    return Math.max(1, Number((await this.ask('fee')).expected_ledger_size));
  }

  /** Everybody who waits in the last validated ledger. */
  async *pending(): AsyncGenerator<Candidate> {
    let marker: JsonObject = {};
    for (;;) {
      const page = await this.#lines({ authorization: 'pending', limit: PAGE_LINES, ...marker });
      for (const line of page.lines as JsonObject[]) {
        yield await this.#candidateOf(line);
      }
      if (page.marker === undefined) return;
      marker = { marker: page.marker };
    }
  }

  /** How it stands with one holder. One without a line can be approved beforehand; one without an account cannot. */
  async candidate(holder: string): Promise<Candidate> {
    const { lines } = await this.#lines({ peer: holder });
    const [line] = lines as JsonObject[];
    if (line !== undefined) return this.#candidateOf(line);
    const found = await resultOf(this.#call, 'account_info', { account: holder, ledger_index: 'validated' });
    return { holder, state: found.error === 'actNotFound' ? 'no account' : 'pending', issuerLimit: '0' };
  }

  /** The issuer's transaction for a holder, as far as all of them are alike. */
  approvalFields({ holder, issuerLimit }: Pick<Candidate, 'holder' | 'issuerLimit'>): JsonObject {
    return {
      TransactionType: 'TrustSet',
      LimitAmount: { currency: this.currency, issuer: holder, value: issuerLimit },
      Flags: TransactionFlags.TrustSet.tfSetfAuth,
    };
  }

  async #candidateOf(line: JsonObject): Promise<Candidate> {
    const found = { holder: String(line.account), issuerLimit: String(line.limit) };
    if (line.authorized === true) return { ...found, state: 'authorized' };
    return { ...found, state: (await this.#wouldBeDeleted(line)) ? 'would be deleted' : 'pending' };
  }

  /** A TrustSet deletes a line that is in its default state on both sides: its authorization would be lost at once. */
  async #wouldBeDeleted({ account, limit, limit_peer, balance }: JsonObject): Promise<boolean> {
    if ([limit, limit_peer, balance].some((value) => Number(value) !== 0)) return false;
    const fields = this.approvalFields({ holder: String(account), issuerLimit: '0' });
    const { meta } = await this.ask('simulate', { tx_json: { ...fields, Account: this.issuer } });
    const nodes = (meta as JsonObject | undefined)?.AffectedNodes as JsonObject[] | undefined;
    return (nodes ?? []).some(({ DeletedNode: node }) => isJsonObject(node) && node.LedgerEntryType === 'RippleState');
  }

  #lines(params: JsonObject): Promise<JsonObject> {
    return this.ask('account_lines', {
      account: this.issuer,
      currency: this.currency,
      ledger_index: 'validated',
      ...params,
    });
  }

  /** What the server knows of a transaction; undefined if nothing. */
  async transaction(hash: string): Promise<JsonObject | undefined> {
    const found = await resultOf(this.#call, 'tx', { transaction: hash });
    return found.error === undefined ? found : undefined;
  }

  /** Sends a signed transaction. Gives the provisional result, and whether a ledger may come to hold it. */
  async submit(blob: string): Promise<{ readonly code: string; readonly mayGetIn: boolean }> {
    const { engine_result, applied, broadcast, kept, queued } = await this.ask('submit', { tx_blob: blob });
    const code = String(engine_result);
    const isTaken = [applied, broadcast, kept, queued].includes(true);
    return { code, mayGetIn: isTaken || PERHAPS_IN_ALREADY.has(code) };
  }
}
