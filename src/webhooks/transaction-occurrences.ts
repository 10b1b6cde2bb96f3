/** What a transaction did to an account, from its JSON and that of its metadata. */
import { accountIdToAddress } from '../crypto/address.ts';
import { EntryFlags, TransactionFlags } from '../protocol/tables/flags.ts';
import { issuerOfMpt, type Json, type JsonObject } from '../protocol/values.ts';
import { shortfallFacts } from '../rpc/json/shortfall-json.ts';
import type { Shortfall } from '../transactions/explain/shortfalls.ts';
import type { Occurrence } from './webhook-event.ts';

/** A transaction of a closed ledger, with JSON as in the API. */
export interface JsonTransaction {
  readonly id: string;
  readonly position: number;
  readonly tx: JsonObject;
  /** `delivered_amount` of the metadata. */
  readonly delivered: Json | undefined;
  readonly entries: readonly ChangedEntry[];
  /** What it did not do although it succeeded. */
  readonly shortfalls: readonly Shortfall[];
}

/** Flags as of the end of the ledger. */
export interface LedgerFlags {
  /** True if trust lines towards the account need its authorization. */
  requiresAuthorization(address: string): boolean;
  mptRequiresAuthorization(issuanceId: string): boolean;
}

/** An entry that a transaction changed. */
export interface ChangedEntry {
  readonly kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  readonly type: string;
  readonly id: string;
  /** The fields afterwards, or those of a deleted entry. */
  readonly fields: JsonObject;
  /** The previous values of changed fields; empty for a created entry. */
  readonly previous: JsonObject;
}

const { lsfLowReserve, lsfHighReserve, lsfLowAuth, lsfHighAuth } = EntryFlags.RippleState;
const { lsfMPTAuthorized } = EntryFlags.MPToken;
const { tfClose } = TransactionFlags.PaymentChannelClaim;
/** The types whose `Destination` receives what they deliver. */
const PAYING_TYPES: readonly unknown[] = ['Payment', 'AccountDelete'];

export function changedEntries({ AffectedNodes }: JsonObject): ChangedEntry[] {
  return (AffectedNodes as readonly JsonObject[]).flatMap((element) =>
    Object.entries(element as Readonly<Record<string, JsonObject>>).map(([kind, node]) => ({
      kind: kind as ChangedEntry['kind'],
      type: node.LedgerEntryType as string,
      id: node.LedgerIndex as string,
      fields: (node.NewFields ?? node.FinalFields ?? {}) as JsonObject,
      previous: (node.PreviousFields ?? {}) as JsonObject,
    })),
  );
}

/** What happened to the account. Its data has the `shortfalls` of the transaction. */
export function* occurrencesOf(
  transaction: JsonTransaction,
  account: string,
  flags: LedgerFlags,
): Generator<Occurrence, void> {
  for (const { data, ...occurrence } of changesFor(transaction, account, flags)) {
    yield { ...occurrence, data: { ...data, ...shortfallFacts(transaction.shortfalls) } };
  }
}

function* changesFor(transaction: JsonTransaction, account: string, flags: LedgerFlags): Generator<Occurrence, void> {
  yield* paymentsTo(transaction, account);
  for (const entry of transaction.entries) {
    if (entry.type === 'RippleState') yield* openedLine(entry, account, flags);
    if (entry.type === 'MPToken') yield* openedMptoken(entry, account, flags);
    if (entry.type === 'PayChannel' && entry.fields.Destination === account) yield* channelChanges(entry, transaction);
  }
}

function* paymentsTo({ tx, delivered }: JsonTransaction, account: string): Generator<Occurrence, void> {
  if (tx.Destination !== account || !PAYING_TYPES.includes(tx.TransactionType) || delivered === undefined) return;
  const data = withoutAbsent({
    sender: tx.Account,
    amount: delivered,
    destination_tag: tx.DestinationTag,
    source_tag: tx.SourceTag,
    invoice_id: tx.InvoiceID,
    transaction_type: tx.TransactionType,
  });
  yield { type: 'payment.received', account, subject: '', data };
}

/**
 * A line is opened towards the account when the other side begins to own it: it pays the reserve from then on. The account may
 * have created the entry before, to authorize the line.
 */
function* openedLine(
  { kind, id, fields, previous }: ChangedEntry,
  account: string,
  { requiresAuthorization }: LedgerFlags,
): Generator<Occurrence, void> {
  const [low, high] = [fields.LowLimit, fields.HighLimit] as readonly JsonObject[];
  if (kind === 'DeletedNode' || low === undefined || high === undefined) return;
  if (low.issuer !== account && high.issuer !== account) return;
  const isLow = low.issuer === account;
  const peerLimit = isLow ? high : low;
  const peerReserve = isLow ? lsfHighReserve : lsfLowReserve;
  const flags = numberOf(fields.Flags);
  const flagsBefore = kind === 'CreatedNode' ? 0 : numberOf(previous.Flags ?? fields.Flags);
  if ((flags & peerReserve) === 0 || (flagsBefore & peerReserve) !== 0) return;
  const isAuthorized = (flags & (isLow ? lsfLowAuth : lsfHighAuth)) !== 0;
  const { issuer: peer, currency, value: limit } = peerLimit;
  const data = withoutAbsent({ peer, currency, limit, authorized: isAuthorized, line_id: id });
  yield { type: 'trust_line.opened', account, subject: id, data };
  if (!isAuthorized && requiresAuthorization(account))
    yield { type: 'trust_line.authorization_asked', account, subject: id, data };
}

function* openedMptoken(
  { kind, id, fields }: ChangedEntry,
  account: string,
  { mptRequiresAuthorization }: LedgerFlags,
): Generator<Occurrence, void> {
  const { Account: holder, MPTokenIssuanceID: issuanceId } = fields as { Account: string; MPTokenIssuanceID: string };
  if (kind !== 'CreatedNode' || accountIdToAddress(issuerOfMpt(issuanceId)) !== account) return;
  if ((numberOf(fields.Flags) & lsfMPTAuthorized) !== 0 || !mptRequiresAuthorization(issuanceId)) return;
  const data = { holder, mpt_issuance_id: issuanceId };
  yield { type: 'mpt.authorization_asked', account, subject: id, data };
}

/** For the payee. */
function* channelChanges(
  { kind, id, fields, previous }: ChangedEntry,
  { tx }: JsonTransaction,
): Generator<Occurrence, void> {
  const { Destination, Account: source, Amount: amount, Expiration: expiration, CancelAfter: cancelAfter } = fields;
  const channel = { channel_id: id, source, amount, expiration, cancel_after: cancelAfter };
  const event = (type: Occurrence['type'], more: Readonly<Record<string, Json | undefined>>): Occurrence => ({
    type,
    account: Destination as string,
    subject: id,
    data: withoutAbsent({ ...channel, ...more }),
  });
  if (kind === 'CreatedNode')
    yield event('channel.opened', { settle_delay: fields.SettleDelay, public_key: fields.PublicKey });
  if (previous.Balance !== undefined) {
    const redeemed = BigInt(fields.Balance as string) - BigInt(previous.Balance as string);
    yield event('channel.redeemed', { balance: fields.Balance, redeemed: String(redeemed) });
  }
  if (kind === 'ModifiedNode' && isCloseRequest(fields, previous, tx))
    yield event('channel.close_requested', { balance: fields.Balance ?? '0' });
  if (kind === 'DeletedNode') yield event('channel.closed', { balance: fields.Balance ?? '0' });
}

/** True if the payer gave the channel an expiration, or an earlier one. */
function isCloseRequest({ Account, Expiration }: JsonObject, previous: JsonObject, tx: JsonObject): boolean {
  if (Expiration === undefined || tx.Account !== Account) return false;
  if (previous.Expiration !== undefined) return numberOf(Expiration) < numberOf(previous.Expiration);
  if (tx.TransactionType === 'PaymentChannelClaim') return (numberOf(tx.Flags) & tfClose) !== 0;
  return tx.TransactionType === 'PaymentChannelFund' && tx.Expiration === Expiration;
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function withoutAbsent(data: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as JsonObject;
}
