/** The pending holders, page by page, with a selection. */

import { Address, Text } from '../../components.js';
import { localeNumber } from '../../numbers.js';
import { currencyText } from '../../values/assets.js';
import { html, useEffect, useRef, useState } from '../../vendor/preact-htm.js';

const ROWS = 100;

/** `chosen` are keys; `onChoose` gets the complete new selection. */
export function HolderList({ candidates, chosen, onChoose, isDisabled }) {
  const [filter, setFilter] = useState('');
  const [page, setPage] = useState(0);
  const all = useRef(null);
  const word = filter.trim().toLowerCase();
  const shown = word === '' ? candidates : candidates.filter((one) => searchText(one).includes(word));
  const count = shown.filter(({ key }) => chosen.has(key)).length;
  const pages = Math.max(1, Math.ceil(shown.length / ROWS));
  const at = Math.min(page, pages - 1);
  useEffect(() => {
    if (all.current !== null) all.current.indeterminate = count > 0 && count < shown.length;
  });
  if (candidates.length === 0) return null;
  const chooseAll = ({ target }) => {
    const next = new Set(chosen);
    for (const { key } of shown)
      if (target.checked) next.add(key);
      else next.delete(key);
    onChoose(next);
  };
  const choose = (key, isChosen) => {
    const next = new Set(chosen);
    if (isChosen) next.add(key);
    else next.delete(key);
    onChoose(next);
  };
  return html`<p class="controls"><label><input ref=${all} type="checkbox" disabled=${isDisabled || shown.length === 0} checked=${shown.length > 0 && count === shown.length} onChange=${chooseAll} /> All ${localeNumber(shown.length)}</label>
      <input type="search" aria-label="Filter by holder or currency" placeholder="Holder or currency" value=${filter} onInput=${({ target }) => setFilter(target.value)} />
      <span class="muted">${localeNumber(count)} selected</span></p>
    <div class="scroll"><table class="stacked"><thead><tr><th scope="col">Holder</th><th scope="col">Token</th><th scope="col">Limit</th></tr></thead>
      <tbody>${shown.slice(at * ROWS, (at + 1) * ROWS).map((one) => html`<${Row} key=${one.key} candidate=${one} isChosen=${chosen.has(one.key)} isDisabled=${isDisabled} onChoose=${choose} />`)}</tbody></table></div>
    ${
      pages > 1 &&
      html`<p class="controls"><button type="button" disabled=${at === 0} onClick=${() => setPage(at - 1)}>Previous</button>
      <span>Page ${localeNumber(at + 1)} of ${localeNumber(pages)}</span>
      <button type="button" disabled=${at === pages - 1} onClick=${() => setPage(at + 1)}>Next</button></p>`
    }`;
}

function Row({ candidate: { key, holder, asset, wanted }, isChosen, isDisabled, onChoose }) {
  return html`<tr><td data-label="Holder"><input type="checkbox" aria-label="Authorize ${holder}" checked=${isChosen} disabled=${isDisabled} onChange=${({ target }) => onChoose(key, target.checked)} /> <${Address} address=${holder} /></td>
    <td data-label="Token"><${AssetName} asset=${asset} /></td><td data-label="Limit">${wanted === undefined ? '' : localeNumber(wanted)}</td></tr>`;
}

export function AssetName({ asset: { currency, issuance } }) {
  return issuance === undefined
    ? html`<${Text} text=${currencyText(currency)} />`
    : html`<span class="mono">${issuance}</span>`;
}

function searchText({ holder, asset: { currency, issuance } }) {
  return `${holder} ${issuance ?? currencyText(currency)}`.toLowerCase();
}
