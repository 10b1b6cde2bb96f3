/** A cluster of real processes with a real PostgreSQL, under clients and faults. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres, type TestPostgres } from '../postgres.ts';
import { SeededRandom } from '../seeded-random.ts';
import { ClusterChaos, type FaultName } from './cluster-chaos.ts';
import { ClusterProcess } from './cluster-process.ts';
import { ClusterTrial, type TrialOptions, type TrialReport } from './cluster-trial.ts';

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
  /** Of the usual time that a fault lasts where that may be any. */
  readonly pace: number;
  /** The library by which disks can be made slow (`slow-disk.ts`). */
  readonly slowDisk?: string | undefined;
}

export interface ClusterSoakReport extends TrialReport {
  readonly epochs: number;
  /** Processes that ended by themselves. */
  readonly unexpectedEnds: number;
  readonly silencesMs: ReadonlyMap<FaultName, readonly number[]>;
}

export class ClusterSoak extends ClusterTrial<ClusterProcess> {
  readonly #postgres: TestPostgres;
  readonly #databaseUrl: string;
  readonly chaos: ClusterChaos;

  private constructor(
    options: ClusterSoakOptions,
    postgres: TestPostgres,
    databaseUrl: string,
    nodes: readonly ClusterProcess[],
  ) {
    super(options, nodes);
    this.#postgres = postgres;
    this.#databaseUrl = databaseUrl;
    const random = new SeededRandom(options.seed, 1);
    const nextAcknowledged = () => this.nextAcknowledged();
    this.chaos = new ClusterChaos({ nodes, postgres, databaseUrl, random, nextAcknowledged, pace: options.pace });
  }

  /** Starts the database and the nodes; resolves when all listen. */
  static async start(options: ClusterSoakOptions): Promise<ClusterSoak> {
    const { directory, closeIntervalMs, isDurable, slowDisk } = options;
    mkdirSync(directory, { recursive: true });
    const secretFile = path.join(directory, 'secret');
    writeFileSync(secretFile, 'a secret of all members\n');
    const postgres = await startPostgres({ isDurable });
    const databaseUrl = await postgres.createDatabase();
    const words = ['--close-interval', String(closeIntervalMs), '--durable-submit'];
    const common = { directory, secretFile, databaseUrl, slowDisk };
    const nodes = await Promise.all(
      NAMES.map((name, at) =>
        ClusterProcess.create({
          ...common,
          name,
          words: [...words, ...threadWords(options, at), ...historyWords(options, at)],
        }),
      ),
    );
    const soak = new ClusterSoak(options, postgres, databaseUrl, nodes);
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
    const { rows } = await this.#postgres.query(this.#databaseUrl, 'SELECT epoch FROM weir.lease');
    return {
      ...report,
      epochs: Number(rows[0].epoch),
      unexpectedEnds: this.nodes.reduce((sum, node) => sum + node.unexpectedEnds, 0),
      silencesMs: this.chaos.silencesMs,
    };
  }

  async stop(): Promise<void> {
    const clients = this.stopClients();
    await Promise.all(this.nodes.map((node) => node.close()));
    await this.#postgres.stop();
    await clients;
  }
}

function threadWords({ threads }: ClusterSoakOptions, node: number): readonly string[] {
  return threads === undefined ? [] : ['--threads', String(threads[node % threads.length])];
}

/** The first node keeps all that the others forget. */
function historyWords({ history }: ClusterSoakOptions, node: number): readonly string[] {
  return history === undefined || node === 0 ? [] : ['--history', String(history)];
}
