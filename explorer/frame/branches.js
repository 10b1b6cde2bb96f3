/**
 * A picture of the snapshots of a test bench and of what was tried after each: the trunk is the chain as it is, a branch
 * is what a revert removed while this page was open.
 */
import { Text } from '../components.js';
import { localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';

const ROW = 34;
const TRUNK = 14;

/** `tries` are `{ from, to }`: the ledgers after `from` up to `to` were removed. */
export function Branches({ snapshots, tries, newest, isBusy, onRevert }) {
  if (snapshots.length === 0)
    return html`<p class="muted branch-note">A snapshot keeps the ledger as it is. Try something, then return to it.</p>`;
  const rows = [...snapshots, undefined];
  const height = rows.length * ROW;
  return html`<div class="branches"><svg width="52" height=${height} viewBox="0 0 52 ${height}" aria-hidden="true">
      <path class="trunk" d=${`M${TRUNK} ${ROW / 2}V${height - ROW / 2}`} />
      ${rows.map((snapshot, at) => {
        const y = at * ROW + ROW / 2;
        const count = snapshot === undefined ? 0 : tries.filter(({ from }) => from === snapshot.ledger_index).length;
        return html`<g key=${at}>${count > 0 && html`<path class="try" d=${`M${TRUNK} ${y}c0 10 10 12 22 12`} /><circle class="end" cx="38" cy=${y + 12} r="3" />`}<circle class=${snapshot === undefined ? 'here' : 'snapshot'} cx=${TRUNK} cy=${y} r="5" /></g>`;
      })}</svg>
    <ol>${rows.map((snapshot) => {
      if (snapshot === undefined)
        return html`<li key="now"><b>Now</b> <span class="faint">ledger ${newest === undefined ? '…' : localeNumber(newest)}</span></li>`;
      const { snapshot: id, name, ledger_index: index } = snapshot;
      const removed = tries.filter(({ from }) => from === index);
      return html`<li key=${id}><b><${Text} text=${name ?? 'Snapshot'} /></b> <span class="faint">ledger ${localeNumber(index)}${removed.length > 0 && `, ${localeNumber(removed.length)} tried`}</span> <button type="button" disabled=${isBusy} onClick=${() => onRevert(snapshot)}>Revert</button></li>`;
    })}</ol></div>`;
}
