/** An NFToken by its id: properties, owner, offers, and previous owners. */
import { useAnswer } from '../asking.js';
import { PagedSection } from '../lists/paged-list.js';
import { ledgerSeconds, localeNumber } from '../numbers.js';
import { Part } from '../part.js';
import { Address, Amount, Facts, Hash, LedgerLink, Pending, StackedTable, Text, Time, Value } from '../parts.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { html } from '../vendor/preact-htm.js';
import { isPast, LISTED } from './lists.js';

const FLAG_WORDS = [
  [1, 'Its issuer may burn it, whoever owns it'],
  [2, 'Is sold for XRP only'],
  [4, 'Fees of its sales may make trust lines for its issuer'],
  [8, 'Can be sold by others than its issuer'],
  [16, 'Its URI can be changed'],
];
const FEE_PLACES = 3;

export function NftView({ server, subject, ledger }) {
  const id = subject.toUpperCase();
  const ledger_index = ledger ?? 'validated';
  const asked = useAnswer(
    server,
    () => server.request('weir_nft', { nft_id: id, ledger_index }).catch(tellNothing),
    [id, ledger],
    isPast(ledger),
  );
  const title = html`<h1>Non-fungible token <span class="mono"><${Text} text=${id} /></span></h1>`;
  if (asked.result === undefined) return html`${title}<${Pending} asked=${asked} />`;
  const token = asked.result;
  const words = FLAG_WORDS.filter(([bit]) => (token.flags & bit) !== 0);
  const list = { server, id, ledger, at: token.ledger_index };
  return html`${title}
    <section><p class="muted">As of ledger ${localeNumber(token.ledger_index)}.</p><${Facts} facts=${tokenFacts(token, ledger)} />
      <h2>URI</h2><p>${token.uri === undefined ? html`<span class="muted">none</span>` : html`<${Value} name="URI" value=${token.uri} />`}</p>
      <h2>Flags</h2>${words.length === 0 ? html`<p class="muted">No flags are set.</p>` : html`<ul>${words.map(([bit, text]) => html`<li key=${bit}>${text}</li>`)}</ul>`}</section>
    <${Offers} ...${list} command="nft_sell_offers" title="Offers to sell it" />
    <${Offers} ...${list} command="nft_buy_offers" title="Offers to buy it" />
    <${Part} name="Through whose hands it went"><${Owners} token=${token} ledger=${ledger} /></${Part}>`;
}

function tellNothing(error) {
  if (error.token !== 'objectNotFound') throw error;
  throw new RequestError({
    error: error.token,
    error_message: 'No non-fungible token with this id has been made up to this ledger.',
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
    ['Number', localeNumber(token.nft_serial)],
    ['Of each sale the issuer gets', `${localeNumber(percent)} %`],
  ];
}

const OFFER_COLUMNS = [
  { title: 'Price', width: '22%' },
  { title: 'Made by', width: '30%' },
  { title: 'For', width: '30%' },
  { title: 'Offer', width: '18%' },
];

function Offers({ server, id, ledger, at, command, title }) {
  const load = async (marker, ledger_index) => {
    const paging = marker === undefined ? {} : { marker };
    try {
      const answer = await server.request(command, { nft_id: id, ledger_index, limit: LISTED, ...paging });
      return { rows: answer.offers, marker: answer.marker };
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
    <td>${offer.destination === undefined ? 'anybody' : html`<${Address} address=${offer.destination} ledger=${ledger} />`}</td>
    <td><${Hash} hash=${offer.nft_offer_index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title=${title} list=${`${id} ${command}`} at=${at} load=${load} columns=${OFFER_COLUMNS} row=${row} keyOf=${(offer) => offer.nft_offer_index} none="None." />`;
}

/** Newest first. */
function Owners({ token, ledger }) {
  const rows = token.owners.toReversed();
  const historyOf = (address) =>
    `${routeTo('account', address, ledger)}${ledger === undefined ? '?' : '&'}tx_type=NFTokenAcceptOffer`;
  return html`<section><h2>Through whose hands it went</h2><${StackedTable} titles=${['Owner', 'Since ledger', 'Time', 'By', 'More']} rows=${rows.map(
    ({ owner, ledger_index: index, close_time_iso: time, hash }) => ({
      key: index,
      cells: [
        html`<${Address} address=${owner} ledger=${ledger} />`,
        html`<${LedgerLink} index=${index} ledger=${ledger} />`,
        html`<${Time} seconds=${ledgerSeconds(time)} />`,
        hash && html`<${Hash} hash=${hash} view="tx" isShort ledger=${ledger} />`,
        html`<a href=${historyOf(owner)}>its sales of NFTs</a>`,
      ],
    }),
  )} />
    <p class="muted">Somebody who gave it away and had it back may stand here once.</p></section>`;
}
