/** The queries of docs/sql.md with their printed results. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const SQL_PAGE = readFileSync(path.join(import.meta.dirname, '../../docs/sql.md'), 'utf8');

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs each query of the page on the chain of `createTokenAndChannelChain`. */
export async function assertPrintedQueries(
  query: (text: string) => Promise<{ fields: readonly { readonly name: string }[]; rows: Rows }>,
): Promise<void> {
  const steps = [...SQL_PAGE.matchAll(/^```sql\n(.*?)^```\n```text\n(.*?)^```/gms)];
  assert.ok(steps.length >= 6);
  for (const [, text, shown] of steps) {
    const { fields, rows } = await query(text!);
    const names = fields.map(({ name }) => name);
    assert.equal(asTable(names, rows), shown, text);
  }
}

/** The output as the page shows it. */
function asTable(names: readonly string[], rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = [names, ...rows.map((row) => names.map((name) => shownValue(row[name])))];
  const widths = names.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const [head, ...rest] = lines.map((line) =>
    line
      .map((text, at) => text.padEnd(widths[at]!))
      .join(' | ')
      .trimEnd(),
  );
  return `${[head, widths.map((width) => '-'.repeat(width)).join('-+-'), ...rest].join('\n')}\n`;
}

function shownValue(value: unknown): string {
  if (value === null) return '';
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
