/** What `weir authorize` is told on the command line, and its help. */
import { addressToAccountId } from '../../crypto/address.ts';
import { currencyText, parseCurrency } from '../../protocol/json/currency-text.ts';
import { XRP_CURRENCY } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl, URL_DEFAULT_TEXT } from '../options/server-url.ts';
import { refuseSecretWord, SECRET_OPTIONS, type SecretValues } from '../terminal/secret.ts';

/** The most approvals that may be on their way at once. */
export const MAX_WINDOW = 1000;

/** The options of the command. */
const AUTHORIZE_OPTIONS = {
  issuer: textOption('ADDRESS', 'the account that approves; it must require authorization'),
  currency: textOption('CODE', 'three characters or 40 hex digits'),
  'all-pending': flagOption('everybody who waits (account_lines with authorization "pending")'),
  holders: textOption('FILE', 'the addresses in a file, one a line; - is standard input; # begins a remark'),
  'dry-run': flagOption('only print what would be done'),
  unsigned: textOption(
    'FILE',
    'write the transactions into a new file, one JSON text a line, and sign and send nothing',
  ),
  ...SECRET_OPTIONS,
  window: textOption(
    'N',
    `how many may be on their way at once (as many as the open ledger holds, up to ${MAX_WINDOW})`,
  ),
  journal: textOption('FILE', 'what is on its way, until it is final (weir-authorize-ADDRESS-CODE.jsonl)'),
  url: textOption('URL', `the server (${URL_DEFAULT_TEXT})`),
} as const;

const AUTHORIZE_HELP = `weir authorize --issuer ADDRESS --currency CODE (--all-pending | --holders FILE) [options]

Approves holders of an issuer's tokens: sends a TrustSet with tfSetfAuth for each of them, waits until each is final, and
prints what became of each. Holders that are approved already are left alone. It may be interrupted and run again: what
was on its way is followed up from the journal, and nothing is sent twice. If another program sends transactions of the issuer
meanwhile, it waits for those, and looks again who still has to be approved.

${optionLines(AUTHORIZE_OPTIONS)}

The exit code is 0 if all are approved, 1 if not, 2 if not understood.`;

export const AUTHORIZE_SHAPE: CommandShape = { help: AUTHORIZE_HELP, options: AUTHORIZE_OPTIONS };

export interface AuthorizeOptions {
  readonly issuer: string;
  /** As JSON spells it. */
  readonly currency: string;
  /** Undefined: everybody who waits. */
  readonly holdersFile: string | undefined;
  readonly dryRun: boolean;
  readonly unsignedFile: string | undefined;
  readonly secret: SecretValues;
  /** Undefined: as many as the open ledger holds. */
  readonly windowSize: number | undefined;
  readonly journalFile: string;
  readonly url: string;
}

/** Reads the words after the command. Throws a usage error; never quotes what may be a secret. */
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
    throw usageError('say whom to approve: either --all-pending or --holders FILE');
  }
  if (values['dry-run'] && values.unsigned !== undefined) {
    throw usageError('--dry-run and --unsigned do not go together');
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
