/** The transactions inside a batch: what each does, and its result. */

import { Chip, TypeChip } from '../../chips.js';
import { Hash, LinkedText, Result } from '../../components.js';
import { Panel } from '../../panel.js';
import { Sentence } from '../../sentences/sentence-view.js';
import { useRequest } from '../../use-request.js';
import { count } from '../../values/parts.js';
import { html } from '../../vendor/preact-htm.js';

export function Inside({ server, tx, hash, ledger }) {
  const transactions = (tx.RawTransactions ?? []).map(({ RawTransaction }) => RawTransaction);
  const request = useRequest(
    server,
    async () => (transactions.length > 0 ? outcomesOf(server, hash) : undefined),
    [hash],
    (outcomes) => outcomes?.isFinal !== false,
  );
  if (transactions.length === 0) return null;
  const { rows = [], reached = 'unknown' } = request.result ?? {};
  return html`<${Panel} title="Inside" remark=${count(transactions.length, 'transaction')}><table class="inside"><tbody>${transactions.map(
    (inner, at) =>
      html`<${Row} key=${at} position=${at + 1} tx=${inner} outcome=${rows[at]} reached=${reached} ledger=${ledger} />`,
  )}</tbody></table></${Panel}>`;
}

/** The result of each that was tried, in order. Those in the ledger have their metadata. */
async function outcomesOf(server, hash) {
  const { explanation, validated } = await server.request('explain', { transaction: hash });
  const rows = await Promise.all(
    (explanation.inner ?? []).map(async (outcome) => {
      if (!outcome.applied || validated !== true) return outcome;
      const { meta } = await server.request('tx', { transaction: outcome.hash });
      return { ...outcome, meta };
    }),
  );
  return { rows, reached: validated === true ? 'validated' : 'open', isFinal: validated === true };
}

function Row({ position, tx, outcome, reached, ledger }) {
  // The page says in which batch it is.
  const meta = outcome?.meta && { ...outcome.meta, ParentBatchID: undefined };
  const reason = outcome !== undefined && outcome.engine_result !== 'tesSUCCESS' && outcome.reason;
  return html`<tr><td class="number">${position}</td><td class="kind"><${TypeChip} type=${tx.TransactionType} /></td>
    <td class="sentence"><${Sentence} tx=${tx} meta=${meta} ledger=${ledger} />${
      reason && html`<div class="muted"><${LinkedText} text=${reason} ledger=${ledger} /></div>`
    }</td>
    <td>${outcome?.meta !== undefined && html`<${Hash} hash=${outcome.hash} view="tx" isShort ledger=${ledger} />`}</td>
    <td><${Outcome} outcome=${outcome} reached=${reached} /></td></tr>`;
}

function Outcome({ outcome, reached }) {
  if (reached === 'unknown') return null;
  if (outcome === undefined) return html`<${Chip} title="The mode of the batch ended it before">Not reached</${Chip}>`;
  const { engine_result: code, applied } = outcome;
  if (reached === 'open')
    return html`<${Chip} colour="pending" title="As of now, when the ledger closes">${code}</${Chip}>`;
  if (code !== 'tesSUCCESS') return html`<${Result} code=${code} />`;
  return applied
    ? html`<${Chip} colour="succeeded" title=${code}>Succeeded</${Chip}>`
    : html`<${Chip} title="Undone, because another one failed">Undone</${Chip}>`;
}
