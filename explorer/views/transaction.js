/** One transaction: summary, fields, explanation, balance changes, and each entry before and after. */

import { affectedEntries, balanceChanges } from '../changes.js';
import {
  Address,
  Amount,
  Facts,
  FieldDifferences,
  Fields,
  Hash,
  Json,
  LedgerLink,
  LinkedText,
  RequestStatus,
  Result,
  StackedTable,
  Text,
  Time,
} from '../components.js';
import { ErrorBoundary } from '../error-boundary.js';
import { Flags } from '../flags.js';
import { RequestError } from '../server.js';
import { TransactionSummary } from '../transaction-summary.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';

export function TransactionView({ server, subject, ledger }) {
  const request = useRequest(
    server,
    () => readTransaction(server, subject),
    [subject],
    ({ validated }) => validated === true,
  );
  if (request.result === undefined)
    return html`<h1>Transaction <span class="mono"><${Text} text=${subject} /></span></h1><${RequestStatus} request=${request} />`;
  const { tx_json: tx, meta, hash, ledger_index: index, ctid, validated } = request.result;
  const facts = [
    ['Result', meta === undefined ? 'pending' : html`<${Result} code=${meta.TransactionResult} />`],
    ['Ledger', index === undefined ? 'pending' : html`<${LedgerLink} index=${index} ledger=${ledger} />`],
    ['Position', meta?.TransactionIndex ?? 'pending'],
    ['Time', tx.date === undefined ? 'pending' : html`<${Time} seconds=${tx.date} />`],
    ['Validated', validated ? 'yes' : 'no'],
    ['CTID', ctid === undefined ? 'none' : html`<span class="mono">${ctid}</span>`],
  ];
  return html`<h1>Transaction <span class="mono">${hash}</span></h1>
    <section><${ErrorBoundary} name="Summary"><${TransactionSummary} tx=${tx} meta=${meta} /></${ErrorBoundary}><${Facts} facts=${facts} /></section>
    <${ErrorBoundary} name="Why it failed"><${Explanation} server=${server} hash=${hash} code=${meta?.TransactionResult} ledger=${ledger} /></${ErrorBoundary}>
    ${meta !== undefined && html`<${ErrorBoundary} name="Balance changes"><${Balances} tx=${tx} meta=${meta} ledger=${ledger} /></${ErrorBoundary}>`}
    <${ErrorBoundary} name="Fields"><section><h2>Fields</h2><${Fields} fields=${ownFields(tx)} ledger=${ledger} shown=${{ Flags: html`<${Flags} server=${server} of=${tx} />` }} /></section></${ErrorBoundary}>
    ${meta !== undefined && html`<${ErrorBoundary} name="Affected entries"><${Affected} meta=${meta} index=${index} ledger=${ledger} /></${ErrorBoundary}>`}
    <section><h2>Raw</h2><details><summary>JSON</summary><${Json} value=${request.result} /></details>
      <${Blob} server=${server} hash=${hash} /></section>`;
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

/** Removes fields that the server adds, which are shown above. */
function ownFields({ date, ledger_index: index, ctid, ...fields }) {
  return fields;
}

/** Only for failed transactions. */
function Explanation({ server, hash, code, ledger }) {
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
  return html`<section><h2>Why it failed</h2><p><${LinkedText} text=${reason} ledger=${ledger} /></p>${advice && html`<p><strong>What to do: </strong><${LinkedText} text=${advice} ledger=${ledger} /></p>`}
    <details><summary>Checks, in order</summary><ol>${checked.map(
      (step) => html`<li>
      <${LinkedText} text=${step.text} ledger=${ledger} /> ${step.index && html`<${Hash} hash=${step.index} view="entry" isShort ledger=${ledger} />`} ${step.engine_result && html`<${Result} code=${step.engine_result} />`}</li>`,
    )}</ol></details></section>`;
}

export function Balances({ tx, meta, ledger }) {
  const rows = balanceChanges(tx, meta);
  if (rows.length === 0) return null;
  return html`<section><h2>Balance changes</h2><${StackedTable} titles=${['Account', 'Change']} rows=${rows.map(
    ({ account, amount, value }, key) => ({
      key,
      cells: [
        html`<${Address} address=${account} ledger=${ledger} />`,
        html`<span class=${value.startsWith('-') ? 'bad' : 'good'}>${value.startsWith('-') ? '' : '+'}<${Amount} amount=${amount} ledger=${ledger} /></span>`,
      ],
    }),
  )} /></section>`;
}

const KINDS = { CreatedNode: 'created', ModifiedNode: 'changed', DeletedNode: 'deleted' };

export function Affected({ meta, ledger }) {
  return html`<section><h2>Affected entries</h2>${affectedEntries(meta).map(({ kind, type, index, rows }) => {
    const changed = rows.filter(({ isChanged }) => isChanged);
    const same = rows.filter(({ isChanged }) => !isChanged);
    return html`<div key=${index}><h3>${type} ${KINDS[kind]} <${Hash} hash=${index} view="entry" isShort ledger=${ledger} /></h3>
      <${FieldDifferences} rows=${changed} before=${ledger} after=${ledger} titles=${['Before', 'After']} />
      ${same.length > 0 && html`<details><summary>${same.length} ${same.length === 1 ? 'field' : 'fields'} unchanged</summary><${Fields} fields=${Object.fromEntries(same.map(({ name, after }) => [name, after]))} ledger=${ledger} /></details>`}</div>`;
  })}</section>`;
}

function Blob({ server, hash }) {
  const request = useRequest(server, () => server.request('tx', { transaction: hash, binary: true }), [hash]);
  if (request.result === undefined) return null;
  const { tx_blob: blob, meta_blob: metaBlob } = request.result;
  return html`<details><summary>Hex</summary><h3>Transaction</h3><pre tabindex="0">${blob}</pre>${metaBlob && html`<h3>Metadata</h3><pre tabindex="0">${metaBlob}</pre>`}</details>`;
}
