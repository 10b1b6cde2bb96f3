/** `get_aggregate_price`: what price oracles say, of which there are none (rippled: GetAggregatePrice.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import { currencyFromJson } from '../../../protocol/json/asset-from-json.ts';
import { type Currency, type Json, type JsonObject, ZERO_ACCOUNT } from '../../../protocol/values.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, missingField, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { textParam } from '../../params/convert-param.ts';
import { isJsonObject, isUInt32 } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';

const MAX_ORACLES = 200;
const MAX_TRIM = 25;
const MAX_UINT32 = 0xffffffff;

const oracleList: ParamReader<'array', readonly Json[]> = {
  type: 'array',
  read: ({ params }) => readOracles(params),
};

/** A code of three letters or in hex; `invalidParams` in general words for anything else. */
const currency: ParamReader<'string', Currency> = {
  type: 'string',
  read: ({ params }, name) => {
    const code = params[name] === '' ? undefined : currencyFromJson(params[name]);
    if (code === undefined) throw invalidParams();
    return code;
  },
};

/** A number, or a text of one; `invalidParams` in general words for anything else that is there. */
function numberWithin(min: number, max: number): ParamReader<'integer', number | undefined> {
  const read = ({ params }: RpcContext, name: string) => {
    if (!hasParam(params, name)) return undefined;
    const value = uintOf(params[name]);
    if (value === undefined || value < min || value > max) throw invalidParams();
    return value;
  };
  return { type: 'integer', read };
}

export const getAggregatePrice = defineMethod({
  name: 'get_aggregate_price',
  summary: 'Would aggregate the prices of oracles: there are none.',
  role: 'user',
  needs: 'none',
  params: [
    {
      name: 'oracles',
      ...oracleList,
      required: true,
      text: 'Up to 200 objects with `account` and `oracle_document_id`.',
    },
    { name: 'base_asset', ...currency, required: true, text: 'The currency that is priced.' },
    { name: 'quote_asset', ...currency, required: true, text: 'The currency of the prices.' },
    { name: 'trim', ...numberWithin(1, MAX_TRIM), text: 'Percentage of outliers to leave out, 1 to 25.' },
    { name: 'time_threshold', ...numberWithin(0, MAX_UINT32), text: 'Age in seconds, from the newest price on.' },
    ...LEDGER_PARAMS,
  ],
  run(_context, read) {
    const oracles = read('oracles');
    read('trim');
    read('time_threshold');
    read('base_asset');
    read('quote_asset');
    const { fields } = read('ledger_index');
    for (const oracle of oracles) requireOracle(oracle, fields);
    throw new RpcError('objectNotFound', undefined, fields);
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

function requireOracle(oracle: Json, extra: JsonObject): void {
  if (!isJsonObject(oracle) || !hasParam(oracle, 'oracle_document_id') || !hasParam(oracle, 'account')) {
    throw new RpcError('oracleMalformed', undefined, extra);
  }
  const account = addressToAccountId(textParam(oracle, 'account'));
  const isValid = account !== undefined && account !== ZERO_ACCOUNT && uintOf(oracle.oracle_document_id) !== undefined;
  if (!isValid) throw new RpcError('invalidParams', undefined, extra);
}

/** A number, or a text of one; undefined for anything else. */
function uintOf(value: Json | undefined): number | undefined {
  if (isUInt32(value)) return value;
  if (typeof value !== 'string' || !/^\+?\d+$/.test(value)) return undefined;
  return Number(value) <= MAX_UINT32 ? Number(value) : undefined;
}
