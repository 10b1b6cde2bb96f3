/** Holders of multi-purpose tokens: the server keeps no list of them, so whoever approves them names them. */
import { issuanceHolder } from '../../desk/candidates.js';
import { Text } from '../../parts.js';
import { html, useState } from '../../vendor/preact-htm.js';

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const WORDS = { none: 'did not ask to hold it', authorized: 'is approved already' };

export function Issuances({ server, issuances, onFound }) {
  const [said, setSaid] = useState([]);
  const look = async (event) => {
    event.preventDefault();
    const { issuance, holders } = event.target.elements;
    const words = [...new Set(holders.value.split(/[\s,;]+/).filter((word) => word !== ''))];
    setSaid([]);
    const { found, others } = await lookAt(server, issuance.value, words);
    setSaid([`${found.length} wait.`, ...others]);
    onFound(found);
  };
  return html`<section><h2>Holders of multi-purpose tokens</h2>
    <p class="muted">The server keeps no list of these. Name those who asked you.</p>
    <form class="send-form" onSubmit=${look}>
      <label>Issuance <select name="issuance">${issuances.map((id) => html`<option value=${id}>${id}</option>`)}</select></label>
      <label>Addresses of holders <textarea name="holders" rows="3" spellcheck="false"></textarea></label>
      <button>Look how it stands with them</button></form>
    <div role="status">${said.map((text) => html`<p class="muted"><${Text} text=${text} /></p>`)}</div></section>`;
}

async function lookAt(server, issuance, words) {
  const found = [];
  const others = [];
  for (const word of words) {
    if (!ADDRESS.test(word)) {
      others.push(`${word} is no address.`);
      continue;
    }
    try {
      const { state, candidate } = await issuanceHolder(server, issuance, word);
      if (state === 'pending') found.push(candidate);
      else others.push(`${word} ${WORDS[state]}.`);
    } catch (error) {
      others.push(`${word}: ${error.message}`);
    }
  }
  return { found, others };
}
