/**
 * Writes `docs/results.md` from the table of transaction results and the notes beside it (`npm run docs`).
 * `test/results-doc.test.ts` fails when the page is behind them.
 */
import path from 'node:path';
import { terCode, terMessage } from '../src/protocol/tables/ter.ts';
import { RESULT_CLASSES } from '../src/transactions/explain/result-notes.ts';

/** Where the document is kept. */
export const RESULTS_DOCUMENT = path.join(import.meta.dirname, '../docs/results.md');

const HEAD = `# Transaction results

Generated from \`src/protocol/tables/ter.ts\` and \`src/transactions/explain/\` by \`npm run docs\`; do not edit.

The outcome of a transaction is in \`engine_result\` and \`engine_result_code\` of the answer to \`submit\`, and in
\`meta.TransactionResult\` once it is in a ledger. **Only a result in a validated ledger is final.** The first three letters
say what happened. \`submit\` with \`wait\` answers with the final result ([websocket.md](websocket.md#submit-and-wait)).

These are all results that Weir gives. Errors of requests are another matter: [errors.md](errors.md).`;

/** The document's text. */
export function resultsDocument(): string {
  const sections = RESULT_CLASSES.map(({ title, text, results }) => {
    const rows = results.map(
      ([name, { when, remedy }]) => `| \`${name}\` | ${terCode(name)} | ${terMessage(name)} | ${when} | ${remedy} |`,
    );
    const head = '| Result | Code | Message | When | What to do |\n|---|---|---|---|---|';
    return `## ${title}\n\n${text}\n\n${head}\n${rows.join('\n')}`;
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}
