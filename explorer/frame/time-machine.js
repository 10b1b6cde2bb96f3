/**
 * The time machine: every view as of a past ledger, chosen by index, date or slider; the previous and the next change of
 * what is open; and play.
 */
import { withValues } from '../address.js';
import { Icon } from '../icons.js';
import { ledgerDate, localeTime } from '../numbers.js';
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { changesOf } from './changes-of-view.js';
import { ledgerAt, readCloseTime } from './ledger-at.js';

const PLAY_MS = 1_200;
/** Playing ends at the newest ledger after about so many steps. */
const PLAYED_STEPS = 60;

export function TimeMachine({ server, route, newest: { index: max = 1, first: min = 1 } }) {
  const { ledger } = route;
  const [time, setTime] = useState(undefined);
  const [said, setSaid] = useState('');
  const [isPlaying, setPlaying] = useState(false);
  const changes = changesOf(server, route);
  const go = (chosen) => {
    location.hash = withValues(location.hash, { ledger: chosen });
  };
  useEffect(() => {
    let isCurrent = true;
    setSaid('');
    readCloseTime(server, ledger).then(
      (seconds) => isCurrent && setTime(seconds),
      () => isCurrent && setTime(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [server, ledger]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => {
      const next = (ledger ?? max) + Math.max(1, Math.round((max - min) / PLAYED_STEPS));
      if (ledger === undefined) go(min);
      else if (next >= max) {
        setPlaying(false);
        go(undefined);
      } else go(next);
    }, PLAY_MS);
    return () => clearInterval(timer);
  }, [isPlaying, ledger, max]);
  const choose = (event) => {
    const chosen = Number(event.target.value);
    if (Number.isInteger(chosen) && chosen > 0) go(chosen);
  };
  const chooseTime = async ({ target }) => {
    const ms = Date.parse(target.value);
    if (!Number.isNaN(ms)) go(await ledgerAt(server, ms));
  };
  const step = async (direction) => {
    setSaid('');
    try {
      const found = await changes(ledger ?? max + 1, direction);
      if (found === undefined) setSaid(direction < 0 ? 'No earlier change.' : 'No later change.');
      else go(found);
    } catch (error) {
      setSaid(error.message);
    }
  };
  return html`<div class="strip time" id="time-machine" role="region" aria-label="Time machine"><div>
    <label for="as-of">As of ledger</label>
    <input id="as-of" type="number" min=${min} max=${max} value=${ledger ?? max} onChange=${choose} />
    <input type="datetime-local" step="1" aria-label="Date and time of the ledger" title=${time === undefined ? undefined : localeTime(time)} value=${localInput(time)} onChange=${chooseTime} />
    <input type="range" aria-label="As of ledger, as a slider" min=${min} max=${max} value=${ledger ?? max} onChange=${choose} />
    ${changes !== undefined && html`<span class="pair"><button type="button" title="Previous change of what is open" aria-label="Previous change" onClick=${() => step(-1)}><${Icon} name="left" /> change</button><button type="button" title="Next change of what is open" aria-label="Next change" disabled=${ledger === undefined} onClick=${() => step(1)}>change <${Icon} name="right" /></button></span>`}
    <button type="button" aria-pressed=${isPlaying ? 'true' : 'false'} onClick=${() => setPlaying(!isPlaying)}><${Icon} name=${isPlaying ? 'pause' : 'play'} /> ${isPlaying ? 'Stop' : 'Play'}</button>
    ${ledger !== undefined && html`<a href=${`#/compare/${ledger}/${max}`}>Compare with latest</a>`}
    <button type="button" class="latest" disabled=${ledger === undefined} onClick=${() => go(undefined)}>Latest</button>
    <span role="status">${said}</span></div></div>`;
}

/** The time in the form of the input, in the reader's time zone. */
function localInput(seconds) {
  if (seconds === undefined) return '';
  const date = ledgerDate(seconds);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
