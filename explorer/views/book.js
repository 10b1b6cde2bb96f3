/**
 * The order book of a pair: price and spread, the depth of offers and of the pool, both sides beside each other, and the
 * last trades.
 */

import { AmmCurve } from '../charts/amm-curve.js';
import { DepthChart } from '../charts/depth-chart.js';
import { poolDepth } from '../charts/pool-depth.js';
import { Address, Asset, RequestStatus, Text } from '../components.js';
import { dropsToXrp } from '../decimals.js';
import { ErrorBoundary } from '../error-boundary.js';
import { localeNumber } from '../numbers.js';
import { Card, PageHead, Panel } from '../panel.js';
import { assetsOf, routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { plainAssetName } from '../values/assets.js';
import { count } from '../values/parts.js';
import { roundedText } from '../values/rounded.js';
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { readBook } from './book/read-book.js';
import { Trades, useTrades } from './book/trades.js';
import { isPast } from './paging.js';

/** Rows of a side that are shown at first, and with each click. */
const ROWS = 25;
const MORE_ROWS = 200;
/** Fees of pools are in hundred-thousandths. */
const FEE_UNITS = 100_000;
/** The share of the pool is that within this part of the middle. */
const NEAR = 0.02;

/** Prices are per unit of `base` in `quote`. */
export function BookView({ server, subject, ledger }) {
  const pair = assetsOf(subject);
  const [whole, setWhole] = useState(undefined);
  const request = useRequest(
    server,
    async () => {
      if (pair === undefined)
        throw new RequestError({ error: 'invalidParams', error_message: 'Write the asset pair like this: XRP USD/r…' });
      const pages = readBook(server, pair, ledger);
      const { value: first } = await pages.next();
      const { rest, pool } = { rest: pages, pool: await readPool(server, pair, ledger) };
      return { first, rest, pool };
    },
    [subject, ledger],
    isPast(ledger),
  );
  const { first, rest, pool } = request.result ?? {};
  useEffect(() => {
    let isCurrent = true;
    const count = async () => {
      for await (const book of rest ?? []) {
        if (!isCurrent) return;
        setWhole({ of: first, book });
      }
    };
    count().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [rest]);
  if (first === undefined)
    return html`<${PageHead} title=${html`Order book <${Text} text=${subject} />`} /><${RequestStatus} request=${request} />`;
  const book = whole?.of === first ? whole.book : first;
  return html`<${Book} ...${{ server, subject, pair, book, pool, ledger }} />`;
}

/** The pool's reserves as numbers, for pictures; undefined if there is none. */
async function readPool(server, [base, quote], ledger) {
  try {
    const { amm } = await server.request('amm_info', {
      asset: base,
      asset2: quote,
      ledger_index: ledger ?? 'validated',
    });
    const sizes = [amm.amount, amm.amount2].map((amount) =>
      Number(typeof amount === 'string' ? dropsToXrp(amount) : amount.value),
    );
    const isBaseFirst =
      base.issuer === amm.amount.issuer &&
      (typeof amm.amount === 'string') === (base.issuer === undefined) &&
      (amm.amount.currency ?? 'XRP') === base.currency;
    const [baseSize, quoteSize] = isBaseFirst ? sizes : sizes.toReversed();
    return baseSize > 0 && quoteSize > 0
      ? { base: baseSize, quote: quoteSize, fee: amm.trading_fee, account: amm.account }
      : undefined;
  } catch (error) {
    if (error.token === 'actNotFound') return undefined;
    throw error;
  }
}

function Book({ server, subject, pair, book: { asks, bids, isWhole, at }, pool, ledger }) {
  const [base, quote] = pair;
  const names = { base: plainAssetName(base), quote: plainAssetName(quote) };
  const trades = useTrades(server, pair, at);
  const [ask, bid] = bestPrices(asks, bids, pool);
  const middle = ask !== undefined && bid !== undefined ? (ask + bid) / 2 : (ask ?? bid);
  const title = html`<${Asset} asset=${base} ledger=${ledger} isAlone /> / <${Asset} asset=${quote} ledger=${ledger} isAlone />`;
  const actions = html`<a class="button" href=${routeTo('book', subject.split(' ').reverse().join(' '), ledger)}>Swap assets</a>`;
  const facts = [
    ledger !== undefined && `As of ledger ${localeNumber(ledger)}`,
    html`prices in <${Text} text=${names.quote} /> per <${Text} text=${names.base} />`,
    issuersOf(pair, ledger),
  ];
  return html`<${PageHead} title=${html`Order book ${title}`} facts=${facts} actions=${actions} />
    <${Figures} ...${{ asks, bids, ask, bid, middle, pool, isWhole, names, trades }} />
    <${Panel} title="Depth"><${ErrorBoundary} name="Depth"><${DepthChart} asks=${asks} bids=${bids} names=${names} pool=${pool} middle=${middle} /></${ErrorBoundary}></${Panel}>
    <div class="columns even">
      <${Side} key=${`${subject} bids`} title="Buy offers" kind="bids" rows=${bids} isWhole=${isWhole} names=${names} ledger=${ledger} />
      <${Side} key=${`${subject} asks`} title="Sell offers" kind="asks" rows=${asks} isWhole=${isWhole} names=${names} ledger=${ledger} /></div>
    <${ErrorBoundary} name="Last trades"><${Trades} trades=${trades} names=${names} ledger=${ledger} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Pool"><${AmmCurve} server=${server} assets=${pair} ledger=${ledger} /></${ErrorBoundary}>`;
}

/** The best prices of offers and pool, which asks for its fee on both sides. */
function bestPrices(asks, bids, pool) {
  const numbers = (rows) => (rows.length === 0 ? [] : [Number(rows[0].price)]);
  const spot = pool === undefined ? undefined : pool.quote / pool.base;
  const kept = 1 - (pool?.fee ?? 0) / FEE_UNITS;
  const [sells, buys] = [numbers(asks), numbers(bids)];
  if (spot !== undefined) {
    sells.push(spot / kept);
    buys.push(spot * kept);
  }
  return [sells.length === 0 ? undefined : Math.min(...sells), buys.length === 0 ? undefined : Math.max(...buys)];
}

function issuersOf(pair, ledger) {
  const issuers = [...new Set(pair.map(({ issuer }) => issuer))].filter((issuer) => issuer !== undefined);
  return html`issued by ${issuers.map((issuer, at) => html`${at > 0 && ' and '}<${Address} address=${issuer} ledger=${ledger} />`)}`;
}

const shownPrice = (value) => (value === undefined ? '–' : localeNumber(roundedText(plainDecimal(value))));

/** Numbers that `String` writes with an exponent are texts with one here too. */
function plainDecimal(value) {
  return Number.isFinite(value) ? String(value) : '0';
}

function Figures({ asks, bids, ask, bid, middle, pool, isWhole, names, trades }) {
  const unit = html`<small class="muted">${names.quote}</small>`;
  const spread = ask !== undefined && bid !== undefined && bid > 0 ? ask - bid : undefined;
  const share = pool === undefined || middle === undefined ? undefined : poolShare(pool, asks, bids, middle);
  const of = (rows, word) => `${count(rows.length, word)}`;
  return html`<div class="cards book-cards">
    <${Card} name=${ask !== undefined && bid !== undefined ? 'Mid price' : 'Price'} figure=${html`${shownPrice(middle)} ${unit}`} note=${`bid ${shownPrice(bid)} · ask ${shownPrice(ask)}`} />
    <${Spread} ...${{ spread, middle, names }} />
    <${Card} name="Offers" figure=${`${localeNumber(asks.length + bids.length)}${isWhole ? '' : '+'}`} note=${`${of(bids, 'buy offer')} · ${of(asks, 'sell offer')}`} />
    ${share !== undefined && html`<${Card} name="Pool’s part within 2 %" figure=${`${localeNumber((share * 100).toFixed(0))} %`} note=${`fee ${localeNumber(String(pool.fee / 1000))} %, price ${shownPrice(pool.quote / pool.base)}`}><div class="meter" aria-hidden="true"><span style=${{ width: `${share * 100}%` }}></span></div></${Card}>`}
    ${trades.length > 0 && html`<${Card} name="Last trade" figure=${html`${localeNumber(roundedText(trades[0].price))} ${unit}`} note=${`${localeNumber(roundedText(trades[0].base))} ${names.base}`} />`}</div>`;
}

/** Offers and pool can cross when an account has no use for what it would get. */
function Spread({ spread, middle, names }) {
  if (spread === undefined) return html`<${Card} name="Spread" figure="–" note="one side is empty" />`;
  const percent = `${localeNumber(Math.abs((spread / middle) * 100).toFixed(2))} %`;
  if (spread < 0)
    return html`<${Card} name="Spread" figure="crossed" note=${`the best bid is ${percent} above the best ask`} />`;
  return html`<${Card} name="Spread" figure=${percent} note=${`${shownPrice(spread)} ${names.quote}`} />`;
}

/** The part of the pool in what can be bought and sold near the middle. */
function poolShare(pool, asks, bids, middle) {
  const [low, high] = [middle * (1 - NEAR), middle * (1 + NEAR)];
  const near = [...asks, ...bids].filter(({ price }) => Number(price) >= low && Number(price) <= high);
  const offered = near.reduce((sum, { amount }) => sum + Number(amount), 0);
  const pooled = poolDepth(pool, high) + poolDepth(pool, low);
  return offered + pooled === 0 ? undefined : pooled / (offered + pooled);
}

function Side({ title, kind, rows, isWhole, names, ledger }) {
  const [shown, setShown] = useState(ROWS);
  const most = Number(rows.at(Math.min(shown, rows.length) - 1)?.depth ?? 1) || 1;
  const bar = (depth) => ({ '--depth': `${Math.min(100, (Number(depth) / most) * 100)}%` });
  return html`<${Panel} title=${title} remark=${`${count(rows.length, 'offer')}${isWhole ? '' : ' so far'}`}>${
    rows.length === 0
      ? html`<p class="muted">No offers.</p>`
      : html`<div class="scroll"><table class=${`book-side ${kind}`}><thead><tr><th scope="col">Price</th><th scope="col" class="number">${names.base}</th><th scope="col" class="number">Depth</th><th scope="col">Account</th></tr></thead><tbody>${rows
          .slice(0, shown)
          .map(
            ({
              price,
              amount,
              depth,
              owner,
              index,
            }) => html`<tr key=${index} style=${bar(depth)}><td class="price"><a href=${routeTo('entry', index, ledger)} title=${`${localeNumber(price)} · ${index}`}>${localeNumber(roundedText(price))}</a></td>
            <td class="number" title=${localeNumber(amount)}>${localeNumber(roundedText(amount))}</td><td class="number" title=${localeNumber(depth)}>${localeNumber(roundedText(depth))}</td><td><${Address} address=${owner} ledger=${ledger} /></td></tr>`,
          )}</tbody></table></div>`
  }${rows.length > shown && html`<p><button type="button" onClick=${() => setShown(shown + MORE_ROWS)}>Show ${localeNumber(Math.min(MORE_ROWS, rows.length - shown))} more</button></p>`}</${Panel}>`;
}
