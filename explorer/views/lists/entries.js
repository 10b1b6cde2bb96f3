/** The entries of a ledger by type, such as vaults, offers or amendments. */
import { AddressSelect, useAddressValues } from '../../address.js';
import { Hash, Text } from '../../components.js';
import { entryName, entrySubject } from '../../entries/entry-words.js';
import { PagedSection } from '../../lists/paged-list.js';
import { PageHead } from '../../panel.js';
import { Parts } from '../../values/parts-view.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

/** Names of the API. */
const TYPES = [
  ['account', 'accounts'],
  ['amendments', 'amendments'],
  ['amm', 'pools'],
  ['bridge', 'bridges'],
  ['check', 'checks'],
  ['credential', 'credentials'],
  ['delegate', 'delegations'],
  ['deposit_preauth', 'deposit preauthorizations'],
  ['did', 'DIDs'],
  ['escrow', 'escrows'],
  ['fee', 'fee settings'],
  ['loan', 'loans'],
  ['loan_broker', 'loan brokers'],
  ['mptoken', 'MPT holdings'],
  ['mpt_issuance', 'MPT issuances'],
  ['nft_offer', 'NFT offers'],
  ['nft_page', 'NFT pages'],
  ['offer', 'offers'],
  ['oracle', 'price oracles'],
  ['payment_channel', 'payment channels'],
  ['permissioned_domain', 'permissioned domains'],
  ['signer_list', 'signer lists'],
  ['state', 'trust lines'],
  ['ticket', 'tickets'],
  ['vault', 'vaults'],
];
const COLUMNS = [
  { title: 'Type', width: '16%' },
  { title: 'Summary', width: '66%' },
  { title: 'Entry', width: '18%' },
];
const LOOKED_AT = 1_024;
const FIRST = 'vault';

export function EntriesView({ server, newest, ledger }) {
  const [values, setValues] = useAddressValues(['type']);
  const type = values.type ?? FIRST;
  const load = pagesOf(server, 'ledger_data', { type, limit: LOOKED_AT }, ({ state }) => state);
  const row = (entry) =>
    html`<tr><th scope="row"><${Text} text=${entryName(entry.LedgerEntryType)} /></th><td><${Parts} parts=${entrySubject(entry.LedgerEntryType, entry)} ledger=${ledger} isRounded /></td><td><${Hash} hash=${entry.index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  const at = ledger ?? newest.index;
  return html`<${PageHead} title="Entries" facts=${[html`<${AddressSelect} name="type" label="Type" options=${TYPES} values=${{ type }} onChange=${setValues} />`]} />
    ${at === undefined ? html`<section aria-busy="true"><p class="muted">Loading…</p></section>` : html`<${PagedSection} title=${titleOf(type)} list=${type} ledger=${ledger} at=${at} isPinned load=${load} columns=${COLUMNS} row=${row} keyOf=${({ index }) => index} none="This ledger has none." />`}`;
}

/** The name of the type with a capital; an unknown type as it is. */
function titleOf(type) {
  const [, title = type] = TYPES.find(([name]) => name === type) ?? [];
  return `${title[0].toUpperCase()}${title.slice(1)}`;
}
