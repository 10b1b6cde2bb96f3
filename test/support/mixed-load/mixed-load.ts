/**
 * A mixed load on a server in another process: valid and invalid submissions, queries, subscribers, monitoring, hostile
 * clients and bursts. All answers are compared with each other. `scripts/soak/mixed.ts` runs it for an hour.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandom } from '../seeded-random.ts';
import { LedgerAudit } from './ledger-audit.ts';
import { abuse } from './load-abuse.ts';
import type { LoadAccount } from './load-account.ts';
import { act } from './load-actions.ts';
import { LoadClient } from './load-client.ts';
import { LoadDesk } from './load-desk.ts';
import { type LatencyRow, LoadFigures } from './load-figures.ts';
import { LoadParties } from './load-parties.ts';
import { ask } from './load-reads.ts';
import { STORIES, settleNewcomer } from './load-stories.ts';
import { type Sample, ServerSampler } from './server-sampler.ts';
import { compareWith, StreamWatch, type WatchOptions } from './stream-watch.ts';
import { SubmissionBook } from './submission-book.ts';

export interface MixedLoadOptions {
  readonly port: number;
  readonly pid: number;
  /** The server's data directory; undefined with --ephemeral. */
  readonly directory: string | undefined;
  readonly seed: number;
  readonly minutes: number;
  /** The load continues after its minutes until this is true, because a busy machine does less in a minute. */
  readonly isEnough?: (counts: ReadonlyMap<string, number>, lastLedger: number) => boolean;
  readonly submissionsPerSecond: number;
  readonly readsPerSecond: number;
  /** New accounts a second, each with a trust line and an offer. */
  readonly newcomersPerSecond: number;
  readonly traders: number;
  readonly actors: number;
  readonly burst: { readonly submissions: number; readonly everyMinutes: number };
  readonly abuseEveryMs: number;
  readonly sampleEveryMs: number;
  /** Interval at which one subscriber disconnects. */
  readonly leaveEveryMs: number;
  readonly onMinute?: (minute: MinuteFigures) => void;
}

export interface MinuteFigures {
  readonly minute: number;
  /** Its length; the last one may be shorter. */
  readonly seconds: number;
  readonly latencies: readonly LatencyRow[];
  readonly samples: readonly Sample[];
}

export interface MixedLoadReport {
  readonly figures: LoadFigures;
  readonly samples: readonly Sample[];
  readonly minutes: readonly MinuteFigures[];
  /** Seconds under load in which the server's event loop was blocked for more than 100 ms, and all of them. */
  readonly blocked: { readonly beyond: number; readonly all: number };
  readonly ledgers: number;
  readonly reconnections: number;
}

const FIRST_LEDGER = 3;
const TICK_MS = 10;
const MOST_UNDER_WAY = 200;
const WATCHED_TRADERS = 4;
const BLOCK_BOUND_SECONDS = 0.1;
const MINUTE_MS = 60_000;
/** Pauses between walks over the state, in lengths of a walk. */
const STATE_WALK_REST = 20;
/** A shorter last minute is not reported. */
const LEAST_MINUTE_MS = 1_000;

export async function runMixedLoad(options: MixedLoadOptions): Promise<MixedLoadReport> {
  const load = new MixedLoad(options);
  try {
    return await load.run();
  } finally {
    await load.close();
  }
}

class MixedLoad {
  readonly #options: MixedLoadOptions;
  readonly #figures = new LoadFigures();
  readonly #client: LoadClient;
  readonly #book = new SubmissionBook(this.#figures);
  readonly #parties: LoadParties;
  readonly #audit: LedgerAudit;
  readonly #sampler: ServerSampler;
  readonly #watches: StreamWatch[] = [];
  readonly #minutes: MinuteFigures[] = [];
  /** Times at which the first subscriber had a complete ledger. */
  readonly #seenMs = new Map<number, number>();
  #endsAtMs = Number.POSITIVE_INFINITY;

  constructor(options: MixedLoadOptions) {
    this.#options = options;
    const { port, pid, directory, seed, traders, actors } = options;
    this.#client = new LoadClient(port, this.#figures);
    const random = new SeededRandom(seed);
    const desk = new LoadDesk(this.#client, this.#book);
    this.#parties = new LoadParties(desk, random, traders, actors);
    const addresses = this.#parties.accounts.map(({ address }) => address);
    this.#audit = new LedgerAudit(this.#client, this.#book, new SeededRandom(seed, 1), addresses, FIRST_LEDGER);
    this.#sampler = new ServerSampler(this.#client, pid, directory, () => this.#watches[0]?.newEntries ?? 0);
  }

  async run(): Promise<MixedLoadReport> {
    const { submissionsPerSecond, readsPerSecond, newcomersPerSecond, minutes } = this.#options;
    await this.#watch({
      name: 'first',
      onLedger: (...ledger) => {
        this.#seenMs.set(ledger[0], performance.now());
        this.#book.close(...ledger);
      },
    });
    await this.#parties.settle();
    const [slow, fickle] = await this.#watchAll();
    await this.#sampler.sample();
    this.#figures.forgetLatencies();
    const before = await this.#sampler.secondsBlockedBeyond(BLOCK_BOUND_SECONDS);
    this.#endsAtMs = performance.now() + minutes * MINUTE_MS;
    await Promise.all([
      this.#paced(submissionsPerSecond, () => act(this.#parties)),
      this.#paced(readsPerSecond, () => ask(this.#parties, this.#client)),
      this.#paced(newcomersPerSecond, () => settleNewcomer(this.#parties)),
      ...this.#parties.actors.map((actor, at) => this.#stories(actor, at)),
      this.#again(50, () => this.#audit.ledgers()),
      this.#again(500, () => this.#audit.histories()),
      this.#again(10_000, () => this.#audit.drops(), STATE_WALK_REST),
      this.#again(this.#options.abuseEveryMs, () => abuse(this.#client.port, this.#parties, this.#figures)),
      this.#again(100, () => slow.pause(2_000)),
      this.#again(this.#options.leaveEveryMs, () => this.#reopen(fickle)),
      this.#again(this.#options.sampleEveryMs, () => this.#sampler.sample()),
      this.#bursts(),
      this.#countMinutes(),
    ]);
    await this.#finish();
    const blocked = await this.#sampler.secondsBlockedBeyond(BLOCK_BOUND_SECONDS);
    return {
      figures: this.#figures,
      samples: this.#sampler.samples,
      minutes: this.#minutes,
      blocked: { beyond: blocked.beyond - before.beyond, all: blocked.all - before.all },
      ledgers: this.#book.lastLedger,
      reconnections: fickle.reconnections,
    };
  }

  async close(): Promise<void> {
    for (const watch of this.#watches) watch.close();
    await this.#client.close();
  }

  get #isOver(): boolean {
    if (performance.now() < this.#endsAtMs) return false;
    return this.#options.isEnough?.(this.#figures.counts, this.#book.lastLedger) ?? true;
  }

  async #watch(options: Pick<WatchOptions, 'name' | 'onLedger' | 'accounts'>): Promise<StreamWatch> {
    const watch = new StreamWatch({
      port: this.#client.port,
      figures: this.#figures,
      firstLedger: FIRST_LEDGER,
      ...options,
    });
    this.#watches.push(watch);
    await watch.open();
    return watch;
  }

  /** Opens the other subscribers. They also get the ledgers before they joined, from the history. */
  async #watchAll(): Promise<[slow: StreamWatch, fickle: StreamWatch]> {
    const joinedAfter = this.#book.lastLedger;
    const join = (name: string, accounts?: readonly string[]) => {
      const compare = compareWith(this.#book, this.#figures, name, accounts);
      return this.#watch({
        name,
        ...(accounts === undefined ? {} : { accounts }),
        onLedger: (...ledger) => {
          if (accounts === undefined && ledger[0] > joinedAfter) this.#noteLag(name, ledger[0]);
          compare(...ledger);
        },
      });
    };
    const slow = await join('slow');
    const fickle = await join('fickle');
    await join('second');
    for (const at of [0, 1]) {
      const traders = this.#parties.traders.slice(at * WATCHED_TRADERS, (at + 1) * WATCHED_TRADERS);
      await join(
        `accounts ${at}`,
        traders.map(({ address }) => address),
      );
    }
    return [slow, fickle];
  }

  /** Records how much later than the first subscriber another one had the complete ledger. */
  #noteLag(name: string, index: number): void {
    const seenMs = this.#seenMs.get(index);
    this.#figures.time(`lag of ${name}`, seenMs === undefined ? 0 : performance.now() - seenMs);
  }

  /** Starts work at this rate until the time is up, without waiting for earlier work. */
  async #paced(perSecond: number, work: () => Promise<unknown>): Promise<void> {
    const underWay = new Set<Promise<unknown>>();
    let due = 0;
    let lastMs = performance.now();
    while (!this.#isOver) {
      await delay(TICK_MS);
      const nowMs = performance.now();
      due = Math.min(due + ((nowMs - lastMs) / 1_000) * perSecond, perSecond);
      lastMs = nowMs;
      for (; due >= 1 && underWay.size < MOST_UNDER_WAY; due--) {
        const started = this.#reporting(work).finally(() => underWay.delete(started));
        underWay.add(started);
      }
    }
    await Promise.all(underWay);
  }

  /** Repeats work until the time is up. After each round it pauses for at least `rest` times the round's duration. */
  async #again(pauseMs: number, work: () => Promise<unknown>, rest = 0): Promise<void> {
    let workedMs = 0;
    while (!this.#isOver) {
      const leftMs = this.#endsAtMs - performance.now();
      const wantedMs = Math.max(pauseMs, rest * workedMs);
      await delay(leftMs > 0 ? Math.min(wantedMs, leftMs) : pauseMs);
      const startedMs = performance.now();
      if (!this.#isOver) await this.#reporting(work);
      workedMs = performance.now() - startedMs;
    }
  }

  async #stories(actor: LoadAccount, first: number): Promise<void> {
    for (let at = first; !this.#isOver; at++) {
      const story = STORIES[at % STORIES.length]!;
      await this.#reporting(() => story(this.#parties, actor));
      this.#figures.count(`story ${story.name}`);
    }
  }

  async #bursts(): Promise<void> {
    const { submissions, everyMinutes } = this.#options.burst;
    while (this.#endsAtMs - performance.now() > everyMinutes * MINUTE_MS * 0.5) {
      await delay(everyMinutes * MINUTE_MS * 0.5);
      this.#parties.desk.submitName = 'submit, in a burst';
      let left = submissions;
      const worker = async () => {
        while (left-- > 0) while ((await act(this.#parties)) === false) await delay(2);
      };
      await this.#reporting(() => Promise.all(this.#parties.traders.map(worker)));
      this.#parties.desk.submitName = 'submit';
      this.#figures.count('bursts');
      await delay(Math.max(0, Math.min(everyMinutes * MINUTE_MS * 0.5, this.#endsAtMs - performance.now())));
    }
  }

  async #countMinutes(): Promise<void> {
    let seen = 0;
    for (let minute = 1; this.#endsAtMs - performance.now() > LEAST_MINUTE_MS; minute++) {
      const startedMs = performance.now();
      await delay(Math.min(MINUTE_MS, Math.max(1, this.#endsAtMs - startedMs)));
      const seconds = (performance.now() - startedMs) / 1_000;
      const samples = this.#sampler.samples.slice(seen);
      seen = this.#sampler.samples.length;
      const figures = { minute, seconds, latencies: this.#figures.takeMinute(), samples };
      this.#minutes.push(figures);
      this.#options.onMinute?.(figures);
    }
  }

  /** Waits until all accepted transactions are in ledgers that all subscribers have, and audits them again. */
  async #finish(): Promise<void> {
    while (this.#book.pendingCount > 0) await delay(20);
    const last = this.#book.lastLedger;
    const deadlineMs = performance.now() + MINUTE_MS;
    while (this.#watches.some(({ nextLedger }) => nextLedger <= last + 1) && performance.now() < deadlineMs) {
      await delay(20);
    }
    if (performance.now() >= deadlineMs) this.#figures.report('a subscriber misses messages at the end');
    await this.#audit.ledgers();
    await this.#audit.histories();
    await this.#audit.drops();
    await this.#sampler.sample();
  }

  async #reopen(watch: StreamWatch): Promise<void> {
    await watch.reopen();
    this.#figures.count('reconnections');
  }

  /** An exception is a finding. */
  async #reporting<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#figures.report((error as Error).stack ?? String(error));
      return undefined;
    }
  }
}
