/** Shared components: safe text, accounts, amounts, assets, hashes, field values and tables of them. */

import { dropsToXrp } from './decimals.js';
import { Identicon } from './identicon.js';
import { names } from './names.js';
import { durationText, ledgerDate, localeNumber, localeTime } from './numbers.js';
import { routeTo } from './route.js';
import { isTemporary, RequestError } from './server.js';
import { html } from './vendor/preact-htm.js';

/**
 * Invisible characters and those that change the order of others: controls, formats, lone surrogates, unusual spaces.
 */
const INVISIBLE = /[\p{DI}\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u00A0\u2000-\u200A\u202F\u205F\u2800\u3000]/u;

/** Untrusted text: invisible characters are shown by name, and its text direction is isolated. */
export function Text({ text }) {
  const pieces = [];
  let plain = '';
  for (const character of String(text)) {
    if (!INVISIBLE.test(character)) plain += character;
    else {
      pieces.push(plain, html`<span class="hidden-character">${nameOf(character)}</span>`);
      plain = '';
    }
  }
  return html`<bdi>${[...pieces, plain]}</bdi>`;
}

const ADDRESS = /\b(r[1-9A-HJ-NP-Za-km-z]{24,34})\b/;

/** The same with links for addresses. */
export function LinkedText({ text, ledger }) {
  return String(text)
    .split(ADDRESS)
    .map((piece, at) =>
      at % 2 === 0 ? html`<${Text} text=${piece} />` : html`<${Address} address=${piece} ledger=${ledger} />`,
    );
}

/** The same as plain text, for labels of pictures. */
export function plainText(text) {
  return String(text).replace(new RegExp(INVISIBLE, 'gu'), nameOf);
}

function nameOf(character) {
  return `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** JSON with invisible characters escaped. */
export function Json({ value }) {
  const escaped = JSON.stringify(value, null, 2).replace(new RegExp(INVISIBLE, 'gu'), (character) =>
    character === '\n' ? character : [...character].map(escapeOf).join(''),
  );
  return html`<pre tabindex="0">${escaped}</pre>`;
}

function escapeOf(character) {
  return Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** Characters of a shortened address, at both ends. */
const HEAD = 6;
const TAIL = 4;

/** An address with its middle left out; other short texts unchanged. */
export function shortAddress(address) {
  return address.length > HEAD + TAIL + 4 ? `${address.slice(0, HEAD)}…${address.slice(-TAIL)}` : address;
}

/** An account: its picture, and its name or its shortened address. `isWhole` shows the whole address instead. */
export function Address({ address, ledger, isWhole = false }) {
  const name = isWhole ? undefined : names.nameOf(address);
  const classes = ['address', isWhole && 'whole', name !== undefined && 'named'].filter((one) => one).join(' ');
  return html`<a class=${classes} href=${routeTo('account', address, ledger)} title=${isWhole ? undefined : plainText(address)}><${Identicon} address=${address} /><${Text} text=${name ?? (isWhole ? address : shortAddress(address))} /></a>`;
}

/** A link to a hash, shortened if there is little room. */
export function Hash({ hash, view = 'find', isShort = false, ledger }) {
  const shown = isShort ? `${hash.slice(0, 8)}…${hash.slice(-6)}` : hash;
  return html`<a class=${isShort ? 'hash' : 'hash whole'} href=${routeTo(view, hash, ledger)} title=${hash}>${shown}</a>`;
}

/** The id of a multi-purpose token. */
export function IssuanceLink({ id, ledger }) {
  return html`<a class="hash whole" href=${routeTo('issuance', id, ledger)}><${Text} text=${id} /></a>`;
}

export function LedgerLink({ index, ledger }) {
  return html`<a class="ledger-link" href=${routeTo('ledger', String(index), ledger)}>${localeNumber(index)}</a>`;
}

export function Time({ seconds }) {
  const iso = ledgerDate(seconds).toISOString();
  return html`<time datetime=${iso} title=${iso}>${localeTime(seconds)}</time>`;
}

/** LP tokens of pools have codes that begin with this byte. */
const LP_TOKEN = /^03[0-9A-F]{38}$/i;

/**
 * A currency code of three characters, or the text in 20 bytes if they are one. Such a text is quoted if it could be
 * taken for a code of three characters. Other codes are shortened hex.
 */
export function currencyName(currency) {
  if (!/^[0-9A-F]{40}$/i.test(currency)) return currency;
  if (LP_TOKEN.test(currency)) return `LP ${currency.slice(2, 8)}`;
  const bytes = currency.match(/../g).map((pair) => Number.parseInt(pair, 16));
  const end = bytes.findLastIndex((byte) => byte !== 0);
  const isText = end > 0 && bytes.slice(0, end + 1).every((byte) => byte >= 0x20 && byte < 0x7f);
  if (!isText) return `${currency.slice(0, 6)}…${currency.slice(-4)}`;
  const text = String.fromCharCode(...bytes.slice(0, end + 1));
  return text.trim().length > 3 ? text : `“${text}”`;
}

/**
 * An asset: the picture of its issuer and its code, linked to its page. The tooltip has the whole code and the issuer.
 * `isAlone`: not the unit of an amount.
 */
export function Asset({ asset: { currency, issuer, mpt_issuance_id: issuance }, ledger, isAlone = false }) {
  const kind = isAlone ? 'asset alone' : 'asset';
  if (issuance !== undefined)
    return html`<a class=${kind} href=${routeTo('issuance', issuance, ledger)} title=${plainText(`Multi-purpose token ${issuance}`)}><${Identicon} address=${issuance} /><${Text} text=${`MPT ${issuance.slice(0, 8)}…${issuance.slice(-4)}`} /></a>`;
  if (issuer === undefined || issuer === NO_ISSUER)
    return html`<span class=${isAlone ? 'asset alone' : 'unit'} title=${currency.length > 3 ? plainText(currency) : undefined}><${Text} text=${currencyName(currency)} /></span>`;
  return html`<a class=${kind} href=${routeTo('token', `${currency}.${issuer}`, ledger)} title=${plainText(`${currency} issued by ${issuer}`)}><${Identicon} address=${issuer} /><${Text} text=${currencyName(currency)} /></a>`;
}

/** Drops as a text, or a token amount. */
export function Amount({ amount, ledger }) {
  if (typeof amount !== 'object' || amount === null) {
    return /^-?\d+$/.test(String(amount))
      ? html`<span class="amount"><span class="figure-text">${localeNumber(dropsToXrp(amount))}</span> <span class="unit">XRP</span></span>`
      : html`<${Text} text=${amount} />`;
  }
  const { value, currency, mpt_issuance_id: issuance } = amount;
  if (currency === undefined && issuance === undefined) return html`<code>${JSON.stringify(amount)}</code>`;
  return html`<span class="amount"><span class="figure-text">${localeNumber(value)}</span> <${Asset} asset=${amount} ledger=${ledger} /></span>`;
}

/** The result of a transaction: its code, with colour. */
export function Result({ code }) {
  return html`<span class=${`chip result ${code === 'tesSUCCESS' ? 'succeeded' : 'failed'}`}>${code}</span>`;
}

const HASH = /^[0-9A-F]{64}$/;
/** The placeholder issuer of trust line balances. */
const NO_ISSUER = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
const AMOUNT_FIELDS = new Set(
  'Amount Amount2 Balance DeliverMax DeliverMin DestinationAmount Fee HighLimit LimitAmount LowLimit LPTokenOut LPTokenIn SendMax TakerGets TakerPays delivered_amount BaseFeeDrops ReserveBaseDrops ReserveIncrementDrops'.split(
    ' ',
  ),
);
const DURATION_FIELDS = new Set(['SettleDelay']);
const TIME_FIELDS = new Set('CancelAfter CloseTime Expiration FinishAfter date'.split(' '));
const TEXT_FIELDS = new Set(['Domain', 'URI', 'MemoData', 'MemoType', 'MemoFormat']);

/** The value of one field, formatted by the field's name. */
export function Value({ name, value, ledger }) {
  if (value === undefined) return html`<span class="muted">none</span>`;
  if (AMOUNT_FIELDS.has(name)) return html`<${Amount} amount=${value} ledger=${ledger} />`;
  if (TIME_FIELDS.has(name) && typeof value === 'number') return html`<${Time} seconds=${value} />`;
  if (DURATION_FIELDS.has(name) && typeof value === 'number')
    return `${localeNumber(value)} s (${durationText(value)})`;
  if (TEXT_FIELDS.has(name)) return html`<${HexText} hex=${value} />`;
  if (name === 'Memos') return html`<${Memos} memos=${value} />`;
  if (name === 'NFTokenID') return html`<${Hash} hash=${value} view="nft" ledger=${ledger} />`;
  if (name === 'MPTokenIssuanceID' || name === 'mpt_issuance_id')
    return html`<${IssuanceLink} id=${value} ledger=${ledger} />`;
  if (typeof value === 'string' && ADDRESS.exec(value)?.[0] === value)
    return html`<${Address} address=${value} ledger=${ledger} />`;
  if (typeof value === 'string' && HASH.test(value)) return html`<${Hash} hash=${value} ledger=${ledger} />`;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => HASH.test(one)))
    return value.map((one) => html`<div key=${one}><${Hash} hash=${one} ledger=${ledger} /></div>`);
  if (typeof value === 'object') return html`<${Json} value=${value} />`;
  return html`<${Text} text=${value} />`;
}

/** Hex that may be a text; shown as hex otherwise. */
function HexText({ hex }) {
  const bytes = new Uint8Array((String(hex).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return html`<span title=${hex}>“<${Text} text=${text} />”</span>`;
  } catch {
    return html`<${Text} text=${hex} />`;
  }
}

function Memos({ memos }) {
  return memos.map(
    ({ Memo }) =>
      html`<div>${Object.entries(Memo).map(([name, value]) => html`<div><span class="muted">${name} </span><${HexText} hex=${value} /></div>`)}</div>`,
  );
}

/** A table of fields and their values; `shown` overrides the display of values by name. */
export function Fields({ fields, ledger, shown = {} }) {
  const rows = Object.entries(fields);
  return html`<div class="scroll"><table><tbody>${rows.map(
    ([name, value]) =>
      html`<tr key=${name}><th scope="row"><${Text} text=${name} /></th><td>${shown[name] ?? html`<${Value} name=${name} value=${value} ledger=${ledger} />`}</td></tr>`,
  )}</tbody></table></div>`;
}

/**
 * A table whose cells are below each other on a narrow screen, each with its column title. `rows` have a `key` and
 * `cells` for the titles; with `isNamed` the first cell is the row's heading. `label` is its accessible name and makes
 * it scrollable by keyboard.
 */
export function StackedTable({ titles, rows, isNamed = false, label }) {
  const region = label === undefined ? {} : { tabindex: 0, role: 'region', 'aria-label': label };
  const cellOf = (cell, at) =>
    isNamed && at === 0 ? html`<th scope="row">${cell}</th>` : html`<td data-label=${titles[at]}>${cell}</td>`;
  return html`<div class="scroll" ...${region}><table class=${isNamed ? 'stacked named' : 'stacked'}><thead><tr>${titles.map((title) => html`<th key=${title} scope="col">${title}</th>`)}</tr></thead>
    <tbody>${rows.map(({ key, cells }) => html`<tr key=${key}>${cells.map(cellOf)}</tr>`)}</tbody></table></div>`;
}

/** Fields that differ: `before` and `after` are the ledgers of the two columns. */
export function FieldDifferences({ rows, before, after, titles }) {
  return html`<${StackedTable} isNamed titles=${['Field', ...titles]} rows=${rows.map((row) => ({
    key: row.name,
    cells: [
      html`<${Text} text=${row.name} />`,
      html`<${Value} name=${row.name} value=${row.before} ledger=${before} />`,
      html`<${Value} name=${row.name} value=${row.after} ledger=${after} />`,
    ],
  }))} />`;
}

export function Facts({ facts }) {
  return html`<dl class="facts">${facts.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** An error with a button to retry; it says if the retry is automatic. */
export function ErrorMessage({ error, retry }) {
  const isRetried = isTemporary(error);
  // The same request would fail again.
  const isFinal = error instanceof RequestError && !isRetried && error.token !== 'internal';
  return html`<p class="bad" role="alert"><${Text} text=${error.message} />${isRetried && ' Retrying automatically.'}</p>
    ${!isFinal && retry !== undefined && html`<p><button type="button" onClick=${retry}>Try again</button></p>`}`;
}

/** Shown while a response is pending, or after an error. */
export function RequestStatus({ request }) {
  if (request.error === undefined) return html`<section aria-busy="true"><p class="muted">Loading…</p></section>`;
  return html`<section><${ErrorMessage} error=${request.error} retry=${request.retry} /></section>`;
}
