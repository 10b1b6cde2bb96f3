/** Operations per second of token arithmetic, on fixed pseudo-random amounts. */

import { amountOf, NO_ISSUE, XRP_ISSUE } from '../src/protocol/amounts/amount-math.ts';
import { divide, divRoundStrict, mulRoundStrict, multiply } from '../src/protocol/amounts/amount-product.ts';
import { addIssued, compareIssued, normalizeIssued } from '../src/protocol/amounts/issued-amount.ts';
import { mulRatioIssued } from '../src/protocol/amounts/mul-ratio.ts';
import { numAdd, numDivide, numMultiply, numOf } from '../src/protocol/amounts/number.ts';
import { qualityOf } from '../src/protocol/amounts/quality.ts';
import type { IssuedAmount } from '../src/protocol/values.ts';
import { SeededRandom } from '../test/support/seeded-random.ts';
import { type Benchmark, type Measurement, ratesOf } from './benchmark.ts';

const SAMPLES = 1024;
const RUNS = 5;
const RUN_MS = 80;

const random = new SeededRandom(1);
const next = () => random.bigUint64();
const tokens = Array.from(
  { length: SAMPLES },
  () => amountOf(NO_ISSUE, next() % 10n ** 16n, Number(next() % 20n) - 20) as IssuedAmount,
);
const numbers = tokens.map((token) => numOf(token.mantissa * 997n, token.exponent));
const drops = Array.from({ length: SAMPLES }, () => (next() % 10n ** 12n) + 1n);
const RATE = 1_002_000_000;
const RATE_AMOUNT = amountOf(NO_ISSUE, BigInt(RATE), -9);

const operations: Record<string, (i: number, j: number) => unknown> = {
  'number add': (i, j) => numAdd(numbers[i]!, numbers[j]!),
  'number multiply': (i, j) => numMultiply(numbers[i]!, numbers[j]!),
  'number divide': (i, j) => numDivide(numbers[i]!, numbers[j]!),
  'issued normalize': (i) => normalizeIssued(drops[i]!, -6),
  'issued add': (i, j) => addIssued(tokens[i]!, tokens[j]!),
  'issued compare': (i, j) => compareIssued(tokens[i]!, tokens[j]!),
  'issued mulRatio': (i) => mulRatioIssued(tokens[i]!, RATE, 1_000_000_000, true),
  'amount multiply': (i, j) => multiply(tokens[i]!, tokens[j]!, NO_ISSUE),
  'amount divide': (i, j) => divide(tokens[i]!, tokens[j]!, NO_ISSUE),
  'amount mulRoundStrict': (i, j) => mulRoundStrict(tokens[i]!, tokens[j]!, NO_ISSUE, true),
  'amount divRoundStrict to drops': (i) => divRoundStrict(drops[i]!, RATE_AMOUNT, XRP_ISSUE, true),
  'quality of an offer': (i, j) => qualityOf({ in: drops[i]!, out: tokens[j]! }),
};

async function measureRates(operation: (i: number, j: number) => unknown): Promise<number[]> {
  const round = () => {
    for (let i = 0; i < SAMPLES; i++) operation(i, (i * 7 + 3) % SAMPLES);
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) round();
  return ratesOf(RUNS, () => {
    const endMs = performance.now() + RUN_MS;
    let rounds = 0;
    for (; performance.now() < endMs; rounds++) round();
    return rounds * SAMPLES;
  });
}

export const arithmetic: Benchmark = {
  name: 'arithmetic',
  question: 'Operations per second of token arithmetic, on pseudo-random amounts.',
  async measure() {
    const measurements: Measurement[] = [];
    for (const [what, operation] of Object.entries(operations)) {
      measurements.push({ what, unit: 'a second', runs: await measureRates(operation) });
    }
    return measurements;
  },
};
