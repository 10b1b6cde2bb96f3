/** A client of a Weir server, for the command line. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';
import { sendToServer } from './server-request.ts';

/** Calls a method; resolves to the whole answer, `{result: {…}}`. */
export type RpcCall = (method: string, params: JsonObject) => Promise<JsonObject>;

/** A client of the server at a URL. Calls reject with a `CommandError` if there is no server or no valid answer. */
export function createRpcClient(url: string): RpcCall {
  return async (method, params) => {
    const { status, text } = await sendToServer(url, { body: JSON.stringify({ method, params: [params] }) });
    const answer = parsed(text);
    if (answer === undefined) throw new CommandError(`${url} answered ${status}, but not in JSON`);
    return answer;
  };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return isJsonObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The `result` of a method, which may be an error. */
export async function resultOf(call: RpcCall, method: string, params: JsonObject): Promise<JsonObject> {
  const { result } = await call(method, params);
  if (!isJsonObject(result)) throw new CommandError(`${method}: the server gave no result`);
  return result;
}

/** The `result` of a method. Rejects with a `CommandError` if it is an error other than the expected one. */
export async function successOf(
  call: RpcCall,
  method: string,
  params: JsonObject,
  expectedError?: string,
): Promise<JsonObject> {
  const result = await resultOf(call, method, params);
  if (result.error === undefined || result.error === expectedError) return result;
  const what = result.error_what === undefined ? '' : `: ${String(result.error_what)}`;
  const token = String(result.error);
  throw new CommandError(`${method}: ${String(result.error_message ?? token)} (${token})${what}`, 1, token);
}

/**
 * `account_tx` from the `offset`th transaction. Earlier transactions are fetched and discarded here, because the method has no
 * `offset` parameter any more.
 */
export async function callAccountTx(call: RpcCall, { offset, ...params }: JsonObject): Promise<JsonObject> {
  if (typeof offset !== 'number' || offset === 0) return call('account_tx', params);
  const end = typeof params.limit === 'number' ? offset + params.limit : Number.POSITIVE_INFINITY;
  const found: Json[] = [];
  let marker: Json | undefined;
  for (;;) {
    const page = Number.isFinite(end) ? { limit: end - found.length } : {};
    const answer = await call('account_tx', { ...params, ...page, ...(marker === undefined ? {} : { marker }) });
    const result = answer.result;
    if (!isJsonObject(result) || result.error !== undefined || !Array.isArray(result.transactions)) return answer;
    found.push(...(result.transactions as Json[]));
    marker = result.marker;
    if (marker !== undefined && found.length < end) continue;
    const transactions = found.slice(offset, end);
    // If a page has more transactions than requested, its marker does not continue after the last one shown.
    const isExact = found.length === end;
    return {
      ...answer,
      result: { ...result, limit: params.limit, marker: isExact ? marker : undefined, transactions },
    };
  }
}
