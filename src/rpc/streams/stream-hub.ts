/**
 * The streams of one server: delivers ledgers and proposed transactions to subscribers. It listens to its source only
 * while it has subscribers.
 */

import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { type Pacer, withoutPause } from '../../util/steps.ts';
import { EventHistory } from './event-history.ts';
import { ledgerRevertedMessage } from './ledger-message.ts';
import type { ProposedEvent, StreamListener, StreamSource } from './stream-source.ts';
import { StreamTurns } from './stream-turns.ts';
import { type StreamSink, Subscription } from './subscription.ts';

export class StreamHub implements StreamListener {
  readonly #reader: LedgerReader;
  readonly #source: StreamSource;
  readonly #history: EventHistory;
  readonly #turns: StreamTurns;
  readonly #subscriptions = new Set<Subscription>();
  #stopListening: (() => void) | undefined;

  /** Without a pacer, messages are created without pauses. */
  constructor(reader: LedgerReader, source: StreamSource, pacer: Pacer = withoutPause) {
    this.#reader = reader;
    this.#source = source;
    this.#turns = new StreamTurns(pacer);
    this.#history = new EventHistory(reader);
  }

  /** The subscription of a connection, empty at first. The connection closes it when it ends. */
  open(sink: StreamSink, maxAccounts: number): Subscription {
    const onClose = (closed: Subscription) => this.#remove(closed);
    const shared = { history: this.#history, turns: this.#turns };
    const subscription = new Subscription(this.#reader, sink, { ...shared, maxAccounts, onClose });
    this.#subscriptions.add(subscription);
    this.#stopListening ??= this.#source.listen(this);
    return subscription;
  }

  #remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    this.#turns.forget(subscription);
    if (this.#subscriptions.size > 0) return;
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#history.clear();
  }

  onLedger(ledger: PreparedLedger | undefined): void {
    for (const subscription of this.#subscriptions) subscription.findPathsSoon();
    const interested = [...this.#subscriptions].filter(({ interest }) => !interest.isEmpty);
    if (interested.length === 0) return;
    if (ledger !== undefined) this.#history.add(ledger);
    for (const subscription of interested) subscription.wakeSoon();
  }

  onReverted(header: LedgerHeader, revertedFrom: LedgerHeader): void {
    this.#history.clear();
    const message = Buffer.from(JSON.stringify(ledgerRevertedMessage(header, revertedFrom)));
    for (const subscription of this.#subscriptions) {
      subscription.goBack(header.ledgerIndex + 1, header.ledgerIndex > revertedFrom.ledgerIndex);
      subscription.findPathsSoon();
      if (subscription.interest.wantsReverts) subscription.push(message);
    }
  }

  onProposed(event: ProposedEvent): void {
    for (const subscription of this.#subscriptions) {
      const { interest, apiVersion } = subscription;
      if (interest.wantsProposed(event.mentioned)) subscription.push(event.message(apiVersion));
    }
  }

  onServerStatus(message: Buffer): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.interest.wantsServerStatus) subscription.push(message);
    }
  }
}
