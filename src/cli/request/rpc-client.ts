/** A client of a Weir server, for the command line. */

import { AnswerBytes } from '../../client/answer-bytes.ts';
import { fetchFailure, type HttpAnswer, postRequest } from '../../client/http-link.ts';
import { LinkError } from '../../client/ledger-link.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { isLoopback } from '../../server/admission/caller.ts';
import { CommandError } from '../../util/command-error.ts';
import { DEFAULT_URL, URL_VARIABLE } from '../options/server-url.ts';

/** Longer than a whole ledger in JSON that fits in memory. */
const MAX_CLIENT_BYTES = 256_000_000;

/** Calls a method; resolves to the whole answer, `{result: {…}}`. */
export type RpcCall = (method: string, params: JsonObject) => Promise<JsonObject>;

/** A client of the server at a URL. Calls reject with a `CommandError` if there is no server or no valid answer. */
export function createRpcClient(url: string): RpcCall {
  return async (method, params) => {
    const { status, answer } = await post(url, method, params);
    if (!isJsonObject(answer)) throw new CommandError(`${url} answered ${status}, but not in JSON`);
    return answer;
  };
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

async function post(url: string, method: string, params: JsonObject): Promise<HttpAnswer> {
  try {
    return await postRequest(url, method, params, { answers: new AnswerBytes(MAX_CLIENT_BYTES) });
  } catch (error) {
    if (error instanceof LinkError) throw new CommandError(`${url}: ${error.message}`);
    const { code, text } = fetchFailure(error);
    const reason = code === 'ECONNREFUSED' ? `no server listens there${advice(url)}` : text;
    throw new CommandError(`cannot reach ${url}: ${reason}`);
  }
}

/** How to start a server at this URL, if it is on this machine, or how to name another server. */
function advice(url: string): string {
  const { hostname, port } = new URL(url);
  const other = `name another one by --url or ${URL_VARIABLE}`;
  if (hostname !== 'localhost' && !isLoopback(hostname.replace(/^\[|\]$/g, ''))) return `: ${other}`;
  const option = port === new URL(DEFAULT_URL).port ? '' : ` --port ${port || 80}`;
  return `: start one with weir start${option}, or ${other}`;
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
