/** The progress of a run, and the holders that it could not approve, with reasons. */

import { Address, Hash, Result, StackedTable, Text } from '../../components.js';
import { localeNumber } from '../../numbers.js';
import { useRequest } from '../../use-request.js';
import { html, useState } from '../../vendor/preact-htm.js';
import { AssetName } from './holder-list.js';

const SHOWN_FAILURES = 100;
const PHASES = {
  settling: 'Waiting until earlier transactions are final',
  running: 'Authorizing',
  stopping: 'Stopping: waiting for pending transactions',
  ended: 'Done',
};

export function RunProgress({ server, run, permissions }) {
  if (run.phase === 'idle') return null;
  const { total, done, succeeded, failures, pendingCount, refusal } = run;
  const words = `${PHASES[run.phase]}: ${localeNumber(succeeded)} of ${localeNumber(total)} authorized${failures.length === 0 ? '' : `, ${localeNumber(failures.length)} failed`}.`;
  return html`<div class="run"><div class="progress" role="progressbar" aria-label="Holders authorized" aria-valuemin="0" aria-valuemax=${Math.max(1, total)} aria-valuenow=${done} aria-valuetext=${words}>
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${total === 0 ? 0 : (1000 * done) / total} height="10" /></svg></div>
    <p><span role="status">${words}</span> ${pendingCount > 0 && `${localeNumber(pendingCount)} submitted, not final yet.`}</p>
    ${refusal && html`<p role="alert" class="bad">Stopped. The server answered <${Text} text=${refusal.code} />. <${Text} text=${refusal.text} /></p>`}
    ${run.isBusy && permissions.isAdmin && html`<${CloseLedger} server=${server} />`}
    <${Failures} server=${server} failures=${failures} /></div>`;
}

/** With manual closes nothing is final before a close. */
function CloseLedger({ server }) {
  const [fault, setFault] = useState('');
  const close = () =>
    server.request('ledger_accept').then(
      () => setFault(''),
      (error) => setFault(error.message),
    );
  return html`<p class="controls"><button type="button" onClick=${close}>Close ledger</button> <span role="status" class="bad"><${Text} text=${fault} /></span></p>`;
}

function Failures({ server, failures }) {
  if (failures.length === 0) return null;
  return html`<h3>Not authorized</h3><${StackedTable} titles=${['Holder', 'Token', 'Result', 'Reason']} rows=${failures
    .slice(0, SHOWN_FAILURES)
    .map(({ candidate: { key, holder, asset }, code, hash, ledgerIndex, text }) => ({
      key,
      cells: [
        html`<${Address} address=${holder} />`,
        html`<${AssetName} asset=${asset} />`,
        html`${code !== undefined && html`<${Result} code=${code} />`} ${ledgerIndex !== undefined && html`<${Hash} hash=${hash} view="tx" isShort />`}`,
        ledgerIndex === undefined ? html`<${Text} text=${text} />` : html`<${Why} server=${server} hash=${hash} />`,
      ],
    }))} />${failures.length > SHOWN_FAILURES && html`<p class="muted">Only the first ${SHOWN_FAILURES} are shown.</p>`}`;
}

function Why({ server, hash }) {
  const request = useRequest(server, () => server.request('explain', { transaction: hash }), [hash]);
  const { reason, advice } = request.result?.explanation ?? {};
  return html`<${Text} text=${[reason, advice].filter(Boolean).join(' ')} />`;
}
