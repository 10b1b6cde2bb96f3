/** The options of `weir verify`. */
import { parseArgs } from 'node:util';
import { usageError } from '../command-error.ts';

export interface VerifyOptions {
  readonly directory: string;
  readonly isDeep: boolean;
  readonly isRepairing: boolean;
}

export const VERIFY_HELP = `weir verify [--data DIR] [--deep] [--repair]: checks the data of a server that is stopped.

  --data DIR  where the ledgers are (./weir-data)
  --deep      check the states of all ledgers by replaying their changes, not only the newest state
  --repair    make damaged indexes and a damaged state tree anew from headers, transactions and entries;
              the damaged data file is kept beside the new one

Rechecks the chain of headers, the transactions of every ledger against its header, the newest state and its
stored tree, and every index, and names the first damaged ledger. Exit code 0: all is whole; 1: it is not.`;

const OPTIONS = {
  data: { type: 'string', default: './weir-data' },
  deep: { type: 'boolean', default: false },
  repair: { type: 'boolean', default: false },
} as const;

/** Reads the words after `weir verify`. Throws a usage error. */
export function parseVerifyOptions(args: readonly string[]): VerifyOptions {
  try {
    const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false });
    return { directory: values.data, isDeep: values.deep, isRepairing: values.repair };
  } catch (error) {
    throw usageError(`${(error as Error).message.split(/[.\n]/)[0]} (see weir verify --help)`);
  }
}
