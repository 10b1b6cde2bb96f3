/** Formats of files of rows: CSV for spreadsheets, JSON lines, JSON. */
import { escapeInvisible } from '../values/invisible.js';

/** A spreadsheet reads such a text as a formula. A leading apostrophe prevents that. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function csvCell(text) {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvLine(cells) {
  return `${cells.map(csvCell).join(',')}\n`;
}

function jsonOf(row) {
  return escapeInvisible(JSON.stringify(row));
}

/**
 * The formats of a file with these columns: its start, each row, its end. The values of a row are texts. CSV is that of
 * RFC 4180, but with line feeds only, and has every character as it is; JSON escapes those that are not seen.
 */
export function rowFormats(columns) {
  return {
    csv: {
      name: 'CSV',
      type: 'text/csv',
      start: csvLine(columns),
      end: '',
      row: (row) => csvLine(columns.map((column) => row[column])),
    },
    jsonl: {
      name: 'JSON lines',
      type: 'application/x-ndjson',
      start: '',
      end: '',
      row: (row) => `${jsonOf(row)}\n`,
    },
    json: {
      name: 'JSON',
      type: 'application/json',
      start: '[',
      end: '\n]\n',
      row: (row, isFirst) => `${isFirst ? '' : ','}\n${jsonOf(row)}`,
    },
  };
}
