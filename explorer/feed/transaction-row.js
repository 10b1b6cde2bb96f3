/** A transaction in one row of a feed: its type, a sentence, the amount that counts most, and its age or time. */
import { TypeChip } from '../chips.js';
import { useModule } from '../modules.js';
import { secondsSince, useTickingText } from '../newest-ledger.js';
import { durationText } from '../numbers.js';
import { routeTo } from '../route.js';
import { html } from '../vendor/preact-htm.js';

/**
 * `when` is the content of the last cell. Without `meta` the transaction is pending, and `code` is its preliminary
 * result.
 */
export function TransactionCells({ row, when, ledger }) {
  const { module } = useModule('./feed/transaction-words.js');
  const { hash, tx, code } = row;
  const hasFailed = code !== undefined && code !== 'tesSUCCESS';
  const figure = () => module && html`<${module.TransactionFigure} row=${row} ledger=${ledger} />`;
  return html`<td class="kind"><a class="chip-link" href=${routeTo('tx', hash, ledger)}><${TypeChip} type=${tx.TransactionType} hasFailed=${hasFailed} /></a></td>
    <td class="sentence">${module === undefined ? html`<span class="muted">…</span>` : html`<${module.TransactionSentence} row=${row} ledger=${ledger} />`}</td>
    <td class="number">${hasFailed ? html`<span class="chip result failed">${code}</span>` : figure()}</td>
    <td class="when">${when}</td>`;
}

/**
 * The age of what is in a ledger that closed at `seconds`, in its largest unit, ticking. It is a new element for each text, so that a longer one
 * does not count as moved.
 */
export function Age({ newest, seconds }) {
  const text = useTickingText(() => durationText(secondsSince(newest, seconds)).split(' ').slice(0, 2).join(' '));
  return html`<span key=${text}>${text}</span>`;
}
