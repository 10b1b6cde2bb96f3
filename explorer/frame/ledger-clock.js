/** The newest ledger and its age, ticking, or that the connection is lost. It opens the time machine. */
import { useConnection } from '../connection.js';
import { secondsSince, useTickingText } from '../newest-ledger.js';
import { durationText, localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';

/** Screen readers read only the word for the connection, not each second. */
export function LedgerClock({ server, newest, isOpen, onClick }) {
  const { word, isAlive, age } = useConnection(server);
  const { index } = newest;
  return html`<button type="button" class="clock" data-ledger=${index} aria-expanded=${isOpen ? 'true' : 'false'} aria-controls="time-machine" title="Show the ledger as it was" onClick=${onClick}>
    <i class=${isAlive ? 'pulse' : 'pulse off'}></i>
    <span class=${isAlive ? 'visually-hidden' : 'bad'}><span class="connection"><span role="status">${word}</span>${!isAlive && ` ${age}`}</span></span>
    ${isAlive && index !== undefined && html`<span>Ledger <b>${localeNumber(index)}</b> · <${Age} newest=${newest} /></span>`}</button>`;
}

function Age({ newest }) {
  const text = useTickingText(() => {
    const seconds = secondsSince(newest);
    return seconds < 1 ? 'now' : `${durationText(seconds)} ago`;
  });
  return html`<span class="age">${text}</span>`;
}
