/** An asset as a word: `XRP`, or a currency and its issuer, `USD/r…` (rippled: RPCCall.cpp, jvParseCurrencyIssuer). */
import { parseCurrency } from '../../protocol/json/currency-text.ts';
import { type JsonObject, XRP_CURRENCY } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';

const FORM = /^(?<currency>[^/]+)(?:\/(?<issuer>.+))?$/;

/** The asset as methods accept it. The server checks the issuer. Throws a usage error. */
export function assetParam(word: string): JsonObject {
  const { currency = '', issuer } = FORM.exec(word)?.groups ?? {};
  const code = currency === '' ? undefined : parseCurrency(currency);
  if (code === undefined) throw usageError(`'${word}' is not an asset: write XRP or CURRENCY/ISSUER`);
  if (code !== XRP_CURRENCY && issuer === undefined) throw usageError(`'${word}' lacks its issuer: write ${word}/r…`);
  return issuer === undefined ? { currency } : { currency, issuer };
}
