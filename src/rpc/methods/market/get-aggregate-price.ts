/**
 * `get_aggregate_price`: statistics of the prices of an asset pair from price oracles (rippled: GetAggregatePrice.cpp).
 */

import { addressToAccountId } from '../../../crypto/address.ts';
import { compareAmounts } from '../../../protocol/amounts/amount-math.ts';
import type { Keylet } from '../../../protocol/entries/entries.ts';
import { oracleKeylet } from '../../../protocol/entries/keylets.ts';
import { currencyFromJson } from '../../../protocol/json/asset-from-json.ts';
import { type Json, type JsonObject, ZERO_ACCOUNT } from '../../../protocol/values.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { lastPrice, type OraclePrice } from '../../oracles/oracle-prices.ts';
import { medianText, priceStatistics } from '../../oracles/price-statistics.ts';
import { textParam } from '../../params/convert-param.ts';
import { isJsonObject, isUInt32 } from '../../params/json-values.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';

const MAX_ORACLES = 200;
const MAX_TRIM = 25;
const MAX_UINT32 = 0xffffffff;

const oracleList: ParamReader<'array', readonly Json[]> = {
  type: 'array',
  read: ({ params }) => readOracles(params),
};

/** A currency code of three characters or in hex, unchanged; a general `invalidParams` otherwise. */
const currencyText: ParamReader<'string', string> = {
  type: 'string',
  read: ({ params }, name) => {
    const text = params[name];
    if (typeof text !== 'string' || text === '' || currencyFromJson(text) === undefined)
      throw invalidParams().about(name);
    return text;
  },
};

/** A number, or a numeric text; a general `invalidParams` for any other value. */
function numberWithin(min: number, max: number): ParamReader<'integer', number | undefined> {
  const read = ({ params }: RpcContext, name: string) => {
    if (!hasParam(params, name)) return undefined;
    const value = uintOf(params[name]);
    if (value === undefined || value < min || value > max) throw invalidParams().about(name);
    return value;
  };
  return { type: 'integer', read };
}

export const getAggregatePrice = defineMethod({
  name: 'get_aggregate_price',
  role: 'user',
  needs: 'ledger',
  params: [
    {
      name: 'oracles',
      ...oracleList,
      required: true,
      text: 'Up to 200 objects with `account` and `oracle_document_id`.',
    },
    { name: 'base_asset', ...currencyText, required: true, text: 'The currency that is priced.' },
    { name: 'quote_asset', ...currencyText, required: true, text: 'The currency of the prices.' },
    { name: 'trim', ...numberWithin(1, MAX_TRIM), text: 'Percentage of outliers to leave out, 1 to 25.' },
    { name: 'time_threshold', ...numberWithin(0, MAX_UINT32), text: 'Maximum age in seconds before the newest price.' },
    ...LEDGER_PARAMS,
  ],
  run({ reader }, read) {
    const oracles = read('oracles');
    const trim = read('trim');
    const timeThresholdSeconds = read('time_threshold') ?? 0;
    const pair = { base: read('base_asset'), quote: read('quote_asset') };
    const { view, fields } = read('ledger_index');
    const found = oracles
      .map((oracle) => view.read(readOracle(oracle, fields)))
      .map((oracle) => oracle && lastPrice(reader.store, oracle, pair))
      .filter((price) => price !== undefined);
    if (found.length === 0) throw new RpcError('objectNotFound', undefined, fields);
    return { ...fields, ...aggregate(found, trim, timeThresholdSeconds) };
  },
});

function readOracles(params: JsonObject): readonly Json[] {
  if (!hasParam(params, 'oracles')) throw missingField('oracles');
  const { oracles } = params;
  if (!Array.isArray(oracles) || oracles.length === 0 || oracles.length > MAX_ORACLES) {
    throw new RpcError('oracleMalformed');
  }
  for (const name of ['base_asset', 'quote_asset']) if (!hasParam(params, name)) throw missingField(name);
  return oracles as readonly Json[];
}

/**
 * Statistics of the prices that are at most the threshold older than the newest (0: no limit). `trim` is the percentage
 * to omit at both ends; without it there is no trimmed set.
 */
function aggregate(found: readonly OraclePrice[], trim: number | undefined, timeThresholdSeconds: number): JsonObject {
  const times = found.map(({ timeSeconds }) => timeSeconds);
  const newestSeconds = Math.max(...times);
  const hasLimit = timeThresholdSeconds !== 0 && newestSeconds > timeThresholdSeconds;
  const oldestSeconds = hasLimit ? newestSeconds - timeThresholdSeconds : 0;
  const prices = found
    .filter(({ timeSeconds }) => timeSeconds >= oldestSeconds)
    .map(({ price }) => price)
    .sort(compareAmounts);
  const trimmed = Math.floor((prices.length * (trim ?? 0)) / 100);
  return {
    time: newestSeconds,
    entire_set: priceStatistics(prices),
    median: medianText(prices),
    ...(trim !== undefined && { trimmed_set: priceStatistics(prices.slice(trimmed, prices.length - trimmed)) }),
  };
}

/** The keylet of the oracle that an element of the request names. */
function readOracle(oracle: Json, extra: JsonObject): Keylet<'Oracle'> {
  if (!isJsonObject(oracle) || !hasParam(oracle, 'oracle_document_id') || !hasParam(oracle, 'account')) {
    throw new RpcError('oracleMalformed', undefined, extra);
  }
  const account = addressToAccountId(textParam(oracle, 'account'));
  const documentId = uintOf(oracle.oracle_document_id);
  if (account === undefined || account === ZERO_ACCOUNT || documentId === undefined) {
    throw new RpcError('invalidParams', undefined, extra);
  }
  return oracleKeylet(account, documentId);
}

/** A number, or a numeric text; undefined otherwise. */
function uintOf(value: Json | undefined): number | undefined {
  if (isUInt32(value)) return value;
  if (typeof value !== 'string' || !/^\+?\d+$/.test(value)) return undefined;
  return Number(value) <= MAX_UINT32 ? Number(value) : undefined;
}
