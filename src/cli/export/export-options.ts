/** The options of `weir export`. */
import { EXPORT_FORMATS } from '../../../explorer/history/export-text.js';
import { timeSpan } from '../../../explorer/iso-time.js';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';

const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS);
type ExportFormatName = keyof typeof EXPORT_FORMATS;

export interface ExportOptions {
  readonly account: string;
  readonly format: ExportFormatName;
  /** Undefined: standard output. */
  readonly file: string | undefined;
  readonly resume: boolean;
  /** Only rows of this direction. */
  readonly direction: string | undefined;
  readonly url: string;
  /** Filters, as parameters of `account_tx`. */
  readonly filters: JsonObject;
}

/** The options of the command. */
const EXPORT_OPTIONS = {
  format: textOption('FORMAT', 'csv, jsonl or json (csv)', { values: EXPORT_FORMAT_NAMES, default: 'csv' }),
  out: textOption('FILE', 'write to a file, which can be resumed, instead of standard output'),
  resume: flagOption('continue the unfinished FILE'),
  from: textOption(
    'TIME',
    'ledgers that closed then or later: a date (2026-01-31, from its beginning in UTC) or 2026-01-31T12:00:00Z',
  ),
  to: textOption('TIME', 'ledgers that closed then or earlier: a date includes the whole day (UTC)'),
  type: { ...textOption('NAME', 'only transactions of this type (again for more)'), multiple: true },
  result: textOption('CODE', 'only this result (tecPATH_DRY) or class (tes, tec)'),
  direction: textOption('WAY', 'in: only rows that add to a balance; out: only rows that take from it', {
    values: ['in', 'out'],
  }),
  counterparty: textOption('ACCOUNT', 'only with this account as the counterparty'),
  'destination-tag': textOption('N', 'only with this destination tag'),
  'source-tag': textOption('N', 'only with this source tag'),
  currency: textOption('CODE', 'only about amounts of this currency'),
  issuer: textOption('ACCOUNT', 'issuer of that currency'),
  'delivered-at-least': textOption('VALUE', 'only if it delivered at least this much: of the currency, or drops'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const EXPORT_HELP = `weir export ACCOUNT [options]: writes an account's whole history, oldest first: a row for each
balance that a transaction changed.

${optionLines(EXPORT_OPTIONS)}

Exit code 0: success; 1: failure; 2: the command is malformed.`;

export const EXPORT_SHAPE: CommandShape = { help: EXPORT_HELP, options: EXPORT_OPTIONS };

/** Options whose values are passed unchanged, with the names of their parameters. */
const TEXT_PARAMS = {
  from: 'from_time',
  to: 'to_time',
  result: 'result',
  counterparty: 'counterparty',
  currency: 'currency',
  issuer: 'issuer',
  'delivered-at-least': 'delivered_at_least',
} as const;

const TAG_PARAMS = { 'destination-tag': 'destination_tag', 'source-tag': 'source_tag' } as const;

/** Reads the words after `weir export`. Throws a usage error. */
export function parseExportOptions(args: readonly string[]): ExportOptions {
  const { values, positionals } = parseWords(args, EXPORT_OPTIONS, 'weir export', true);
  const [account, ...rest] = positionals;
  if (account === undefined || rest.length > 0) throw usageError('export takes one account (see weir export --help)');
  const { format, out: file, resume, direction } = values;
  if (!isFormat(format)) throw usageError(`--format must be csv, jsonl or json, not '${format}'`);
  if (direction !== undefined && !['in', 'out'].includes(direction)) {
    throw usageError(`--direction must be in or out, not '${direction}'`);
  }
  if (resume && file === undefined) throw usageError('--resume needs --out');
  return { account, format, file, resume, direction, url: serverUrl(values.url), filters: readFilters(values) };
}

function isFormat(name: string): name is ExportFormatName {
  return Object.hasOwn(EXPORT_FORMATS, name);
}

function checkTimes({ from, to }: Values): void {
  const [first, last] = [timeOf('--from', from)?.first, timeOf('--to', to)?.last];
  if (first !== undefined && last !== undefined && first > last) throw usageError(`--from ${from} is after --to ${to}`);
}

function timeOf(option: string, text: string | undefined): ReturnType<typeof timeSpan> {
  const span = text === undefined ? undefined : timeSpan(text);
  if (text === undefined || span !== undefined) return span;
  throw usageError(`${option} must be a date like 2026-01-31 (UTC) or a time like 2026-01-31T12:00:00Z, not '${text}'`);
}

type Values = ReturnType<typeof parseWords<typeof EXPORT_OPTIONS>>['values'];

function readFilters(values: Values): JsonObject {
  checkTimes(values);
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
