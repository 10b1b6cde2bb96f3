/** What the address after `#` says: which view, of what, and as of which ledger. */

/** `#/account/r…?ledger=7` is `{ view: 'account', subject: 'r…', ledger: 7 }`; no ledger means the newest. */
export function parseRoute(hash) {
  const [place, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', subject = ''] = place.split('/');
  const ledger = new URLSearchParams(query).get('ledger') ?? '';
  return {
    view: view || 'live',
    subject: decoded(subject),
    ledger: /^\d{1,10}$/.test(ledger) ? Number(ledger) : undefined,
  };
}

/** The address of a view. */
export function routeTo(view, subject = '', ledger = undefined) {
  const place = subject === '' ? view : `${view}/${encodeURIComponent(subject)}`;
  return `#/${place}${ledger === undefined ? '' : `?ledger=${ledger}`}`;
}

/** Where what somebody looks for is; undefined if it is nothing that a ledger has. */
export function routeOfSearch(text, ledger) {
  const word = text.trim();
  if (/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(word)) return routeTo('account', word, ledger);
  if (/^\d{1,10}$/.test(word)) return routeTo('ledger', word, ledger);
  if (/^c[0-9a-f]{15}$/i.test(word)) return routeTo('tx', word.toUpperCase(), ledger);
  if (/^[0-9a-f]{64}$/i.test(word)) return routeTo('find', word.toUpperCase(), ledger);
  return undefined;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
