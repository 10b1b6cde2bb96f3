/**
 * Finds what a hash or id belongs to: transaction, ledger, ledger entry or NFToken; shows entries with their fields.
 */

import { AmmCurve } from '../charts/amm-curve.js';
import { ChannelTimeline } from '../charts/channel-timeline.js';
import { Json, LedgerLink, RequestStatus, Text } from '../components.js';
import { Copy } from '../copy.js';
import { entryName, entrySubject } from '../entries/entry-words.js';
import { ErrorBoundary } from '../error-boundary.js';
import { Flags } from '../flags.js';
import { PageHead, Panel } from '../panel.js';
import { routeTo } from '../route.js';
import { isTemporary, RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { shortId } from '../values/assets.js';
import { Fields } from '../values/fields.js';
import { Parts } from '../values/parts-view.js';
import { html } from '../vendor/preact-htm.js';
import { ChangesSince } from './changes-since.js';
import { ClaimCheck } from './claim-check.js';
import { isPast } from './paging.js';
import { redirectView } from './redirect.js';

export const FindView = redirectView(placeOf);

async function placeOf(server, hash, ledger) {
  const ledger_index = ledger ?? 'validated';
  const isThere = (command, params) =>
    server.request(command, params).then(
      () => true,
      (error) => {
        // It is unknown whether it exists.
        if (isTemporary(error)) throw error;
        return false;
      },
    );
  if (await isThere('tx', { transaction: hash })) return routeTo('tx', hash, ledger);
  if (await isThere('ledger', { ledger_hash: hash })) return routeTo('ledger', hash, ledger);
  const entry = await server.request('ledger_entry', { index: hash, ledger_index }).catch((error) => {
    if (isTemporary(error)) throw error;
  });
  const { LedgerEntryType: type, mpt_issuance_id: issuance } = entry?.node ?? {};
  if (type === 'MPTokenIssuance') return routeTo('issuance', issuance, ledger);
  if (type !== undefined) return routeTo('entry', hash, ledger);
  if (await isThere('weir_nft', { nft_id: hash, ledger_index })) return routeTo('nft', hash, ledger);
  const place = ledger === undefined ? '' : ` as of ledger ${ledger}`;
  throw new RequestError({
    error: 'objectNotFound',
    error_message: `No transaction, ledger, entry or non-fungible token with this hash or ID was found${place}.`,
  });
}

/** What every entry has, and its places in directories, come last. */
function isOwn([name]) {
  return !/^PreviousTxn|^Flags$|Node$/.test(name);
}

export function EntryView({ server, subject, ledger }) {
  const request = useRequest(
    server,
    () => server.request('ledger_entry', { index: subject, ledger_index: ledger ?? 'validated' }),
    [subject, ledger],
    isPast(ledger),
  );
  if (request.result === undefined)
    return html`<${PageHead} title=${html`Entry <span class="mono"><${Text} text=${subject} /></span>`} /><${RequestStatus} request=${request} />`;
  const { node, ledger_index: index } = request.result;
  const { LedgerEntryType: type, index: key, ...fields } = node;
  const ordered = Object.fromEntries([
    ...Object.entries(fields).filter(isOwn),
    ...Object.entries(fields).filter((field) => !isOwn(field)),
  ]);
  const facts = [
    html`${type} as of ledger <${LedgerLink} index=${index} ledger=${ledger} />`,
    html`<span class="hash" title=${key}>${shortId(key)}</span> <${Copy} text=${key} label="index" />`,
  ];
  return html`<${PageHead} title=${html`${entryName(type)} <${Parts} parts=${entrySubject(type, node)} ledger=${ledger} />`} facts=${facts} />
    <${ErrorBoundary} name="Fields"><${Panel} title="Fields"><${Fields} fields=${ordered} ledger=${ledger} shown=${{ Flags: html`<${Flags} server=${server} of=${node} />` }} /></${Panel}></${ErrorBoundary}>
    ${node.LedgerEntryType === 'PayChannel' && ledger === undefined && html`<${ErrorBoundary} name="Check a claim"><${ClaimCheck} server=${server} channel=${node} /></${ErrorBoundary}>`}
    ${node.LedgerEntryType === 'PayChannel' && html`<${ErrorBoundary} name="Timeline"><${ChannelTimeline} server=${server} channel=${node} ledger=${ledger} /></${ErrorBoundary}>`}
    ${node.LedgerEntryType === 'AMM' && html`<${ErrorBoundary} name="Pool"><${AmmCurve} server=${server} assets=${[node.Asset, node.Asset2]} ledger=${ledger} /></${ErrorBoundary}>`}
    ${node.LedgerEntryType === 'PayChannel' && ledger !== undefined && html`<section><p class="muted">Claims can be checked in the latest ledger only. <a href=${routeTo('entry', subject)}>Show this channel in the latest ledger</a></p></section>`}
    ${ledger !== undefined && html`<${ErrorBoundary} name="Changes since this ledger"><${ChangesSince} server=${server} index=${subject} ledger=${ledger} /></${ErrorBoundary}>`}
    <section><details><summary>JSON</summary><${Json} value=${node} /></details></section>`;
}
