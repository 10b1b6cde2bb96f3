/** `weir types`: the transaction types, from the table of the engine. Sends no request. */
import { AccountSetFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { TRANSACTION_COMMON_FIELDS } from '../../protocol/tables/format-fields.ts';
import { transactionFormat } from '../../protocol/tables/formats.ts';
import { TRANSACTION_TYPES, type TransactionTypeRecord } from '../../protocol/tables/transaction-types.ts';
import { SENT_TYPES } from '../../transactions/types/table.ts';
import { usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';
import type { CommandShape } from '../options/command.ts';

const FLAGS: Readonly<Record<string, Readonly<Record<string, number>>>> = TransactionFlags;

const TYPES_HELP = `weir types [TYPE [FLAGS]]: lists the types of transactions, shows one, or adds up its flags

  weir types                                   all that are applied
  weir types OfferCreate                       its fields and flags
  weir types OfferCreate tfSell tfFillOrKill   the number that Flags has with both
  weir types AccountSet asfDefaultRipple       the number for SetFlag and ClearFlag`;

/** The flags of a type by name. */
export function flagsOf(type: string): Readonly<Record<string, number>> {
  return FLAGS[type] ?? {};
}

/** The values of `SetFlag` and `ClearFlag`, if the type has these fields. */
export function settingsOf(type: string): Readonly<Record<string, number>> {
  return type === 'AccountSet' ? AccountSetFlags : {};
}

export const TYPES_SHAPE: CommandShape = {
  help: TYPES_HELP,
  words: SENT_TYPES,
  wordsAfter: new Map(SENT_TYPES.map((type) => [type, Object.keys({ ...flagsOf(type), ...settingsOf(type) })])),
};

const COMMON_FIELDS: ReadonlySet<string> = new Set(TRANSACTION_COMMON_FIELDS.match(/\w+/g));

/** Runs the command; gives its exit code. Throws a usage error for an unknown name. */
export async function types(args: readonly string[], print: (text: string) => void): Promise<number> {
  const [type, ...names] = args;
  if (type === undefined) print(SENT_TYPES.join('\n'));
  else print(names.length === 0 ? typeText(known(type, SENT_TYPES, 'type')) : String(sumOf(type, names)));
  return 0;
}

function typeText(type: string): string {
  const { code, amendment }: TransactionTypeRecord = TRANSACTION_TYPES[type as keyof typeof TRANSACTION_TYPES];
  const own = transactionFormat(type)!.fields.filter(({ name }) => !COMMON_FIELDS.has(name));
  const fields = own.map(({ name, presence }) => [name, presence === 'required' ? 'required' : ''] as const);
  return [
    `${type} (${code})${amendment === undefined ? '' : `, with the amendment ${amendment}`}`,
    ...section('Fields', fields),
    ...section('Flags', numberRows(flagsOf(type))),
    ...section('SetFlag and ClearFlag', numberRows(settingsOf(type))),
  ].join('\n');
}

function numberRows(flags: Readonly<Record<string, number>>): (readonly [string, string])[] {
  return Object.entries(flags).map(([name, flag]) => [name, String(flag)]);
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.max(...rows.map(([name]) => name.length));
  return ['', `${title}:`, ...rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`.trimEnd())];
}

/** The number for these flags: the bits of `Flags`, or one value of `SetFlag`. */
function sumOf(word: string, names: readonly string[]): number {
  const type = known(word, SENT_TYPES, 'type');
  const [flags, settings] = [flagsOf(type), settingsOf(type)];
  const [first = ''] = names;
  if (names.length === 1 && first in settings) return settings[first]!;
  const chosen = names.map((name) => flags[known(name, Object.keys(flags), `flag of ${type}`)]!);
  return chosen.reduce((sum, flag) => (sum | flag) >>> 0, 0);
}

function known(word: string, words: readonly string[], what: string): string {
  if (words.includes(word)) return word;
  throw usageError(`there is no ${what} ${word}${suggestion(word, words)} (see weir types --help)`);
}
