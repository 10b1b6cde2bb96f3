/**
 * The facts about a transaction in an account's history index: 16 bytes beside its location. With them a filtered query
 * skips nearly every row that does not match, without reading the transaction. Numbers are big-endian.
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
 */
import { type AccountId, type Amount, type Currency, type Hex, XRP_CURRENCY } from '../protocol/values.ts';
import type { TransactionSubject } from './transaction-subject.ts';

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
  /** It concerns several currencies, so the currency digest excludes nothing. */
  severalCurrencies: 0x20,
  counterparty: 0x40,
  /** It names an amount. */
  amount: 0x80,
} as const;

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
  if (counterparties.length === 1) facts.writeUInt32BE(firstBytes(counterparties[0] as AccountId), 4);
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

function firstBytes(account: AccountId): number {
  return Number.parseInt(account.slice(0, 8), 16);
}

/** The counterparties: for the sender, the destination and the owners of taken offers; for others, the sender. */
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

/** 16 bits that keep the order of two amounts of one currency; 0 unless positive. */
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
