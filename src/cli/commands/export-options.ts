/** The words of `weir export`. */
import { parseArgs } from 'node:util';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { usageError } from '../command-error.ts';
import { DEFAULT_URL } from '../rpc-client.ts';
import { EXPORT_FORMATS, type ExportFormatName } from './export-format.ts';

export interface ExportOptions {
  readonly account: string;
  readonly format: ExportFormatName;
  /** Undefined: standard output. */
  readonly file: string | undefined;
  readonly resume: boolean;
  readonly url: string;
  /** The parameters of `account_tx` that the filters mean. */
  readonly filters: JsonObject;
}

export const EXPORT_HELP = `weir export ACCOUNT [options]: writes an account's whole history, oldest first.

  --format csv|jsonl|json    csv unless told otherwise
  --out FILE                 write to a file, which can be resumed, instead of standard output
  --resume                   go on with the unfinished FILE
  --from TIME, --to TIME     ledgers that closed in that span (ISO 8601, 2026-01-31 or 2026-01-31T12:00:00Z)
  --type NAME                only transactions of this type (again for more)
  --result CODE              only this result (tecPATH_DRY) or class (tes, tec)
  --direction in|out         only what is directed at the account, or what it sent
  --counterparty ACCOUNT     only with this account at the other end
  --destination-tag N, --source-tag N
  --currency CODE [--issuer ACCOUNT]
  --delivered-at-least VALUE of the currency, or drops
  --url URL                  of the server (${DEFAULT_URL})`;

const OPTIONS = {
  format: { type: 'string', default: 'csv' },
  out: { type: 'string' },
  resume: { type: 'boolean', default: false },
  url: { type: 'string', default: DEFAULT_URL },
  type: { type: 'string', multiple: true },
  from: { type: 'string' },
  to: { type: 'string' },
  result: { type: 'string' },
  direction: { type: 'string' },
  counterparty: { type: 'string' },
  'destination-tag': { type: 'string' },
  'source-tag': { type: 'string' },
  currency: { type: 'string' },
  issuer: { type: 'string' },
  'delivered-at-least': { type: 'string' },
} as const;

/** Option → parameter, where the value goes over as it is. */
const TEXT_PARAMS = {
  from: 'from_time',
  to: 'to_time',
  result: 'result',
  direction: 'direction',
  counterparty: 'counterparty',
  currency: 'currency',
  issuer: 'issuer',
  'delivered-at-least': 'delivered_at_least',
} as const;

const TAG_PARAMS = { 'destination-tag': 'destination_tag', 'source-tag': 'source_tag' } as const;

/** Reads the words after `weir export`. Throws a usage error that names what is wrong. */
export function parseExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals } = parseWords(args);
  const [account, ...rest] = positionals;
  if (account === undefined || rest.length > 0) throw usageError('export takes one account (see weir export --help)');
  const { format, out: file, resume, url } = values;
  if (!isFormat(format)) throw usageError(`--format must be csv, jsonl or json, not '${format}'`);
  if (resume && file === undefined) throw usageError('--resume goes with --out');
  return { account, format, file, resume, url, filters: readFilters(values) };
}

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    throw usageError(`${(error as Error).message.split(/[.\n]/)[0]} (see weir export --help)`);
  }
}

function isFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(EXPORT_FORMATS, name);
}

type Values = ReturnType<typeof parseWords>['values'];

function readFilters(values: Values): JsonObject {
  const filters: Record<string, Json> = {};
  if (values.type !== undefined) filters.tx_type = values.type;
  for (const [option, param] of Object.entries(TEXT_PARAMS)) {
    const value = values[option as keyof typeof TEXT_PARAMS];
    if (value !== undefined) filters[param] = value;
  }
  for (const [option, param] of Object.entries(TAG_PARAMS)) {
    const value = values[option as keyof typeof TAG_PARAMS];
    if (value === undefined) continue;
    if (!/^\d+$/.test(value)) throw usageError(`--${option} must be a whole number, not '${value}'`);
    filters[param] = Number(value);
  }
  return filters;
}
