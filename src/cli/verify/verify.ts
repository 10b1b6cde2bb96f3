/** `weir verify`: checks a data directory, shows how far it is, and says what is damaged and what to do about it. */
import { extname } from 'node:path';
import { runTask } from './store-task.ts';
import { parseVerifyOptions, VERIFY_HELP, type VerifyOptions } from './verify-options.ts';
import type { VerifyOutcome } from './verify-worker.ts';

const DAMAGED = 1;

/** Runs the command; gives its exit code. */
export async function verify(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(VERIFY_HELP);
    return 0;
  }
  const options = parseVerifyOptions(args);
  const program = new URL(`./verify-worker${extname(import.meta.url)}`, import.meta.url);
  const outcome = await runTask<VerifyOutcome>(program, options);
  print(describe(outcome, options));
  return outcome.damageCount === 0 ? 0 : DAMAGED;
}

function alterationLines(altered: VerifyOutcome['altered']): string[] {
  const hands = Object.entries(altered).map(([what, ledgerIndex]) => `${what} since ledger ${ledgerIndex}`);
  if (hands.length === 0) return [];
  return [`Altered by hand on a test bench: ${hands.join(', ')}. No other server could make these ledgers again.`];
}

function describe(
  { range, damageCount, damage, isRepairable, isLocked, altered, replaced }: VerifyOutcome,
  options: VerifyOptions,
): string {
  const lines = damage.map(({ table, ledgerIndex, problem }) => `Damaged: ledger ${ledgerIndex}, ${table}: ${problem}`);
  lines.push(...alterationLines(altered));
  if (replaced !== undefined) lines.push(`Repaired. The damaged data is kept as ${replaced}`);
  if (damageCount === 0) {
    const scope = options.isDeep ? 'all states' : 'the newest state';
    lines.push(`All is whole: ledgers ${range.first} to ${range.last}, ${scope}.`);
  } else if (isRepairable) {
    lines.push(`Only what can be made anew is damaged: weir verify --data ${options.directory} --repair`);
  } else {
    lines.push('Headers, transactions or entries are damaged, which nothing here can replace: restore a backup.');
  }
  if (damageCount > 0 && !isLocked)
    lines.push(
      'The data could be read only, without a lock: what a running server writes meanwhile looks like damage.',
    );
  return lines.join('\n');
}
