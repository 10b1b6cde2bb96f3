/** `get_aggregate_price`: statistics of what price oracles say of a pair of assets (rippled: GetAggregatePrice.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import { compareAmounts } from '../../../protocol/amounts/amount-math.ts';
import type { Keylet } from '../../../protocol/entries/entries.ts';
import { oracleKeylet } from '../../../protocol/entries/keylets.ts';
import { currencyFromJson } from '../../../protocol/json/asset-from-json.ts';
import { type Json, type JsonObject, ZERO_ACCOUNT } from '../../../protocol/values.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, missingField, RpcError } from '../../method/errors.ts';
import { lastPrice, type OraclePrice } from '../../oracles/oracle-prices.ts';
import { medianText, priceStatistics } from '../../oracles/price-statistics.ts';
import { textParam } from '../../params/convert-param.ts';
import { isJsonObject, isUInt32 } from '../../params/json-values.ts';
import { lookupLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';

const MAX_ORACLES = 200;
const MAX_TRIM = 25;
const MAX_UINT32 = 0xffffffff;

export const getAggregatePrice = defineMethod({
  name: 'get_aggregate_price',
  summary: 'Says what price oracles think of a pair of assets, on average.',
  role: 'user',
  needs: 'none',
  params: [
    {
      name: 'oracles',
      type: 'array',
      required: true,
      text: 'Up to 200 objects with `account` and `oracle_document_id`.',
    },
    { name: 'base_asset', type: 'string', required: true, text: 'The currency that is priced.' },
    { name: 'quote_asset', type: 'string', required: true, text: 'The currency of the prices.' },
    { name: 'trim', type: 'integer', text: 'Percentage of outliers to leave out, 1 to 25.' },
    { name: 'time_threshold', type: 'integer', text: 'Age in seconds, from the newest price on.' },
    ...LEDGER_PARAMS,
  ],
  run({ params, node }) {
    const oracles = readOracles(params);
    const { trim, timeThresholdSeconds } = readFigures(params);
    for (const name of ['base_asset', 'quote_asset']) {
      if (params[name] === '' || currencyFromJson(params[name]) === undefined) throw invalidParams();
    }
    const pair = { base: params.base_asset as string, quote: params.quote_asset as string };
    const { view, fields } = lookupLedger({ params, node });
    const found = oracles
      .map((oracle) => view.read(readOracle(oracle, fields)))
      .map((oracle) => oracle && lastPrice(node.store, oracle, pair))
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

interface Figures {
  /** Percentage to leave out at both ends. */
  readonly trim: number | undefined;
  /** 0 for no limit. */
  readonly timeThresholdSeconds: number;
}

function readFigures(params: JsonObject): Figures {
  const trim = hasParam(params, 'trim') ? uintOf(params.trim) : undefined;
  if (hasParam(params, 'trim') && (trim === undefined || trim === 0 || trim > MAX_TRIM)) throw invalidParams();
  const timeThresholdSeconds = hasParam(params, 'time_threshold') ? uintOf(params.time_threshold) : 0;
  if (timeThresholdSeconds === undefined) throw invalidParams();
  return { trim, timeThresholdSeconds };
}

/** Statistics of the prices that are not too much older than the newest. */
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

/** Where the oracle is that an element of the request names. */
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

/** A number, or a text of one; undefined for anything else. */
function uintOf(value: Json | undefined): number | undefined {
  if (isUInt32(value)) return value;
  if (typeof value !== 'string' || !/^\+?\d+$/.test(value)) return undefined;
  return Number(value) <= MAX_UINT32 ? Number(value) : undefined;
}
