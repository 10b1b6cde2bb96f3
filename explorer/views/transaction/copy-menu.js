/** A menu that copies the transaction as code. */

import { copyText } from '../../copy.js';
import { COPY_FORMATS, freshTransaction } from '../../copy-as/copy-as.js';
import { Icon } from '../../icons.js';
import { html, useRef, useState } from '../../vendor/preact-htm.js';

export function CopyMenu({ server, tx, code }) {
  const menu = useRef(null);
  const [copied, setCopied] = useState('');
  const copy = async (name, write) => {
    await copyText(write(freshTransaction(tx), { url: server.url, code }));
    setCopied(`Copied as ${name}`);
    menu.current.open = false;
  };
  return html`<details class="menu" ref=${menu}><summary class="button">Copy as <${Icon} name="down" /></summary><div class="sheet">
    ${COPY_FORMATS.map(([name, write]) => html`<button key=${name} type="button" onClick=${() => copy(name, write)}>${name}</button>`)}</div></details><span class="visually-hidden" role="status">${copied}</span>`;
}
