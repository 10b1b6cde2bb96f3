/**
 * What the log says of requests: each submission at `debug`, each request at `trace`. Parameters are never in it, for they
 * may be secrets.
 */
import type { Logger } from 'pino';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { RequestObserver } from '../../rpc/method/request-observer.ts';

/** Logs each request that the observer is told of, before it is. */
export function logRequests(log: Logger, observe: RequestObserver): RequestObserver {
  if (!log.isLevelEnabled('trace')) return observe;
  return (observation) => {
    const { method, outcome, seconds, engineResult } = observation;
    const result = engineResult === undefined ? {} : { engine_result: engineResult };
    log.trace({ method, outcome, seconds: Math.round(seconds * 1e6) / 1e6, ...result }, 'a request was answered');
    observe(observation);
  };
}

/** Logs what is submitted to the node from now on, where somebody wants to know. */
export function logSubmissions(node: LedgerNode, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return;
  node.onSubmitted(({ id, fields }, { result, applied, queued }) => {
    const type = fields.TransactionType;
    log.debug({ transaction: id, type, result, applied, queued }, 'a transaction was submitted');
  });
}
