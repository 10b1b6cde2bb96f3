/** Formats rows as a table with aligned columns. */

/** All rows have the same number of cells. The first `numberColumns` columns are right-aligned. */
export function textTable(rows: readonly (readonly string[])[], numberColumns = 0): string {
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  const pad = (cell: string, column: number) =>
    column < numberColumns ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
