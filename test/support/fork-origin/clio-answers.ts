/**
 * Answers as Clio gives them, made of those of Weir, where a fork depends on the difference (Clio: LedgerData.cpp,
 * LedgerEntry.cpp, AccountObjects.cpp, RPCHelpers.cpp).
 */
import type { Json, JsonObject } from '../../../src/protocol/values.ts';

type HasKey = (key: string, params: JsonObject) => boolean;
type Call = (method: string, params: JsonObject) => Promise<JsonObject>;

const LONGEST_PAGE = 2048;
const INVALID_PARAMS = { error: 'invalidParams', error_code: 31, type: 'response', status: 'error' };

/** `hasKey`: true for the key of an entry of the ledger that the request names. */
export async function clioAnswer(call: Call, method: string, params: JsonObject, hasKey: HasKey): Promise<JsonObject> {
  if (method === 'ledger_data') return ledgerData(call, params, hasKey);
  if (method === 'account_objects' && params.type !== undefined) return accountObjects(call, params);
  const answer = await call(method, params);
  if (answer.error === 'entryNotFound') return { error: 'entryNotFound', type: 'response', status: 'error' };
  if (answer.error === 'lgrNotFound') {
    return { error: 'lgrNotFound', error_code: 21, error_message: 'ledgerNotFound', type: 'response', status: 'error' };
  }
  return answer;
}

/** A marker must be a key of an entry, and is the last key of its page. */
async function ledgerData(call: Call, params: JsonObject, hasKey: HasKey): Promise<JsonObject> {
  const { limit, marker } = params;
  if (marker !== undefined && !hasKey(marker as string, params))
    return { ...INVALID_PARAMS, error_message: 'markerDoesNotExist' };
  if (typeof limit === 'number' && limit < 1) return { ...INVALID_PARAMS, error_message: 'Invalid parameters.' };
  const answer = await call('ledger_data', { ...params, limit: Math.min(Number(limit ?? LONGEST_PAGE), LONGEST_PAGE) });
  if (answer.marker === undefined) return answer;
  return { ...answer, marker: ((answer.state as JsonObject[]).at(-1) as JsonObject).index as Json };
}

/** The type is looked at after the entries are counted. */
async function accountObjects(call: Call, { type, ...params }: JsonObject): Promise<JsonObject> {
  const answer = await call('account_objects', params);
  if (type !== 'nft_page' || !Array.isArray(answer.account_objects))
    return call('account_objects', { ...params, type: type! });
  const objects = (answer.account_objects as JsonObject[]).filter((one) => one.LedgerEntryType === 'NFTokenPage');
  return { ...answer, account_objects: objects };
}
