/** A server for scenario tests: requests go over HTTP, and `submit` signs with secrets. */
import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { type EnvOptions, type Party, party } from './env.ts';
import { post } from './hostile-sockets.ts';
import type { Answer } from './rpc-call.ts';
import { type ServedEnv, serveEnv } from './served-env.ts';

export class Service {
  readonly served: ServedEnv;

  private constructor(served: ServedEnv) {
    this.served = served;
  }

  /** Only the test closes its ledgers. */
  static async start(options: EnvOptions = {}): Promise<Service> {
    return new Service(await serveEnv({}, options));
  }

  stop(): Promise<void> {
    return this.served.stop();
  }

  /** The body of the answer, whose HTTP status must be 200. */
  async post(body: Json): Promise<Answer> {
    const answer = await post(this.served.port, JSON.stringify(body));
    assert.equal(answer.status, 200);
    return answer.body;
  }

  /** Calls a method in the envelope `{method, params: [{…}]}`; returns its `result`. */
  async ask(method: string, params: JsonObject = {}): Promise<Answer> {
    return (await this.post({ method, params: [params] })).result;
  }

  /** Calls a method in the flat envelope; returns the whole answer. */
  flat(command: string, params: JsonObject = {}): Promise<Answer> {
    return this.post({ id: 1, command, ...params });
  }

  /** Gives each party 1000 XRP in a validated ledger. */
  fund(...parties: readonly Party[]): Promise<void> {
    return this.served.env.fund(1000, ...parties);
  }

  /** Signs and submits with `secret`, the passphrase of the sending party. Asserts the provisional result. */
  async submit(secret: string, tx_json: JsonObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const answer = await this.ask('submit', { secret, tx_json: { Account: party(secret).address, ...tx_json } });
    assert.equal(answer.engine_result, expected, JSON.stringify(answer));
    return answer;
  }

  /** Submits and closes; returns the answer of `tx`. */
  async settle(secret: string, tx_json: JsonObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const { tx_json: sent } = await this.submit(secret, tx_json, expected);
    await this.served.env.close();
    const final = await this.ask('tx', { transaction: sent.hash });
    assert.deepEqual([final.meta.TransactionResult, final.validated], [expected, true]);
    return final;
  }

  /** The account root in the last validated ledger. */
  async root({ address }: Party): Promise<Answer> {
    return (await this.ask('account_info', { account: address, ledger_index: 'validated' })).account_data;
  }

  /** Index of the last validated ledger. */
  get last(): number {
    return this.served.env.node.validated.ledgerIndex;
  }

  /** Its close time, in seconds since 2000-01-01T00:00:00Z. */
  get closeTime(): number {
    return this.served.env.node.validated.closeTimeSeconds;
  }
}
