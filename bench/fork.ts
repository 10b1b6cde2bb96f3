/** A fork of another server: what the first run waits for, and what the second one takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openForkBase } from '../src/fork/open-fork-base.ts';
import type { Env } from '../test/support/env.ts';
import { ForkOrigin } from '../test/support/fork-origin/fork-origin.ts';
import { forkedEnv } from '../test/support/forked-env.ts';
import { ALICE, BOB, CAROL, usd } from '../test/support/market.ts';
import type { Benchmark, Measurement } from './benchmark.ts';

const DELAYS_MS = [50, 150];
const RUNS = 3;
const RUN_NAMES = ['first run', 'second run'] as const;
const PAYMENT = { TransactionType: 'Payment', Destination: CAROL.id, Amount: 5_000_000n };
/** Crosses ten offers, each of another owner. */
const CROSSING = { TransactionType: 'OfferCreate', TakerPays: usd('10'), TakerGets: 11_000_000n };

const STEPS: readonly (readonly [what: string, run: (env: Env) => unknown])[] = [
  ['payment of XRP', (env) => env.submit(ALICE, PAYMENT, 'tesSUCCESS')],
  ['offer that crosses ten offers', (env) => env.submit(BOB, CROSSING, 'tesSUCCESS')],
  ['close of both', (env) => env.close()],
];

export const fork: Benchmark = {
  name: 'fork',
  question:
    'A fork of a server whose answers come after 50 or 150 ms, with at most 20 requests a second. The first run reads from the ' +
    'server, the second what the first one kept. A run is a new fork.',
  async measure() {
    const origin = await ForkOrigin.start();
    try {
      const measurements: Measurement[] = [];
      for (const delayMs of DELAYS_MS) measurements.push(...(await measureDelay(origin, delayMs)));
      return measurements;
    } finally {
      await origin.stop();
    }
  },
};

async function measureDelay(origin: ForkOrigin, delayMs: number): Promise<Measurement[]> {
  const rows = new Map<string, { readonly runs: number[]; readonly requests: number[] }>();
  for (let run = 0; run < RUNS; run++) {
    const cacheFolder = mkdtempSync(join(tmpdir(), 'weir-bench-'));
    try {
      for (const name of RUN_NAMES) {
        await runFork(origin, delayMs, cacheFolder, (what, ms, requests) => {
          const title = `${what}, ${name}, ${delayMs} ms`;
          const row = rows.get(title) ?? { runs: [], requests: [] };
          rows.set(title, row);
          row.runs.push(ms);
          row.requests.push(requests);
        });
      }
    } finally {
      rmSync(cacheFolder, { recursive: true });
    }
  }
  return [...rows].map(([what, { runs, requests }]) => ({
    what,
    unit: 'ms',
    runs,
    note: `${[...new Set(requests)].sort((one, other) => one - other).join(' or ')} requests`,
  }));
}

type Note = (what: string, ms: number, requests: number) => void;

async function runFork(origin: ForkOrigin, delayMs: number, cacheFolder: string, note: Note): Promise<void> {
  await origin.set({ delayMs });
  const measured = async <Result>(what: string, run: () => Result | Promise<Result>): Promise<Result> => {
    const startMs = performance.now();
    const result = await run();
    note(what, performance.now() - startMs, (await origin.set({ delayMs })).length);
    return result;
  };
  const env = await measured('begin', async () => {
    const base = await openForkBase({ url: origin.url, ledger: origin.facts.ledgerIndex, cacheFolder });
    return forkedEnv(base);
  });
  for (const [what, run] of STEPS) await measured(what, () => run(env));
  await env.stop();
}
