/**
 * The source of stream events: a node in this thread, or messages from the engine's thread. Each message is serialized
 * once for all subscribers.
 */
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../protocol/values.ts';
import { loadFigures } from '../json/fee-levels.ts';
import type { ApiVersion } from '../method/context.ts';
import { mentionedAccounts, proposedMessage } from './transaction-message.ts';

/** A transaction that was applied to the open ledger. */
export interface ProposedEvent {
  readonly mentioned: ReadonlySet<AccountId>;
  message(apiVersion: ApiVersion): Buffer;
}

export interface StreamListener {
  /** A ledger was validated; with the result of its close, if available. */
  onLedger(ledger: PreparedLedger | undefined): void;
  /** The chain was reverted to `header`. */
  onReverted(header: LedgerHeader, revertedFrom: LedgerHeader): void;
  onProposed(event: ProposedEvent): void;
  /** A new message of the stream `server`. */
  onServerStatus(message: Buffer): void;
}

export interface StreamSource {
  /** The returned function removes the listener. */
  listen(listener: StreamListener): () => void;
}

/** The source for a node in this thread. */
export function streamSourceOf(node: LedgerNode): StreamSource {
  return {
    listen(listener) {
      const status = new ServerStatus(node);
      const announceChange = () => {
        const message = status.change();
        if (message !== undefined) listener.onServerStatus(message);
      };
      const stopValidated = node.onValidated((_header, ledger) => {
        announceChange();
        listener.onLedger(ledger);
      });
      const stopProposed = node.onProposed((...proposed) => {
        listener.onProposed(proposedEvent(...proposed));
        announceChange();
      });
      const stopReverted = node.onReverted((header, revertedFrom) => {
        listener.onReverted(header, revertedFrom);
        announceChange();
      });
      return () => {
        stopReverted();
        stopValidated();
        stopProposed();
      };
    },
  };
}

/** The event of a transaction that was just applied to the open ledger. */
export function proposedEvent(transaction: Transaction, result: Ter, openView: OpenView): ProposedEvent {
  const messages: Partial<Record<ApiVersion, Buffer>> = {};
  return {
    mentioned: mentionedAccounts(transaction),
    message(apiVersion) {
      messages[apiVersion] ??= Buffer.from(JSON.stringify(proposedMessage(transaction, result, openView, apiVersion)));
      return messages[apiVersion];
    },
  };
}

/** The message of the reference's pubServer. Only its fees can change. */
class ServerStatus {
  readonly #node: LedgerNode;
  #last: string;

  constructor(node: LedgerNode) {
    this.#node = node;
    this.#last = this.#text();
  }

  /** The message, if it has changed since the last call. */
  change(): Buffer | undefined {
    const text = this.#text();
    if (text === this.#last) return undefined;
    this.#last = text;
    return Buffer.from(text);
  }

  #text(): string {
    return JSON.stringify({
      type: 'serverStatus',
      server_status: 'full',
      base_fee: Number(this.#node.fees.baseDrops),
      ...loadFigures(this.#node.metrics()),
    });
  }
}
