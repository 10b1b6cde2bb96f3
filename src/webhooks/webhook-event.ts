/** An event of a ledger as webhooks send it. It follows from the closed ledger alone, so it is the same after every restart. */
import { createHash } from 'node:crypto';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { JsonObject } from '../protocol/values.ts';
import { ledgerTimeToIso } from '../rpc/json/ledger-time.ts';

/** The events that an endpoint can have. Events of one transaction are sent in this order. */
export const EVENT_TYPES = [
  'payment.received',
  'trust_line.opened',
  'trust_line.authorization_asked',
  'mpt.authorization_asked',
  'channel.opened',
  'channel.redeemed',
  'channel.close_requested',
  'channel.expiring',
  'channel.closed',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that a ledger did to an account. */
export interface Occurrence {
  readonly type: EventType;
  /** The address of the account. */
  readonly account: string;
  /** The id of the entry that it is about; empty where the transaction is enough. */
  readonly subject: string;
  readonly data: JsonObject;
}

export interface WebhookEvent {
  /** Depends only on the ledger's hash and on what happened in it. */
  readonly id: string;
  readonly type: string;
  readonly ledgerIndex: number;
  readonly ledgerHash: string;
  /** Orders the events of a ledger. */
  readonly place: string;
  /** The JSON that is sent, always the same bytes. */
  readonly body: string;
}

/** Events without a transaction come after those of transactions. */
const AFTER_TRANSACTIONS = 0xffff_ffff;
const ID_BYTES = 16;

/** `transaction`: undefined for an event that follows from the time of the ledger. */
export function ledgerEvent(
  { type, account, subject, data }: Occurrence,
  header: LedgerHeader,
  transaction: { readonly id: string; readonly position: number } | undefined,
  networkId: number,
): WebhookEvent {
  const position = transaction?.position ?? AFTER_TRANSACTIONS;
  const order = String(EVENT_TYPES.indexOf(type)).padStart(2, '0');
  const facts = {
    account,
    ...data,
    ...(transaction && { hash: transaction.id, transaction_index: transaction.position }),
    ...ledgerFacts(header, networkId),
  };
  return createEvent({
    type,
    header,
    place: [String(position).padStart(10, '0'), order, account, subject].join('/'),
    identity: [transaction?.id ?? '', type, account, subject],
    data: facts,
  });
}

/** Where an event happened, for its data. */
export function ledgerFacts({ ledgerIndex, hash }: LedgerHeader, networkId: number): JsonObject {
  return { ledger_index: ledgerIndex, ledger_hash: hash, network_id: networkId };
}

/** `identity`: what distinguishes it from other events of that ledger. */
export function createEvent(parts: {
  readonly type: string;
  readonly header: LedgerHeader;
  readonly place: string;
  readonly identity: readonly string[];
  readonly data: JsonObject;
}): WebhookEvent {
  const { type, header, place, identity, data } = parts;
  const named = [header.hash, ...identity].join('/');
  return {
    id: createHash('sha256')
      .update(named)
      .digest('hex')
      .slice(0, 2 * ID_BYTES),
    type,
    ledgerIndex: header.ledgerIndex,
    ledgerHash: header.hash,
    place,
    body: JSON.stringify({ type, timestamp: ledgerTimeToIso(header.closeTimeSeconds), data }),
  };
}
