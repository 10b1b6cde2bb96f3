/** The tools of `weir mcp`: what a language model can do with a test bench. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { assetParam } from '../../rpc/method-doc/asset-word.ts';
import { parseDrops } from '../../rpc/method-doc/unit-words.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { methodTable } from '../../rpc/table.ts';
import type { McpTool } from './mcp-session.ts';

/** Calls a method; resolves to its result. Rejects with an error that has the token and the message of a failure. */
export type McpCall = (method: string, params: JsonObject) => Promise<JsonObject>;

const ADDRESS = { type: 'string', description: 'Address of an account, r….' };
const AMOUNT = {
  type: 'string',
  description: 'A number and an asset: "25 XRP", or "5.5 USD/r…" with the address of the issuer.',
};
const TRANSACTION = { type: 'object', description: 'A transaction in JSON, without signature.' };
/** Members of answers that no model needs. */
const SECRETS: ReadonlySet<string> = new Set(['seed', 'master_seed', 'master_seed_hex', 'master_key', 'secret']);
const TOKEN_AMOUNT = /^(?<number>\d+(?:\.\d+)?) (?!xrp$|drops?$)(?<asset>\S+)$/i;

/** All tools, for the server behind `call`. */
export function mcpTools(call: McpCall): readonly McpTool[] {
  return [
    {
      name: 'accounts',
      description:
        'Lists the funded accounts of the test bench with their balances in drops (1 XRP is 1,000,000 drops).',
      inputSchema: objectOf({}),
      isReading: true,
      run: async () => withoutSecrets((await call('weir_accounts', {})).accounts!),
    },
    {
      name: 'pay',
      description: 'Pays from one account to another, closes the ledger, and gives the final result. Needs no secret.',
      inputSchema: objectOf({ from: ADDRESS, to: ADDRESS, amount: AMOUNT, destination_tag: { type: 'integer' } }, [
        'from',
        'to',
        'amount',
      ]),
      isReading: false,
      run: ({ from, to, amount, destination_tag: tag }) =>
        finalResult(call, {
          TransactionType: 'Payment',
          Account: textOf('from', from),
          Destination: textOf('to', to),
          Amount: amountOf(amount),
          ...(tag === undefined ? {} : { DestinationTag: tag }),
        }),
    },
    {
      name: 'submit',
      description:
        'Submits any transaction as if its account had signed it, closes the ledger, and gives the final result. ' +
        'Sequence, Fee and signature are filled in.',
      inputSchema: objectOf({ tx_json: TRANSACTION }, ['tx_json']),
      isReading: false,
      run: ({ tx_json: tx }) => finalResult(call, objectOfInput('tx_json', tx)),
    },
    {
      name: 'explain',
      description:
        'Explains why a transaction got its result (by hash), or would get it now (by tx_json): the checks with their ' +
        'values, the reason, and what to do.',
      inputSchema: objectOf({ hash: { type: 'string', description: 'Hash of a transaction.' }, tx_json: TRANSACTION }),
      isReading: true,
      run: async ({ hash, tx_json: tx }) => {
        if (hash !== undefined) return call('explain', { transaction: hash });
        return call('simulate', { tx_json: objectOfInput('tx_json', tx), explain: true });
      },
    },
    {
      name: 'snapshot',
      description: 'Remembers the current ledger, so that revert can return to it.',
      inputSchema: objectOf({ name: { type: 'string', description: 'Letters, digits, ".", "_" and "-".' } }),
      isReading: false,
      run: ({ name }) => call('weir_snapshot', name === undefined ? {} : { name }),
    },
    {
      name: 'revert',
      description: 'Returns to a snapshot by its name or id. Everything since then is removed.',
      inputSchema: objectOf({ snapshot: { type: 'string' } }, ['snapshot']),
      isReading: false,
      run: ({ snapshot }) => call('weir_revert', { snapshot: textOf('snapshot', snapshot) }),
    },
    {
      name: 'advance_clock',
      description: "Moves the ledger's clock forward and closes a ledger of that time.",
      inputSchema: objectOf({ seconds: { type: 'integer' } }, ['seconds']),
      isReading: false,
      run: ({ seconds }) => call('weir_clock', { advance: seconds }),
    },
    {
      name: 'request',
      description:
        'Calls any method of the XRP Ledger API, such as account_info, account_lines, account_tx, account_channels, ' +
        'book_offers, ledger or ledger_accept, with its parameters. Methods that use files of the server are excluded.',
      inputSchema: objectOf({ method: { type: 'string' }, params: { type: 'object' } }, ['method']),
      isReading: false,
      run: async ({ method, params = {} }) =>
        withoutSecrets(await call(allowedMethod(textOf('method', method)), objectOfInput('params', params))),
    },
  ];
}

/** Submits without a signature and closes a ledger; resolves to the result that is final. */
async function finalResult(call: McpCall, tx: JsonObject): Promise<JsonObject> {
  const { engine_result, engine_result_message, hash } = await call('weir_impersonate', { tx_json: tx });
  await call('ledger_accept', {});
  const { validated, ledger_index, meta } = await call('tx', { transaction: hash }).catch(
    (): JsonObject => ({ validated: false }),
  );
  return {
    hash,
    engine_result: isJsonObject(meta) ? meta.TransactionResult : engine_result,
    engine_result_message,
    validated,
    ...(validated === true ? { ledger_index, meta } : {}),
  };
}

function objectOf(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A model may have read texts of strangers, such as memos, so it does not choose files. */
function allowedMethod(name: string): string {
  if (methodTable.get(name)?.usesFiles !== true) return name;
  throw new Error(`${name} uses files of the server, which is not allowed here.`);
}

function textOf(name: string, value: Json | undefined): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`'${name}' must be a text.`);
}

function objectOfInput(name: string, value: Json | undefined): JsonObject {
  if (isJsonObject(value)) return value;
  throw new Error(`'${name}' must be an object.`);
}

/** An amount as transactions have it. Throws for another form. */
function amountOf(value: Json | undefined): Json {
  const text = textOf('amount', value);
  const { number, asset } = TOKEN_AMOUNT.exec(text)?.groups ?? {};
  if (number === undefined || asset === undefined) return parseDrops(text).toString();
  return { value: number, ...assetParam(asset) };
}

/** The same without secrets: what a model reads may be kept elsewhere. */
function withoutSecrets(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(withoutSecrets);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).filter(([name]) => !SECRETS.has(name));
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutSecrets(inner as Json)]));
}
