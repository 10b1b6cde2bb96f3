/** The types of `export-text.js`, for `weir export`. */

/** A balance that a transaction changed. All values are texts; empty where there is no such thing. */
export type ExportRow = Readonly<Record<string, string>> & { readonly direction: 'in' | 'out' | '' };

export interface ExportFormat {
  readonly start: string;
  readonly end: string;
  row(row: ExportRow, isFirst: boolean): string;
}

export const EXPORT_COLUMNS: readonly string[];
export const EXPORT_FORMATS: Readonly<Record<'csv' | 'jsonl' | 'json', ExportFormat>>;
export function exportRows(item: object, account: string): ExportRow[];
