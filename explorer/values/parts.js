/**
 * A text with values as a list of parts, for sentences and for values of fields: own words are texts, everything else is
 * an object of one kind. `parts-view.js` shows them; `partsText` is the same as plain text.
 *
 * - `{ text, hex }`: text that others wrote, with its bytes
 * - `{ code }`: hex, keys and similar, shortened where there is little room
 * - `{ account }`, `{ hash, view }`, `{ ledger }`: links
 * - `{ amount }`, `{ asset }`
 * - `{ number }`: a decimal text
 * - `{ seconds }`: a time since 2000
 * - `{ soft }`: parts that matter less, `{ problem }`: the reason of a failure
 */

import { localeNumber, localeTime } from '../numbers.js';
import { plainAssetName, shortId, shownValue } from './assets.js';
import { roundedText } from './rounded.js';

/** `say` with values between its words: texts, parts, lists of them, and nothing for undefined and false. */
export function say(words, ...values) {
  const parts = words
    .flatMap((word, at) => (at === 0 ? [word] : [values[at - 1], word]))
    .flat(Number.POSITIVE_INFINITY);
  const shown = parts.filter((part) => part !== '' && part !== undefined && part !== false);
  const merged = [];
  for (const part of shown) {
    if (typeof part === 'string' && typeof merged.at(-1) === 'string') merged[merged.length - 1] += part;
    else merged.push(part);
  }
  return merged;
}

export const account = (address) => ({ account: address });
export const amount = (value) => ({ amount: value });
export const asset = (value) => ({ asset: value });
export const number = (value) => ({ number: String(value) });
export const hash = (value, view = 'entry') => ({ hash: value, view });
export const time = (seconds) => ({ seconds });
export const soft = (...parts) => ({ soft: parts.flat(Number.POSITIVE_INFINITY) });

/** Parts with commas between them, and `and` before the last one. */
export function list(items) {
  return items.flatMap((item, at) => [at === 0 ? '' : at === items.length - 1 ? ' and ' : ', ', ...[item].flat(3)]);
}

/** `1 offer`, `3 offers`. */
export function count(amount, one, many = `${one}s`) {
  return `${localeNumber(amount)} ${Number(amount) === 1 ? one : many}`;
}

/** By the key of a part. `names` has the names of accounts and assets, if some are known. */
const TEXTS = {
  text: ({ text }) => `“${text}”`,
  code: ({ code }) => shortId(code),
  account: ({ account: address }, names) => names?.account?.(address) ?? shortAddress(address),
  hash: ({ hash: value }) => shortId(value),
  ledger: ({ ledger }) => localeNumber(ledger),
  amount: ({ amount: value }, names) => amountText(value, names),
  asset: ({ asset: value }, names) => names?.asset?.(value)?.text ?? plainAssetName(value),
  number: ({ number: value }) => localeNumber(value),
  seconds: ({ seconds }) => localeTime(seconds),
  soft: ({ soft: parts }, names) => partsText(parts, names),
  problem: ({ problem }, names) => partsText(problem, names),
};

export function partsText(parts, names = undefined) {
  return parts.map((part) => (typeof part === 'string' ? part : TEXTS[Object.keys(part)[0]](part, names))).join('');
}

export function shortAddress(address) {
  return address.length > 12 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** `231.4 EUR`, rounded. */
export function amountText(value, names = undefined) {
  const of = typeof value === 'object' ? value : { currency: 'XRP' };
  const known = names?.asset?.(of);
  return `${localeNumber(roundedText(shownValue(value, known?.scale)))} ${known?.text ?? plainAssetName(of)}`;
}
