/** What follows the ledgers of a server behind its closes: webhooks, and the copy in an SQL database. Each is loaded on use. */
import type { Logger } from 'pino';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { Clock } from '../../util/clock.ts';
import type { Outbox } from '../../webhooks/outbox.ts';
import type { SqlCopy } from './sql-copy.ts';
import type { StartOptions } from './start-options.ts';

export interface HistoryFollowers {
  readonly webhooks: Outbox | undefined;
  readonly sql: SqlCopy | undefined;
  /** Resolves when no later ledger can be missed. */
  start(): Promise<void>;
  /** Resolves when they no longer read the store. */
  stop(): Promise<void>;
}

/** `directory`: that of the node's store; undefined for one in memory. Rejects with a `CommandError`. */
export async function openFollowers(
  { webhooksFile, dataDirectory, sqlUrl: url }: StartOptions,
  directory: string | undefined,
  server: { readonly node: LedgerNode; readonly clock: Clock; readonly log: Logger },
): Promise<HistoryFollowers> {
  const { node, log } = server;
  let webhooks: Outbox | undefined;
  let sql: SqlCopy | undefined;
  if (webhooksFile !== undefined) {
    const { openOutbox } = await import('./open-outbox.ts');
    webhooks = await openOutbox(webhooksFile, dataDirectory, server);
  }
  if (url !== undefined && directory !== undefined) {
    const { SqlCopy } = await import('./sql-copy.ts');
    sql = new SqlCopy({ url, directory }, node, log);
  }
  return {
    webhooks,
    sql,
    start: async () => webhooks?.start(),
    stop: async () => void (await Promise.all([webhooks?.stop(), sql?.stop()])),
  };
}
