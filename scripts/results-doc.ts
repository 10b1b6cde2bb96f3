/**
 * Writes `docs/results.md` from the table of transaction results and its notes (`npm run docs`).
 * `test/docs/results-doc.test.ts` fails if the page is outdated.
 */
import path from 'node:path';
import { SHORTFALLS } from '../explorer/shortfalls/shortfalls.js';
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

const SHORTFALL_HEAD = `## Successes that did less

\`tesSUCCESS\` does not mean that all that was asked for is done. These cases are in \`shortfalls\` of the answers to \`submit\`,
\`simulate\`, \`tx\` and \`explain\`, and in events of [webhooks](webhooks.md): a list of \`code\` and \`text\`. They follow from the
transaction and its metadata; in the answer to \`submit\` without \`wait\` they are as provisional as the result.`;

/** The document's text. */
export function resultsDocument(): string {
  const sections = RESULT_CLASSES.map(({ title, text, results }) => {
    const rows = results.map(
      ([name, { when, remedy }]) => `| \`${name}\` | ${terCode(name)} | ${terMessage(name)} | ${when} | ${remedy} |`,
    );
    const head = '| Result | Code | Message | When | What to do |\n|---|---|---|---|---|';
    return `## ${title}\n\n${text}\n\n${head}\n${rows.join('\n')}`;
  });
  return `${[HEAD, ...sections, shortfallSection()].join('\n\n')}\n`;
}

/** What a success may not do, a row for each code. */
function shortfallSection(): string {
  const codes = [...new Set(SHORTFALLS.map(({ code }) => code))];
  const rows = codes.map((code) => {
    const own = SHORTFALLS.filter((row) => row.code === code);
    const types = own.flatMap((row) => row.types).map((type) => `\`${type}\``);
    return `| \`${code}\` | ${types.join(', ')} | ${own.flatMap(({ when = [] }) => when).join(' ')} |`;
  });
  return `${SHORTFALL_HEAD}\n\n| Code | Transactions | What happened |\n|---|---|---|\n${rows.join('\n')}`;
}
