/** Answers the body of an HTTP request to the API, in either envelope. */

import type { JsonObject } from '../../protocol/values.ts';
import type { RpcServices } from '../../rpc/method/context.ts';
import type { RequestWatch } from '../../rpc/method/long-work.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { type Awaitable, andThen } from '../../util/awaitable.ts';
import type { Caller } from '../admission/caller.ts';
import type { ServerLimits } from '../admission/limits.ts';
import type { RequestGate } from '../admission/request-gate.ts';
import { RequestRefusal } from '../admission/request-refusal.ts';
import { answerFlat, lacksMethod } from '../envelopes/command-envelope.ts';
import { answerJsonRpc, type HttpAnswer, METHOD_MISSING } from '../envelopes/json-rpc-envelope.ts';
import { parseJson } from '../envelopes/strict-json.ts';
import { type AnswerBytes, answerBytes } from './long-answer.ts';

/** What the answers come from. */
export interface ApiSource {
  readonly services: RpcServices;
  readonly limits: ServerLimits;
  readonly gate: RequestGate;
}

export interface ApiAnswer {
  readonly status: number;
  readonly bytes: AnswerBytes;
}

/**
 * Answers a request that the gate has let in, in its turn. Throws or rejects with `RequestRefusal` or `JsonFault` if the text is not a
 * request. `traceparent`: the header.
 */
export function answerApi(
  source: ApiSource,
  text: string,
  caller: Caller,
  isAbandoned: () => boolean,
  traceparent?: string,
): Awaitable<ApiAnswer> {
  const watch: RequestWatch = { isAbandoned, onPause: () => source.gate.chargePause(caller) };
  return source.gate.inTurn(caller, () => {
    const envelope = parseJson(text, source.limits.jsonDepth, source.services.longWork?.pacer);
    const answer = andThen(envelope, (parsed) => answerEnvelope(source, parsed, caller, watch, traceparent));
    return andThen(answer, ({ status, body }) => ({ status, bytes: answerBytes(body) }));
  });
}

function answerEnvelope(
  { services, gate }: ApiSource,
  envelope: unknown,
  caller: Caller,
  watch: RequestWatch,
  traceparent: string | undefined,
): Awaitable<HttpAnswer> {
  if (!isJsonObject(envelope)) throw new RequestRefusal('Unable to parse request: a request is an object');
  if (Object.keys(envelope).length === 0) {
    throw new RequestRefusal('Unable to parse request').because(METHOD_MISSING);
  }
  if (envelope.method === undefined && envelope.command !== undefined) {
    return andThen(answerFlat(services, envelope, caller.role, { watch, traceparent }), (body) => ({
      status: lacksMethod(envelope) ? 400 : 200,
      body: withResultStatus(body),
    }));
  }
  return answerJsonRpc(services, envelope, caller.role, () => gate.charge(caller), watch, traceparent);
}

/** Over HTTP the `result` of this envelope has its own `status`, as in JSON-RPC. */
function withResultStatus(body: JsonObject): JsonObject {
  return isJsonObject(body.result) ? { ...body, result: { ...body.result, status: 'success' } } : body;
}
