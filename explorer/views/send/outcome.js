/** The result of a simulation, and the state of a sent transaction. */

import { Amount, Facts, Hash, LedgerLink, Result, Text } from '../../components.js';
import { ErrorBoundary } from '../../error-boundary.js';
import { useRequest } from '../../use-request.js';
import { html } from '../../vendor/preact-htm.js';
import { BalanceChanges as Balances } from '../transaction/balance-changes.js';
import { EntriesChanged as Affected } from '../transaction/entries-changed.js';
import { Reasons } from '../transaction/why.js';

/** The result of `simulate`. */
export function Simulation({ answer }) {
  const {
    engine_result: code,
    engine_result_message: message,
    engine_result_reason: reason,
    meta,
    tx_json: tx,
  } = answer;
  const facts = [
    ['Result', html`<${Result} code=${code} />`],
    ['Fee', html`<${Amount} amount=${tx.Fee} />`],
    ['Sequence', tx.Sequence === 0 ? `ticket ${tx.TicketSequence}` : tx.Sequence],
  ];
  const explanation = code === 'tesSUCCESS' ? undefined : answer.explanation;
  return html`<section><h2>Simulation</h2><${Facts} facts=${facts} />
      <p><${Text} text=${[message, reason].filter(Boolean).join(' ')} /></p></section>
    ${explanation && html`<${Reasons} explanation=${explanation} />`}
    ${meta !== undefined && html`<${ErrorBoundary} name="Balance changes"><${Balances} tx=${tx} meta=${meta} /></${ErrorBoundary}><${ErrorBoundary} name="Affected entries"><${Affected} meta=${meta} /></${ErrorBoundary}>`}`;
}

/** `sent`: the result of the submission, with the hash. The transaction is followed until it is final. */
export function Sent({ server, sent: { hash, code, message } }) {
  const request = useRequest(
    server,
    () => server.request('tx', { transaction: hash }),
    [hash],
    ({ validated }) => validated === true,
  );
  const { ledger_index: index, validated } = request.result ?? {};
  const facts = [
    ['Preliminary result', html`<${Result} code=${code} />`],
    ['Final result', finalResult(request)],
    ['Ledger', validated ? html`<${LedgerLink} index=${index} />` : 'pending'],
    ['Transaction', html`<${Hash} hash=${hash} view="tx" isShort />`],
  ];
  return html`<section role="status"><h2>Sent</h2><${Facts} facts=${facts} /><p><${Text} text=${message ?? ''} /></p></section>`;
}

function finalResult({ result, error }) {
  if (error !== undefined) return 'none: the transaction was not found';
  return result?.validated === true ? html`<${Result} code=${result.meta.TransactionResult} />` : 'pending';
}
