/** The issuer's desk: pending holders, and the approval of many at once. */

import { Address, RequestStatus, Text } from '../../components.js';
import { pendingHolders, restrictedIssuances } from '../../desk/candidates.js';
import { DeskRun } from '../../desk/desk-run.js';
import { Journal } from '../../desk/journal.js';
import { ErrorBoundary } from '../../error-boundary.js';
import { localeNumber } from '../../numbers.js';
import { PageHead } from '../../panel.js';
import { readPermissions } from '../../permissions.js';
import { useRequest } from '../../use-request.js';
import { html, useEffect, useState } from '../../vendor/preact-htm.js';
import { SignerForm } from '../signing/signer-form.js';
import { HolderList } from './holder-list.js';
import { Issuances } from './issuances.js';
import { RunProgress } from './run-progress.js';

/** Accounts whose desk is open in this window. */
const own = new Set();

/**
 * The account's run. It continues while other views are open. Undefined if another window has one: two runs would use
 * the same sequence numbers.
 */
async function runOf(server, account) {
  const { cache } = server;
  const name = `run ${account}`;
  if (!cache.has(name) && (await isOnlyWindow(account)))
    cache.set(name, new DeskRun(server, account, new Journal(account, browserStorage())));
  return cache.get(name);
}

/** If true, no other window can become it while this page is open. Works on secure origins and localhost only. */
function isOnlyWindow(account) {
  if (navigator.locks === undefined || own.has(account)) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`weir-desk-${account}`, { ifAvailable: true }, (lock) => {
      if (lock !== null) own.add(account);
      resolve(lock !== null);
      return lock === null ? undefined : new Promise(() => {});
    });
  });
}

/** Undefined if the browser forbids storage. */
function browserStorage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

export function DeskView({ server, subject }) {
  const request = useRequest(server, () => readDesk(server, subject), [subject]);
  const title = html`<${PageHead} title=${html`Issuer’s desk <span class="mono"><${Text} text=${subject} /></span>`} />`;
  if (request.result === undefined) return html`${title}<${RequestStatus} request=${request} />`;
  const { approvesHolders, issuances, run } = request.result;
  if (!approvesHolders && issuances.length === 0)
    return html`${title}<section><p><${Address} address=${subject} /> does not require authorization: any account can hold its tokens.</p></section>`;
  if (run === undefined)
    return html`${title}<section><p>This desk is open in another window. Close it there first, so that no holder is authorized twice.</p></section>`;
  return html`${title}<${Desk} server=${server} account=${subject} desk=${request.result} />`;
}

async function readDesk(server, account) {
  const [{ account_flags: flags }, issuances, permissions] = await Promise.all([
    server.request('account_info', { account, ledger_index: 'validated' }),
    restrictedIssuances(server, account),
    readPermissions(server),
  ]);
  const approvesHolders = flags.requireAuthorization === true;
  const isDesk = approvesHolders || issuances.length > 0;
  return { approvesHolders, issuances, permissions, run: isDesk ? await runOf(server, account) : undefined };
}

function Desk({ server, account, desk: { approvesHolders, issuances, permissions, run } }) {
  const [, forceUpdate] = useState(0);
  const [waiting, setWaiting] = useState([]);
  const [named, setNamed] = useState([]);
  const [reading, setReading] = useState({ isDone: !approvesHolders, count: 0 });
  const [chosen, setChosen] = useState(new Set());
  const [signer, setSigner] = useState();
  const [round, setRound] = useState(0);
  useEffect(() => subscribeToRun(run, () => forceUpdate((count) => count + 1)), [run]);
  useEffect(() => {
    if (!approvesHolders || run.isBusy) return undefined;
    let isCurrent = true;
    readPending(server, account, (state) => isCurrent && setReading(state))
      .then((holders) => isCurrent && setWaiting(holders))
      .catch((error) => isCurrent && setReading({ isDone: true, count: 0, fault: error.message }));
    return () => {
      isCurrent = false;
    };
  }, [run.isBusy, round]);
  const candidates = [...named, ...waiting].filter(({ key }) => !run.succeededKeys.has(key));
  const selected = candidates.filter(({ key }) => chosen.has(key));
  const addNamed = (found) => {
    const isNew = ({ key }) => !named.some((one) => one.key === key);
    setNamed([...named, ...found.filter(isNew)]);
    setChosen(new Set([...chosen, ...found.map(({ key }) => key)]));
  };
  const start = () => void run.approve(signer, selected);
  return html`<section><h2>Authorize</h2>
      <${SignerForm} server=${server} account=${account} permissions=${permissions} signer=${signer} onSigner=${setSigner} />
      <p class="controls"><button class="primary" type="button" disabled=${run.isBusy || signer === undefined || selected.length === 0} onClick=${start}>Authorize ${localeNumber(selected.length)} ${selected.length === 1 ? 'holder' : 'holders'}</button>
        <button type="button" disabled=${!run.isBusy || run.phase === 'stopping'} onClick=${() => run.stop()}>Stop</button>
        ${!run.isBusy && candidates.length > 0 && html`<span class="muted">${missingText(signer, selected)}</span>`}</p>
      <${ErrorBoundary} name="Progress"><${RunProgress} server=${server} run=${run} permissions=${permissions} /></${ErrorBoundary}></section>
    <section><h2>Pending authorizations</h2>
      <p><span role="status" class="muted">${readingText(reading, candidates.length)}</span>${' '}
        ${approvesHolders && html`<button type="button" disabled=${run.isBusy || !reading.isDone} onClick=${() => setRound(round + 1)}>Refresh</button>`}</p>
      <${ErrorBoundary} name="Candidates"><${HolderList} candidates=${candidates} chosen=${chosen} onChoose=${setChosen} isDisabled=${run.isBusy} /></${ErrorBoundary}></section>
    ${issuances.length > 0 && html`<${ErrorBoundary} name="Holders of multi-purpose tokens"><${Issuances} server=${server} issuances=${issuances} onFound=${addNamed} /></${ErrorBoundary}>`}`;
}

/** At most once a frame. */
function subscribeToRun(run, show) {
  let frame;
  const end = run.listen(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      show();
    });
  });
  return () => {
    end();
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

async function readPending(server, account, onState) {
  onState({ isDone: false, count: 0 });
  const holders = await pendingHolders(server, account, (count) => onState({ isDone: false, count }));
  onState({ isDone: true, count: holders.length });
  return holders;
}

/** Why approvals cannot start yet. */
function missingText(signer, selected) {
  if (selected.length === 0)
    return signer === undefined ? 'Enter a key and select holders below.' : 'Select holders below.';
  return signer === undefined ? 'Enter a key.' : '';
}

function readingText({ isDone, count, fault }, waiting) {
  if (fault !== undefined) return fault;
  if (!isDone) return `Loading… ${localeNumber(count)} so far.`;
  if (waiting === 0) return 'No pending holders.';
  return `${localeNumber(waiting)} pending.`;
}
