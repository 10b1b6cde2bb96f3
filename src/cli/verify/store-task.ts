/**
 * Runs long work on a data file in a child process: LMDB maps the file into memory and trusts it, so a broken page can crash the process
 * that reads it. The child writes one JSON object per line to standard output, unbuffered, so that its position at a crash is known.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../../storage/ledger-store.ts';
import { CommandError } from '../../util/command-error.ts';
import type { CheckStep } from '../../verify/store-damage.ts';
import { ProgressBar } from '../terminal/progress-bar.ts';

type TaskLine<Outcome> = { readonly step: CheckStep } | { readonly outcome: Outcome } | { readonly refusal: string };

const STANDARD_OUTPUT = 1;
const STEP_INTERVAL_MS = 50;
/** A broken page can also cause an endless loop. */
const LONGEST_SILENCE_MS = 300_000;

/** Runs a program that calls `doTask`, and shows its progress. Rejects with a `CommandError` if it fails. */
export async function runTask<Outcome>(program: URL, options: object): Promise<Outcome> {
  const bar = new ProgressBar(process.stderr);
  const words = [fileURLToPath(program), JSON.stringify(options)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  let step: CheckStep | undefined;
  let last: TaskLine<Outcome> | undefined;
  const silence = setTimeout(() => child.kill('SIGKILL'), LONGEST_SILENCE_MS);
  for await (const line of createInterface(child.stdout)) {
    silence.refresh();
    last = JSON.parse(line) as TaskLine<Outcome>;
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

/** In the child: runs the task with the options of the process, and writes its outcome. */
export async function doTask<Options, Outcome>(task: (options: Options) => Promise<Outcome>): Promise<void> {
  try {
    writeLine({ outcome: await task(JSON.parse(process.argv[2]!)) });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    writeLine({ refusal: error.message });
  }
}

/** Runs all steps, and writes the progress from time to time. */
export function runSteps<Result>(steps: Generator<CheckStep, Result>): Result {
  let writtenMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - writtenMs < STEP_INTERVAL_MS) continue;
    writtenMs = performance.now();
    writeLine({ step: value });
  }
}

function writeLine(line: TaskLine<unknown>): void {
  writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
}
