/** The order book of an asset pair: both sides, best first, with cumulative depth. */

import { AmmCurve } from '../charts/amm-curve.js';
import { DepthChart } from '../charts/depth-chart.js';
import { Address, Hash, plainText, RequestStatus, Text } from '../components.js';
import { dropsToXrp, ratio, sum } from '../decimals.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PagedSection } from '../lists/paged-list.js';
import { localeNumber } from '../numbers.js';
import { assetsOf, routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { currencyText } from '../values/assets.js';
import { html } from '../vendor/preact-htm.js';
import { isPast } from './paging.js';

/** Maximum page size for non-admins. */
const OFFERS = 100;

/** Prices are per unit of `base` in `quote`. */
export function BookView({ server, subject, ledger }) {
  const request = useRequest(server, () => readBook(server, subject, ledger), [subject, ledger], isPast(ledger));
  const title = html`<h1>Order book <${Text} text=${subject} /></h1>`;
  if (request.result === undefined) return html`${title}<${RequestStatus} request=${request} />`;
  const { base, quote, asks, bids, at } = request.result;
  const names = { base: currencyText(base.currency), quote: currencyText(quote.currency) };
  return html`${title}
    <section><p><${Text} text=${names.base} />${issuerOf(base, ledger)} for <${Text} text=${names.quote} />${issuerOf(quote, ledger)}. <a href=${routeTo('book', subject.split(' ').reverse().join(' '), ledger)}>Swap assets</a></p>
      <h2>Depth</h2><${ErrorBoundary} name="Depth"><${DepthChart} asks=${asks} bids=${bids} names=${names} /></${ErrorBoundary}></section>
    <${ErrorBoundary} name="Pool"><${AmmCurve} server=${server} assets=${[base, quote]} ledger=${ledger} /></${ErrorBoundary}>
    <${Side} ...${{ server, subject, names, ledger, at }} title="Sell offers" isAsk gets=${base} pays=${quote} />
    <${Side} ...${{ server, subject, names, ledger, at }} title="Buy offers" gets=${quote} pays=${base} />`;
}

function issuerOf({ issuer }, ledger) {
  return issuer === undefined ? '' : html` of <${Address} address=${issuer} ledger=${ledger} />`;
}

async function readBook(server, subject, ledger) {
  const assets = assetsOf(subject);
  if (assets === undefined)
    throw new RequestError({ error: 'invalidParams', error_message: 'Write the asset pair like this: XRP USD/r…' });
  const [base, quote] = assets;
  const ask = async (taker_gets, taker_pays) => {
    const where = { ledger_index: ledger ?? 'validated', limit: OFFERS };
    return server.request('book_offers', { ...where, taker_gets, taker_pays });
  };
  const [asks, bids] = await Promise.all([ask(base, quote), ask(quote, base)]);
  return {
    base,
    quote,
    at: asks.ledger_index,
    asks: withDepth(asks.offers.map((offer) => rowOf(offer, 'TakerGets', 'TakerPays', 'taker_gets_funded'))),
    bids: withDepth(bids.offers.map((offer) => rowOf(offer, 'TakerPays', 'TakerGets', 'taker_pays_funded'))),
  };
}

/** The funded amount of the base, and its price. */
function rowOf(offer, baseField, quoteField, fundedField) {
  const price = ratio(plainValue(offer[quoteField]), plainValue(offer[baseField])) ?? '0';
  return {
    price,
    amount: plainValue(offer[fundedField] ?? offer[baseField]),
    owner: offer.Account,
    index: offer.index,
  };
}

function plainValue(amount) {
  return typeof amount === 'string' ? dropsToXrp(amount) : amount.value;
}

function withDepth(rows, start = '0') {
  let depth = start;
  return rows.map((row) => {
    depth = sum(depth, row.amount);
    return { ...row, depth };
  });
}

function Side({ server, title, subject, gets, pays, isAsk, names, ledger, at }) {
  const fields = isAsk
    ? ['TakerGets', 'TakerPays', 'taker_gets_funded']
    : ['TakerPays', 'TakerGets', 'taker_pays_funded'];
  const load = async (marker, ledger_index) => {
    const { skip, depth } = marker ?? { skip: 0, depth: '0' };
    const question = { taker_gets: gets, taker_pays: pays, ledger_index, limit: OFFERS, skip };
    const { offers } = await server.request('book_offers', question);
    const rows = withDepth(
      offers.map((offer) => rowOf(offer, ...fields)),
      depth,
    );
    const isFull = rows.length >= OFFERS;
    return { rows, marker: isFull ? { skip: skip + rows.length, depth: rows.at(-1).depth } : undefined };
  };
  const columns = [
    {
      title: html`Price in <${Text} text=${names.quote} />`,
      label: plainText(`Price in ${names.quote}`),
      width: '18%',
    },
    { title: html`<${Text} text=${names.base} />`, label: plainText(names.base), width: '16%' },
    { title: 'Cumulative', width: '16%' },
    { title: 'Account', width: '32%' },
    { title: 'Offer', width: '18%' },
  ];
  const row = (offer) => html`<tr><td>${localeNumber(offer.price)}</td><td>${localeNumber(offer.amount)}</td>
    <td>${localeNumber(offer.depth)}</td><td><${Address} address=${offer.owner} ledger=${ledger} /></td>
    <td><${Hash} hash=${offer.index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title=${title} list=${subject} at=${at} load=${load} columns=${columns} row=${row} keyOf=${({ index }) => index} none="No offers." />`;
}
