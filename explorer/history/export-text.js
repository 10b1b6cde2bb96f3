/**
 * The history of an account as a file, for the explorer and for `weir export`: a row for each balance that a transaction
 * changed.
 */
import { affectedBalances } from '../changes.js';
import { dropsToXrp, sum } from '../decimals.js';
import { counterpartyOf } from './counterparty.js';
import { rowFormats } from './row-formats.js';

export const EXPORT_COLUMNS = [
  'time',
  'ledger_index',
  'type',
  'result',
  'direction',
  'amount',
  'currency',
  'issuer',
  'counterparty',
  'fee',
  'balance_after',
  'xrp_balance_after',
  'source_tag',
  'destination_tag',
  'memo',
  'hash',
];

/**
 * The rows of an element of `transactions` of `account_tx`, version 2: one for each currency in which the account's
 * balance changed, or one without an amount. All values are texts; amounts are decimal in XRP or the token. `amount` is
 * signed and excludes the fee, which is in the first row if the account paid it.
 */
export function exportRows(item, account) {
  const { tx_json: tx, meta, hash, ledger_index, close_time_iso } = item;
  const balances = affectedBalances(tx, meta).filter((balance) => balance.account === account);
  const xrp = balances.find(({ amount }) => typeof amount === 'string');
  const fee = feeOf(tx, meta, account, xrp);
  const moved = sum(xrp?.value ?? '0', fee ?? '0');
  const rows = [
    ...(moved === '0' ? [] : [{ amount: dropsToXrp(moved), currency: 'XRP', balance_after: dropsToXrp(xrp.balance) }]),
    ...balances.filter((balance) => balance !== xrp && balance.value !== '0').map(tokenRow),
  ];
  const shared = {
    time: close_time_iso,
    ledger_index,
    type: tx.TransactionType,
    result: meta.TransactionResult,
    counterparty: counterpartyOf(item, account),
    xrp_balance_after: xrp === undefined ? '' : dropsToXrp(xrp.balance),
    source_tag: tx.SourceTag,
    destination_tag: tx.DestinationTag,
    memo: memoText(tx),
    hash,
  };
  return (rows.length === 0 ? [{}] : rows).map((row, at) => {
    const direction = row.amount === undefined ? '' : row.amount.startsWith('-') ? 'out' : 'in';
    const values = { ...shared, ...row, direction, fee: at > 0 || fee === undefined ? '' : dropsToXrp(fee) };
    return Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, String(values[column] ?? '')]));
  });
}

/** `in` or `out` if all balance changes of the account have this direction; otherwise empty. */
export function directionOf(item, account) {
  const directions = new Set(exportRows(item, account).map(({ direction }) => direction));
  return directions.size === 1 ? [...directions][0] : '';
}

/** The fee in drops that the account paid, if any. */
function feeOf(tx, { TransactionResult: result }, account, xrp) {
  if ((tx.Delegate ?? tx.Account) !== account) return undefined;
  return result === 'tesSUCCESS' ? tx.Fee : (xrp?.value ?? '0').replace('-', '');
}

function tokenRow({ amount: { value, currency, issuer, mpt_issuance_id: issuance }, balance }) {
  return { amount: value, currency: issuance ?? currency, issuer, balance_after: balance };
}

/** Memos as text if they are text, otherwise in hex. */
function memoText({ Memos: memos = [] }) {
  return memos.map(({ Memo: { MemoData: hex = '' } }) => textOfHex(hex)).join('; ');
}

function textOfHex(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return hex;
  }
}

export const EXPORT_FORMATS = rowFormats(EXPORT_COLUMNS);
