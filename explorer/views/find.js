/** What a hash is: a transaction, a ledger or an entry of the ledger; and any entry with its fields. */
import { useAnswer } from '../asking.js';
import { Fields, Json, Pending, Text } from '../parts.js';
import { AmmCurve } from '../pictures/amm-curve.js';
import { ChannelTimeline } from '../pictures/channel-timeline.js';
import { routeTo } from '../route.js';
import { html, useEffect } from '../vendor/preact-htm.js';
import { ClaimCheck } from './claim-check.js';
import { isPast } from './lists.js';
import { Since } from './since.js';

export function FindView({ server, subject, ledger }) {
  const asked = useAnswer(server, () => placeOf(server, subject, ledger), [subject]);
  useEffect(() => {
    if (asked.result !== undefined) location.replace(asked.result);
  }, [asked.result]);
  return html`<h1>Find <span class="mono"><${Text} text=${subject} /></span></h1><${Pending} asked=${asked} />`;
}

async function placeOf(server, hash, ledger) {
  const isThere = (command, params) =>
    server.request(command, params).then(
      () => true,
      () => false,
    );
  if (await isThere('tx', { transaction: hash })) return routeTo('tx', hash, ledger);
  if (await isThere('ledger', { ledger_hash: hash })) return routeTo('ledger', hash, ledger);
  if (await isThere('ledger_entry', { index: hash, ledger_index: ledger ?? 'validated' }))
    return routeTo('entry', hash, ledger);
  throw new Error(
    `No transaction, ledger or entry ${ledger === undefined ? '' : `of ledger ${ledger} `}has this hash.`,
  );
}

export function EntryView({ server, subject, ledger }) {
  const asked = useAnswer(
    server,
    () => server.request('ledger_entry', { index: subject, ledger_index: ledger ?? 'validated' }),
    [subject, ledger],
    isPast(ledger),
  );
  if (asked.result === undefined)
    return html`<h1>Entry <span class="mono"><${Text} text=${subject} /></span></h1><${Pending} asked=${asked} />`;
  const { node, ledger_index: index } = asked.result;
  return html`<h1><${Text} text=${node.LedgerEntryType} /> <span class="mono">${subject}</span></h1>
    <section><p class="muted">As of ledger ${index}.</p><${Fields} fields=${node} ledger=${ledger} /></section>
    ${node.LedgerEntryType === 'PayChannel' && ledger === undefined && html`<${ClaimCheck} server=${server} channel=${node} />`}
    ${node.LedgerEntryType === 'PayChannel' && html`<${ChannelTimeline} server=${server} channel=${node} ledger=${ledger} />`}
    ${node.LedgerEntryType === 'AMM' && html`<${AmmCurve} server=${server} assets=${[node.Asset, node.Asset2]} ledger=${ledger} />`}
    ${ledger !== undefined && html`<${Since} server=${server} index=${subject} ledger=${ledger} />`}
    <section><details><summary>JSON</summary><${Json} value=${node} /></details></section>`;
}
