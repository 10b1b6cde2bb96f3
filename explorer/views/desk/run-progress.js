/** The progress of a run, and the holders that it could not approve, with reasons. */
import { useAnswer } from '../../asking.js';
import { localeNumber } from '../../numbers.js';
import { Address, Hash, Result, StackedTable, Text } from '../../parts.js';
import { html, useState } from '../../vendor/preact-htm.js';
import { AssetName } from './holder-list.js';

const SHOWN_FAILURES = 100;
const PHASES = {
  settling: 'Waiting until what was sent before is final',
  running: 'Approving',
  stopping: 'Waiting for what is on its way; nothing more is sent',
  ended: 'Done',
};

export function RunProgress({ server, run, powers }) {
  if (run.phase === 'idle') return null;
  const { total, done, approved, failures, onTheirWay, refusal } = run;
  const words = `${PHASES[run.phase]}: ${localeNumber(approved)} of ${localeNumber(total)} approved${failures.length === 0 ? '' : `, ${localeNumber(failures.length)} not`}.`;
  return html`<div class="run"><div class="progress" role="progressbar" aria-label="Holders approved" aria-valuemin="0" aria-valuemax=${Math.max(1, total)} aria-valuenow=${done} aria-valuetext=${words}>
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${total === 0 ? 0 : (1000 * done) / total} height="10" /></svg></div>
    <p><span role="status">${words}</span> ${onTheirWay > 0 && `${localeNumber(onTheirWay)} on the way.`}</p>
    ${refusal && html`<p role="alert" class="bad">The server took no more: <${Text} text=${refusal.code} />. <${Text} text=${refusal.text} /></p>`}
    ${run.isBusy && powers.isAdmin && html`<${CloseLedger} server=${server} />`}
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
  return html`<h3>Not approved</h3><${StackedTable} titles=${['Holder', 'Token', 'Result', 'Why']} rows=${failures
    .slice(0, SHOWN_FAILURES)
    .map(({ candidate: { key, holder, asset }, code, hash, ledgerIndex, text }) => ({
      key,
      cells: [
        html`<${Address} address=${holder} />`,
        html`<${AssetName} asset=${asset} />`,
        html`${code !== undefined && html`<${Result} code=${code} />`} ${ledgerIndex !== undefined && html`<${Hash} hash=${hash} view="tx" isShort />`}`,
        ledgerIndex === undefined ? html`<${Text} text=${text} />` : html`<${Why} server=${server} hash=${hash} />`,
      ],
    }))} />${failures.length > SHOWN_FAILURES && html`<p class="muted">These are the first ${SHOWN_FAILURES}.</p>`}`;
}

function Why({ server, hash }) {
  const asked = useAnswer(server, () => server.request('explain', { transaction: hash }), [hash]);
  const { reason, advice } = asked.result?.explanation ?? {};
  return html`<${Text} text=${[reason, advice].filter(Boolean).join(' ')} />`;
}
