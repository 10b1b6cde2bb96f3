/** Holders of multi-purpose tokens: the server has no list of pending ones, so they are searched for, or entered. */

import { Text } from '../../components.js';
import { issuanceHolder, pendingHoldersOfIssuance } from '../../desk/candidates.js';
import { localeNumber } from '../../numbers.js';
import { html, useState } from '../../vendor/preact-htm.js';

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const WORDS = { none: 'has no MPToken of this issuance', authorized: 'is already authorized' };

export function Issuances({ server, issuances, onFound }) {
  const [said, setSaid] = useState([]);
  const [isBusy, setBusy] = useState(false);
  const findAll = async (event) => {
    const issuance = event.target.form.elements.issuance.value;
    setBusy(true);
    try {
      const found = await pendingHoldersOfIssuance(server, issuance, (count) =>
        setSaid([`Searching the ledger: ${localeNumber(count)} found so far.`]),
      );
      setSaid([`Found: ${localeNumber(found.length)}.`]);
      onFound(found);
    } catch (error) {
      setSaid([error.message]);
    }
    setBusy(false);
  };
  const look = async (event) => {
    event.preventDefault();
    const { issuance, holders } = event.target.elements;
    const words = [...new Set(holders.value.split(/[\s,;]+/).filter((word) => word !== ''))];
    setSaid([]);
    const { found, others } = await lookAt(server, issuance.value, words);
    setSaid([`Found: ${localeNumber(found.length)}.`, ...others]);
    onFound(found);
  };
  return html`<section><h2>Holders of multi-purpose tokens</h2>
    <p class="muted">The server has no index of pending holders of these tokens. Search the whole ledger, or enter addresses.</p>
    <form class="send-form" onSubmit=${look}>
      <label>Issuance <select name="issuance">${issuances.map((id) => html`<option value=${id}>${id}</option>`)}</select></label>
      <p class="controls"><button type="button" disabled=${isBusy} onClick=${findAll}>Search the ledger</button></p>
      <label>Holder addresses <textarea name="holders" rows="3" spellcheck="false"></textarea></label>
      <button>Check addresses</button></form>
    <div role="status">${said.map((text) => html`<p class="muted"><${Text} text=${text} /></p>`)}</div></section>`;
}

async function lookAt(server, issuance, words) {
  const found = [];
  const others = [];
  for (const word of words) {
    if (!ADDRESS.test(word)) {
      others.push(`${word} is not an address.`);
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
