/** The result of a simulation, and the state of a sent transaction. */
import { useAnswer } from '../../asking.js';
import { Part } from '../../part.js';
import { Amount, Facts, Hash, LedgerLink, Result, Text } from '../../parts.js';
import { html } from '../../vendor/preact-htm.js';
import { Affected, Balances, Reasons } from '../transaction.js';

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
  return html`<section><h2>What it would do</h2><${Facts} facts=${facts} />
      <p><${Text} text=${[message, reason].filter(Boolean).join(' ')} /></p></section>
    ${explanation && html`<${Reasons} explanation=${explanation} />`}
    ${meta !== undefined && html`<${Part} name="Balance changes"><${Balances} tx=${tx} meta=${meta} /></${Part}><${Part} name="Affected entries"><${Affected} meta=${meta} /></${Part}>`}`;
}

/** `sent`: the result of the submission, with the hash. The transaction is followed until it is final. */
export function Sent({ server, sent: { hash, code, message } }) {
  const asked = useAnswer(
    server,
    () => server.request('tx', { transaction: hash }),
    [hash],
    ({ validated }) => validated === true,
  );
  const { ledger_index: index, validated } = asked.result ?? {};
  const facts = [
    ['Result so far', html`<${Result} code=${code} />`],
    ['Final result', finalResult(asked)],
    ['Ledger', validated ? html`<${LedgerLink} index=${index} />` : 'none yet'],
    ['Transaction', html`<${Hash} hash=${hash} view="tx" isShort />`],
  ];
  return html`<section role="status"><h2>Sent</h2><${Facts} facts=${facts} /><p><${Text} text=${message ?? ''} /></p></section>`;
}

function finalResult({ result, error }) {
  if (error !== undefined) return 'none: the server did not keep it';
  return result?.validated === true
    ? html`<${Result} code=${result.meta.TransactionResult} />`
    : 'when a ledger closes';
}
