/**
 * One transaction: what happened in a sentence, then who gained and lost what, how the money moved, what changed, and all
 * fields.
 */

import { Chip, TypeChip } from '../chips.js';
import { Amount, Hash, Json, LedgerLink, RequestStatus, Result, Text, Time } from '../components.js';
import { Copy } from '../copy.js';
import { ErrorBoundary } from '../error-boundary.js';
import { FlowPicture } from '../flow/flow-picture.js';
import { ledgerDate } from '../numbers.js';
import { PageHead, Panel } from '../panel.js';
import { sentenceOf } from '../sentences/sentence.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { shortId } from '../values/assets.js';
import { Parts } from '../values/parts-view.js';
import { relativeTime } from '../values/relative-time.js';
import { html, useState } from '../vendor/preact-htm.js';
import { BalanceChanges } from './transaction/balance-changes.js';
import { CopyMenu } from './transaction/copy-menu.js';
import { TransactionDetails } from './transaction/details.js';
import { EntriesChanged } from './transaction/entries-changed.js';
import { Inside } from './transaction/inside.js';
import { RunAgain } from './transaction/run-again.js';
import { Explanation } from './transaction/why.js';

export function TransactionView({ server, subject, ledger }) {
  const request = useRequest(
    server,
    () => readTransaction(server, subject),
    [subject],
    ({ validated }) => validated === true,
  );
  const [isRun, setRun] = useState(false);
  if (request.result === undefined)
    return html`<${PageHead} title=${html`Transaction <span class="mono"><${Text} text=${subject} /></span>`} /><${RequestStatus} request=${request} />`;
  const { tx_json: tx, meta, hash, ledger_index: index, ctid } = request.result;
  const code = meta?.TransactionResult;
  const guarded = (name, view) => html`<${ErrorBoundary} name=${name}>${view}</${ErrorBoundary}>`;
  return html`<${ErrorBoundary} name="Transaction" heading="h1"><${Head} server=${server} answer=${request.result} ledger=${ledger} onRun=${() => setRun(true)} /></${ErrorBoundary}>
    ${isRun && guarded('Run again as of now', html`<${RunAgain} server=${server} tx=${tx} onEnd=${() => setRun(false)} />`)}
    ${guarded('Why it failed', html`<${Explanation} server=${server} hash=${hash} code=${code} ledger=${ledger} />`)}
    ${guarded('Inside', html`<${Inside} server=${server} tx=${tx} hash=${hash} ledger=${ledger} />`)}
    <div class="columns"><div class="stack">
      ${meta !== undefined && guarded('How the money moved', html`<${FlowPicture} tx=${tx} meta=${meta} />`)}
      ${meta !== undefined && guarded('Balance changes', html`<${BalanceChanges} tx=${tx} meta=${meta} ledger=${ledger} />`)}
      ${meta !== undefined && guarded('Entries changed', html`<${EntriesChanged} meta=${meta} index=${index} ledger=${ledger} />`)}
    </div><div class="stack">
      ${guarded('Details', html`<${TransactionDetails} tx=${tx} ctid=${ctid} ledger=${ledger} />`)}
      <${Raw} server=${server} hash=${hash} answer=${request.result} /></div></div>`;
}

/** A hash has 64 digits, a CTID 16. */
async function readTransaction(server, subject) {
  if (/^[0-9a-f]{64}$/i.test(subject)) return server.request('tx', { transaction: subject });
  if (/^c[0-9a-f]{15}$/i.test(subject)) return server.request('tx', { ctid: subject });
  throw new RequestError({
    error: 'invalidParams',
    error_message: 'This is not a transaction hash or a CTID.',
  });
}

function Head({ server, answer: { tx_json: tx, meta, hash, ledger_index: index, validated }, ledger, onRun }) {
  const code = meta?.TransactionResult;
  const chips = html`<${TypeChip} type=${tx.TransactionType} />${resultChip(code, validated)}`;
  const facts = [
    index === undefined
      ? 'in no ledger yet'
      : html`Ledger <${LedgerLink} index=${index} ledger=${ledger} />${meta?.TransactionIndex !== undefined && ` · position ${meta.TransactionIndex}`}`,
    tx.date !== undefined && html`<b>${relativeTime(ledgerDate(tx.date))}</b> · <${Time} seconds=${tx.date} />`,
    meta?.ParentBatchID === undefined
      ? html`Fee <${Amount} amount=${tx.Fee ?? '0'} />`
      : html`Inside batch <${Hash} hash=${meta.ParentBatchID} view="tx" isShort ledger=${ledger} />, which paid the fee`,
    html`<span class="hash" title=${hash}>${shortId(hash)}</span> <${Copy} text=${hash} label="hash" />`,
  ];
  const actions = html`<${CopyMenu} server=${server} tx=${tx} code=${code} />${tx.TransactionType !== 'Batch' && html`<button type="button" onClick=${onRun}>Run again</button>`}`;
  const title = html`<${Parts} parts=${sentenceOf(tx, meta)} ledger=${ledger} isRounded />`;
  return html`<${PageHead} title=${title} chips=${chips} facts=${facts} actions=${actions} />`;
}

/** The code of a failure stands beside its reason in the sentence. */
function resultChip(code, validated) {
  if (code === undefined) return html`<${Chip} colour="pending">Pending</${Chip}>`;
  if (code !== 'tesSUCCESS') return html`<${Result} code=${code} />`;
  return html`<${Chip} colour="succeeded" title=${code}>Succeeded</${Chip}>${validated !== true && html`<${Chip} colour="pending">Not validated</${Chip}>`}`;
}

function Raw({ server, hash, answer }) {
  return html`<${Panel} title="Raw"><details><summary>JSON</summary><${Json} value=${answer} /></details>
    <${Blob} server=${server} hash=${hash} /></${Panel}>`;
}

function Blob({ server, hash }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details onToggle=${(event) => setOpen(event.target.open)}><summary>Hex</summary>${isOpen && html`<${Hex} server=${server} hash=${hash} />`}</details>`;
}

function Hex({ server, hash }) {
  const request = useRequest(server, () => server.request('tx', { transaction: hash, binary: true }), [hash]);
  if (request.result === undefined) return null;
  const { tx_blob: blob, meta_blob: metaBlob } = request.result;
  return html`<h3>Transaction</h3><pre tabindex="0">${blob}</pre>${metaBlob && html`<h3>Metadata</h3><pre tabindex="0">${metaBlob}</pre>`}`;
}
