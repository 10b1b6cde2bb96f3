/**
 * Finds the events of closed ledgers for an endpoint. The history of each account says which transactions to read, so the cost
 * depends on what its accounts do, not on the size of the ledgers.
 */
import { addressToAccountId } from '../crypto/address.ts';
import { accountTransactions } from '../history/packed-rows.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { LedgerReader } from '../node/ledger-node.ts';
import { accountKeylet, mptIssuanceKeylet } from '../protocol/entries/keylets.ts';
import { decodeToJson } from '../protocol/json/to-json.ts';
import { EntryFlags, hasFlag } from '../protocol/tables/flags.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import type { JsonObject } from '../protocol/values.ts';
import { metadataWithoutNftokens } from '../rpc/json/transaction-json.ts';
import type { JsonDraft } from '../rpc/params/json-values.ts';
import type { StoredTransaction } from '../storage/history-store.ts';
import { shortfallsInJson } from '../transactions/explain/shortfalls.ts';
import type { Steps } from '../util/steps.ts';
import type { LedgerName } from './delivered-ledgers.ts';
import { ExpiringChannels } from './expiring-channels.ts';
import { changedEntries, type JsonTransaction, type LedgerFlags, occurrencesOf } from './transaction-occurrences.ts';
import { type EventType, ledgerEvent, type WebhookEvent } from './webhook-event.ts';

/** The history is searched for so many ledgers at a time. */
const LEDGERS_AT_ONCE = 64;

export interface Subscription {
  /** Addresses. */
  readonly accounts: ReadonlySet<string>;
  readonly events: ReadonlySet<EventType>;
  /** The time before a channel's end at which it counts as expiring. */
  readonly expiringSeconds: number;
}

/** Position of a transaction in its ledger → the addresses of the accounts that it affected. */
type AffectedByPosition = ReadonlyMap<number, ReadonlySet<string>>;

export interface FoundTransactions {
  /** The last ledger that was searched. While the chain has it, the ledgers before it are the same too. */
  readonly last: LedgerName;
  readonly byLedger: ReadonlyMap<number, AffectedByPosition>;
}

export class EventSource {
  readonly #reader: LedgerReader;
  readonly #subscription: Subscription;
  /** The channels as of a ledger; undefined if there is nothing to continue from. */
  #channels: { readonly ledgerHash: string; readonly all: ExpiringChannels } | undefined;

  constructor(reader: LedgerReader, subscription: Subscription) {
    this.#reader = reader;
    this.#subscription = subscription;
  }

  /** Searches validated ledgers from this index. */
  *find(fromIndex: number): Steps<FoundTransactions> {
    const { store, validated } = this.#reader;
    const lastIndex = Math.min(validated.ledgerIndex, fromIndex + LEDGERS_AT_ONCE - 1);
    const last: LedgerName = [lastIndex, store.header(lastIndex)!.hash];
    const range = { minLedgerIndex: fromIndex, maxLedgerIndex: lastIndex, forward: true };
    const byLedger = new Map<number, Map<number, Set<string>>>();
    for (const address of this.#subscription.accounts) {
      yield;
      for (const place of accountTransactions(store, { ...range, account: addressToAccountId(address)! })) {
        const inLedger = byLedger.get(place.ledgerIndex) ?? new Map<number, Set<string>>();
        byLedger.set(place.ledgerIndex, inLedger);
        inLedger.set(place.position, (inLedger.get(place.position) ?? new Set()).add(address));
      }
    }
    return { last, byLedger };
  }

  /** The events of a ledger in order; undefined if the ledger is gone meanwhile. */
  *eventsOf(ledgerIndex: number, found: AffectedByPosition = new Map()): Steps<WebhookEvent[] | undefined> {
    const { store, networkId } = this.#reader;
    const { events: wanted } = this.#subscription;
    const header = store.header(ledgerIndex);
    const view = this.#reader.view(ledgerIndex);
    if (header === undefined || view === undefined) return undefined;
    const channels = wanted.has('channel.expiring')
      ? yield* this.#channelsBefore(header.parentHash, ledgerIndex)
      : undefined;
    const flags = ledgerFlags(view);
    const events: WebhookEvent[] = [];
    for (const [position, accounts] of [...found].sort(([one], [other]) => one - other)) {
      yield;
      const stored = store.transaction({ ledgerIndex, position });
      if (stored === undefined) return undefined;
      const transaction = readTransaction(stored, header);
      for (const entry of transaction.entries) channels?.note(entry);
      for (const account of accounts) {
        for (const occurrence of occurrencesOf(transaction, account, flags))
          if (wanted.has(occurrence.type)) events.push(ledgerEvent(occurrence, header, transaction, networkId));
      }
    }
    if (channels !== undefined) {
      for (const occurrence of channels.closeLedger(header.closeTimeSeconds))
        events.push(ledgerEvent(occurrence, header, undefined, networkId));
      this.#channels = { ledgerHash: header.hash, all: channels };
    }
    return events.sort((one, other) => (one.place < other.place ? -1 : 1));
  }

  /** The channels as of the parent of a ledger. They are read anew unless the parent was the last ledger that was looked at. */
  *#channelsBefore(parentHash: string, ledgerIndex: number): Steps<ExpiringChannels> {
    const known = this.#channels;
    this.#channels = undefined;
    if (known?.ledgerHash === parentHash) return known.all;
    const { accounts, expiringSeconds } = this.#subscription;
    const channels = new ExpiringChannels(accounts, expiringSeconds);
    const parent = this.#reader.view(ledgerIndex - 1);
    if (parent !== undefined) yield* channels.readAll(parent);
    return channels;
  }
}

function readTransaction({ blob, metadata, position }: StoredTransaction, header: LedgerHeader): JsonTransaction {
  const tx = decodeToJson(blob) as JsonDraft;
  const meta = metadataWithoutNftokens(metadata, tx, header.ledgerIndex, header.closeTimeSeconds) as JsonObject;
  const { delivered_amount: delivered } = meta;
  const facts = { tx: tx as JsonObject, delivered, entries: changedEntries(meta) };
  return { id: transactionIdOf(blob), position, ...facts, shortfalls: shortfallsInJson(facts.tx, meta) };
}

function ledgerFlags(view: ReadView): LedgerFlags {
  const { lsfRequireAuth } = EntryFlags.AccountRoot;
  const { lsfMPTRequireAuth } = EntryFlags.MPTokenIssuance;
  return {
    requiresAuthorization: (address) =>
      hasFlag(view.read(accountKeylet(addressToAccountId(address)!)) ?? {}, lsfRequireAuth),
    mptRequiresAuthorization: (issuanceId) =>
      hasFlag(view.read(mptIssuanceKeylet(issuanceId)) ?? {}, lsfMPTRequireAuth),
  };
}
