/** Rows as text: columns under each other, two spaces between them. */

/** Each row has as many cells as the first. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => rows.reduce((width, row) => Math.max(width, row[column]!.length), 0));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
