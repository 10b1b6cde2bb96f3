/**
 * What the log says of requests: each submission at `debug`, each request at `trace`. Parameters are never in it, for they
 * may be secrets.
 */
import type { Logger } from 'pino';
import type { LedgerNode, SubmitOptions, SubmitOutcome } from '../../node/ledger-node.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
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

/** The same node, which logs what is submitted to it; the node itself where nobody wants to know. */
export function logSubmissions(node: LedgerNode, log: Logger): LedgerNode {
  if (!log.isLevelEnabled('debug')) return node;
  const submit = (transaction: Transaction, options?: SubmitOptions): SubmitOutcome => {
    const outcome = node.submit(transaction, options);
    const { result, applied, queued } = outcome;
    const type = transaction.fields.TransactionType;
    log.debug({ transaction: transaction.id, type, result, applied, queued }, 'a transaction was submitted');
    return outcome;
  };
  return new Proxy(node, {
    get(target, name) {
      if (name === 'submit') return submit;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
