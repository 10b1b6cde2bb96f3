/** Shared components: safe text, accounts, amounts, assets, hashes, field values and tables of them. */

import { Identicon } from './identicon.js';
import { names } from './names.js';
import { ledgerDate, localeNumber, localeTime } from './numbers.js';
import { routeTo } from './route.js';
import { isTemporary, RequestError } from './server.js';
import { assetOf, currencyHex, plainAssetName, shownValue } from './values/assets.js';
import { escapeInvisible, INVISIBLE } from './values/invisible.js';
import { useKnowledge } from './values/knowledge.js';
import { roundedText } from './values/rounded.js';
import { html } from './vendor/preact-htm.js';

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
  return html`<pre tabindex="0">${escapeInvisible(JSON.stringify(value, null, 2))}</pre>`;
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

/**
 * An asset: the picture of its issuer and its name, linked to its page. The tooltip has the whole code and the issuer.
 * `isAlone`: not the unit of an amount.
 */
export function Asset({ asset, ledger, isAlone = false }) {
  const known = useKnowledge().asset(asset);
  const { currency, issuer, mpt_issuance_id: issuance } = asset;
  const kind = isAlone ? 'asset alone' : 'asset';
  const name = known?.text ?? plainAssetName(assetOf(asset));
  if (issuance !== undefined)
    return html`<a class=${kind} href=${routeTo('issuance', issuance, ledger)} title=${plainText(known?.title ?? `Multi-purpose token ${issuance}`)}><${Identicon} address=${issuance} /><${Text} text=${name} /></a>`;
  if (assetOf(asset).issuer === undefined)
    return html`<span class=${isAlone ? 'asset alone' : 'unit'} title=${currencyHex(currency)}><${Text} text=${name} /></span>`;
  const title = known?.title ?? `${currency} issued by ${issuer}`;
  return html`<a class=${kind} href=${routeTo('token', `${currency}.${issuer}`, ledger)} title=${plainText(title)}><${Identicon} address=${issuer} /><${Text} text=${name} /></a>`;
}

/** Characters of a figure and its unit that are never on two lines. */
const MAX_TOGETHER = 26;

/** An amount with its asset. With `isRounded` it has few digits, and all of them in the tooltip. `sign` stands before it. */
export function Amount({ amount, ledger, isRounded = false, sign = '' }) {
  const known = useKnowledge();
  if (typeof amount !== 'object' && !/^-?\d+$/.test(String(amount))) return html`<${Text} text=${amount} />`;
  if (typeof amount === 'object' && amount?.value === undefined) return html`<code>${JSON.stringify(amount)}</code>`;
  const asset = assetOf(amount);
  const exact = shownValue(amount, known.asset(asset)?.scale);
  const shown = isRounded ? roundedText(exact) : exact;
  // Then what follows, such as a comma, stays beside it.
  const isShort = isRounded && shown.length + plainAssetName(asset).length < MAX_TOGETHER;
  return html`<span class=${isShort ? 'amount short' : 'amount'}><span class="figure-text" title=${shown === exact ? undefined : localeNumber(exact)}>${sign}${localeNumber(shown)}</span> <${Asset} asset=${asset} ledger=${ledger} /></span>`;
}

/** The result of a transaction: its code, with colour. */
export function Result({ code }) {
  return html`<span class=${`chip result ${code === 'tesSUCCESS' ? 'succeeded' : 'failed'}`}>${code}</span>`;
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
