/** A server whose answers are compared with the right ones. */
import type { JsonObject } from '../../../src/protocol/values.ts';
import { execute } from '../../../src/rpc/execute.ts';
import type { RpcServices } from '../../../src/rpc/method/context.ts';
import type { Env } from '../env.ts';
import { servicesOf } from '../rpc-call.ts';
import { type AnsweredQuestion, CLOSE } from './varied-chain.ts';

/** In each message about damage. */
export const DAMAGE_WORDS = /damaged/;
/** What is shown of an answer. */
const SHOWN = 400;
/** What is kept of a case: its line must fit into a pipe. */
const MOST_FAULTS = 4;
const LONGEST_FAULT = 2_000;

export class JudgedServer {
  readonly faults: string[] = [];
  readonly #env: Env;
  readonly #services: RpcServices;
  #hasMet = false;
  #damage = '';

  constructor(env: Env) {
    this.#env = env;
    const error = (details: object, message: string) => {
      const { err } = details as { err?: Error };
      if (!DAMAGE_WORDS.test(String(err?.message))) this.fault(`logged ${message}: ${err?.stack}`);
    };
    this.#services = { ...servicesOf(env), log: { error } };
  }

  get hasMet(): boolean {
    return this.#hasMet;
  }

  /** The damage, for messages. */
  note(damage: string): void {
    this.#damage = damage;
  }

  fault(what: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(`${this.#damage} ${what}`.slice(0, LONGEST_FAULT));
  }

  async ask({ method, params, answer }: AnsweredQuestion): Promise<void> {
    const given = await this.#answer(method, params);
    const text = JSON.stringify(given);
    if (text === answer || this.#isDamageFound(given)) return;
    this.fault(
      `${method} ${JSON.stringify(params)} answers ${text.slice(0, SHOWN)} instead of ${answer.slice(0, SHOWN)}`,
    );
  }

  /** Once damage is met, nothing is validated. */
  async follow(story: readonly AnsweredQuestion[]): Promise<void> {
    for (const question of story) {
      if (this.#hasMet) break;
      await this.ask(question);
    }
    if (!this.#hasMet) return;
    const { problem } = this.#services.server!;
    if (!DAMAGE_WORDS.test(String(problem?.()))) this.fault(`the server's problem is: ${problem?.()}`);
    const before = this.#env.node.validated.hash;
    const closed = await this.#answer(CLOSE.method, CLOSE.params);
    if (closed.error === undefined || this.#env.node.validated.hash !== before)
      this.fault(`a ledger is validated: ${JSON.stringify(closed)}`);
  }

  async #answer(method: string, params: JsonObject): Promise<JsonObject> {
    try {
      const result = await execute(this.#services, { method, params, apiVersion: 1, role: 'admin' });
      return JSON.parse(JSON.stringify(result));
    } catch (error) {
      this.fault(`${method} throws ${(error as Error).stack}`);
      return { error: 'thrown' };
    }
  }

  #isDamageFound({ error, error_message, error_what }: JsonObject): boolean {
    const isFound = error !== undefined && error !== 'internal' && DAMAGE_WORDS.test(`${error_message} ${error_what}`);
    this.#hasMet ||= isFound;
    return isFound;
  }
}
