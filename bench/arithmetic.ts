/** Operations per second of token arithmetic, on fixed pseudo-random amounts: `node bench/arithmetic.ts`. */
import { amountOf, NO_ISSUE, XRP_ISSUE } from '../src/protocol/amount-math.ts';
import { divide, divRoundStrict, mulRoundStrict, multiply } from '../src/protocol/amount-product.ts';
import { addIssued, compareIssued, normalizeIssued } from '../src/protocol/issued-amount.ts';
import { mulRatioIssued } from '../src/protocol/mul-ratio.ts';
import { numAdd, numDivide, numMultiply, numOf } from '../src/protocol/number.ts';
import { qualityOf } from '../src/protocol/quality.ts';
import type { IssuedAmount } from '../src/protocol/values.ts';

const SAMPLES = 1024;
const MEASURE_MS = 300;

/** A linear congruential sequence, the same on every run. */
function* randoms(): Generator<bigint> {
  for (let state = 1n; ; ) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    yield state;
  }
}

const source = randoms();
const next = () => source.next().value as bigint;
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

function operationsPerSecond(operation: (i: number, j: number) => unknown): number {
  const round = () => {
    for (let i = 0; i < SAMPLES; i++) operation(i, (i * 7 + 3) % SAMPLES);
  };
  for (let warmUp = 0; warmUp < 20; warmUp++) round();
  const start = performance.now();
  let rounds = 0;
  while (performance.now() - start < MEASURE_MS) {
    round();
    rounds++;
  }
  return (rounds * SAMPLES * 1000) / (performance.now() - start);
}

for (const [name, operation] of Object.entries(operations)) {
  const rate = Math.round(operationsPerSecond(operation)).toLocaleString('en');
  console.log(`${name.padEnd(32)}${rate.padStart(12)} ops/s`);
}
