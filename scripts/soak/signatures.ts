/**
 * `npm run soak -- signatures --length 1000000 --seed 1`: random cases of secp256k1 on the binary of the native package and
 * in WebAssembly, which must do the same, and one in a hundred on `@noble/curves`, which must find the same signatures valid
 * and make the same. Prints how often each function gave which kind of result.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { secp256k1 } from '../../src/crypto/secp256k1.ts';
import { webAssemblySecp256k1 } from '../../src/crypto/webassembly-secp256k1.ts';
import { nobleSecp256k1 } from '../../test/support/noble-secp256k1.ts';
import { SeededRandom } from '../../test/support/seeded-random.ts';
import { CURVE_FUNCTIONS, outcomesOf, resultsOf, signatureCase } from '../../test/support/signature-cases.ts';

const CASES_FOR_NOBLE = 100;
const REPORT_EVERY = 100_000;

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const [cases, seed] = [Number(values.cases), Number(values.seed)];
const [native, webAssembly] = [secp256k1(), webAssemblySecp256k1()];
const random = new SeededRandom(seed);
const counts = new Map<string, number>();
for (let at = 1; at <= cases; at++) {
  const one = signatureCase(random, native);
  const outcomes = outcomesOf(native, one);
  const what = `case ${at} of seed ${seed}`;
  assert.deepEqual(outcomesOf(webAssembly, one), outcomes, what);
  if (at % CASES_FOR_NOBLE === 0) assert.deepEqual(resultsOf(nobleSecp256k1, one), resultsOf(native, one), what);
  for (const [index, outcome] of outcomes.entries()) {
    const kind = /^(true|false|refused)$/.test(outcome) ? outcome : 'a result';
    const name = `${CURVE_FUNCTIONS[index]}: ${kind}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (at % REPORT_EVERY === 0) console.log(`${at} cases`);
}
for (const [name, count] of [...counts].sort()) console.log(`${name} ${count}`);
