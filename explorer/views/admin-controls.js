/** Admin controls of the live view: close a ledger and, on a test bench, change the ledger clock. */
import { Text } from '../components.js';
import { routeTo } from '../route.js';
import { html, useState } from '../vendor/preact-htm.js';

const CLOCK = [
  { label: '+1 minute', params: { advance: 60 } },
  { label: '+1 hour', params: { advance: 3_600 } },
  { label: '+1 day', params: { advance: 86_400 } },
  { label: 'Freeze', params: { freeze: true } },
  { label: 'Resume', params: { resume: true } },
];

/** `isTestBench`: the server's clock can be changed. */
export function AdminControls({ server, isTestBench }) {
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
  const move = (params) => act('weir_clock', params, ({ time_iso: time }) => `The ledger clock is at ${time}.`);
  return html`<p class="controls">
    <button type="button" disabled=${isBusy} onClick=${close}>Close ledger</button>
    ${isTestBench && html`<span class="muted">Ledger clock:</span>${CLOCK.map(({ label, params }) => html`<button key=${label} type="button" disabled=${isBusy} onClick=${() => move(params)}>${label}</button>`)}`}
    ${isTestBench && html`<a href=${routeTo('send')}>Send a transaction</a>`}
    <span role="status" class=${said.isFault ? 'bad' : 'muted'}><${Text} text=${said.text} /></span></p>`;
}
