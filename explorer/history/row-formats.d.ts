/** The types of `row-formats.js`, for `weir export` and `weir holders`. */

export interface RowFormat {
  readonly start: string;
  readonly end: string;
  row(row: Readonly<Record<string, string>>, isFirst: boolean): string;
}

export function rowFormats(columns: readonly string[]): Readonly<Record<'csv' | 'jsonl' | 'json', RowFormat>>;
