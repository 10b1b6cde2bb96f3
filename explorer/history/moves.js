/** What a transaction was for one account: sent or received, with whom, and which of its balances it moved. */
import { balanceChanges } from '../changes.js';
import { dropsToXrp } from '../numbers.js';
import { currencyName } from '../parts.js';

/** `out` if the account sent it, `in` if it was directed at it, or empty. */
export function directionOf({ tx_json: tx, meta }, account) {
  if (tx.Account === account) return 'out';
  const isReceiver = tx.Destination === account || isTraded(meta, account) || gains(meta, account);
  return isReceiver ? 'in' : '';
}

function nodesOf(meta) {
  return (meta?.AffectedNodes ?? []).map((node) => {
    const [kind, entry] = Object.entries(node)[0];
    return { kind, entry, fields: entry.NewFields ?? entry.FinalFields ?? {} };
  });
}

/** True if somebody took of an offer of the account, or took its offer for a token. */
function isTraded(meta, account) {
  return nodesOf(meta).some(({ kind, entry, fields }) => {
    if (entry.LedgerEntryType === 'Offer')
      return fields.Account === account && entry.PreviousFields?.TakerGets !== undefined;
    return entry.LedgerEntryType === 'NFTokenOffer' && kind === 'DeletedNode' && fields.Owner === account;
  });
}

function gains(meta, account) {
  return balanceChanges(meta).some((change) => change.account === account && !change.value.startsWith('-'));
}

/** The account at the other end; empty where there is none, or several. */
export function counterpartyOf({ tx_json: tx, meta }, account) {
  if (tx.Account !== account) return tx.Account;
  for (const name of ['Destination', 'Authorize', 'Unauthorize', 'Holder', 'Owner']) {
    if (typeof tx[name] === 'string') return tx[name];
  }
  if (tx.LimitAmount?.issuer !== undefined) return tx.LimitAmount.issuer;
  const isSingleOffer = tx.NFTokenSellOffer === undefined || tx.NFTokenBuyOffer === undefined;
  const key = tx.Channel ?? tx.CheckID ?? (isSingleOffer ? (tx.NFTokenSellOffer ?? tx.NFTokenBuyOffer) : undefined);
  const found = nodesOf(meta).find(({ entry }) => key !== undefined && entry.LedgerIndex === key);
  if (found === undefined) return '';
  const { Owner: owner, Account: from, Destination: to } = found.fields;
  return owner ?? (from === account ? to : from) ?? '';
}

/** What arrived, where the metadata knows it. */
export function deliveredOf({ meta }) {
  const delivered = meta?.delivered_amount;
  return delivered === 'unavailable' ? undefined : delivered;
}

/** An amount in its parts, all of them texts: XRP as a decimal number. */
export function amountParts(amount) {
  if (amount === undefined) return { value: '', currency: '', issuer: '' };
  if (typeof amount === 'string') return { value: dropsToXrp(amount), currency: 'XRP', issuer: '' };
  const { value, currency, issuer = '', mpt_issuance_id: issuance } = amount;
  return { value, currency: issuance ?? currencyName(currency), issuer };
}

/** By how much balances of the account changed: `XRP -0.00001; USD/r… 5`. */
export function balanceChangesText({ meta }, account) {
  return balanceChanges(meta)
    .filter((change) => change.account === account)
    .map(({ amount }) => {
      const { value, currency, issuer } = amountParts(amount);
      return `${currency}${issuer === '' ? '' : `/${issuer}`} ${value}`;
    })
    .join('; ');
}
