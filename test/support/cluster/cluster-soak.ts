/** A cluster of real processes with a real PostgreSQL, with clients and faults. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SeededRandom } from '../seeded-random.ts';
import { ClusterChaos, type FaultName } from './cluster-chaos.ts';
import { ClusterProcess } from './cluster-process.ts';
import { ClusterTrial, type TrialOptions, type TrialReport } from './cluster-trial.ts';
import { SoakDatabase } from './soak-database.ts';

const NAMES = ['one', 'two', 'three'];

export interface ClusterSoakOptions extends TrialOptions {
  readonly directory: string;
  /** Number of ledgers that all nodes except the first keep; all if absent. */
  readonly history?: number;
  readonly closeIntervalMs: number;
  /** Number of workers of each node; the default of `weir start` if absent. */
  readonly threads?: readonly number[] | undefined;
  /** Whether commits reach the disk. */
  readonly isDurable: boolean;
  /** Number of other nodes that must have a ledger or submission on disk before it is acknowledged. */
  readonly acknowledge?: number;
  /** Factor of the duration of faults that may have any duration. */
  readonly pace: number;
  /** Path of the library that delays writes (`preloaded-library.ts`). */
  readonly slowDisk?: string | undefined;
}

export interface ClusterSoakReport extends TrialReport {
  readonly epochs: number;
  /** Number of processes that ended by themselves. */
  readonly unexpectedEnds: number;
  readonly silencesMs: ReadonlyMap<FaultName, readonly number[]>;
  readonly gapsMs: ReadonlyMap<FaultName, readonly number[]>;
  readonly longSilences: readonly string[];
  readonly failovers: number;
  /** Number of ledgers that were shown and then lost because a standby did not have them. */
  readonly lostLedgers: number;
}

export class ClusterSoak extends ClusterTrial<ClusterProcess> {
  readonly #database: SoakDatabase;
  readonly chaos: ClusterChaos;

  private constructor(options: ClusterSoakOptions, database: SoakDatabase, nodes: readonly ClusterProcess[]) {
    super(options, nodes);
    this.#database = database;
    const { seed, pace } = options;
    this.chaos = new ClusterChaos({
      ...{ nodes, database, pace, random: new SeededRandom(seed, 1) },
      stranger: (name, hasSecret) => createStranger(options, database, name, hasSecret),
      nextAcknowledged: () => this.nextAcknowledged(),
      takeLongestGap: () => this.takeLongestGap(),
    });
  }

  /** Starts the database and the nodes; resolves when all listen. */
  static async start(options: ClusterSoakOptions): Promise<ClusterSoak> {
    const { directory, isDurable, slowDisk } = options;
    mkdirSync(directory, { recursive: true });
    writeFileSync(secretFile(directory, true), 'a secret of all members\n', { mode: 0o600 });
    writeFileSync(secretFile(directory, false), 'a secret of another cluster\n', { mode: 0o600 });
    const database = await SoakDatabase.start(directory, isDurable);
    const words = commonWords(options);
    const common = { directory, secretFile: secretFile(directory, true), databaseUrl: database.url, slowDisk };
    const nodes = await Promise.all(
      NAMES.map((name, at) =>
        ClusterProcess.create({
          ...common,
          name,
          words: [...words, ...threadWords(options, at), ...historyWords(options, at)],
        }),
      ),
    );
    const soak = new ClusterSoak(options, database, nodes);
    try {
      await Promise.all(nodes.map((node) => node.start()));
    } catch (error) {
      await soak.stop();
      throw error;
    }
    return soak;
  }

  /** Causes one fault. Rejects if the cluster does not recover, or if a client gets a wrong answer. */
  async strike(name: FaultName): Promise<void> {
    await this.chaos.strike(name);
    this.throwFailure();
  }

  /** Stops the clients and checks the result. */
  async finish(): Promise<ClusterSoakReport> {
    const report = await this.judge();
    const { rows } = await this.#database.query('SELECT epoch FROM weir.lease');
    const { failovers, lostLedgers } = this.#database;
    return {
      ...report,
      epochs: Number(rows[0].epoch),
      unexpectedEnds: this.nodes.reduce((sum, node) => sum + node.unexpectedEnds, 0),
      ...{ silencesMs: this.chaos.silencesMs, gapsMs: this.chaos.gapsMs, longSilences: this.chaos.longSilences },
      ...{ failovers, lostLedgers },
    };
  }

  /** The lease and the members, for the message of a failure. */
  situation(): Promise<string> {
    return this.#database.situation();
  }

  async stop(): Promise<void> {
    const clients = this.stopClients();
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.#database.stop();
    await clients;
  }
}

function secretFile(directory: string, isOfCluster: boolean): string {
  return path.join(directory, isOfCluster ? 'secret' : 'another-secret');
}

function commonWords({ closeIntervalMs, acknowledge = 0 }: ClusterSoakOptions): readonly string[] {
  return ['--close-interval', String(closeIntervalMs), '--durable-submit', '--acknowledge', String(acknowledge)];
}

function createStranger(
  options: ClusterSoakOptions,
  { currentUrl: databaseUrl }: SoakDatabase,
  name: string,
  hasSecret: boolean,
): Promise<ClusterProcess> {
  const { directory } = options;
  return ClusterProcess.create({
    ...{ name, databaseUrl, words: commonWords(options), isDirect: true },
    directory: path.join(directory, 'strangers'),
    secretFile: secretFile(directory, hasSecret),
  });
}

function threadWords({ threads }: ClusterSoakOptions, node: number): readonly string[] {
  return threads === undefined ? [] : ['--threads', String(threads[node % threads.length])];
}

/** The first node keeps all ledgers; the others keep `history` ledgers. */
function historyWords({ history }: ClusterSoakOptions, node: number): readonly string[] {
  return history === undefined || node === 0 ? [] : ['--history', String(history)];
}
