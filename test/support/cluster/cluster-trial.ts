/**
 * Runs clients on the nodes of a cluster and checks the result: one chain on all nodes, each acknowledged submission in
 * exactly one ledger, no session that sees an older state, and the balances of an independent count.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { MASTER, type Party, party } from '../env.ts';
import { SeededRandom } from '../seeded-random.ts';
import { ClusterBook } from './cluster-book.ts';
import {
  type ClientFigures,
  type ClusterAccess,
  ClusterReader,
  ClusterWriter,
  NoAnswerError,
  noFigures,
} from './cluster-clients.ts';
import { MAY_COME_LATER, PastReader } from './past-reader.ts';

const FUNDS_DROPS = 1_000_000_000_000n;
const READER_TIMEOUT_MS = 1_500;
const LONGEST_WAIT_MS = 60_000;

export interface TrialOptions {
  readonly seed: number;
  readonly writers: number;
  readonly readers: number;
  /** Number of clients that query old ledgers. */
  readonly pastReaders?: number;
  readonly thinkMs: number;
  readonly keepsSession: boolean;
}

/** A node as its clients use it. */
export interface TrialNode {
  readonly name: string;
  /** The output of the node's log. */
  readonly log: string;
  /** Resolves when the node listens. */
  ready(): Promise<void>;
  /** Calls a method; returns its result, also if it is an error. */
  ask(method: string, params: JsonObject, timeoutMs?: number): Promise<JsonObject>;
}

export interface TrialReport {
  readonly clients: ClientFigures;
  readonly ledgers: number;
  readonly transactions: number;
}

export class ClusterTrial<Node extends TrialNode = TrialNode> {
  readonly nodes: readonly Node[];
  readonly #options: TrialOptions;
  readonly #parties: readonly Party[];
  readonly #book = new ClusterBook();
  readonly #figures = noFigures();
  readonly #access: ClusterAccess;
  readonly #awaited = new Set<{ readonly sinceMs: number; readonly resolve: () => void }>();
  readonly #clients: Promise<void>[] = [];
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  #transactions = 0;
  #lastAcknowledgedMs = performance.now();
  #longestGapMs = 0;

  constructor(options: TrialOptions, nodes: readonly Node[]) {
    this.#options = options;
    this.nodes = nodes;
    this.#parties = Array.from({ length: options.writers }, (_, at) => party(`writer ${at}`, 'ed25519'));
    this.#access = {
      nodeCount: nodes.length,
      ask: (node, method, params, timeoutMs) => nodes[node]!.ask(method, params, timeoutMs),
      pause: (milliseconds) => sleep(milliseconds),
      nowMs: () => performance.now(),
    };
  }

  /** Funds the writers and starts all clients. */
  async begin(): Promise<void> {
    await this.#until('the writers have their funds', () => this.#fund());
    const { writers, readers, pastReaders = 0, thinkMs, seed, keepsSession } = this.#options;
    const common = { access: this.#access, book: this.#book, figures: this.#figures, isOver: () => this.#isOver };
    for (let writer = 0; writer < writers; writer++) {
      const from = this.#parties[writer]!;
      const random = new SeededRandom(seed, 100 + writer);
      const onAcknowledged = (beganMs: number) => this.#noteAcknowledged(beganMs);
      const options = { ...common, random, from, to: this.#parties, thinkMs, onAcknowledged };
      this.#run(new ClusterWriter(options, this.#book.holding(from.address).sequence));
    }
    for (let reader = 0; reader < readers; reader++) {
      const random = new SeededRandom(seed, 200 + reader);
      const options = { ...common, random, of: this.#parties, thinkMs, keepsSession, timeoutMs: READER_TIMEOUT_MS };
      this.#run(new ClusterReader(options));
    }
    for (let reader = 0; reader < pastReaders; reader++) {
      const random = new SeededRandom(seed, 300 + reader);
      const options = { ...common, random, of: this.#parties, thinkMs, timeoutMs: READER_TIMEOUT_MS };
      this.#run(new PastReader(options));
    }
  }

  /** Waits until the clients have at least these numbers of answers. Rejects after a time limit. */
  async untilAnswered({ acknowledged, read }: Pick<ClientFigures, 'acknowledged' | 'read'>): Promise<void> {
    const figures = this.#figures;
    await this.#until('clients have answers', async () => {
      return figures.acknowledged >= acknowledged && figures.read >= read;
    });
  }

  /** Stops the clients and checks the result. */
  async judge(): Promise<TrialReport> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    this.throwFailure();
    await Promise.all(this.nodes.map((node) => node.ready()));
    const last = await this.#settledLedger();
    for (let index = 2; index <= last; index++) await this.#judgeLedger(index);
    this.#book.verifyAcknowledged();
    for (const node of this.nodes) await this.#judgeBalances(node, last);
    return { clients: this.#figures, ledgers: last, transactions: this.#transactions };
  }

  /** Stops the clients. The nodes may have ended already. */
  async stopClients(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
  }

  /** Throws the first error that a client found. */
  throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #run(client: { run(): Promise<void> }): void {
    const ended = client.run().catch((error) => {
      this.#failure ??= { error };
    });
    this.#clients.push(ended);
  }

  #noteAcknowledged(beganMs: number): void {
    const nowMs = performance.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, nowMs - this.#lastAcknowledgedMs);
    this.#lastAcknowledgedMs = nowMs;
    for (const awaited of this.#awaited) if (beganMs >= awaited.sinceMs) awaited.resolve();
  }

  /** The longest time between two acknowledgements since the last call, or from it to the first, in milliseconds. */
  takeLongestGap(): number {
    const gapMs = this.#longestGapMs;
    this.#longestGapMs = 0;
    this.#lastAcknowledgedMs = performance.now();
    return gapMs;
  }

  /** Resolves at the next acknowledgement of a submission that starts after this call. */
  async nextAcknowledged(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const awaited = { sinceMs: performance.now(), resolve };
    this.#awaited.add(awaited);
    await promise;
    this.#awaited.delete(awaited);
  }

  /** True once all writers have their funds in a ledger of all nodes. */
  async #fund(): Promise<boolean> {
    const have = await Promise.all(this.nodes.map((_, node) => this.#haveFunds(node)));
    if (have.every((isSo) => isSo)) return true;
    for (const [at, { id: Destination }] of this.#parties.entries()) {
      const fields = { TransactionType: 'Payment', Destination, Amount: FUNDS_DROPS, Fee: 10n, Sequence: at + 1 };
      const { blob } = signTransaction({ Account: MASTER.id, ...fields }, MASTER.keys);
      await this.#try(0, 'submit', { tx_blob: Buffer.from(blob).toString('hex') });
    }
    return false;
  }

  async #haveFunds(node: number): Promise<boolean> {
    for (const { address } of this.#parties) {
      const answer = await this.#try(node, 'account_info', { account: address, ledger_index: 'validated' });
      const data = answer?.account_data as JsonObject | undefined;
      if (data === undefined) return false;
      this.#book.open(address, BigInt(String(data.Balance)), Number(data.Sequence));
    }
    return true;
  }

  /** Index of a ledger that holds all acknowledged submissions and that all nodes have. Nodes may be far behind. */
  async #settledLedger(): Promise<number> {
    const due = this.#book.dueSequences();
    let last = 0;
    await this.#until('a ledger has all that was acknowledged', async () => {
      for (const [account, sequence] of due) {
        const answer = await this.#try(0, 'account_info', { account, ledger_index: 'validated' });
        const data = answer?.account_data as JsonObject | undefined;
        if (data === undefined || Number(data.Sequence) < sequence) return false;
        last = Math.max(last, Number(answer!.ledger_index));
      }
      return true;
    });
    await this.#until('all nodes have that ledger', async () => {
      const answers = await Promise.all(
        this.nodes.map((_, node) => this.#try(node, 'ledger', { ledger_index: 'validated' })),
      );
      const headers = answers.map((answer) => answer?.ledger as JsonObject | undefined);
      return headers.every((header) => Number(header?.ledger_index ?? 0) >= last);
    });
    return last;
  }

  async #judgeLedger(ledgerIndex: number): Promise<void> {
    const params = { ledger_index: ledgerIndex, transactions: true, expand: true };
    const ledger = await this.#ledger(0, params);
    const transactions = (ledger.transactions as readonly JsonObject[])
      .toSorted((one, other) => positionOf(one) - positionOf(other))
      .map((transaction) => ({ id: String(transaction.hash), result: String(metaOf(transaction).TransactionResult) }));
    this.#transactions += transactions.length;
    // Transactions of earlier ledgers are not the writers'.
    this.#book.followLedger(ledgerIndex, String(ledger.ledger_hash), transactions);
    for (let node = 1; node < this.nodes.length; node++) {
      const { ledger_hash: hash } = await this.#ledger(node, { ledger_index: ledgerIndex });
      this.#book.seeLedger(ledgerIndex, String(hash), this.nodes[node]!.name);
    }
  }

  async #ledger(node: number, params: JsonObject): Promise<JsonObject> {
    const { name } = this.nodes[node]!;
    let ledger: JsonObject | undefined;
    await this.#until(`${name} returns ledger ${params.ledger_index}`, async () => {
      const answer = await this.#try(node, 'ledger', params);
      ledger = answer?.ledger as JsonObject | undefined;
      const isLater = answer === undefined || MAY_COME_LATER.includes(answer.error);
      assert.ok(isLater || ledger !== undefined, `${name}: ${JSON.stringify(answer).slice(0, 500)}`);
      return ledger !== undefined;
    });
    return ledger!;
  }

  async #judgeBalances(node: TrialNode, ledgerIndex: number): Promise<void> {
    for (const address of this.#book.addresses) {
      const answer = await node.ask('account_info', { account: address, ledger_index: ledgerIndex });
      const { Balance, Sequence } = answer.account_data as JsonObject;
      const found = { drops: BigInt(String(Balance)), sequence: Number(Sequence) };
      assert.deepEqual(found, this.#book.holding(address), `${address} on ${node.name}`);
    }
  }

  async #try(node: number, method: string, params: JsonObject): Promise<JsonObject | undefined> {
    try {
      return await this.#access.ask(node, method, params);
    } catch (error) {
      if (error instanceof NoAnswerError) return undefined;
      throw error;
    }
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const endMs = performance.now() + LONGEST_WAIT_MS;
    while (!(await isSo())) {
      if (performance.now() > endMs) throw new Error(`${what}: not within ${LONGEST_WAIT_MS / 1000} s\n${this.logs()}`);
      await sleep(100);
    }
  }

  /** The last lines of each node's log. */
  logs(): string {
    return this.nodes.map(({ name, log }) => `--- ${name}\n${log.slice(-3_000)}`).join('\n');
  }
}

function metaOf(transaction: JsonObject): JsonObject {
  return (transaction.metaData ?? transaction.meta) as JsonObject;
}

function positionOf(transaction: JsonObject): number {
  return Number(metaOf(transaction).TransactionIndex);
}
