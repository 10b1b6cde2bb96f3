/**
 * The filters of `account_tx`, which the reference does not have. Each is checked twice: against the facts in the
 * index, which exclude nearly all other transactions, and against the transaction itself where the facts are only
 * digests.
 */

import { counterpartiesOf, currencyOf, FACT_BITS } from '../../history/history-facts.ts';
import { AMOUNT_FIELDS, type TransactionSubject, transactionSubject } from '../../history/transaction-subject.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { AccountId, Amount, StObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import { isAtLeast } from './history-amount.ts';
import type { TransactionFilter } from './transaction-filter.ts';

/** True if a row with these facts may match. */
export type FactsFilter = (bytes: Buffer, at: number) => boolean;

/** The test of the index's facts (their layout is in `history-facts.ts`). */
export function factsFilter(filter: TransactionFilter): FactsFilter {
  const tests = factTests(filter);
  if (tests.length === 1) return tests[0] as FactsFilter;
  return (bytes, at) => {
    for (const test of tests) if (!test(bytes, at)) return false;
    return true;
  };
}

function factTests(filter: TransactionFilter): FactsFilter[] {
  const { types, result, direction, counterpartyDigest, destinationTag, sourceTag } = filter;
  const tests: FactsFilter[] = [];
  if (types !== undefined) tests.push((bytes, at) => types.has(bytes.readUInt16BE(at)));
  if (result !== undefined) {
    tests.push((bytes, at) => (bytes[at + 2] as number) >= result.first && (bytes[at + 2] as number) <= result.last);
  }
  if (direction !== undefined) tests.push(bitTest(direction === 'out' ? FACT_BITS.sent : FACT_BITS.received));
  if (counterpartyDigest !== undefined) {
    // Digest 0 means several accounts, so it excludes nothing.
    tests.push(bitTest(FACT_BITS.counterparty), (bytes, at) => {
      const digest = bytes.readUInt32BE(at + 4);
      return digest === 0 || digest === counterpartyDigest;
    });
  }
  if (destinationTag !== undefined) tests.push(bitTest(FACT_BITS.destinationTag), halfTest(12, destinationTag));
  if (sourceTag !== undefined) tests.push(bitTest(FACT_BITS.sourceTag), halfTest(14, sourceTag));
  return [...tests, ...amountTests(filter)];
}

function amountTests({ currencyDigest, deliveredMagnitude }: TransactionFilter): FactsFilter[] {
  const tests: FactsFilter[] = [];
  if (currencyDigest !== undefined) {
    tests.push((bytes, at) => {
      const bits = bytes[at + 3] as number;
      if ((bits & FACT_BITS.severalCurrencies) !== 0) return true;
      return (bits & FACT_BITS.amount) !== 0 && bytes.readUInt16BE(at + 8) === currencyDigest;
    });
  }
  if (deliveredMagnitude !== undefined) {
    tests.push(bitTest(FACT_BITS.delivered), (bytes, at) => bytes.readUInt16BE(at + 10) >= deliveredMagnitude);
  }
  return tests;
}

function bitTest(bit: number): FactsFilter {
  return (bytes, at) => ((bytes[at + 3] as number) & bit) !== 0;
}

function halfTest(offset: number, value: number): FactsFilter {
  const half = value & 0xffff;
  return (bytes, at) => bytes.readUInt16BE(at + offset) === half;
}

/** True if the facts alone do not decide. */
export function needsTransaction(filter: TransactionFilter): boolean {
  const { counterparty, destinationTag, sourceTag, currency, deliveredAtLeast } = filter;
  return [counterparty, destinationTag, sourceTag, currency, deliveredAtLeast].some((part) => part !== undefined);
}

/** The exact check, for rows that pass the facts. */
export function matchesTransaction(
  filter: TransactionFilter,
  account: AccountId,
  { blob, metadata }: StoredTransaction,
): boolean {
  const fields = decodeObject(blob);
  const subject = transactionSubject(fields, metadata);
  const { counterparty, destinationTag, sourceTag, currency, deliveredAtLeast } = filter;
  if (counterparty !== undefined && !counterpartiesOf(subject, account).includes(counterparty)) return false;
  if (destinationTag !== undefined && fields.DestinationTag !== destinationTag) return false;
  if (sourceTag !== undefined && fields.SourceTag !== sourceTag) return false;
  if (deliveredAtLeast !== undefined) {
    if (!subject.isDelivered || !isAtLeast(subject.amount as Amount, deliveredAtLeast)) return false;
    return isOfCurrency(subject.amount as Amount, filter);
  }
  return currency === undefined || amountsOf(fields, subject).some((amount) => isOfCurrency(amount, filter));
}

function amountsOf(fields: StObject, { amount, trades }: TransactionSubject): Amount[] {
  const named = AMOUNT_FIELDS.map((name) => fields[name] as Amount | undefined);
  const traded = trades.flatMap(({ amounts }) => amounts());
  return [amount, ...named, ...traded].filter((one) => one !== undefined);
}

function isOfCurrency(amount: Amount, { currency, issuer }: TransactionFilter): boolean {
  if (currency !== undefined && currencyOf(amount) !== currency) return false;
  return issuer === undefined || (typeof amount === 'object' && 'issuer' in amount && amount.issuer === issuer);
}
