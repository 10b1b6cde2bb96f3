/**
 * Waits for ledgers that a client has seen on another member. A request names the last ledger that its client has seen in
 * `min_ledger`; it is answered from that ledger or a later one. The answer names the member and its last ledger.
 */
import type { JsonObject } from '../protocol/values.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import { invalidField, RpcError } from '../rpc/method/errors.ts';
import type { Clock } from '../util/clock.ts';

const MAX_LEDGER_INDEX = 0xffff_ffff;
const DIGITS = /^\d{1,10}$/;

type SessionRequest = Pick<RpcRequest, 'method' | 'params'>;

export interface LedgerWaitOptions {
  /** The member's name. */
  readonly name: string;
  /** Index of the member's last ledger. */
  readonly reachedIndex: () => number;
  readonly clock: Clock;
  /** How long a request waits, in milliseconds. */
  readonly timeoutMs: number;
  /** Called when a request starts to wait, since the log may have more ledgers. */
  readonly onWait: () => void;
}

interface Awaited {
  readonly ledgerIndex: number;
  readonly end: () => void;
}

export class LedgerWait {
  readonly #options: LedgerWaitOptions;
  readonly #awaited = new Set<Awaited>();

  constructor(options: LedgerWaitOptions) {
    this.#options = options;
  }

  /** Call this when the member has a new ledger. */
  noteReached(): void {
    const { reachedIndex } = this.#options;
    for (const { ledgerIndex, end } of this.#awaited) if (ledgerIndex <= reachedIndex()) end();
  }

  /** Resolves when the member has the ledger, or after the time; undefined if it has the ledger now. */
  until(ledgerIndex: number, atMostMs: number): Promise<void> | undefined {
    const { reachedIndex, clock, onWait } = this.#options;
    if (reachedIndex() >= ledgerIndex) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const awaited: Awaited = {
      ledgerIndex,
      end: () => {
        timer.cancel();
        this.#awaited.delete(awaited);
        resolve();
      },
    };
    const timer = clock.after(atMostMs, awaited.end);
    this.#awaited.add(awaited);
    onWait();
    return promise;
  }

  /** See `EngineRelay.admit`. */
  admit(request: SessionRequest, atMostMs = this.#options.timeoutMs): Promise<void> | undefined {
    if (!isOfSession(request)) return undefined;
    const demanded = ledgerIndexOf(request.params.min_ledger);
    if (demanded === undefined) return Promise.reject(invalidField('min_ledger'));
    return this.until(demanded, atMostMs)?.then(() => {
      const reached = this.#options.reachedIndex();
      if (reached < demanded) throw new RpcError('notSynced', behind(demanded, reached));
    });
  }

  /** See `EngineRelay.complete`: the result of a request with `min_ledger` names the next one to send. */
  complete(request: SessionRequest, result: JsonObject): JsonObject {
    if (!isOfSession(request) || result.weir_node !== undefined) return result;
    const { name, reachedIndex } = this.#options;
    return { ...result, weir_node: name, weir_ledger: reachedIndex() };
  }
}

/** In `tx` with `max_ledger`, `min_ledger` is the lower end of the range to search (rippled: Tx.cpp, doTxJson). */
function isOfSession({ method, params }: SessionRequest): boolean {
  return params.min_ledger !== undefined && !(method === 'tx' && params.max_ledger !== undefined);
}

/** A number or its digits; undefined if it is no index. */
function ledgerIndexOf(value: unknown): number | undefined {
  const index = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index <= MAX_LEDGER_INDEX;
  return isIndex ? index : undefined;
}

function behind(demanded: number, ledgerIndex: number): string {
  return `This member of the cluster has the ledgers up to ${ledgerIndex}, not ${demanded} yet. Try again, or ask another one.`;
}
