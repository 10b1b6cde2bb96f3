/** Finds the transaction results that the source names outside their own table, and the places that explain them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Ter, terCode } from '../../src/protocol/tables/ter.ts';

const SOURCE = path.join(import.meta.dirname, '../../src');

export function returnedResults(): Ter[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  const engine = files.filter((name) => path.basename(name) !== 'ter.ts' && !name.startsWith('transactions/explain/'));
  const production = engine.filter((name) => /(?<!\.test)\.ts$/.test(name));
  const words = production.flatMap((name) =>
    [...readFileSync(path.join(SOURCE, name), 'utf8').matchAll(/'(te[cflmrs][A-Z]\w+)'/g)].map((match) => match[1]!),
  );
  return [...new Set(words)].filter((word) => terCode(word) !== undefined) as Ter[];
}
