/** Switches every view to a past ledger and back. */
import { withValues } from '../address.js';
import { html } from '../vendor/preact-htm.js';

export function TimeMachine({ route: { ledger }, newest: { index: max = 1, first: min = 1 } }) {
  const go = (chosen) => {
    location.hash = withValues(location.hash, { ledger: chosen });
  };
  const choose = (event) => {
    const chosen = Number(event.target.value);
    if (Number.isInteger(chosen) && chosen > 0) go(chosen);
  };
  return html`<div class="strip time" id="time-machine"><div>
    <label for="as-of">As of ledger</label>
    <input id="as-of" type="number" min=${min} max=${max} value=${ledger ?? max} onChange=${choose} />
    <input type="range" aria-label="As of ledger, as a slider" min=${min} max=${max} value=${ledger ?? max} onChange=${choose} />
    ${ledger !== undefined && html`<a href=${`#/compare/${ledger}/${max}`}>Compare with latest</a>`}
    <button type="button" disabled=${ledger === undefined} onClick=${() => go(undefined)}>Latest</button>
  </div></div>`;
}
