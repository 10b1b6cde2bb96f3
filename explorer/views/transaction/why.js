/** Why a transaction failed: the reason, what to do, and the checks in their order. */

import { Hash, LinkedText, Result } from '../../components.js';
import { Panel } from '../../panel.js';
import { useRequest } from '../../use-request.js';
import { html } from '../../vendor/preact-htm.js';

/** Only for failed transactions. */
export function Explanation({ server, hash, code, ledger }) {
  const isFailure = code !== undefined && code !== 'tesSUCCESS';
  const request = useRequest(
    server,
    async () => (isFailure ? server.request('explain', { transaction: hash }) : undefined),
    [hash],
  );
  const explanation = request.result?.explanation;
  return explanation === undefined ? null : html`<${Reasons} explanation=${explanation} ledger=${ledger} />`;
}

/** The explanation of a result, from `explain` and `simulate`. */
export function Reasons({ explanation: { reason, advice, checked = [] }, ledger }) {
  return html`<${Panel} title="Why it failed" kind="why"><p class="reason"><${LinkedText} text=${reason} ledger=${ledger} /></p>${advice && html`<p class="muted"><b>What to do:</b> <${LinkedText} text=${advice} ledger=${ledger} /></p>`}
    <details><summary>Checks, in order</summary><ol>${checked.map(
      (step, at) => html`<li key=${at}>
      <${LinkedText} text=${step.text} ledger=${ledger} /> ${step.index && html`<${Hash} hash=${step.index} view="entry" isShort ledger=${ledger} />`} ${step.engine_result && html`<${Result} code=${step.engine_result} />`}</li>`,
    )}</ol></details></${Panel}>`;
}
