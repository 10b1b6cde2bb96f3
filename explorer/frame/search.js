/** The search of the head. */
import { Icon } from '../icons.js';
import { routeOfSearch } from '../route.js';
import { html, useState } from '../vendor/preact-htm.js';

export function Search({ ledger }) {
  const [fault, setFault] = useState('');
  const search = (event) => {
    event.preventDefault();
    const target = routeOfSearch(event.target.elements.q.value, ledger);
    setFault(
      target === undefined
        ? 'Not recognized. Enter an address, hash, ID, ledger index, CTID, asset pair (XRP USD/r…) or development account (dev 3).'
        : '',
    );
    if (target !== undefined) location.hash = target;
  };
  return html`<form class="search" role="search" onSubmit=${search}>
    <input name="q" type="search" onInput=${() => setFault('')} autocomplete="off" spellcheck="false" aria-label="Search" placeholder="Address, name, hash, ledger, token" /><kbd aria-hidden="true">/</kbd>
    <button aria-label="Search"><${Icon} name="search" /></button>
    <span role="status" class="fault">${fault}</span>
  </form>`;
}
