/** `weir verify`: checks a data directory, shows how far it is, and says what is damaged and what to do about it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CheckStep } from '../../verify/store-damage.ts';
import { CommandError } from '../command-error.ts';
import { ProgressBar } from '../progress-bar.ts';
import { parseVerifyOptions, VERIFY_HELP, type VerifyOptions } from './verify-options.ts';
import type { VerifyOutcome, WorkerLine } from './verify-worker.ts';

/** A broken page can also send a reader in circles. */
const LONGEST_SILENCE_MS = 300_000;
const DAMAGED = 1;

/** Runs the command; gives its exit code. */
export async function verify(args: readonly string[], print: (text: string) => void): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(VERIFY_HELP);
    return 0;
  }
  const options = parseVerifyOptions(args);
  if (!existsSync(join(options.directory, 'data.mdb'))) {
    throw new CommandError(`there are no ledgers in ${options.directory}`);
  }
  const outcome = await runWorker(options, new ProgressBar(process.stderr));
  print(describe(outcome, options));
  return outcome.damageCount === 0 ? 0 : DAMAGED;
}

async function runWorker(options: VerifyOptions, bar: ProgressBar): Promise<VerifyOutcome> {
  const program = fileURLToPath(new URL(`./verify-worker${extname(import.meta.url)}`, import.meta.url));
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let step: CheckStep | undefined;
  let last: WorkerLine | undefined;
  const silence = watchSilence(child);
  for await (const line of createInterface(child.stdout)) {
    silence.refresh();
    last = JSON.parse(line) as WorkerLine;
    if (!('step' in last)) continue;
    step = last.step;
    bar.draw(step.share, `${step.task}, ledger ${step.ledgerIndex}`);
  }
  const [code, signal] = await exited;
  clearTimeout(silence);
  bar.clear();
  if (last !== undefined && 'outcome' in last) return last.outcome;
  if (last !== undefined && 'refusal' in last) throw new CommandError(last.refusal);
  const where = step === undefined ? 'while it was opened' : `near ledger ${step.ledgerIndex}, among the ${step.task}`;
  const how = errors.trim().split('\n').at(-1) || (signal ?? `exit code ${code}`);
  throw new CommandError(`the data file is broken and cannot be read ${where} (${how}): restore a backup`);
}

function alterationLines(altered: VerifyOutcome['altered']): string[] {
  const hands = Object.entries(altered).map(([what, ledgerIndex]) => `${what} since ledger ${ledgerIndex}`);
  if (hands.length === 0) return [];
  return [`Altered by hand on a test bench: ${hands.join(', ')}. No other server could make these ledgers again.`];
}

function watchSilence(child: ChildProcess): NodeJS.Timeout {
  return setTimeout(() => child.kill('SIGKILL'), LONGEST_SILENCE_MS);
}

function describe(
  { range, damageCount, damage, isRepairable, altered, replaced }: VerifyOutcome,
  options: VerifyOptions,
): string {
  const lines = damage.map(({ table, ledgerIndex, problem }) => `Damaged: ledger ${ledgerIndex}, ${table}: ${problem}`);
  lines.push(...alterationLines(altered));
  if (replaced !== undefined) lines.push(`Repaired. The damaged data is kept as ${replaced}`);
  if (damageCount === 0) {
    const scope = options.isDeep ? 'all states' : 'the newest state';
    const ledgers =
      range === undefined ? 'there is no ledger yet' : `ledgers ${range.first} to ${range.last}, ${scope}`;
    lines.push(`All is whole: ${ledgers}.`);
  } else if (isRepairable) {
    lines.push(`Only what can be made anew is damaged: weir verify --data ${options.directory} --repair`);
  } else {
    lines.push('Headers, transactions or entries are damaged, which nothing here can replace: restore a backup.');
  }
  return lines.join('\n');
}
