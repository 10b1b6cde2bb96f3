/** The address after `#`: view, subject and ledger. */

import { addressOfName } from './account-names.js';

/** `#/account/r…?ledger=7` is `{ view: 'account', subject: 'r…', ledger: 7 }`; no ledger means the newest. */
export function parseRoute(hash) {
  const [place, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...subject] = place.split('/');
  const ledger = new URLSearchParams(query).get('ledger') ?? '';
  return {
    view: view || 'live',
    subject: decoded(subject.join('/')),
    ledger: /^\d{1,10}$/.test(ledger) ? Number(ledger) : undefined,
  };
}

/** The address of a view. */
export function routeTo(view, subject = '', ledger = undefined) {
  const place = subject === '' ? view : `${view}/${encodeURIComponent(subject)}`;
  return `#/${place}${ledger === undefined ? '' : `?ledger=${ledger}`}`;
}

/** The address for a search text; undefined if it is not recognized. */
export function routeOfSearch(text, ledger) {
  const word = text.trim();
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(word)) return routeTo('account', word, ledger);
  if (/^\d{1,10}$/.test(word)) return routeTo('ledger', word, ledger);
  if (/^c[0-9a-f]{15}$/i.test(word)) return routeTo('tx', word.toUpperCase(), ledger);
  if (/^[0-9a-f]{48}$/i.test(word)) return routeTo('issuance', word.toUpperCase(), ledger);
  if (/^[0-9a-f]{64}$/i.test(word)) return routeTo('find', word.toUpperCase(), ledger);
  const [, first, second] = /^(\d{1,10})\s*(?:\.\.|-|\/)\s*(\d{1,10})$/.exec(word) ?? [];
  if (first !== undefined) return `#/compare/${first}/${second}`;
  const named = addressOfName(word);
  if (named !== undefined) return routeTo('account', named, ledger);
  if (assetsOf(word) !== undefined) return routeTo('book', word.replace(/\s+/, ' '), ledger);
  return undefined;
}

const ASSET = /^(?:XRP|(?<currency>[^\s/]{3}|[0-9A-F]{40})\/(?<issuer>r[1-9A-HJ-NP-Za-km-z]{24,34}))$/;

/** The two assets of an order book, written `XRP USD/r…`, as the API has them; undefined for another text. */
export function assetsOf(text) {
  const matches = text.split(/\s+/).map((word) => ASSET.exec(word));
  if (matches.length !== 2 || matches.includes(null)) return undefined;
  return matches.map(({ groups: { currency, issuer } }) =>
    currency === undefined ? { currency: 'XRP' } : { currency, issuer },
  );
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
