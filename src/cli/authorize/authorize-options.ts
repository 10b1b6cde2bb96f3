/** The options and the help of `weir authorize`. */
import { usageError } from '../../util/command-error.ts';
import {
  type BatchOptions,
  CURRENCY_OPTION,
  HOLDERS_OPTION,
  journalOption,
  parseBatch,
  SENDING_OPTIONS,
  URL_OPTION,
} from '../issuer/issuer-options.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { refuseSecretWord } from '../terminal/secret.ts';

const JOURNAL = 'weir-authorize';

/** The options of the command. */
const AUTHORIZE_OPTIONS = {
  issuer: textOption('ADDRESS', 'the account that approves; it must require authorization'),
  currency: CURRENCY_OPTION,
  'all-pending': flagOption('all holders that await authorization (account_lines with authorization "pending")'),
  holders: HOLDERS_OPTION,
  ...SENDING_OPTIONS,
  journal: journalOption(JOURNAL),
  url: URL_OPTION,
} as const;

const AUTHORIZE_HELP = `weir authorize --issuer ADDRESS --currency CODE (--all-pending | --holders FILE) [options]

Approves holders of an issuer's tokens: sends a TrustSet with tfSetfAuth for each of them, waits until each is final, and
prints the results. It skips holders that are already approved. It can be interrupted and run again: it follows up pending
transactions from the journal, and sends nothing twice. If another program sends transactions of the issuer at the same time,
it waits for them, and checks again which holders need approval.

${optionLines(AUTHORIZE_OPTIONS)}

Exit code 0: all are approved; 1: not all; 2: the command is malformed.`;

export const AUTHORIZE_SHAPE: CommandShape = { help: AUTHORIZE_HELP, options: AUTHORIZE_OPTIONS };

/** Reads the words after the command. Throws a usage error; the error never quotes a possible secret. */
export function parseAuthorizeOptions(
  args: readonly string[],
  environment?: (name: string) => string | undefined,
): BatchOptions {
  refuseSecretWord(args);
  const values = parseWords(args, AUTHORIZE_OPTIONS, 'weir authorize').values;
  const options = parseBatch(values, JOURNAL, environment);
  if (values['all-pending'] === (values.holders !== undefined)) {
    throw usageError('name the holders to approve: either --all-pending or --holders FILE');
  }
  return options;
}
