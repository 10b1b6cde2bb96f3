/** The reader's name book: names of accounts, which all pages show in place of addresses. */
import { Address } from '../components.js';
import { download } from '../download.js';
import { Menu } from '../menu.js';
import { names } from '../names.js';
import { PageHead, Panel } from '../panel.js';
import { html, useRef, useState } from '../vendor/preact-htm.js';

export function NamesView() {
  const file = useRef(null);
  const [said, setSaid] = useState({ text: '', isFault: false });
  const rows = names.own;
  const read = async () => {
    try {
      const count = names.read(await file.current.files[0].text());
      setSaid({ text: `${count} names read.`, isFault: false });
    } catch {
      setSaid({ text: 'This is no file of names: it must be a JSON object of addresses and names.', isFault: true });
    }
    file.current.value = '';
  };
  const save = () => download(new Blob([names.text], { type: 'application/json' }), 'weir-names.json');
  return html`<${PageHead} title="Names" />
    <${Panel} title="Name book" remark="stays in this browser">
      <${NameFields} />
      <p class="controls"><button type="button" disabled=${rows.length === 0} onClick=${save}>Export</button><label class="button">Import <input ref=${file} class="visually-hidden" type="file" accept="application/json,.json" onChange=${read} /></label> <span role="status" class=${said.isFault ? 'bad' : 'muted'}>${said.text}</span></p>
      ${rows.length > 0 && html`<table><tbody>${rows.map(([address, name]) => html`<tr key=${address}><td><${Address} address=${address} /></td><td class="mono muted">${address}</td><td class="number"><button type="button" aria-label=${`Remove ${name}`} onClick=${() => names.set(address, '')}>Remove</button></td></tr>`)}</tbody></table>`}</${Panel}>`;
}

/** Names one account, for the head of its page. */
export function NameMenu({ address }) {
  return html`<${Menu} title=${names.ownNameOf(address) === undefined ? 'Name' : 'Rename'} side="right"><${NameFields} address=${address} /></${Menu}>`;
}

/** Without `address` it is entered too. */
function NameFields({ address }) {
  const set = (event) => {
    event.preventDefault();
    const { account, name } = event.currentTarget.elements;
    names.set(address ?? account.value.trim(), name.value);
    event.currentTarget.reset();
  };
  const known = address === undefined ? '' : (names.ownNameOf(address) ?? '');
  return html`<form class=${address === undefined ? 'controls' : ''} onSubmit=${set}>
    ${address === undefined && html`<label>Account <input name="account" autocomplete="off" spellcheck="false" placeholder="r…" pattern="r[1-9A-HJ-NP-Za-km-z]{24,34}" required /></label>`}
    <label>Name <input name="name" autocomplete="off" maxlength="40" defaultValue=${known} required=${address === undefined} /></label>
    <button>${address === undefined ? 'Add' : 'Save'}</button></form>`;
}
