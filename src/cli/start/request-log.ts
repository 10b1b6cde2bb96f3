/**
 * Logs each submission at `debug` and each request at `trace`. Parameters are never logged, since they may contain secrets.
 */
import type { Logger } from 'pino';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { requestLogLine } from '../../rpc/method/request-observer.ts';
import type { Weir } from '../../weir.ts';

/** Logs each request from now on, if the level is enabled. */
export function logRequests(weir: Weir, log: Logger): void {
  if (!log.isLevelEnabled('trace')) return;
  weir.onRequest((observation) => {
    const { details, message } = requestLogLine(observation);
    log.trace(details, message);
  });
}

/** Logs each submission from now on, if the level is enabled. */
export function logSubmissions(node: LedgerNode, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  node.onSubmitted(({ transaction: { id, fields }, result, applied, queued }) => {
    const type = fields.TransactionType;
    log.debug({ transaction: id, type, result, applied, queued }, 'a transaction was submitted');
  });
}
