/**
 * What a search text can mean: everything that the explorer prints, names, dates, and the addresses of pages of this and
 * of other explorers. Pure.
 */
import { addressOfName } from '../account-names.js';
import { assetsOf, parseRoute, routeTo } from '../route.js';
import { searchedTime } from './searched-time.js';

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const X_ADDRESS = /^[XT][1-9A-HJ-NP-Za-km-z]{46}$/;
const HASH = /^[0-9a-f]{64}$/i;
/** Grouped digits in any locale: `1,030`, `1.030`, `1 030`, `1’030`. */
const GROUPED = /^\d{1,3}(?:[,.'’\s\u00A0\u202F]\d{3})+$/;
const TOKEN =
  /^(?<currency>[^\s/.:]{3}|[0-9A-F]{40}|[\w?!@#$%^&*<>(){}[\]|]{4,20})[/.:+](?<issuer>r[1-9A-HJ-NP-Za-km-z]{24,34})$/;
const MAX_LEDGER_DIGITS = 10;

/** Views of other explorers by the word before the last part of their addresses. */
const FOREIGN_VIEWS = {
  transactions: 'tx',
  transaction: 'tx',
  tx: 'tx',
  ledgers: 'ledger',
  ledger: 'ledger',
  accounts: 'account',
  account: 'account',
  address: 'account',
  token: 'token',
  tokens: 'token',
  nft: 'nft',
  nfts: 'nft',
  'nft-token': 'nft',
  mpt: 'issuance',
  amm: 'account',
  explorer: undefined,
};

/**
 * The meanings, best first: `{ title, kind, href }`. `names` are pairs of an address and its name, which may match in
 * part. `ledger` is the selected one.
 */
export function interpretationsOf(text, { ledger, names = [] } = {}) {
  const word = wordOf(text);
  if (word === '') return [];
  if (word.startsWith('#/')) return ownPage(word);
  const found = MEANINGS.flatMap((meaning) => meaning(word, ledger) ?? []);
  return [...found, ...namesLike(word, names, ledger)];
}

/** The best meaning's address; undefined if there is none. */
export function routeOfSearch(text, ledger, names = []) {
  return interpretationsOf(text, { ledger, names })[0]?.href;
}

/** Without spaces around it; of an address of a page, the part that names what it shows. */
function wordOf(text) {
  const word = text.trim().replace(/\s+/g, ' ');
  if (!/^https?:\/\//i.test(word)) return word;
  const { hash, pathname } = URL.canParse(word) ? new URL(word) : { hash: '', pathname: '' };
  if (hash.startsWith('#/')) return hash;
  const parts = pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const view = FOREIGN_VIEWS[parts.at(-2)?.toLowerCase()];
  const last = parts.at(-1) ?? '';
  return view === undefined ? last : `#/${view}/${view === 'tx' || view === 'nft' ? last.toUpperCase() : last}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ownPage(word) {
  const { view, subject } = parseRoute(word);
  return [{ title: subject === '' ? view : subject, kind: view, href: word }];
}

const one = (title, kind, href) => [{ title, kind, href }];

/** Each returns its meanings of a word, or undefined. */
const MEANINGS = [
  (word, ledger) => (ADDRESS.test(word) ? one(word, 'account', routeTo('account', word, ledger)) : undefined),
  (word, ledger) => (X_ADDRESS.test(word) ? one(word, 'account with tag', routeTo('lookup', word, ledger)) : undefined),
  (word, ledger) => {
    const digits = word.replace(/^#\s*/, '').replace(/^ledger\s+/i, '');
    const index = GROUPED.test(digits) ? digits.replace(/\D/g, '') : digits;
    if (!/^\d+$/.test(index) || index.length > MAX_LEDGER_DIGITS) return undefined;
    return one(`Ledger ${index}`, 'ledger', routeTo('ledger', index, ledger));
  },
  (word, ledger) =>
    /^c[0-9a-f]{15}$/i.test(word)
      ? one(word.toUpperCase(), 'CTID', routeTo('tx', word.toUpperCase(), ledger))
      : undefined,
  (word, ledger) =>
    /^[0-9a-f]{48}$/i.test(word)
      ? one(word.toUpperCase(), 'multi-purpose token', routeTo('issuance', word.toUpperCase(), ledger))
      : undefined,
  (word, ledger) =>
    HASH.test(word)
      ? one(word.toUpperCase(), 'transaction, ledger, entry or NFT', routeTo('find', word.toUpperCase(), ledger))
      : undefined,
  (word) => {
    const [, first, second] = /^(\d{1,10})\s*(?:\.\.|-|–|\/)\s*(\d{1,10})$/.exec(word) ?? [];
    return first === undefined
      ? undefined
      : one(`Ledgers ${first} and ${second}`, 'comparison', `#/compare/${first}/${second}`);
  },
  (word, ledger) => {
    const named = addressOfName(word);
    return named === undefined ? undefined : one(word, 'account', routeTo('account', named, ledger));
  },
  (word, ledger) => {
    const pair = pairOf(word);
    return pair === undefined ? undefined : one(pair.replace(' ', ' / '), 'order book', routeTo('book', pair, ledger));
  },
  (word, ledger) => {
    const { currency, issuer } = TOKEN.exec(word)?.groups ?? {};
    return currency === undefined
      ? undefined
      : one(`${currency} issued by ${issuer}`, 'token', routeTo('token', `${codeOf(currency)}.${issuer}`, ledger));
  },
  (word) => {
    const time = searchedTime(word);
    if (time === undefined) return undefined;
    const kind = time.isDay ? 'last ledger of this day (UTC)' : 'ledger at this time';
    return one(word, kind, `#/lookup/${encodeURIComponent(word)}`);
  },
];

/** Two assets with a space or a slash between them, with long codes as hex: the subject of an order book. */
function pairOf(word) {
  const text = word.replace(/\s+\/\s+/, ' ');
  const assets = text.split(' ').map((part) => {
    const { currency, issuer } = TOKEN.exec(part)?.groups ?? {};
    return currency === undefined ? part : `${codeOf(currency)}/${issuer}`;
  });
  const pair = assets.join(' ');
  return assetsOf(pair) === undefined ? undefined : pair;
}

/** The code of a currency: a text of more than three characters stands in 20 bytes. */
export function codeOf(currency) {
  if (currency.length === 3 || /^[0-9A-F]{40}$/.test(currency)) return currency;
  const bytes = [...new TextEncoder().encode(currency)].map((byte) => byte.toString(16).padStart(2, '0'));
  return bytes.join('').toUpperCase().padEnd(40, '0');
}

function namesLike(word, names, ledger) {
  const lower = word.toLowerCase();
  const matches = names.filter(([address, name]) => name.toLowerCase().includes(lower) || address.startsWith(word));
  return matches.map(([address, name]) => ({ title: name, kind: address, href: routeTo('account', address, ledger) }));
}
