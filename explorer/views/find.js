/**
 * Finds what a hash or id belongs to: transaction, ledger, ledger entry or NFToken; shows entries with their fields.
 */
import { useAnswer } from '../asking.js';
import { Flags } from '../flags.js';
import { Part } from '../part.js';
import { Fields, Json, Pending, Text } from '../parts.js';
import { AmmCurve } from '../pictures/amm-curve.js';
import { ChannelTimeline } from '../pictures/channel-timeline.js';
import { routeTo } from '../route.js';
import { mayPass, RequestError } from '../server.js';
import { html, useEffect } from '../vendor/preact-htm.js';
import { ClaimCheck } from './claim-check.js';
import { isPast } from './lists.js';
import { Since } from './since.js';

export function FindView({ server, subject, ledger }) {
  const asked = useAnswer(server, () => placeOf(server, subject, ledger), [subject, ledger]);
  useEffect(() => {
    if (asked.result !== undefined) location.replace(asked.result);
  }, [asked.result]);
  return html`<h1>Find <span class="mono"><${Text} text=${subject} /></span></h1><${Pending} asked=${asked} />`;
}

async function placeOf(server, hash, ledger) {
  const ledger_index = ledger ?? 'validated';
  const isThere = (command, params) =>
    server.request(command, params).then(
      () => true,
      (error) => {
        // It is unknown whether it exists.
        if (mayPass(error)) throw error;
        return false;
      },
    );
  if (await isThere('tx', { transaction: hash })) return routeTo('tx', hash, ledger);
  if (await isThere('ledger', { ledger_hash: hash })) return routeTo('ledger', hash, ledger);
  const entry = await server.request('ledger_entry', { index: hash, ledger_index }).catch((error) => {
    if (mayPass(error)) throw error;
  });
  const { LedgerEntryType: type, mpt_issuance_id: issuance } = entry?.node ?? {};
  if (type === 'MPTokenIssuance') return routeTo('issuance', issuance, ledger);
  if (type !== undefined) return routeTo('entry', hash, ledger);
  if (await isThere('weir_nft', { nft_id: hash, ledger_index })) return routeTo('nft', hash, ledger);
  const place = ledger === undefined ? '' : ` of ledger ${ledger}`;
  throw new RequestError({
    error: 'objectNotFound',
    error_message: `No transaction, ledger or entry${place} has this hash, and no payment channel or non-fungible token this id.`,
  });
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
    <section><p class="muted">As of ledger ${index}.</p><${Part} name="Fields"><${Fields} fields=${node} ledger=${ledger} shown=${{ Flags: html`<${Flags} server=${server} of=${node} />` }} /></${Part}></section>
    ${node.LedgerEntryType === 'PayChannel' && ledger === undefined && html`<${Part} name="Is this claim good?"><${ClaimCheck} server=${server} channel=${node} /></${Part}>`}
    ${node.LedgerEntryType === 'PayChannel' && html`<${Part} name="In time"><${ChannelTimeline} server=${server} channel=${node} ledger=${ledger} /></${Part}>`}
    ${node.LedgerEntryType === 'AMM' && html`<${Part} name="Pool"><${AmmCurve} server=${server} assets=${[node.Asset, node.Asset2]} ledger=${ledger} /></${Part}>`}
    ${node.LedgerEntryType === 'PayChannel' && ledger !== undefined && html`<section><p class="muted">Whether a claim is good can be asked of the newest ledger only: <a href=${routeTo('entry', subject)}>this channel now</a>.</p></section>`}
    ${ledger !== undefined && html`<${Part} name="Since then"><${Since} server=${server} index=${subject} ledger=${ledger} /></${Part}>`}
    <section><details><summary>JSON</summary><${Json} value=${node} /></details></section>`;
}
