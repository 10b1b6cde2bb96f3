/** The search of the head, with suggestions while typing. The best one is opened with Enter. */
import { plainText, Text } from '../components.js';
import { Icon } from '../icons.js';
import { names } from '../names.js';
import { interpretationsOf } from '../search/interpretations.js';
import { visitedPages } from '../search/visited.js';
import { html, useRef, useState } from '../vendor/preact-htm.js';

const MOST = 7;

export function Search({ ledger }) {
  const input = useRef(null);
  const [fault, setFault] = useState('');
  const [found, setFound] = useState([]);
  const [chosen, setChosen] = useState(0);
  const look = () => {
    const text = input.current.value;
    const meanings = interpretationsOf(text, { ledger, names: names.all });
    setFault('');
    setChosen(0);
    setFound(withoutRepeats([...meanings, ...visitedPages(text)]).slice(0, MOST));
  };
  const open = (href) => {
    setFound([]);
    input.current.blur();
    location.hash = href;
  };
  const choose = (event, href) => {
    event.preventDefault();
    open(href);
  };
  const search = (event) => {
    event.preventDefault();
    // A test or a password manager may set the value without typing.
    const target = found[chosen] ?? interpretationsOf(input.current.value, { ledger, names: names.all })[0];
    if (target !== undefined) open(target.href);
    else
      setFault(
        'Not recognized. Enter an address, name, hash, ID, ledger, date, token (USD/r…), pair (XRP USD/r…), or the address of a page.',
      );
  };
  const move = (event) => {
    if (event.key === 'Escape') setFound([]);
    if (!['ArrowDown', 'ArrowUp'].includes(event.key) || found.length === 0) return;
    event.preventDefault();
    setChosen((chosen + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
  };
  const isOpen = found.length > 0;
  return html`<form class="search" role="search" onSubmit=${search}>
    <input ref=${input} name="q" type="search" autocomplete="off" spellcheck="false" aria-label="Search" placeholder="Address, name, hash, ledger, token, date"
      role="combobox" aria-autocomplete="list" aria-expanded=${isOpen ? 'true' : 'false'} aria-controls="found" aria-activedescendant=${isOpen ? `found-${chosen}` : undefined}
      onInput=${look} onFocus=${look} onBlur=${() => setFound([])} onKeyDown=${move} /><kbd aria-hidden="true">/</kbd>
    <button aria-label="Search"><${Icon} name="search" /></button>
    <ul id="found" class="found" role="listbox" aria-label="Suggestions" hidden=${!isOpen}>${found.map(
      ({ title, kind, href }, at) =>
        html`<li key=${href} id=${`found-${at}`} role="option" aria-selected=${at === chosen ? 'true' : 'false'} title=${plainText(title)} onPointerDown=${(event) => choose(event, href)} onPointerEnter=${() => setChosen(at)}><span><${Text} text=${title} /></span><span class="faint">${kind}</span></li>`,
    )}</ul>
    <span role="status" class="fault">${fault}</span>
  </form>`;
}

function withoutRepeats(rows) {
  const seen = new Set();
  return rows.filter(({ href }) => !seen.has(href) && seen.add(href));
}
