/** The non-fungible tokens of an account. */

import { Address, Hash } from '../../components.js';
import { PagedSection } from '../../lists/paged-list.js';
import { localeNumber } from '../../numbers.js';
import { Value } from '../../values/fields.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

const COLUMNS = [
  { title: 'Token', width: '18%' },
  { title: 'URI', width: '32%' },
  { title: 'Issuer', width: '32%' },
  { title: 'Taxon', width: '9%' },
  { title: 'Serial', width: '9%' },
];

export function Tokens({ server, account, ledger, at }) {
  const load = pagesOf(server, 'account_nfts', { account }, ({ account_nfts: tokens }) => tokens);
  const row = (token) => html`<tr><td><${Hash} hash=${token.NFTokenID} view="nft" isShort ledger=${ledger} /></td>
    <td>${token.URI === undefined ? html`<span class="muted">none</span>` : html`<${Value} name="URI" value=${token.URI} />`}</td>
    <td><${Address} address=${token.Issuer} ledger=${ledger} /></td><td>${localeNumber(token.NFTokenTaxon)}</td><td>${localeNumber(token.nft_serial)}</td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title="Non-fungible tokens" list=${account} at=${at} load=${load} columns=${COLUMNS} row=${row} keyOf=${({ NFTokenID: id }) => id} />`;
}
