/**
 * Writes `docs/results.md` from the table of transaction results and its notes (`npm run docs`).
 * `test/docs/results-doc.test.ts` fails if the page is outdated.
 */
import path from 'node:path';
import { terCode, terMessage } from '../src/protocol/tables/ter.ts';
import { RESULT_CLASSES } from '../src/transactions/explain/result-notes.ts';

/** Path of the document. */
export const RESULTS_DOCUMENT = path.join(import.meta.dirname, '../docs/results.md');

const HEAD = `# Transaction results

This page is for developers of clients: it lists every result that a transaction can have in Weir, with its cause and what to do.
[explain.md](explain.md) shows why one certain transaction got its result. Errors of requests are in [errors.md](errors.md).
Generated from \`src/protocol/tables/ter.ts\` and \`src/transactions/explain/\` by \`npm run docs\`; do not edit.

The result is in \`engine_result\` and \`engine_result_code\` of the answer to \`submit\`, and in \`meta.TransactionResult\` when the
transaction is in a ledger. **Only a result in a validated ledger is final.** \`submit\` with \`wait\` returns the final result
([websocket.md](websocket.md#submit-and-wait)). The first three letters are the class.`;

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
