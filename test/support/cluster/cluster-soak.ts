/** A cluster of real processes with a real PostgreSQL, under clients and faults. */
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
  /** How many ledgers the nodes but the first keep themselves; all if absent. */
  readonly history?: number;
  readonly closeIntervalMs: number;
  /** Workers of each node; what a node has by itself if absent. */
  readonly threads?: readonly number[] | undefined;
  /** Whether commits reach the disk. */
  readonly isDurable: boolean;
  /** So many other nodes have a ledger or a submission on disk before it counts. */
  readonly acknowledge?: number;
  /** Of the usual time that a fault lasts where that may be any. */
  readonly pace: number;
  /** The library by which disks can be made slow (`preloaded-library.ts`). */
  readonly slowDisk?: string | undefined;
}

export interface ClusterSoakReport extends TrialReport {
  readonly epochs: number;
  /** Processes that ended by themselves. */
  readonly unexpectedEnds: number;
  readonly silencesMs: ReadonlyMap<FaultName, readonly number[]>;
  readonly failovers: number;
  /** Ledgers that servers had shown when standbys without them took their place. */
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
    });
  }

  /** Starts the database and the nodes; resolves when all listen. */
  static async start(options: ClusterSoakOptions): Promise<ClusterSoak> {
    const { directory, isDurable, slowDisk } = options;
    mkdirSync(directory, { recursive: true });
    writeFileSync(secretFile(directory, true), 'a secret of all members\n');
    writeFileSync(secretFile(directory, false), 'a secret of another cluster\n');
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

  /** Causes one fault. Rejects if the cluster does not recover, or if a client got a wrong answer. */
  async strike(name: FaultName): Promise<void> {
    await this.chaos.strike(name);
    this.throwFailure();
  }

  /** Ends the clients, and judges. */
  async finish(): Promise<ClusterSoakReport> {
    const report = await this.judge();
    const { rows } = await this.#database.query('SELECT epoch FROM weir.lease');
    const { failovers, lostLedgers } = this.#database;
    return {
      ...report,
      epochs: Number(rows[0].epoch),
      unexpectedEnds: this.nodes.reduce((sum, node) => sum + node.unexpectedEnds, 0),
      silencesMs: this.chaos.silencesMs,
      ...{ failovers, lostLedgers },
    };
  }

  /** The lease and the members, for the report of a failure. */
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

/** The first node keeps all that the others forget. */
function historyWords({ history }: ClusterSoakOptions, node: number): readonly string[] {
  return history === undefined || node === 0 ? [] : ['--history', String(history)];
}
