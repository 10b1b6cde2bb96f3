/** Rows of a history as lines of a file: CSV (RFC 4180, with line feeds) or JSON, one transaction a line. */
import { dropsToXrp } from '../numbers.js';
import { amountParts, balanceChangesText, counterpartyOf, deliveredOf, directionOf } from './moves.js';

export const CSV_COLUMNS = [
  ...['ledger', 'time', 'hash', 'type', 'direction', 'counterparty', 'amount', 'currency', 'issuer'],
  ...['balance_changes', 'fee', 'result'],
];

/** What spreadsheets take for a formula is a text to them with an apostrophe before it. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

function csvCell(value) {
  const text = String(value ?? '');
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells) {
  return `${cells.map(csvCell).join(',')}\n`;
}

/** An element of `transactions` of `account_tx` as the account's row. Amounts and fee are decimal numbers with all digits. */
export function csvRow(item, account) {
  const { tx_json: tx, meta, hash, ledger_index: ledger, close_time_iso: time } = item;
  const { value, currency, issuer } = amountParts(deliveredOf(item));
  return csvLine([
    ...[ledger, time, hash, tx.TransactionType, directionOf(item, account), counterpartyOf(item, account)],
    ...[value, currency, issuer, balanceChangesText(item, account), dropsToXrp(tx.Fee), meta.TransactionResult],
  ]);
}

/** The formats: what a file begins with, and the line of a row. */
export const EXPORT_FORMATS = {
  csv: { name: 'CSV', type: 'text/csv', start: csvLine(CSV_COLUMNS), line: csvRow },
  jsonl: {
    name: 'JSON lines',
    type: 'application/x-ndjson',
    start: '',
    line: (item) => `${JSON.stringify(item)}\n`,
  },
};
