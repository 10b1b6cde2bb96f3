/** Admin controls of the live view: close a ledger and, on a test bench, change the ledger clock. */
import { Text } from '../parts.js';
import { routeTo } from '../route.js';
import { html, useState } from '../vendor/preact-htm.js';

const CLOCK = [
  { label: 'A minute later', params: { advance: 60 } },
  { label: 'An hour later', params: { advance: 3_600 } },
  { label: 'A day later', params: { advance: 86_400 } },
  { label: 'Stop the clock', params: { freeze: true } },
  { label: 'Let the clock go on', params: { resume: true } },
];

/** `isTestBench`: the server's clock can be changed. */
export function Controls({ server, isTestBench }) {
  const [said, setSaid] = useState({ text: '', isFault: false });
  const [isBusy, setBusy] = useState(false);
  const act = async (command, params, tell) => {
    setBusy(true);
    try {
      setSaid({ text: tell(await server.request(command, params)), isFault: false });
    } catch (error) {
      setSaid({ text: error.message, isFault: true });
    }
    setBusy(false);
  };
  const close = () => act('ledger_accept', {}, () => '');
  const move = (params) => act('weir_clock', params, ({ time_iso: time }) => `The clock shows ${time}.`);
  return html`<p class="controls">
    <button type="button" disabled=${isBusy} onClick=${close}>Close ledger</button>
    ${isTestBench && html`<span class="muted">Clock of the ledger:</span>${CLOCK.map(({ label, params }) => html`<button key=${label} type="button" disabled=${isBusy} onClick=${() => move(params)}>${label}</button>`)}`}
    ${isTestBench && html`<a href=${routeTo('send')}>Send a transaction</a>`}
    <span role="status" class=${said.isFault ? 'bad' : 'muted'}><${Text} text=${said.text} /></span></p>`;
}
