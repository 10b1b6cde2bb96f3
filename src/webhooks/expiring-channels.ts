/**
 * Finds the ledger after which a payee's channel has little time left: the first one whose close time is at most a fixed number of
 * seconds before the channel's expiration. The ledgers alone decide, so each server finds the same one.
 */
import { accountIdToAddress, addressToAccountId } from '../crypto/address.ts';
import { directoryKeys } from '../ledger/directory.ts';
import type { ReadView } from '../ledger/read-view.ts';
import { ownerDirKeylet } from '../protocol/entries/keylets.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { Steps } from '../util/steps.ts';
import type { ChangedEntry } from './transaction-occurrences.ts';
import type { Occurrence } from './webhook-event.ts';

interface WatchedChannel {
  readonly payee: string;
  readonly source: string;
  readonly expiration: number | undefined;
  readonly cancelAfter: number | undefined;
  /** True if its end is near, as of the last ledger. */
  isNear: boolean;
}

/** The channels of some payees, as of one ledger. */
export class ExpiringChannels {
  readonly #payees: ReadonlySet<string>;
  readonly #nearSeconds: number;
  readonly #channels = new Map<string, WatchedChannel>();

  constructor(payees: ReadonlySet<string>, nearSeconds: number) {
    this.#payees = payees;
    this.#nearSeconds = nearSeconds;
  }

  /** Begins with the channels of a ledger. */
  *readAll(view: ReadView): Steps<void> {
    for (const address of this.#payees) {
      const payee = addressToAccountId(address)!;
      for (const key of directoryKeys(view, ownerDirKeylet(payee))) {
        yield;
        const entry = view.readAny(key);
        if (entry?.LedgerEntryType !== 'PayChannel' || entry.Destination !== payee) continue;
        const { Expiration: expiration, CancelAfter: cancelAfter } = entry;
        this.#set(key, { payee: address, source: accountIdToAddress(entry.Account), expiration, cancelAfter });
      }
    }
    for (const channel of this.#channels.values()) channel.isNear = this.#isNear(channel, view.closeTimeSeconds);
  }

  /** Takes in a change of the next ledger. */
  note({ type, kind, id, fields }: ChangedEntry): void {
    if (type !== 'PayChannel' || !this.#payees.has(fields.Destination as string)) return;
    if (kind === 'DeletedNode') {
      this.#channels.delete(id);
      return;
    }
    const { Destination: payee, Account: source, Expiration: expiration, CancelAfter: cancelAfter } = fields;
    this.#set(id, { payee, source, expiration, cancelAfter } as Omit<WatchedChannel, 'isNear'>);
  }

  /** Moves to the end of the next ledger, after its changes. */
  *closeLedger(closeTimeSeconds: number): Generator<Occurrence, void> {
    for (const [id, channel] of this.#channels) {
      const wasNear = channel.isNear;
      channel.isNear = this.#isNear(channel, closeTimeSeconds);
      if (channel.isNear && !wasNear) yield expiringEvent(id, channel, closeTimeSeconds);
    }
  }

  #set(id: string, channel: Omit<WatchedChannel, 'isNear'>): void {
    this.#channels.set(id, { ...channel, isNear: this.#channels.get(id)?.isNear ?? false });
  }

  #isNear(channel: WatchedChannel, closeTimeSeconds: number): boolean {
    return endOf(channel) <= closeTimeSeconds + this.#nearSeconds;
  }
}

/** Infinity for a channel without an end. */
function endOf({ expiration = Infinity, cancelAfter = Infinity }: WatchedChannel): number {
  return Math.min(expiration, cancelAfter);
}

function expiringEvent(id: string, channel: WatchedChannel, closeTimeSeconds: number): Occurrence {
  const { payee, source, expiration, cancelAfter } = channel;
  const data: JsonObject = {
    channel_id: id,
    source,
    ...(expiration !== undefined && { expiration }),
    ...(cancelAfter !== undefined && { cancel_after: cancelAfter }),
    seconds_left: endOf(channel) - closeTimeSeconds,
  };
  return { type: 'channel.expiring', account: payee, subject: id, data };
}
