/** The server's side of the thread that copies its ledgers to a database (`--sql`). */
import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { parseServers } from '../../storage/postgres/servers.ts';
import { startThread } from '../../util/start-thread.ts';
import type { SqlReport, SqlTask, SqlWorkerData } from './sql-worker.ts';

export class SqlCopy {
  readonly #node: LedgerNode;
  readonly #log: Logger;
  readonly #worker: Worker;
  readonly #ended: Promise<unknown>;
  readonly #unsubscribe: readonly (() => void)[];
  #copiedIndex = 0;
  #hasFailed = false;

  /**
   * `data.directory`: that of the node's store.
   * @throws StoreError if the address of the database is malformed
   */
  constructor(data: SqlWorkerData, node: LedgerNode, log: Logger) {
    parseServers(data.url);
    this.#node = node;
    this.#log = log;
    const program = new URL(`./sql-worker${extname(import.meta.url)}`, import.meta.url);
    this.#worker = startThread(program, { name: 'sql', workerData: data });
    this.#worker.on('message', (report: SqlReport) => this.#note(report));
    this.#worker.on('error', (err) => log.error({ err }, 'the thread that copies ledgers to the SQL database ended'));
    this.#ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#unsubscribe = [
      node.onValidated(({ ledgerIndex }) => this.#post({ lastIndex: ledgerIndex, isReverted: false })),
      node.onReverted(({ ledgerIndex }) => this.#post({ lastIndex: ledgerIndex, isReverted: true })),
    ];
    this.#post({ lastIndex: node.validated.ledgerIndex, isReverted: false });
  }

  /** The number of validated ledgers that are not in the database yet. */
  get lagLedgers(): number {
    return Math.max(0, this.#node.validated.ledgerIndex - this.#copiedIndex);
  }

  /** Waits a little for a batch under way. */
  async stop(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#post('end');
    await this.#ended;
  }

  #post(task: SqlTask): void {
    this.#worker.postMessage(task);
  }

  #note(report: SqlReport): void {
    if ('failure' in report) {
      const reason = report.failure;
      if (!this.#hasFailed) this.#log.error({ reason }, 'ledgers cannot be copied to the SQL database; it tries again');
      this.#hasFailed = true;
      return;
    }
    this.#copiedIndex = report.copiedIndex;
    if (this.#hasFailed) this.#log.info('ledgers are copied to the SQL database again');
    this.#hasFailed = false;
  }
}
