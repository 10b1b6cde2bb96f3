/**
 * The explorer in a browser without a window, on the same machine as its server: how soon it shows something, whether it
 * draws each frame while ledgers are full, and whether its memory stays as it is while it looks on for an hour.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from 'puppeteer-core';
import { ExplorerFiles } from '../src/server/http/explorer-files.ts';
import { openBrowser } from '../test/explorer/support/browser.ts';
import { type Party, party } from '../test/support/env.ts';
import { type ServedEnv, serveEnv } from '../test/support/served-env.ts';
import { type Benchmark, type BenchmarkOptions, type Measurement, median, percentile } from './benchmark.ts';

const FIRST_VIEWS = 9;
const FULL = { seconds: 20, transactions: 500, steps: 10 };
/** As many ledgers as close in an hour, each 3.5 seconds. */
const HOUR = { ledgers: 1_030, transactions: 50, between: 100 };
const PARTIES = 50;
const MEGABYTE = 1024 * 1024;
/** A frame is late when there was time for one and a half more. */
const LATE_MS = (1_000 / 60) * 1.5;

export const explorer: Benchmark = {
  name: 'explorer',
  question:
    'The live view of the explorer in headless Chromium, beside its server. The first view is complete when it shows ' +
    `the server's health and a ledger. Frames are counted for ${FULL.seconds} seconds, with a ledger of ` +
    `${FULL.transactions} transactions in each. An hour is ${HOUR.ledgers} ledgers of ${HOUR.transactions} ` +
    'transactions, closed as fast as the page shows them. Memory is measured after a garbage collection.',
  async measure(options) {
    const served = await serveEnv({ explorer: new ExplorerFiles() });
    const browser = await openBrowser();
    try {
      const parties = Array.from({ length: PARTIES }, (_, at) => party(`explorer bench ${at}`));
      await served.env.fund(10_000, ...parties);
      const url = `http://127.0.0.1:${served.port}/`;
      const views = await firstViews(url, options);
      const page = await browser.newPage();
      await page.goto(url);
      await shows(page, served.env.node.validated.ledgerIndex);
      const session = await page.createCDPSession();
      await session.send('Performance.enable');
      const watched = { served, page, session, parties, ...options };
      const frames = await fullLedgers(watched);
      const memory = await hourOfLedgers(watched);
      return [{ what: 'first view', unit: 'ms', runs: views }, ...frames, ...memory];
    } finally {
      await browser.close();
      await served.stop();
    }
  },
};

/** From the start of the navigation, each in a browser that has nothing of an earlier one. */
async function firstViews(url: string, { isQuick }: BenchmarkOptions): Promise<number[]> {
  const runs: number[] = [];
  for (let run = 0; run < (isQuick ? 3 : FIRST_VIEWS); run += 1) {
    const browser = await openBrowser();
    const page = await browser.newPage();
    await page.evaluateOnNewDocument(`new MutationObserver((_, observer) => {
      if (document.querySelector('tr[data-ledger]') === null || document.querySelector('[aria-busy=true]') !== null) return;
      observer.disconnect();
      requestAnimationFrame(() => { window.firstViewMs = performance.now(); });
    }).observe(document, { childList: true, subtree: true, attributes: true });`);
    await page.goto(url);
    await page.waitForFunction('window.firstViewMs !== undefined');
    runs.push((await page.evaluate('window.firstViewMs')) as number);
    await browser.close();
  }
  return runs;
}

async function shows(page: Page, ledgerIndex: number): Promise<void> {
  const newest = `Number(document.querySelector('tr[data-ledger]')?.dataset.ledger)`;
  await page.waitForFunction(`${newest} >= ${ledgerIndex}`, { timeout: 60_000 });
}

function submit({ env }: ServedEnv, parties: readonly Party[], count: number): void {
  for (let at = 0; at < count; at += 1) {
    const Destination = parties[(at + 1) % PARTIES]!.id;
    env.submit(parties[at % PARTIES]!, { TransactionType: 'Payment', Destination, Amount: 10_000n }, 'tesSUCCESS');
  }
}

/** A page that looks at a server where something happens, and what tells how the page is. */
interface Watched extends BenchmarkOptions {
  readonly served: ServedEnv;
  readonly page: Page;
  readonly session: CDPSession;
  readonly parties: readonly Party[];
}

/** The times between frames, and for how much of the time the page had something to do. */
async function fullLedgers({ served, page, session, parties, isQuick }: Watched): Promise<Measurement[]> {
  const seconds = isQuick ? 4 : FULL.seconds;
  await page.evaluate(`(() => {
    window.frameTimes = [];
    let last;
    const count = (now) => {
      if (window.frameTimes === undefined) return;
      if (last !== undefined) window.frameTimes.push(now - last);
      last = now;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  })()`);
  const before = await metricsOf(session);
  const startMs = performance.now();
  for (let second = 0; second < seconds; second += 1) {
    for (let step = 1; step <= FULL.steps; step += 1) {
      submit(served, parties, FULL.transactions / FULL.steps);
      await sleep(Math.max(0, startMs + (second + step / FULL.steps) * 1_000 - performance.now()));
    }
    await served.env.close();
  }
  const lasted = (performance.now() - startMs) / 1_000;
  const after = await metricsOf(session);
  await shows(page, served.env.node.validated.ledgerIndex);
  const frames = (await page.evaluate(`(() => {
    const times = window.frameTimes;
    window.frameTimes = undefined;
    return times;
  })()`)) as number[];
  const late = frames.filter((ms) => ms > LATE_MS).length;
  const note = `${late} of ${frames.length} came later than ${LATE_MS.toFixed(0)} ms`;
  const busy = ((after.TaskDuration! - before.TaskDuration!) / lasted) * 100;
  return [
    { what: 'frames a second', unit: 'frames', runs: [frames.length / lasted], note },
    { what: 'from frame to frame, median', unit: 'ms', runs: [median(frames)] },
    { what: 'from frame to frame, p99', unit: 'ms', runs: [percentile(frames, 0.99)] },
    { what: 'time that the page is at work', unit: '%', runs: [busy], note: 'of its one thread' },
  ];
}

async function hourOfLedgers({ served, page, session, parties, isQuick }: Watched): Promise<Measurement[]> {
  const heaps: number[] = [];
  const nodes: number[] = [];
  const look = async () => {
    // What the last messages need is done.
    await sleep(1_500);
    await session.send('HeapProfiler.collectGarbage');
    const metrics = await metricsOf(session);
    heaps.push(metrics.JSHeapUsedSize! / MEGABYTE);
    nodes.push(metrics.Nodes!);
  };
  await look();
  const ledgers = isQuick ? HOUR.ledgers / 10 : HOUR.ledgers;
  for (let closed = 1; closed <= ledgers; closed += 1) {
    submit(served, parties, HOUR.transactions);
    await served.env.close();
    await shows(page, served.env.node.validated.ledgerIndex);
    if (closed % HOUR.between === 0) await look();
  }
  const half = heaps.length >> 1;
  const said = [1, half, heaps.length - 1].map(
    (at) => `${heaps[at]!.toFixed(2)} MB after ${at * HOUR.between} ledgers`,
  );
  const note = `${said.join(', ')}; nodes: ${nodes[1]}, ${nodes[half]}, ${nodes.at(-1)}`;
  return [
    { what: `memory of the page, every ${HOUR.between} ledgers of an hour`, unit: 'MB', runs: heaps.slice(1), note },
    { what: 'memory of the page, at the end', unit: 'MB', runs: [heaps.at(-1)!] },
  ];
}

async function metricsOf(session: CDPSession): Promise<Partial<Record<string, number>>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
