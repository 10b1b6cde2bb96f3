/**
 * The streams of one server: tells subscribers of ledgers and of transactions on their way. Listens to the node only
 * while somebody listens here.
 */
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { withoutPause } from '../../util/steps.ts';
import { currentMetrics, loadFigures } from '../json/fee-levels.ts';
import type { ApiVersion } from '../method/context.ts';
import { EventHistory } from './event-history.ts';
import { ledgerRevertedMessage } from './ledger-message.ts';
import { type StreamPacers, StreamTurns } from './stream-turns.ts';
import { type StreamSink, Subscription } from './subscription.ts';
import { mentionedAccounts, proposedMessage } from './transaction-message.ts';

export class StreamHub {
  readonly #node: LedgerNode;
  readonly #history: EventHistory;
  readonly #turns: StreamTurns;
  readonly #subscriptions = new Set<Subscription>();
  #stopListening: (() => void) | undefined;

  /** Without pacers, messages are made without regard to others. */
  constructor(node: LedgerNode, pacers: StreamPacers = { messages: withoutPause, paths: withoutPause }) {
    this.#node = node;
    this.#turns = new StreamTurns(pacers);
    this.#history = new EventHistory(node);
  }

  /** The subscription of a connection, empty at first. The connection closes it when it ends. */
  open(sink: StreamSink, maxAccounts: number): Subscription {
    const onClose = (closed: Subscription) => this.#remove(closed);
    const shared = { history: this.#history, turns: this.#turns };
    const subscription = new Subscription(this.#node, sink, { ...shared, maxAccounts, onClose });
    this.#subscriptions.add(subscription);
    this.#stopListening ??= this.#listen();
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

  #listen(): () => void {
    let status = this.#serverStatus();
    const announceChange = () => {
      const next = this.#serverStatus();
      if (next !== status) this.#announceServer(next);
      status = next;
    };
    const stopValidated = this.#node.onValidated((_header, ledger) => {
      announceChange();
      for (const subscription of this.#subscriptions) subscription.findPathsSoon();
      const interested = [...this.#subscriptions].filter(({ interest }) => !interest.isEmpty);
      if (interested.length === 0) return;
      this.#history.add(ledger);
      for (const subscription of interested) subscription.wakeSoon();
    });
    const stopProposed = this.#node.onProposed((transaction, result) => {
      this.#propose(transaction, result);
      announceChange();
    });
    const stopReverted = this.#node.onReverted((header, revertedFrom) => {
      this.#goBack(header, revertedFrom);
      announceChange();
    });
    return () => {
      stopReverted();
      stopValidated();
      stopProposed();
    };
  }

  #goBack(header: LedgerHeader, revertedFrom: LedgerHeader): void {
    this.#history.clear();
    const message = Buffer.from(JSON.stringify(ledgerRevertedMessage(header, revertedFrom)));
    for (const subscription of this.#subscriptions) {
      subscription.goBack(header.ledgerIndex + 1);
      subscription.findPathsSoon();
      if (subscription.interest.wantsReverts) subscription.sink.push(message);
    }
  }

  /** What the reference's pubServer says. Fees are all that can change of it. */
  #serverStatus(): string {
    return JSON.stringify({
      type: 'serverStatus',
      server_status: 'full',
      base_fee: Number(this.#node.fees.baseDrops),
      ...loadFigures(currentMetrics(this.#node)),
    });
  }

  #announceServer(status: string): void {
    const message = Buffer.from(status);
    for (const { interest, sink } of this.#subscriptions) if (interest.wantsServerStatus) sink.push(message);
  }

  #propose(transaction: Transaction, result: Ter): void {
    const mentioned = mentionedAccounts(transaction);
    const messages: Partial<Record<ApiVersion, Buffer>> = {};
    for (const { interest, apiVersion, sink } of this.#subscriptions) {
      if (!interest.wantsProposed(mentioned)) continue;
      const { openView } = this.#node;
      messages[apiVersion] ??= Buffer.from(JSON.stringify(proposedMessage(transaction, result, openView, apiVersion)));
      sink.push(messages[apiVersion]);
    }
  }
}
