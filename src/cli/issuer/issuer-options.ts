/** Options that the commands for issuers share. */
import { addressToAccountId } from '../../crypto/address.ts';
import { currencyText, parseCurrency } from '../../protocol/json/currency-text.ts';
import { type Currency, XRP_CURRENCY } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import { flagOption, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { SECRET_OPTIONS, type SecretValues } from '../terminal/secret.ts';

/** Maximum number of pending transactions. */
export const MAX_WINDOW = 1000;

export const CURRENCY_OPTION = textOption('CODE', 'three characters or 40 hex digits');
export const HOLDERS_OPTION = textOption(
  'FILE',
  'the addresses in a file, one per line; - is standard input; # starts a comment',
);
export const URL_OPTION = textOption('URL', `the server (${URL_DEFAULT_TEXT})`);

/** How the transactions are made and sent. */
export const SENDING_OPTIONS = {
  'dry-run': flagOption('print what would be done, and send nothing'),
  unsigned: textOption('FILE', 'write the transactions into a new file, one JSON text per line; sign and send nothing'),
  ...SECRET_OPTIONS,
  window: textOption('N', `most pending transactions (the size of the open ledger, up to ${MAX_WINDOW})`),
} as const;

export function journalOption(command: string) {
  return textOption('FILE', `journal of pending transactions (${command}-ADDRESS-CODE.jsonl)`);
}

export interface TokenOptions {
  readonly issuer: string;
  /** As in JSON. */
  readonly currency: string;
  readonly currencyBytes: Currency;
}

/** The token of `--issuer` and `--currency`. Throws a usage error. */
export function parseToken(values: { readonly issuer?: string; readonly currency?: string }): TokenOptions {
  const issuer = values.issuer ?? '';
  if (addressToAccountId(issuer) === undefined) throw usageError('--issuer must be the address of an account');
  const bytes = parseCurrency(values.currency ?? '');
  if (bytes === undefined || bytes === XRP_CURRENCY)
    throw usageError('--currency must be three characters or 40 hex digits');
  return { issuer, currency: currencyText(bytes), currencyBytes: bytes };
}

/** How a batch of transactions about holders is made and sent. */
export interface BatchOptions {
  readonly issuer: string;
  /** As in JSON. */
  readonly currency: string;
  /** Undefined: all holders that the action is for. */
  readonly holdersFile: string | undefined;
  readonly dryRun: boolean;
  readonly unsignedFile: string | undefined;
  readonly secret: SecretValues;
  /** Undefined: the size of the open ledger. */
  readonly windowSize: number | undefined;
  readonly journalFile: string;
  readonly url: string;
}

interface BatchValues extends SecretValues {
  readonly issuer?: string;
  readonly currency?: string;
  readonly holders?: string;
  readonly 'dry-run': boolean;
  readonly unsigned?: string;
  readonly window?: string;
  readonly journal?: string;
  readonly url?: string;
}

/** `journal` begins the default name of the journal. Throws a usage error. */
export function parseBatch(
  values: BatchValues,
  journal: string,
  environment?: (name: string) => string | undefined,
): BatchOptions {
  const { issuer, currency, currencyBytes } = parseToken(values);
  if (values['dry-run'] && values.unsigned !== undefined) {
    throw usageError('--dry-run and --unsigned exclude each other');
  }
  const code = /^\w+$/.test(currency) ? currency : currencyBytes;
  return {
    issuer,
    currency,
    holdersFile: values.holders,
    dryRun: values['dry-run'],
    unsignedFile: values.unsigned,
    secret: values,
    windowSize: parseWindow(values.window),
    journalFile: values.journal ?? `${journal}-${issuer}-${code}.jsonl`,
    url: serverUrl(values.url, environment),
  };
}

function parseWindow(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_WINDOW) return size;
  throw usageError(`--window must be a number from 1 to ${MAX_WINDOW}`);
}
