/** The words, options and help of `weir holders`. */
import type { Json, JsonObject } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import {
  type BatchOptions,
  CURRENCY_OPTION,
  HOLDERS_OPTION,
  journalOption,
  parseBatch,
  parseToken,
  SENDING_OPTIONS,
  URL_OPTION,
} from '../issuer/issuer-options.ts';
import type { CommandShape } from '../options/command.ts';
import { flagOption, type OptionTable, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { serverUrl } from '../options/server-url.ts';
import { refuseSecretWord } from '../terminal/secret.ts';

export const HOLDER_COLUMNS = ['holder', 'balance', 'limit', 'authorized', 'frozen'] as const;
export const HOLDER_FORMAT_NAMES = ['table', 'csv', 'jsonl'] as const;
export type HolderFormat = (typeof HOLDER_FORMAT_NAMES)[number];

const ISSUER_OPTION = textOption('ADDRESS', 'the issuer of the token');

const LIST_OPTIONS = {
  issuer: ISSUER_OPTION,
  currency: CURRENCY_OPTION,
  ledger: textOption('LEDGER', 'all of one ledger: an index, a hash or validated (the last validated ledgers)'),
  format: textOption('FORMAT', 'table, csv or jsonl (table)', { values: HOLDER_FORMAT_NAMES, default: 'table' }),
  url: URL_OPTION,
} as const;

const ACTIONS = {
  freeze: 'Freezes the line of each holder, who can then send the tokens only to the issuer.',
  unfreeze: 'Ends the freeze and the deep freeze of each holder.',
  'deep-freeze': 'Freezes the line of each holder, who can then neither send nor receive tokens, except to the issuer.',
  clawback: `Takes tokens back from each holder: the balance in the validated ledger, or --amount at most. The issuer must have
set asfAllowTrustLineClawback. The journal keeps which holders are done until the command has ended for all.`,
} as const;

export type HolderVerb = keyof typeof ACTIONS;
export const HOLDER_VERBS = Object.keys(ACTIONS) as readonly HolderVerb[];

export function isHolderVerb(word: string | undefined): word is HolderVerb {
  return word !== undefined && Object.hasOwn(ACTIONS, word);
}

const AMOUNT_OPTION = textOption('VALUE', 'how much to take from each holder at most (its balance)');

function actionOptions(verb: HolderVerb) {
  return {
    issuer: ISSUER_OPTION,
    currency: CURRENCY_OPTION,
    all: flagOption('all holders'),
    holders: HOLDERS_OPTION,
    ...(verb === 'clawback' ? { amount: AMOUNT_OPTION } : {}),
    ...SENDING_OPTIONS,
    journal: journalOption(journalOf(verb)),
    url: URL_OPTION,
  } as const;
}

function journalOf(verb: HolderVerb): string {
  return `weir-holders-${verb}`;
}

const EXIT_CODES = 'Exit code 0: success; 1: failure, or not all holders; 2: the command is malformed.';

const LIST_HELP = `weir holders --issuer ADDRESS --currency CODE [options]
weir holders ${HOLDER_VERBS.join('|')} --issuer ADDRESS --currency CODE (--all | --holders FILE) [options]

Without a verb, lists the holders of a token: balance, limit, whether the issuer has authorized and frozen the line (no, yes,
deep). Memory use is constant. The number of holders and the outstanding amount are on standard error. Without --ledger, only
lines in the currency are read, each page from the ledger that is validated then.

${optionLines(LIST_OPTIONS)}

With a verb, sends a transaction for each holder, as weir authorize does: weir holders VERB --help.

${EXIT_CODES}`;

function verbHelp(verb: HolderVerb, options: OptionTable): string {
  return `weir holders ${verb} --issuer ADDRESS --currency CODE (--all | --holders FILE) [options]

${ACTIONS[verb]}
Waits until each transaction is final, and prints the results. It can be interrupted and run again: it follows up pending
transactions from the journal, and sends nothing twice.

${optionLines(options)}

${EXIT_CODES}`;
}

export function holdersShape(): CommandShape {
  const commands = HOLDER_VERBS.map((verb) => {
    const options = actionOptions(verb);
    return [verb, { help: verbHelp(verb, options), options }] as const;
  });
  return { help: LIST_HELP, options: LIST_OPTIONS, commands: new Map(commands) };
}

export interface ListOptions {
  readonly issuer: string;
  readonly currency: string;
  /** The parameters of one ledger; undefined: those that are validated while the pages are read. */
  readonly ledger: JsonObject | undefined;
  readonly format: HolderFormat;
  readonly url: string;
}

/** Reads the words after `weir holders`. Throws a usage error. */
export function parseListOptions(
  args: readonly string[],
  environment?: (name: string) => string | undefined,
): ListOptions {
  const { values } = parseWords(args, LIST_OPTIONS, 'weir holders');
  const { issuer, currency } = parseToken(values);
  const { format, ledger } = values;
  if (!isFormat(format)) throw usageError(`--format must be table, csv or jsonl, not '${format}'`);
  return {
    issuer,
    currency,
    ledger: ledger === undefined ? undefined : ledgerParams(ledger),
    format,
    url: serverUrl(values.url, environment),
  };
}

function isFormat(name: string): name is HolderFormat {
  return HOLDER_FORMAT_NAMES.some((known) => known === name);
}

function ledgerParams(text: string): Readonly<Record<string, Json>> {
  if (text === 'validated') return { ledger_index: text };
  if (/^[0-9A-F]{64}$/i.test(text)) return { ledger_hash: text };
  if (/^\d{1,10}$/.test(text)) return { ledger_index: Number(text) };
  throw usageError(`--ledger must be an index, a hash or validated, not '${text}'`);
}

export interface HolderActionOptions {
  readonly batch: BatchOptions;
  readonly amount: string | undefined;
}

/** Reads the words after the verb. Throws a usage error; the error never quotes a possible secret. */
export function parseActionOptions(
  verb: HolderVerb,
  args: readonly string[],
  environment?: (name: string) => string | undefined,
): HolderActionOptions {
  refuseSecretWord(args);
  const { values } = parseWords(args, actionOptions(verb), `weir holders ${verb}`);
  const batch = parseBatch(values, journalOf(verb), environment);
  if (values.all === (values.holders !== undefined)) {
    throw usageError('name the holders: either --all or --holders FILE');
  }
  return { batch, amount: values.amount as string | undefined };
}
