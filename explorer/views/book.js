/** The order book of a pair of assets: both sides, best first, and how much there is up to each price. */
import { useAnswer } from '../asking.js';
import { dropsToXrp, localeNumber, ratio, sum } from '../numbers.js';
import { Address, currencyName, Hash, Pending, Text } from '../parts.js';
import { AmmCurve } from '../pictures/amm-curve.js';
import { DepthChart } from '../pictures/depth-chart.js';
import { assetsOf } from '../route.js';
import { html } from '../vendor/preact-htm.js';
import { isPast } from './lists.js';

const OFFERS = 60;

/** Prices are of one `base` in `quote`. */
export function BookView({ server, subject, ledger }) {
  const asked = useAnswer(server, () => readBook(server, subject, ledger), [subject, ledger], isPast(ledger));
  const title = html`<h1>Order book <${Text} text=${subject} /></h1>`;
  if (asked.result === undefined) return html`${title}<${Pending} asked=${asked} />`;
  const { base, quote, asks, bids } = asked.result;
  const names = { base: currencyName(base.currency), quote: currencyName(quote.currency) };
  return html`${title}
    <section><${DepthChart} asks=${asks} bids=${bids} /></section>
    <${AmmCurve} server=${server} assets=${[base, quote]} ledger=${ledger} />
    <${Side} title="Who sells" offers=${asks} names=${names} ledger=${ledger} />
    <${Side} title="Who buys" offers=${bids} names=${names} ledger=${ledger} />`;
}

async function readBook(server, subject, ledger) {
  const assets = assetsOf(subject);
  if (assets === undefined) throw new Error('A pair of assets is written like XRP USD/r…');
  const [base, quote] = assets;
  const ask = async (taker_gets, taker_pays) => {
    const where = { ledger_index: ledger ?? 'validated', limit: OFFERS };
    return (await server.request('book_offers', { ...where, taker_gets, taker_pays })).offers;
  };
  const [asks, bids] = await Promise.all([ask(base, quote), ask(quote, base)]);
  return {
    base,
    quote,
    asks: withDepth(asks.map((offer) => rowOf(offer, 'TakerGets', 'TakerPays', 'taker_gets_funded'))),
    bids: withDepth(bids.map((offer) => rowOf(offer, 'TakerPays', 'TakerGets', 'taker_pays_funded'))),
  };
}

/** What is offered of the base, as far as the owner has it, and its price. */
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

function withDepth(rows) {
  let depth = '0';
  return rows.map((row) => {
    depth = sum(depth, row.amount);
    return { ...row, depth };
  });
}

function Side({ title, offers, names, ledger }) {
  if (offers.length === 0) return html`<section><h2>${title}</h2><p class="muted">Nobody.</p></section>`;
  return html`<section><h2>${title}</h2><div class="scroll"><table class="stacked"><thead><tr>
      <th scope="col">Price in <${Text} text=${names.quote} /></th><th scope="col"><${Text} text=${names.base} /></th>
      <th scope="col">Up to here</th><th scope="col">Account</th><th scope="col">Offer</th></tr></thead>
    <tbody>${offers.map(
      ({
        price,
        amount,
        depth,
        owner,
        index,
      }) => html`<tr key=${index}><td>${localeNumber(price)}</td><td>${localeNumber(amount)}</td>
      <td>${localeNumber(depth)}</td><td><${Address} address=${owner} ledger=${ledger} /></td>
      <td><${Hash} hash=${index} view="entry" isShort ledger=${ledger} /></td></tr>`,
    )}</tbody></table></div>${offers.length === OFFERS && html`<p class="muted">These are the best ${OFFERS}.</p>`}</section>`;
}
