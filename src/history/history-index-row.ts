/**
 * What the index of an account's history says about a transaction beside where it is: 16 bytes that are enough to pass
 * over nearly every row that a question is not about, without reading the transaction. Numbers are big-endian.
 *
 * | bytes | what |
 * |-------|------|
 * | 0–1   | number of the transaction's type |
 * | 2     | code of its result (0 for tesSUCCESS, 100 to 255 for a tec) |
 * | 3     | `FACT_BITS` |
 * | 4–7   | first bytes of the counterparty's account id; 0 where there are several |
 * | 8–9   | digest of the amount's currency; 0 for the native one |
 * | 10–11 | magnitude of what was delivered (`amountMagnitude`) |
 * | 12–13 | lower half of the destination tag |
 * | 14–15 | lower half of the source tag |
 *
 * These are digests: a row that they pass still has to be looked at, a row that they refuse does not. Only type and
 * result are the whole truth.
 *
 * What a transaction is about, from its fields and its metadata: who sent it, whom it is directed at, which amount it
 * moved, whose offers it took. The index of histories and the answers to questions about them share these definitions.
 *
 * Rows of account histories, packed one behind the other: what both backends keep and everybody reads. Packed rows are
 * a third of the size of separate ones, and a question passes over a million of them in milliseconds.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import { escrowKeylet } from '../protocol/entries/keylets.ts';
import { type Field, fieldByName } from '../protocol/tables/fields.ts';
import { DELIVERING_TYPES } from '../protocol/tables/transaction-traits.ts';
import {
  TRANSACTION_TYPES,
  type TransactionTypeName,
  type TransactionTypeRecord,
} from '../protocol/tables/transaction-types.ts';
import {
  type AccountId,
  type Amount,
  type Currency,
  type Hash256,
  type Hex,
  type IssuedAmount,
  type StArray,
  type StObject,
  XRP_CURRENCY,
} from '../protocol/values.ts';
import { partitionPoint } from '../util/partition-point.ts';
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from './history-query.ts';
import { salesIn, type Trade, tradesIn } from './trade.ts';

export const HISTORY_FACTS_BYTES = 16;

export const FACT_BITS = {
  /** The account sent the transaction. */
  sent: 0x01,
  /** The transaction is directed at the account, or took its offer. */
  received: 0x02,
  destinationTag: 0x04,
  sourceTag: 0x08,
  /** It delivered an amount. */
  delivered: 0x10,
  /** It is about more than one currency, so the digest of one refuses nothing. */
  severalCurrencies: 0x20,
  counterparty: 0x40,
  /** It names an amount. */
  amount: 0x80,
} as const;

/** What the facts of all its accounts derive from. */
export interface TransactionSubject {
  readonly typeCode: number;
  readonly resultCode: number;
  readonly fields: StObject;
  readonly sender: AccountId;
  /** Whom it is directed at, if anybody. */
  readonly destination: AccountId | undefined;
  /** What it is about: what it delivered, or else the amount that it names. */
  readonly amount: Amount | undefined;
  readonly isDelivered: boolean;
  /** Whose offers it took. */
  readonly trades: readonly Trade[];
}

/** The facts for one account. */
export function encodeHistoryFacts(subject: TransactionSubject, account: AccountId): Buffer {
  const { fields, amount, trades } = subject;
  const facts = Buffer.alloc(HISTORY_FACTS_BYTES);
  const counterparties = counterpartiesOf(subject, account);
  let bits = account === subject.sender ? FACT_BITS.sent : 0;
  if (account === subject.destination || trades.some(({ owner }) => owner === account)) bits |= FACT_BITS.received;
  facts.writeUInt16BE(subject.typeCode, 0);
  facts[2] = subject.resultCode;
  if (counterparties.length > 0) bits |= FACT_BITS.counterparty;
  if (counterparties.length === 1) facts.write(counterparties[0] as AccountId, 4, 4, 'hex');
  if (amount !== undefined) {
    bits |= FACT_BITS.amount;
    facts.writeUInt16BE(currencyDigest(currencyOf(amount)), 8);
  }
  if (amount !== undefined && subject.isDelivered) {
    bits |= FACT_BITS.delivered;
    facts.writeUInt16BE(amountMagnitude(amount), 10);
  }
  const isExchange = fields.TakerPays !== undefined || fields.SendMax !== undefined || trades.length > 0;
  if (isExchange) bits |= FACT_BITS.severalCurrencies;
  if (fields.DestinationTag !== undefined) {
    bits |= FACT_BITS.destinationTag;
    facts.writeUInt16BE(tagDigest(fields.DestinationTag as number), 12);
  }
  if (fields.SourceTag !== undefined) {
    bits |= FACT_BITS.sourceTag;
    facts.writeUInt16BE(tagDigest(fields.SourceTag as number), 14);
  }
  facts[3] = bits;
  return facts;
}

/** The other ends: whom the account sent to, and whose offers it took; or who sent what touched the account. */
export function counterpartiesOf(
  { sender, destination, trades }: Pick<TransactionSubject, 'sender' | 'destination' | 'trades'>,
  account: AccountId,
): readonly AccountId[] {
  if (account !== sender) return [sender];
  const others = new Set(trades.map(({ owner }) => owner));
  if (destination !== undefined) others.add(destination);
  return [...others];
}

/** The currency of an amount; for a multi-purpose token, its id, which is longer than any currency. */
export function currencyOf(amount: Amount): Currency | Hex {
  if (typeof amount === 'bigint') return XRP_CURRENCY;
  return 'currency' in amount ? amount.currency : amount.mptIssuanceId;
}

/** 16 bits of a currency's code or of the start of a multi-purpose token's id, 0 for the native currency alone. */
export function currencyDigest(currency: Currency | Hex): number {
  if (currency === XRP_CURRENCY) return 0;
  let digest = 0;
  for (let at = 0; at < 40; at += 4) digest = (digest * 31 + Number.parseInt(currency.slice(at, at + 4), 16)) & 0xffff;
  return digest === 0 ? 1 : digest;
}

function tagDigest(tag: number): number {
  return tag & 0xffff;
}

const TOKEN_EXPONENT_BIAS = 97;

/** 16 bits that never order two amounts of one currency the wrong way; 0 for what is not above zero. */
export function amountMagnitude(amount: Amount): number {
  if (typeof amount === 'bigint') return wholeMagnitude(amount);
  if (!('currency' in amount)) return wholeMagnitude(amount.value);
  if (amount.mantissa <= 0n) return 0;
  // A normalized mantissa has 54 bits; its upper eight go below the exponent's.
  return ((amount.exponent + TOKEN_EXPONENT_BIAS) << 8) | Number(amount.mantissa >> 46n);
}

/** The number of bits, and the ten bits below the first. */
function wholeMagnitude(value: bigint): number {
  if (value <= 0n) return 0;
  const bitCount = value.toString(2).length;
  const next = bitCount > 11 ? value >> BigInt(bitCount - 11) : value << BigInt(11 - bitCount);
  return Math.min(63, bitCount) * 1024 + Number(next & 1023n);
}

/** The fields in which a transaction names amounts; the first that it has is the one that it is about. */
export const AMOUNT_FIELDS = ['Amount', 'LimitAmount', 'TakerGets', 'SendMax', 'TakerPays'] as const;
const SUCCESS = 0;
/** Metadata begins with the position, six bytes; the nodes follow at once unless there is more to say. */
const NODES_AT = 6;
const NODES_HEADER = 0xf8;

/** The subject of a transaction with its serialized metadata. */
export function transactionSubject(fields: StObject, metadata: Uint8Array): TransactionSubject {
  const sender = fields.Account as AccountId;
  // The result is the last field of metadata, and its code the last byte.
  const resultCode = metadata[metadata.length - 1] as number;
  const type = TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName] as TransactionTypeRecord;
  const party = otherPartyField(type, fields);
  const entryId = entryIdOf(party, fields);
  const saysMore = metadata[NODES_AT] !== NODES_HEADER;
  const meta = entryId !== undefined || saysMore ? decodeObject(metadata) : undefined;
  const delivers = resultCode === SUCCESS && DELIVERING_TYPES.has(fields.TransactionType);
  const delivered = (meta?.DeliveredAmount ?? (delivers ? fields.Amount : undefined)) as Amount | undefined;
  return {
    typeCode: type.code,
    resultCode,
    fields,
    sender,
    destination: entryId === undefined ? accountOf(party, fields) : otherEnd(meta!, entryId, sender),
    amount: delivered ?? firstAmount(fields),
    isDelivered: delivered !== undefined,
    trades: isSale(fields, resultCode) ? salesIn(metadata) : tradesIn(metadata, sender),
  };
}

/** A sale that failed may have removed expired offers, which is no trade. */
function isSale({ TransactionType: type }: StObject, resultCode: number): boolean {
  return type === 'NFTokenAcceptOffer' && resultCode === SUCCESS;
}

function firstAmount(fields: StObject): Amount | undefined {
  for (const name of AMOUNT_FIELDS) if (fields[name] !== undefined) return fields[name] as Amount;
  return undefined;
}

/** The field that says who else the transaction is about, if it has one. */
function otherPartyField({ otherParty = [] }: TransactionTypeRecord, fields: StObject): Field | undefined {
  const name = otherParty.find((candidate) => fields[candidate] !== undefined);
  return name === undefined ? undefined : fieldByName(name);
}

/** The entry with two ends that the field names. */
function entryIdOf(party: Field | undefined, fields: StObject): Hash256 | undefined {
  if (party?.type === 'Hash256') return fields[party.name] as Hash256;
  if (party?.name !== 'OfferSequence') return undefined;
  return escrowKeylet(fields.Owner as AccountId, fields.OfferSequence as number).key;
}

/** The account in the field; the issuer of an amount, who is the other end of a line or the holder of what is clawed back. */
function accountOf(party: Field | undefined, fields: StObject): AccountId | undefined {
  if (party === undefined) return undefined;
  const value = fields[party.name];
  if (party.type === 'AccountID') return value as AccountId;
  return typeof value === 'object' && 'issuer' in value ? (value as IssuedAmount).issuer : undefined;
}

/** The other end of the channel, check or escrow that the metadata shows. */
function otherEnd(meta: StObject, entryId: Hash256, sender: AccountId): AccountId | undefined {
  for (const element of meta.AffectedNodes as StArray) {
    for (const node of Object.values(element as Readonly<Record<string, StObject>>)) {
      if (node.LedgerIndex !== entryId) continue;
      const { Account, Destination } = (node.FinalFields ?? node.NewFields ?? {}) as StObject;
      return (Account === sender ? Destination : Account) as AccountId | undefined;
    }
  }
  return undefined;
}

const LOCATION_BYTES = 8;
export const HISTORY_ROW_BYTES = LOCATION_BYTES + HISTORY_FACTS_BYTES;

/** A row; the facts have their fixed length. */
export function encodeHistoryRow({ ledgerIndex, position }: TransactionLocation, facts: Uint8Array): Buffer {
  if (facts.length !== HISTORY_FACTS_BYTES) throw new RangeError(`${facts.length} bytes of facts about a transaction`);
  const row = Buffer.allocUnsafe(HISTORY_ROW_BYTES);
  row.writeUInt32BE(ledgerIndex, 0);
  row.writeUInt32BE(position, 4);
  row.set(facts, LOCATION_BYTES);
  return row;
}

/** Where the transaction of a row is. */
export function historyRowLocation(bytes: Buffer, row: number): TransactionLocation {
  const at = row * HISTORY_ROW_BYTES;
  return { ledgerIndex: bytes.readUInt32BE(at), position: bytes.readUInt32BE(at + 4) };
}

/** Where in a block the facts of a row begin. */
export function historyFactsAt(row: number): number {
  return row * HISTORY_ROW_BYTES + LOCATION_BYTES;
}

/** First of the rows 0…count that is not before a location. */
function firstRowFrom(bytes: Buffer, count: number, location: TransactionLocation): number {
  return partitionPoint(count, (row) => compareLocations(historyRowLocation(bytes, row), location) < 0);
}

/** Negative, zero or positive as the first is before, at or behind the second. */
function compareLocations(one: TransactionLocation, other: TransactionLocation): number {
  return one.ledgerIndex - other.ledgerIndex || one.position - other.position;
}

/** The ends of the range that a query is about, both inclusive; undefined if there is nothing in it. */
export function queryBounds({
  minLedgerIndex,
  maxLedgerIndex,
  forward,
  from,
}: AccountTransactionQuery): { readonly low: TransactionLocation; readonly high: TransactionLocation } | undefined {
  let low: TransactionLocation = { ledgerIndex: minLedgerIndex, position: 0 };
  let high: TransactionLocation = { ledgerIndex: maxLedgerIndex, position: 0xffff_ffff };
  if (from !== undefined && forward && compareLocations(from, low) > 0) low = from;
  if (from !== undefined && !forward && compareLocations(from, high) < 0) high = from;
  return compareLocations(low, high) > 0 ? undefined : { low, high };
}

/** Where the account's transactions are, one by one in the direction of the query. */
export function* accountTransactions(
  store: { accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> },
  query: AccountTransactionQuery,
): Generator<TransactionLocation, void> {
  for (const { bytes, first, end } of store.accountHistory(query)) {
    for (let step = 0; step < end - first; step++) {
      yield historyRowLocation(bytes, query.forward ? first + step : end - 1 - step);
    }
  }
}

/** The rows of a block that lie within the bounds; undefined if there are none. */
export function blockWithin(
  bytes: Buffer,
  low: TransactionLocation,
  high: TransactionLocation,
): HistoryBlock | undefined {
  const count = bytes.length / HISTORY_ROW_BYTES;
  const first = firstRowFrom(bytes, count, low);
  let end = firstRowFrom(bytes, count, high);
  if (end < count && compareLocations(historyRowLocation(bytes, end), high) === 0) end++;
  return first < end ? { bytes, first, end } : undefined;
}
