/** Rows as text: columns under each other, two spaces between them. */

/** Each row has as many cells as the first. The first `numberColumns` columns hold numbers and end under each other. */
export function textTable(rows: readonly (readonly string[])[], numberColumns = 0): string {
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  const pad = (cell: string, column: number) =>
    column < numberColumns ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
