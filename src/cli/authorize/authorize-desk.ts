/** The requests of `weir authorize` about an issuer and its holders. */
import {
  type Candidate,
  holderCandidate,
  type LineCandidate,
  lineCandidate,
  pendingPages,
} from '../../../explorer/desk/candidates.js';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { feeAndNetwork } from '../request/autofill.ts';
import { createRpcClient, type RpcCall, successOf } from '../request/rpc-client.ts';

export interface Holder {
  readonly candidate: Candidate;
  readonly state: 'pending' | 'authorized' | 'no account' | 'would be deleted';
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

  /** The regular key of the issuer, if it has one. Rejects if the issuer requires no authorization. */
  async regularKey(): Promise<string | undefined> {
    const { account_data } = await this.request('account_info', { account: this.issuer, ledger_index: 'validated' });
    const { Flags, RegularKey } = account_data as JsonObject;
    if ((Number(Flags) & EntryFlags.AccountRoot.lsfRequireAuth) === 0) {
      throw new CommandError(`${this.issuer} does not require authorization: no holder needs approval`);
    }
    return typeof RegularKey === 'string' ? RegularKey : undefined;
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

  /** All holders that await authorization in the last validated ledger. */
  async *pending(): AsyncGenerator<Holder> {
    for await (const page of pendingPages(this, { account: this.issuer, currency: this.currency })) {
      yield* page.map(unauthorized);
    }
  }

  /** The state of one holder. A holder without a trust line can be approved, but not one without an account. */
  async holder(address: string): Promise<Holder> {
    const ledger_index = 'validated';
    const params = { account: this.issuer, currency: this.currency, peer: address, ledger_index };
    const [line] = (await this.request('account_lines', params)).lines as JsonObject[];
    const candidate = holderCandidate(address, this.currency, '0');
    if (line?.authorized === true) return { candidate, state: 'authorized' };
    if (line !== undefined) return unauthorized(await lineCandidate(this, this.issuer, line));
    const { error } = await this.request('account_info', { account: address, ledger_index }, 'actNotFound');
    return { candidate, state: error === undefined ? 'pending' : 'no account' };
  }
}

function unauthorized({ candidate, wouldDelete }: LineCandidate): Holder {
  return { candidate, state: wouldDelete ? 'would be deleted' : 'pending' };
}
