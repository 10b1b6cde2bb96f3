/** The options and the help of `weir authorize`. */
import { addressToAccountId } from '../../crypto/address.ts';
import { currencyText, parseCurrency } from '../../protocol/json/currency-text.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { refuseSecretWord, SECRET_OPTIONS, type SecretValues } from '../terminal/secret.ts';

/** Most pending approvals. */
export const MAX_WINDOW = 1000;

/** The options of the command. */
const AUTHORIZE_OPTIONS = {
  issuer: textOption('ADDRESS', 'the account that approves; it must require authorization'),
  currency: textOption('CODE', 'three characters or 40 hex digits'),
  'all-pending': flagOption('all holders that await authorization (account_lines with authorization "pending")'),
  holders: textOption('FILE', 'the addresses in a file, one per line; - is standard input; # starts a comment'),
  'dry-run': flagOption('print what would be done, and send nothing'),
  unsigned: textOption('FILE', 'write the transactions into a new file, one JSON text per line; sign and send nothing'),
  ...SECRET_OPTIONS,
  window: textOption('N', `most pending transactions (the size of the open ledger, up to ${MAX_WINDOW})`),
  journal: textOption('FILE', 'journal of pending transactions (weir-authorize-ADDRESS-CODE.jsonl)'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const AUTHORIZE_HELP = `weir authorize --issuer ADDRESS --currency CODE (--all-pending | --holders FILE) [options]

Approves holders of an issuer's tokens: sends a TrustSet with tfSetfAuth for each of them, waits until each is final, and
prints the results. It skips holders that are already approved. It can be interrupted and run again: it follows up pending
transactions from the journal, and sends nothing twice. If another program sends transactions of the issuer at the same time,
it waits for them, and checks again which holders need approval.

${optionLines(AUTHORIZE_OPTIONS)}

Exit code 0: all are approved; 1: not all; 2: the command is malformed.`;

export const AUTHORIZE_SHAPE: CommandShape = { help: AUTHORIZE_HELP, options: AUTHORIZE_OPTIONS };

export interface AuthorizeOptions {
  readonly issuer: string;
  /** As in JSON. */
  readonly currency: string;
  /** Undefined: all pending holders. */
  readonly holdersFile: string | undefined;
  readonly dryRun: boolean;
  readonly unsignedFile: string | undefined;
  readonly secret: SecretValues;
  /** Undefined: the size of the open ledger. */
  readonly windowSize: number | undefined;
  readonly journalFile: string;
  readonly url: string;
}

/** Reads the words after the command. Throws a usage error; the error never quotes a possible secret. */
export function parseAuthorizeOptions(
  args: readonly string[],
  environment?: (name: string) => string | undefined,
): AuthorizeOptions {
  refuseSecretWord(args);
  const values = parseWords(args, AUTHORIZE_OPTIONS, 'weir authorize').values;
  const issuer = values.issuer ?? '';
  if (addressToAccountId(issuer) === undefined) throw usageError('--issuer must be the address of an account');
  const bytes = parseCurrency(values.currency ?? '');
  if (bytes === undefined || bytes === XRP_CURRENCY)
    throw usageError('--currency must be three characters or 40 hex digits');
  const currency = currencyText(bytes);
  if (values['all-pending'] === (values.holders !== undefined)) {
    throw usageError('name the holders to approve: either --all-pending or --holders FILE');
  }
  if (values['dry-run'] && values.unsigned !== undefined) {
    throw usageError('--dry-run and --unsigned exclude each other');
  }
  return {
    issuer,
    currency,
    holdersFile: values.holders,
    dryRun: values['dry-run'],
    unsignedFile: values.unsigned,
    secret: values,
    windowSize: parseWindow(values.window),
    journalFile: values.journal ?? `weir-authorize-${issuer}-${/^\w+$/.test(currency) ? currency : bytes}.jsonl`,
    url: serverUrl(values.url, environment),
  };
}

function parseWindow(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = Number(text);
  if (Number.isInteger(size) && size >= 1 && size <= MAX_WINDOW) return size;
  throw usageError(`--window must be a number from 1 to ${MAX_WINDOW}`);
}
