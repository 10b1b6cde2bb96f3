/**
 * What must hold of requests whatever their text is: refused with a `RequestRefusal`, or answered with JSON that says how
 * it went. Never an exception that nobody expected, and never a log entry. The text is damaged as text and as JSON,
 * and goes through the strict reader, both envelopes, the dispatch and the methods.
 */
import assert from 'node:assert/strict';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { jsonLine } from '../src/rpc/json/raw-json.ts';
import type { RpcServices } from '../src/rpc/method/context.ts';
import { isJsonObject } from '../src/rpc/params/json-values.ts';
import { RequestRefusal } from '../src/server/admission/request-refusal.ts';
import { answerFlat } from '../src/server/envelopes/command-envelope.ts';
import { answerJsonRpc } from '../src/server/envelopes/json-rpc-envelope.ts';
import { JsonFault, parseStrictJson } from '../src/server/envelopes/strict-json.ts';
import type { Env } from '../test/support/env.ts';
import { servicesOf } from '../test/support/rpc-call.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';
import { createFuzzLedger } from './fuzz-ledger.ts';
import type { FuzzRound, FuzzTarget } from './fuzz-target.ts';
import { mutateJson } from './mutate-json.ts';

const TEXT_PARTS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\\u0000',
  '\\ud800',
  '-',
  '0',
  '1e400',
  'null',
  ' ',
  '\u0000',
];
const FALLBACK = ['{\\"method\\":\\"server_info\\",\\"params\\":[{}]}'];

export const envelopeTarget: FuzzTarget<string> = {
  name: 'envelope',
  casesPerRound: 2_000,
  async createRound(corpus) {
    return new EnvelopeRound(corpus.length > 0 ? corpus : FALLBACK, await createFuzzLedger());
  },
};

class EnvelopeRound implements FuzzRound<string> {
  readonly #corpus: readonly string[];
  readonly #env: Env;
  readonly #services: RpcServices;

  constructor(corpus: readonly string[], env: Env) {
    this.#corpus = corpus.map((line) => this.parse(line));
    this.#env = env;
    // An entry in the log throws, and the exception passes through everything that would answer it.
    this.#services = servicesOf(env);
  }

  makeInput(random: SeededRandom): string {
    const text = random.pick(this.#corpus);
    const json = random.chance(0.8) ? asJson(text) : undefined;
    return json === undefined ? damageText(text, random) : JSON.stringify(mutateJson(json, random));
  }

  async run(text: string): Promise<string> {
    let envelope: unknown;
    try {
      envelope = parseStrictJson(text);
    } catch (error) {
      if (error instanceof JsonFault) return 'refused text';
      throw error;
    }
    if (!isJsonObject(envelope)) return 'no envelope';
    const role = text.length % 4 === 0 ? 'user' : 'admin';
    try {
      const isFlat = envelope.method === undefined && envelope.command !== undefined;
      const answer = isFlat
        ? await answerFlat(this.#services, envelope, role)
        : (await answerJsonRpc(this.#services, envelope, role, () => {})).body;
      return outcomeOf(answer);
    } catch (error) {
      if (error instanceof RequestRefusal) return 'refused request';
      throw error;
    }
  }

  finish(): Promise<void> {
    return this.#env.stop();
  }

  print(input: string): string {
    return JSON.stringify(input).slice(1, -1);
  }

  parse(line: string): string {
    return JSON.parse(`"${line}"`) as string;
  }
}

function outcomeOf(answer: Json): string {
  const read = JSON.parse(String(jsonLine(answer))) as Json;
  if (Array.isArray(read)) return 'batch';
  assert.ok(isJsonObject(read), 'an answer is an object');
  const { result, error } = read as JsonObject & { result?: JsonObject };
  assert.ok(result !== undefined || error !== undefined, 'an answer has a result or an error');
  const failure = error ?? result?.error;
  return failure === undefined ? 'success' : 'error';
}

function asJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function damageText(text: string, random: SeededRandom): string {
  const at = random.below(text.length + 1);
  const end = random.chance(0.5) ? at : at + random.between(1, 12);
  const part = random.chance(0.7) ? random.pick(TEXT_PARTS) : text.slice(random.below(text.length));
  return text.slice(0, at) + part.repeat(random.pick([0, 1, 1, 1, 30])) + text.slice(end);
}
