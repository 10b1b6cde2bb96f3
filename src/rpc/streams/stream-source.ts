/**
 * Where streams learn of what happens: from a node in this thread, or from messages of the thread that has it. Each
 * message is written once for all who get it.
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

/** A transaction that got into the open ledger. */
export interface ProposedEvent {
  readonly mentioned: ReadonlySet<AccountId>;
  message(apiVersion: ApiVersion): Buffer;
}

export interface StreamListener {
  /** A ledger was validated; with what its close made of it, where that is at hand. */
  onLedger(ledger: PreparedLedger | undefined): void;
  /** The chain returned to this ledger, from that one. */
  onReverted(header: LedgerHeader, revertedFrom: LedgerHeader): void;
  onProposed(event: ProposedEvent): void;
  /** The message of the stream `server`, which has changed. */
  onServerStatus(message: Buffer): void;
}

export interface StreamSource {
  /** The returned function ends it. */
  listen(listener: StreamListener): () => void;
}

/** What a node in this thread has to tell. */
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

/** The event of a transaction that got into the open ledger just now. */
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

/** What the reference's pubServer says. Fees are all that can change of it. */
class ServerStatus {
  readonly #node: LedgerNode;
  #last: string;

  constructor(node: LedgerNode) {
    this.#node = node;
    this.#last = this.#text();
  }

  /** The message, if it is another than the last time. */
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
