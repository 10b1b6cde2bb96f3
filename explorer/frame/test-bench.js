/** The bar of a test bench: the ledger clock, closing a ledger, funding accounts, and snapshots with the way back. */
import { Text } from '../components.js';
import { Icon } from '../icons.js';
import { Menu } from '../menu.js';
import { useTickingText } from '../newest-ledger.js';
import { ledgerDate, localeNumber, localeTime } from '../numbers.js';
import { routeTo } from '../route.js';
import { addressOf } from '../send/read-input.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { Branches } from './branches.js';

const STEPS = [
  ['1 minute', 60],
  ['1 hour', 3_600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
];
/** A ledger whose close time is so far from the clock shows that the clock was moved. */
const MOVED_SECONDS = 60;
/** The clock is read again this long after a ledger, so that many ledgers cause one request. */
const REREAD_MS = 1_500;
const DEFAULT_XRP = '1000';
const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

export function TestBench({ server, newest }) {
  const [clock, setClock] = useState(undefined);
  const latest = useRef(undefined);
  const [snapshots, setSnapshots] = useState([]);
  const [tries, setTries] = useState([]);
  const [said, setSaid] = useState({ text: '', isFault: false });
  const [isBusy, setBusy] = useState(false);
  const read = async () => {
    const [time, { snapshots: all }] = await Promise.all([
      server.request('weir_clock'),
      server.request('weir_snapshots'),
    ]);
    latest.current = { ...time, atMs: performance.now() };
    setClock(latest.current);
    setSnapshots(all);
  };
  useEffect(() => {
    let timer;
    const readSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        read().catch(() => {});
      }, REREAD_MS);
    };
    read().catch(readSoon);
    const end = server.listen(({ type, ledger_time: time }) => {
      const isMoved = type === 'ledgerClosed' && Math.abs(time - timeOf(latest.current)) > MOVED_SECONDS;
      if (isMoved || type === 'ledgerReverted' || (type === 'connection' && server.isOpen)) readSoon();
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [server]);
  const act = async (command, params, tell = () => '') => {
    setBusy(true);
    try {
      const answer = await server.request(command, params);
      setSaid({ text: tell(answer), isFault: false });
      await read();
      return answer;
    } catch (error) {
      setSaid({ text: error.message, isFault: true });
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const move = (params) => act('weir_clock', params, ({ time }) => `The ledger clock is at ${localeTime(time)}.`);
  const revert = async ({ snapshot, name, ledger_index: index }) => {
    const answer = await act(
      'weir_revert',
      { snapshot },
      () => `Back at ${name ?? 'the snapshot'}, ledger ${localeNumber(index)}.`,
    );
    if (answer !== undefined) setTries([...tries, { from: answer.ledger_index, to: answer.reverted_from }]);
  };
  return html`<div class="strip bench" role="region" aria-label="Test bench"><div>
    <b>Test bench</b>
    ${newest.fork && html`<span>Fork of <b><${Text} text=${new URL(newest.fork.url).host} /></b>, ledger ${localeNumber(newest.fork.ledger_index)}</span>`}
    <span class="bench-clock">Ledger clock <b><${ClockTime} clock=${clock} /></b></span>
    <${Menu} title="Advance">
      ${STEPS.map(([text, seconds]) => html`<button key=${text} type="button" disabled=${isBusy} onClick=${() => move({ advance: seconds })}>${text}</button>`)}
      ${clock?.frozen ? html`<button type="button" onClick=${() => move({ resume: true })}>Resume the clock</button>` : html`<button type="button" onClick=${() => move({ freeze: true })}>Freeze the clock</button>`}
      <${SetTime} onSet=${(set) => move({ set })} /></${Menu}>
    <button type="button" disabled=${isBusy} onClick=${() => act('ledger_accept', {})}>Close ledger</button>
    <${Menu} title="Faucet"><${Faucet} onFund=${(params) => act('weir_fund', params, () => 'Funded.')} /></${Menu}>
    <${Menu} title=${html`<${Icon} name="branch" /> ${snapshots.length === 0 ? 'Snapshots' : html`<${Text} text=${nameOf(snapshots.at(-1))} />`}`} label="Snapshots">
      <${Branches} snapshots=${snapshots} tries=${tries} newest=${newest.index} isBusy=${isBusy} onRevert=${revert} />
      <${TakeSnapshot} onTake=${(name) => act('weir_snapshot', name === '' ? {} : { name }, ({ ledger_index: index }) => `Snapshot of ledger ${localeNumber(index)}.`)} /></${Menu}>
    <a class="button" href=${routeTo('send')}>Send</a>
    <a class="button" href=${routeTo('bench')}>More</a>
    <span role="status" class=${said.isFault ? 'bad' : ''}><${Text} text=${said.text} /></span></div></div>`;
}

function nameOf({ name, ledger_index: index }) {
  return name ?? `Ledger ${localeNumber(index)}`;
}

function ClockTime({ clock }) {
  const text = useTickingText(() => (clock === undefined ? '…' : localeTime(timeOf(clock))));
  return html`<time>${text}</time>${clock?.frozen && ' (frozen)'}`;
}

/** The time of the ledger clock now, from when it was read. */
function timeOf({ time, rate, frozen, atMs } = { time: 0, rate: 1, atMs: performance.now() }) {
  return time + (frozen ? 0 : Math.floor(((performance.now() - atMs) / 1_000) * rate));
}

function SetTime({ onSet }) {
  const input = useRef(null);
  const set = (event) => {
    event.preventDefault();
    const ms = Date.parse(input.current.value);
    if (!Number.isNaN(ms)) onSet(Math.floor((ms - ledgerDate(0).getTime()) / 1_000));
  };
  return html`<form onSubmit=${set}><label>Set to <input ref=${input} type="datetime-local" step="1" required /></label><button>Set</button></form>`;
}

function Faucet({ onFund }) {
  const [fault, setFault] = useState('');
  const fund = (event) => {
    event.preventDefault();
    const { account, amount } = event.currentTarget.elements;
    const address = addressOf(account.value);
    if (!ADDRESS.test(address ?? '')) {
      // The menu stays open.
      event.stopPropagation();
      setFault('Enter an address, or a name such as dev 1.');
      return;
    }
    const isXrp = /^\d+(?:\.\d{1,6})?$/.test(amount.value.trim());
    onFund({ account: address, amount: isXrp ? drops(amount.value.trim()) : amount.value.trim() });
  };
  return html`<form onSubmit=${fund}>
    <label>Account <input name="account" autocomplete="off" spellcheck="false" placeholder="r… or dev 1" required /></label>
    <label>Amount in XRP, or 10/USD/r… <input name="amount" autocomplete="off" value=${DEFAULT_XRP} required /></label>
    <button class="primary">Fund</button><span role="alert" class="bad">${fault}</span></form>`;
}

/** XRP with up to six decimals in drops. */
function drops(xrp) {
  const [head, tail = ''] = xrp.split('.');
  return String(BigInt(`${head}${tail.padEnd(6, '0')}`));
}

function TakeSnapshot({ onTake }) {
  const take = (event) => {
    event.preventDefault();
    onTake(event.currentTarget.elements.name.value.trim());
  };
  return html`<form onSubmit=${take}><label>New snapshot <input name="name" autocomplete="off" placeholder="name (optional)" maxlength="60" /></label><button>Take a snapshot</button></form>`;
}
