/** The options of `weir verify`. */
import { parseArgs } from 'node:util';
import type { CommandShape } from '../command.ts';
import { directoryOption, flagOption, optionError, optionLines, textOption } from '../option-table.ts';

export interface VerifyOptions {
  readonly directory: string;
  readonly isDeep: boolean;
  readonly isRepairing: boolean;
}

/** The options of the command. */
export const VERIFY_OPTIONS = {
  data: textOption('DIR', 'where the ledgers are (./weir-data)', { default: './weir-data' }),
  deep: flagOption('check the states of all ledgers by replaying their changes, not only the newest state'),
  repair: flagOption(
    'make damaged indexes and a damaged state tree anew from headers, transactions and entries;\n' +
      '              the damaged data file is kept beside the new one',
  ),
} as const;

export const VERIFY_HELP = `weir verify [--data DIR] [--deep] [--repair]: checks the data of a server that is stopped.

${optionLines(VERIFY_OPTIONS)}

Rechecks the chain of headers, the transactions of every ledger against its header, the newest state and its
stored tree, and every index, and names the first damaged ledger. Exit code 0: all is whole; 1: it is not; 2: the
command was not understood.`;

export const VERIFY_SHAPE: CommandShape = { help: VERIFY_HELP, options: VERIFY_OPTIONS };

/** Reads the words after `weir verify`. Throws a usage error. */
export function parseVerifyOptions(args: readonly string[]): VerifyOptions {
  const { data, deep, repair } = parseWords(args);
  return { directory: directoryOption('data', data), isDeep: deep === true, isRepairing: repair === true };
}

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: VERIFY_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw optionError(error, VERIFY_OPTIONS, 'weir verify');
  }
}
