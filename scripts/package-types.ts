/**
 * Generates the types of requests, answers and transactions that the package exports, in `dist/types/`. `npm run
 * build`, `npm run types` and `npm ci` (which builds) call it. They are not read at run time.
 */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { recordExamples } from './methods-doc/recording.ts';
import { requestTypes } from './request-types.ts';
import { sentTransactions } from './sent-transactions.ts';

const FOLDER = path.join(import.meta.dirname, '../dist/types');

/** Replaces whole files, because a compiler may be reading them. */
export async function writePackageTypes(): Promise<void> {
  const texts = {
    'request-types.d.ts': requestTypes(await recordExamples()),
    'sent-transactions.d.ts': sentTransactions(),
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    const whole = path.join(FOLDER, `${name}.${process.pid}`);
    writeFileSync(whole, text);
    renameSync(whole, path.join(FOLDER, name));
  }
}

if (import.meta.main) await writePackageTypes();
