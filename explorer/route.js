/** The address after `#`: view, subject and ledger. */

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
