/**
 * Spans of submissions and closes. A transaction's trace ends with the span `validate`, from the submission to the ledger that
 * holds it. A close has a trace of its own, because it serves many requests; both are linked.
 */
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { Hash256 } from '../protocol/values.ts';
import { BoundedCache } from '../util/bounded-cache.ts';
import type { Attributes, Span, Tracer } from '../util/tracer.ts';
import type { SubmitOptions, SubmitOutcome } from './open-ledger/submission.ts';

/** Traced transactions that are in no ledger yet. */
const MAX_PENDING = 2_000;
/** Links of one close. */
const MAX_LINKS = 128;

export class NodeTraces {
  readonly #tracer: Tracer;
  /** The last moment of their submission, and their trace. */
  readonly #pending = new BoundedCache<Hash256, { readonly parent: string; readonly startMs: number }>(MAX_PENDING);

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Begins the span of a submission, if its request is traced. */
  beginSubmission({ traceparent }: SubmitOptions): Span | undefined {
    return traceparent === undefined ? undefined : this.#tracer.child({ name: 'submission', parent: traceparent });
  }

  endSubmission(span: Span | undefined, { transaction, result, applied, queued, kept }: SubmitOutcome): void {
    if (span === undefined) return;
    const attributes = {
      ...namesOf(transaction),
      'weir.result': result,
      'weir.applied': applied,
      'weir.queued': queued,
    };
    span.end({ attributes });
    if (!applied && !queued && !kept) return;
    this.#pending.set(transaction.id, { parent: span.traceparent, startMs: this.#tracer.clock.elapsedMs() });
  }

  beginClose(): CloseTrace {
    return new CloseTrace(this.#tracer);
  }

  /** Ends the trace of a close whose ledger is validated. */
  endClose(close: CloseTrace, ledger: { readonly ledgerIndex: number }, transactions: readonly Transaction[]): void {
    const traced = transactions.flatMap((transaction) => {
      const pending = this.#pending.get(transaction.id);
      return pending === undefined ? [] : [{ transaction, ...pending }];
    });
    const attributes = { 'weir.ledger_index': ledger.ledgerIndex, 'weir.transactions': transactions.length };
    const links = traced.slice(0, MAX_LINKS).map(({ parent }) => parent);
    const closing = close.end(attributes, links);
    for (const { transaction, parent, startMs } of traced) {
      this.#pending.delete(transaction.id);
      this.#tracer.child({ name: 'validate', parent, startMs }).end({
        attributes: { ...namesOf(transaction), 'weir.ledger_index': ledger.ledgerIndex },
        links: closing === undefined ? [] : [closing],
      });
    }
  }
}

function namesOf({ id, fields }: Transaction): Attributes {
  return { 'weir.transaction': id, 'weir.transaction_type': fields.TransactionType };
}

/** The parts of a close, in their order. */
export type ClosePhase = 'apply' | 'trees' | 'derive' | 'commit' | 'open';

/** Collects the times of a close. Whether they become spans depends on its transactions, so it is decided at its end. */
export class CloseTrace {
  readonly #tracer: Tracer;
  readonly #startMs: number;
  readonly #phases: { readonly name: ClosePhase; readonly startMs: number }[] = [];

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
    this.#startMs = tracer.clock.elapsedMs();
  }

  readonly enter = (name: ClosePhase): void => {
    this.#phases.push({ name, startMs: this.#tracer.clock.elapsedMs() });
  };

  /** Ends it. Returns its `traceparent`; undefined if too many traces have begun. It is always recorded if it has links. */
  end(attributes: Attributes, links: readonly string[] = [], hasFailed = false): string | undefined {
    const span = this.#tracer.begin({ name: 'close', startMs: this.#startMs }, links.length > 0 || hasFailed);
    if (span === undefined) return undefined;
    const { traceparent: parent } = span;
    const unixMs = this.#tracer.unixMs();
    for (const [at, phase] of this.#phases.entries()) {
      const next = this.#phases[at + 1];
      this.#tracer.child({ ...phase, parent }).end({ attributes: {}, unixMs, ...(next && { endMs: next.startMs }) });
    }
    span.end({ attributes, links, hasFailed, unixMs });
    return parent;
  }
}
