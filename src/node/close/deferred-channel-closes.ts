/**
 * Payers' requests to close a channel that are deferred to the next ledger. The end of the channel is counted from the close time
 * of the ledger before, which is usually the second of the request (see `LedgerTime`). But a held transaction may be applied
 * later, and a close may be late because the disk failed or the machine slept. The payee could do nothing meanwhile, so the time
 * must begin after that.
 */
import type { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { channelKeylet } from '../../transactions/channels/payment-channel.ts';

const { tfClose } = TransactionFlags.PaymentChannelClaim;

/** True for a transaction by which the payer of a channel in that ledger sets its end. */
export function isChannelCloseRequest(view: ReadView, { fields }: Transaction): boolean {
  const { TransactionType: type, Account: account, Flags: flags = 0, Channel: channelId, Expiration: end } = fields;
  const setsEnd =
    type === 'PaymentChannelClaim' ? (flags & tfClose) !== 0 : type === 'PaymentChannelFund' && end !== undefined;
  if (!setsEnd || typeof channelId !== 'string') return false;
  return view.read(channelKeylet(channelId))?.Account === account;
}

export class DeferredChannelCloses {
  /** Requests in the open ledger by id, with their arrival in seconds since 2000-01-01T00:00:00Z. */
  #arrivals: Map<Hash256, number> = new Map();

  /** The requests, for `restore`. */
  get state(): ReadonlyMap<Hash256, number> {
    return new Map(this.#arrivals);
  }

  /** Replaces the requests by earlier ones. */
  restore(arrivals: ReadonlyMap<Hash256, number>): void {
    this.#arrivals = new Map(arrivals);
  }

  /** Call this for each submission that was applied to the open ledger. */
  note(view: ReadView, transaction: Transaction, nowSeconds: number): void {
    if (isChannelCloseRequest(view, transaction)) this.#arrivals.set(transaction.id, nowSeconds);
  }

  /** Requests in the open ledger that arrived after its parent closed; all of them if the close is late. */
  notYetClosable(view: OpenView, isLate: boolean): ReadonlySet<Transaction> {
    const early = new Set<Transaction>();
    if (this.#arrivals.size === 0 && !isLate) return early;
    for (const { transaction } of view.transactions) {
      const arrival = this.#arrivals.get(transaction.id) ?? 0;
      const isEarly = arrival > view.parentCloseTimeSeconds || (isLate && isChannelCloseRequest(view, transaction));
      if (isEarly) early.add(transaction);
    }
    return early;
  }

  /** Moves to a new open ledger: removes requests that are not in it, and adds those from the queue as arrived now. */
  moveOn(view: OpenView, nowSeconds: number): void {
    for (const id of this.#arrivals.keys()) if (!view.hasTransaction(id)) this.#arrivals.delete(id);
    for (const { transaction } of view.transactions) {
      if (!this.#arrivals.has(transaction.id)) this.note(view, transaction, nowSeconds);
    }
  }
}
