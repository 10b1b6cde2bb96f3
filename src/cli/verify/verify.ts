/** `weir verify`: checks a data directory, and reports the damage and what to do. */
import { extname } from 'node:path';
import type { CommandShape } from '../options/command.ts';
import { directoryOption, flagOption, optionLines, parseWords, textOption } from '../options/option-table.ts';
import { runTask } from './store-task.ts';
import type { VerifyOptions, VerifyOutcome } from './verify-worker.ts';

/** The options of the command. */
const VERIFY_OPTIONS = {
  data: textOption('DIR', 'directory of the ledgers (./weir-data)', { default: './weir-data' }),
  deep: flagOption('check the states of all ledgers by replaying their changes, not only the newest state'),
  repair: flagOption(
    'rebuild damaged indexes and a damaged state tree from headers, transactions and entries;\n' +
      '              the damaged data file is kept beside the new one',
  ),
} as const;

const VERIFY_HELP = `weir verify [--data DIR] [--deep] [--repair]: checks the data of a server, which may run.

${optionLines(VERIFY_OPTIONS)}

Checks the chain of headers, the transactions of every ledger against its header, the newest state and its stored
tree, and every index, and names the first damaged ledger. While a server runs on the data, all up to the ledger that
was the last at the beginning is checked, and --repair is refused. Exit code 0: no damage; 1: damage; 2: the command is
malformed.`;

export const VERIFY_SHAPE: CommandShape = { help: VERIFY_HELP, options: VERIFY_OPTIONS };

/** Reads the words after `weir verify`. Throws a usage error. */
export function parseVerifyOptions(args: readonly string[]): VerifyOptions {
  const { data, deep, repair } = parseWords(args, VERIFY_OPTIONS, 'weir verify').values;
  return { directory: directoryOption('data', data), isDeep: deep, isRepairing: repair };
}

const DAMAGED = 1;

/** Runs the command; gives its exit code. */
export async function verify(args: readonly string[], print: (text: string) => void): Promise<number> {
  const options = parseVerifyOptions(args);
  const program = new URL(`./verify-worker${extname(import.meta.url)}`, import.meta.url);
  const outcome = await runTask<VerifyOutcome>(program, options);
  print(describe(outcome, options));
  return outcome.damageCount === 0 ? 0 : DAMAGED;
}

function alterationLines(altered: VerifyOutcome['altered']): string[] {
  const changes = Object.entries(altered).map(([what, ledgerIndex]) => `${what} since ledger ${ledgerIndex}`);
  if (changes.length === 0) return [];
  return [`Changed by a test bench: ${changes.join(', ')}. No other server can reproduce these ledgers.`];
}

function describe(
  { range, damageCount, damage, isRepairable, protection, altered, fork, replaced }: VerifyOutcome,
  options: VerifyOptions,
): string {
  const lines = damage.map(({ table, ledgerIndex, problem }) => `Damaged: ledger ${ledgerIndex}, ${table}: ${problem}`);
  lines.push(...alterationLines(altered));
  if (fork !== undefined) {
    lines.push(
      `A fork of ledger ${fork.ledgerIndex} of ${fork.url}: only its own ledgers and the entries that they changed are checked.`,
    );
  }
  if (replaced !== undefined) lines.push(`Repaired. The damaged data is kept as ${replaced}`);
  if (damageCount === 0) {
    const scope = options.isDeep ? 'all states' : 'the newest state';
    lines.push(`No damage: ledgers ${range.first} to ${range.last}, ${scope}.`);
  } else if (isRepairable) {
    const first = protection === 'snapshot' ? 'stop the server, then run ' : '';
    lines.push(`Only data that can be rebuilt is damaged: ${first}weir verify --data ${options.directory} --repair`);
  } else {
    lines.push('Headers, transactions or entries are damaged and cannot be rebuilt: restore a backup.');
  }
  if (protection === 'snapshot')
    lines.push(`A server uses the data: ledgers that it closed after ${range.last} are not checked.`);
  if (damageCount > 0 && protection === 'none')
    lines.push('The data was read without a lock: writes of a running server can look like damage.');
  return lines.join('\n');
}
