/**
 * Waiting for a ledger that was seen elsewhere. A request may say by `min_ledger` what its client has seen; it is answered
 * from no less, wherever it goes. Its answer then says which member answered, and what the client has seen now.
 */
import type { LedgerNode } from '../node/ledger-node.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { RpcRequest } from '../rpc/method/context.ts';
import { invalidField, RpcError } from '../rpc/method/errors.ts';
import type { Clock } from '../util/clock.ts';

const MAX_LEDGER_INDEX = 0xffff_ffff;
const DIGITS = /^\d{1,10}$/;

type SessionRequest = Pick<RpcRequest, 'method' | 'params'>;

export interface LedgerWaitOptions {
  readonly node: Pick<LedgerNode, 'validated' | 'onValidated'>;
  readonly clock: Clock;
  /** There may be more in the log. */
  readonly onHint: () => void;
}

export class LedgerWait {
  readonly #options: LedgerWaitOptions;

  constructor(options: LedgerWaitOptions) {
    this.#options = options;
  }

  /** Resolves when this member has the ledger, or the time is over; undefined if it has it. */
  until(ledgerIndex: number, atMostMs: number): Promise<void> | undefined {
    const { node, clock, onHint } = this.#options;
    if (node.validated.ledgerIndex >= ledgerIndex) return undefined;
    onHint();
    return new Promise((resolve) => {
      const end = () => {
        timer.cancel();
        stop();
        resolve();
      };
      const timer = clock.after(atMostMs, end);
      const stop = node.onValidated(({ ledgerIndex: reached }) => {
        if (reached >= ledgerIndex) end();
      });
    });
  }

  /** Waits for what the request demands; undefined if there is nothing to wait for. Rejects with an `RpcError`. */
  demanded(request: SessionRequest, atMostMs: number): Promise<void> | undefined {
    if (!isOfSession(request)) return undefined;
    const demanded = ledgerIndexOf(request.params.min_ledger);
    if (demanded === undefined) return Promise.reject(invalidField('min_ledger'));
    return this.until(demanded, atMostMs)?.then(() => {
      const { ledgerIndex } = this.#options.node.validated;
      if (ledgerIndex < demanded) throw new RpcError('notSynced', behind(demanded, ledgerIndex));
    });
  }
}

/** `tx` has a range of ledgers to search, whose lower end has the same name (rippled: Tx.cpp, doTxJson). */
function isOfSession({ method, params }: SessionRequest): boolean {
  return params.min_ledger !== undefined && !(method === 'tx' && params.max_ledger !== undefined);
}

/** A number, or its digits; undefined for what is no index. */
function ledgerIndexOf(value: unknown): number | undefined {
  const index = typeof value === 'string' && DIGITS.test(value) ? Number(value) : value;
  const isIndex = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index <= MAX_LEDGER_INDEX;
  return isIndex ? index : undefined;
}

function behind(demanded: number, ledgerIndex: number): string {
  return `This member of the cluster has the ledgers up to ${ledgerIndex}, not ${demanded} yet. Try again, or ask another one.`;
}

/** The answer to a request that demanded a ledger, with what its client is to demand next. */
export function withLedgerSeen(
  request: SessionRequest,
  result: JsonObject,
  member: { readonly name: string; readonly ledgerIndex: number },
): JsonObject {
  if (!isOfSession(request) || result.weir_node !== undefined) return result;
  return { ...result, weir_node: member.name, weir_ledger: member.ledgerIndex };
}
