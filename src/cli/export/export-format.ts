/** The formats of `weir export`: what stands before, between, in and behind rows. */
import { EXPORT_COLUMNS, type ExportRow } from './export-row.ts';

export interface ExportFormat {
  readonly start: string;
  readonly end: string;
  /** The text of a row, given whether it is the first. */
  row(row: ExportRow, isFirst: boolean): string;
}

export const EXPORT_FORMATS = {
  /** RFC 4180, but with line feeds alone. */
  csv: { start: `${EXPORT_COLUMNS.join(',')}\n`, end: '', row: csvLine },
  jsonl: { start: '', end: '', row: (row) => `${JSON.stringify(row)}\n` },
  json: { start: '[', end: '\n]\n', row: (row, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(row)}` },
} as const satisfies Record<string, ExportFormat>;

export type ExportFormatName = keyof typeof EXPORT_FORMATS;

function csvLine(row: ExportRow): string {
  return `${EXPORT_COLUMNS.map((column) => csvCell(row[column])).join(',')}\n`;
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
