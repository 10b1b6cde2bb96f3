/** An NFToken by its id: properties, owner, offers, and previous owners. */

import { Tag } from '../chips.js';
import { Address, Amount, Hash, LedgerLink, RequestStatus, StackedTable, Text, Time } from '../components.js';
import { Copy } from '../copy.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PagedSection } from '../lists/paged-list.js';
import { ledgerSeconds, localeNumber } from '../numbers.js';
import { Details, PageHead, Panel } from '../panel.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { Value } from '../values/fields.js';
import { html } from '../vendor/preact-htm.js';
import { isPast, pagesOf } from './paging.js';

const FLAG_TEXTS = [
  [1, 'The issuer can burn it'],
  [2, 'Can be sold for XRP only'],
  [4, 'Transfer fees may create trust lines for the issuer'],
  [8, 'Can be transferred between holders'],
  [16, 'The URI can be changed'],
];
const FEE_PLACES = 3;

export function NftView({ server, subject, ledger }) {
  const id = subject.toUpperCase();
  const request = useRequest(
    server,
    () => server.request('weir_nft', { nft_id: id, ledger_index: ledger }).catch(explainNotFound),
    [id, ledger],
    isPast(ledger),
  );
  const whole = html`<span class="mono"><${Text} text=${id} /></span> <${Copy} text=${id} label="id" />`;
  if (request.result === undefined)
    return html`<${PageHead} title="Non-fungible token" facts=${[whole]} /><${RequestStatus} request=${request} />`;
  const token = request.result;
  const words = FLAG_TEXTS.filter(([bit]) => (token.flags & bit) !== 0);
  const list = { server, id, ledger, at: token.ledger_index };
  const chips = words.map(([bit, text]) => html`<${Tag} key=${bit}>${text}</${Tag}>`);
  const collection = routeTo('collection', `${token.issuer}.${token.nft_taxon}`, ledger);
  return html`<${PageHead} title="Non-fungible token" chips=${chips} facts=${[whole]} actions=${html`<a class="button" href=${collection}>Collection</a>`} />
    <${Panel} title="Details" remark=${`As of ledger ${localeNumber(token.ledger_index)}`}><${Details} facts=${tokenFacts(token, ledger)} /></${Panel}>
    <${Offers} ...${list} command="nft_sell_offers" title="Sell offers" />
    <${Offers} ...${list} command="nft_buy_offers" title="Buy offers" />
    <${ErrorBoundary} name="Ownership history"><${Owners} token=${token} ledger=${ledger} /></${ErrorBoundary}>`;
}

function explainNotFound(error) {
  if (error.token !== 'objectNotFound') throw error;
  throw new RequestError({
    error: error.token,
    error_message: 'No non-fungible token with this ID was minted up to this ledger.',
  });
}

function tokenFacts(token, ledger) {
  const percent = `${token.transfer_fee / 10 ** FEE_PLACES}`;
  return [
    [
      'Owner',
      token.is_burned
        ? html`burned in ledger <${LedgerLink} index=${token.burned_ledger_index} ledger=${ledger} />`
        : html`<${Address} address=${token.owner} ledger=${ledger} />`,
    ],
    ['Issuer', html`<${Address} address=${token.issuer} ledger=${ledger} />`],
    ['Taxon', localeNumber(token.nft_taxon)],
    ['Serial', localeNumber(token.nft_serial)],
    ['Transfer fee', `${localeNumber(percent)} %`],
    [
      'URI',
      token.uri === undefined
        ? html`<span class="muted">none</span>`
        : html`<${Value} name="URI" value=${token.uri} />`,
    ],
  ];
}

const OFFER_COLUMNS = [
  { title: 'Price', width: '22%' },
  { title: 'Owner', width: '30%' },
  { title: 'Destination', width: '30%' },
  { title: 'Offer', width: '18%' },
];

function Offers({ server, id, ledger, at, command, title }) {
  const loadFound = pagesOf(server, command, { nft_id: id }, ({ offers }) => offers);
  const load = async (marker, ledger_index) => {
    try {
      return await loadFound(marker, ledger_index);
    } catch (error) {
      // Without offers the server returns an error in place of a list.
      if (error.token === 'objectNotFound') return { rows: [], marker: undefined };
      throw error;
    }
  };
  const row = (
    offer,
  ) => html`<tr><td><${Amount} amount=${offer.amount} ledger=${ledger} />${offer.expiration !== undefined && html` until <${Time} seconds=${offer.expiration} />`}</td>
    <td><${Address} address=${offer.owner} ledger=${ledger} /></td>
    <td>${offer.destination === undefined ? 'any account' : html`<${Address} address=${offer.destination} ledger=${ledger} />`}</td>
    <td><${Hash} hash=${offer.nft_offer_index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title=${title} list=${`${id} ${command}`} at=${at} load=${load} columns=${OFFER_COLUMNS} row=${row} keyOf=${(offer) => offer.nft_offer_index} none="None." />`;
}

/** Newest first. */
function Owners({ token, ledger }) {
  const rows = token.owners.toReversed();
  const historyOf = (address) =>
    `${routeTo('account', address, ledger)}${ledger === undefined ? '?' : '&'}tx_type=NFTokenAcceptOffer`;
  return html`<section><h2>Ownership history</h2><${StackedTable} titles=${['Owner', 'Since ledger', 'Time', 'By', 'More']} rows=${rows.map(
    ({ owner, ledger_index: index, close_time_iso: time, hash }) => ({
      key: index,
      cells: [
        html`<${Address} address=${owner} ledger=${ledger} />`,
        html`<${LedgerLink} index=${index} ledger=${ledger} />`,
        html`<${Time} seconds=${ledgerSeconds(time)} />`,
        hash && html`<${Hash} hash=${hash} view="tx" isShort ledger=${ledger} />`,
        html`<a href=${historyOf(owner)}>NFT sales of this owner</a>`,
      ],
    }),
  )} />
    <p class="muted">An owner who transferred it and received it back may be listed once only.</p></section>`;
}
