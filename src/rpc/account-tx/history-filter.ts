/**
 * Questions to an account's history: the parameters of `account_tx` that the reference does not have. A question is
 * asked twice of a transaction: of the facts in the index, which refuse nearly everything that it is not about, and of
 * the transaction itself where facts are only digests.
 */
import { counterpartyOf, currencyOf, FACT_BITS, type HistorySubject } from '../../history/history-index-row.ts';
import { historySubject } from '../../history/transaction-subject.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { AccountId, Amount, StObject } from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/ledger-store.ts';
import { isAtLeast } from './history-amount.ts';
import type { HistoryQuestion } from './transaction-filter.ts';

/** True if a row with these facts may be what the question is about. */
export type FactsFilter = (bytes: Buffer, at: number) => boolean;

/** The test of the index's facts (their layout is in `history-facts.ts`). */
export function factsFilter(question: HistoryQuestion): FactsFilter {
  const tests = factTests(question);
  if (tests.length === 1) return tests[0] as FactsFilter;
  return (bytes, at) => {
    for (const test of tests) if (!test(bytes, at)) return false;
    return true;
  };
}

function factTests(question: HistoryQuestion): FactsFilter[] {
  const { types, result, direction, counterpartyDigest, destinationTag, sourceTag } = question;
  const tests: FactsFilter[] = [];
  if (types !== undefined) tests.push((bytes, at) => types.has(bytes.readUInt16BE(at)));
  if (result !== undefined) {
    tests.push((bytes, at) => (bytes[at + 2] as number) >= result.first && (bytes[at + 2] as number) <= result.last);
  }
  if (direction !== undefined) tests.push(bitTest(direction === 'out' ? FACT_BITS.sent : FACT_BITS.received));
  if (counterpartyDigest !== undefined) {
    tests.push(bitTest(FACT_BITS.counterparty), (bytes, at) => bytes.readUInt32BE(at + 4) === counterpartyDigest);
  }
  if (destinationTag !== undefined) tests.push(bitTest(FACT_BITS.destinationTag), halfTest(12, destinationTag));
  if (sourceTag !== undefined) tests.push(bitTest(FACT_BITS.sourceTag), halfTest(14, sourceTag));
  return [...tests, ...amountTests(question)];
}

function amountTests({ currencyDigest, deliveredMagnitude }: HistoryQuestion): FactsFilter[] {
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

/** True if the facts alone do not settle the question. */
export function needsTransaction(question: HistoryQuestion): boolean {
  const { counterparty, destinationTag, sourceTag, currency, deliveredAtLeast } = question;
  return [counterparty, destinationTag, sourceTag, currency, deliveredAtLeast].some((part) => part !== undefined);
}

/** The whole truth about what the facts passed. */
export function matchesTransaction(
  question: HistoryQuestion,
  account: AccountId,
  { blob, metadata }: StoredTransaction,
): boolean {
  const fields = decodeObject(blob);
  const subject = historySubject(fields, metadata);
  const { counterparty, destinationTag, sourceTag, currency, deliveredAtLeast } = question;
  if (counterparty !== undefined && counterpartyOf(subject, account) !== counterparty) return false;
  if (destinationTag !== undefined && fields.DestinationTag !== destinationTag) return false;
  if (sourceTag !== undefined && fields.SourceTag !== sourceTag) return false;
  if (deliveredAtLeast !== undefined) {
    if (!subject.isDelivered || !isAtLeast(subject.amount as Amount, deliveredAtLeast)) return false;
    return isOfCurrency(subject.amount as Amount, question);
  }
  return currency === undefined || amountsOf(fields, subject).some((amount) => isOfCurrency(amount, question));
}

const AMOUNT_FIELDS = ['Amount', 'SendMax', 'LimitAmount', 'TakerPays', 'TakerGets'] as const;

function amountsOf(fields: StObject, { amount }: HistorySubject): Amount[] {
  const named = AMOUNT_FIELDS.map((name) => fields[name] as Amount | undefined);
  return [amount, ...named].filter((one) => one !== undefined);
}

function isOfCurrency(amount: Amount, { currency, issuer }: HistoryQuestion): boolean {
  if (currency !== undefined && currencyOf(amount) !== currency) return false;
  return issuer === undefined || (typeof amount === 'object' && 'issuer' in amount && amount.issuer === issuer);
}
