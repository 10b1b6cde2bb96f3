/** Requests of the commands for issuers about the issuer of a token and its holders. */
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { feeAndNetwork } from '../request/autofill.ts';
import { createRpcClient, type RpcCall, successOf } from '../request/rpc-client.ts';

/** As the server reads them for clients that are not admins. */
const PAGE_LINES = 400;

export interface IssuerAccount {
  /** The bits of `Flags`. */
  readonly flags: number;
  readonly regularKey: string | undefined;
}

/** Lines of one ledger. */
export interface LinePage {
  readonly lines: readonly JsonObject[];
  readonly ledgerIndex: number;
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

  /** The `result` of a method. Rejects with a `CommandError` if it is an error other than the expected one. */
  request(method: string, params: object = {}, expectedError?: string): Promise<JsonObject> {
    return successOf(this.#call, method, { ...params, api_version: 2 }, expectedError);
  }

  /** `ledger` are the parameters of a ledger. */
  async account(ledger: JsonObject = { ledger_index: 'validated' }): Promise<IssuerAccount> {
    const { account_data } = await this.request('account_info', { account: this.issuer, ...ledger });
    const { Flags, RegularKey } = account_data as JsonObject;
    return { flags: Number(Flags), regularKey: typeof RegularKey === 'string' ? RegularKey : undefined };
  }

  async nextSequence(): Promise<number> {
    const { account_data } = await this.request('account_info', { account: this.issuer, ledger_index: 'current' });
    return Number((account_data as JsonObject).Sequence);
  }

  async validatedIndex(): Promise<number> {
    return Number((await this.request('ledger', { ledger_index: 'validated' })).ledger_index);
  }

  /** Fields that all transactions of the issuer share. */
  async commonFields(): Promise<JsonObject> {
    return { Account: this.issuer, ...(await feeAndNetwork(this.#call)) };
  }

  /** Transactions that the open ledger holds before the fee rises. */
  async ledgerSize(): Promise<number> {
    return Math.max(1, Number((await this.request('fee')).expected_ledger_size));
  }

  /** The line with a holder in the last validated ledger. */
  async line(holder: string): Promise<JsonObject | undefined> {
    const params = { account: this.issuer, currency: this.currency, peer: holder, ledger_index: 'validated' };
    return ((await this.request('account_lines', params)).lines as JsonObject[])[0];
  }

  async hasAccount(address: string): Promise<boolean> {
    const params = { account: address, ledger_index: 'validated' };
    return (await this.request('account_info', params, 'actNotFound')).error === undefined;
  }

  /**
   * All lines in the currency, page by page. Without a ledger they come from the server's index: the lines of other currencies are not
   * read, and each page is of the ledger that is validated then. With the parameters of a ledger, all pages are of that one.
   */
  async *linePages(ledger?: JsonObject): AsyncGenerator<LinePage> {
    const { issuer: account, currency } = this;
    let place: JsonObject = ledger ?? { currency, ledger_index: 'validated' };
    for (;;) {
      const page = await this.request('account_lines', { account, limit: PAGE_LINES, ...place });
      const { ledger_hash, ledger_index, marker } = page;
      if (ledger_index === undefined) throw new CommandError('the server gave lines of no closed ledger');
      const lines = (page.lines as JsonObject[]).filter((line) => line.currency === currency);
      yield { lines, ledgerIndex: Number(ledger_index) };
      if (marker === undefined) return;
      place = ledger === undefined ? { ...place, marker } : { ledger_hash: ledger_hash!, marker };
    }
  }
}
