/**
 * Assets and amounts in the shapes of the API: drops as a text, `{ currency, issuer, value }` of a token and
 * `{ mpt_issuance_id, value }` of a multi-purpose token.
 */

import { base58ToHex } from '../base58.js';
import { decimalText, dropsToXrp, parseDecimal } from '../decimals.js';
import { textOfHex } from './hex-text.js';

const LONG_CODE = /^[0-9A-F]{40}$/i;
const XRP_DECIMALS = 6;
/** The placeholder issuer of trust line balances. */
const NO_ISSUER = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

/** The asset of an amount: `{ currency }`, `{ currency, issuer }` or `{ mpt_issuance_id }`. Drops are XRP. */
export function assetOf(amount) {
  if (typeof amount !== 'object' || amount === null) return { currency: 'XRP' };
  const { currency, issuer, mpt_issuance_id } = amount;
  if (mpt_issuance_id !== undefined) return { mpt_issuance_id };
  return issuer === undefined || issuer === NO_ISSUER ? { currency } : { currency, issuer };
}

export function isXrp({ currency, issuer, mpt_issuance_id: issuance }) {
  return issuance === undefined && issuer === undefined && (currency === 'XRP' || currency === undefined);
}

/** The asset as a text that is the same for the same asset: `XRP`, `USD/r…` or the issuance's id. */
export function assetKey({ currency, issuer, mpt_issuance_id: issuance }) {
  if (issuance !== undefined) return issuance;
  return issuer === undefined ? currency : `${currency}/${issuer}`;
}

export function isSameAsset(one, other) {
  return assetKey(one) === assetKey(other);
}

/** An amount of an asset: `value` is a decimal text; of XRP it is in drops. */
export function amountOf(asset, value) {
  return isXrp(asset) ? value : { ...asset, value };
}

/** The value of an amount as the API has it: drops of XRP, units of others. */
export function amountValue(amount) {
  return typeof amount === 'object' ? amount.value : String(amount);
}

/** The value in the unit that people use; `scale` is that of an issuance, if known. */
export function shownValue(amount, scale = 0) {
  if (typeof amount !== 'object') return dropsToXrp(String(amount));
  if (amount.mpt_issuance_id === undefined || scale === 0) return amount.value;
  const value = parseDecimal(amount.value);
  return value === undefined ? amount.value : decimalText({ digits: value.digits, places: value.places + scale });
}

/** The decimal places of an asset's smallest unit; undefined for tokens of trust lines. */
export function decimalsOf(asset, scale = 0) {
  if (isXrp(asset)) return XRP_DECIMALS;
  return asset.mpt_issuance_id === undefined ? undefined : scale;
}

export function withoutSign(amount) {
  if (typeof amount !== 'object') return String(amount).replace('-', '');
  return { ...amount, value: amount.value.replace('-', '') };
}

/** True if the account issues the asset. */
export function isIssuedBy(asset, account) {
  if (asset.mpt_issuance_id === undefined) return asset.issuer === account;
  return base58ToHex(account)?.slice(2, 42).toUpperCase() === asset.mpt_issuance_id.slice(8).toUpperCase();
}

/** True for tokens that are shares of a pool: their codes begin with the byte 03. */
export function isPoolShare({ currency }) {
  return currency !== undefined && LONG_CODE.test(currency) && currency.startsWith('03');
}

/**
 * A currency code as people write it: `USD`, or the text in 20 bytes. Such a text is quoted if it could be taken for a code
 * of three characters. Codes without text are shortened: `0158…0000`.
 */
export function currencyText(currency) {
  if (!LONG_CODE.test(currency)) return currency;
  if (isPoolShare({ currency })) return 'LP tokens';
  const text = textOfHex(currency.replace(/(?:00)+$/, ''))?.trim();
  if (text === undefined || text === '' || /[\r\n\t]/.test(text))
    return `${currency.slice(0, 4)}…${currency.slice(-4)}`;
  return text.length <= 3 ? `“${text}”` : text;
}

/** The hex of a code of 20 bytes, for a tooltip; undefined for one of three characters. */
export function currencyHex(currency) {
  return LONG_CODE.test(currency ?? '') ? currency : undefined;
}

/** A short name of an asset without what only the ledger knows of it. */
export function plainAssetName(asset) {
  if (asset.mpt_issuance_id !== undefined) return `MPT ${shortId(asset.mpt_issuance_id)}`;
  return currencyText(asset.currency);
}

export function shortId(id) {
  return id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}
