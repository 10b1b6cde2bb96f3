/**
 * The last ledgers, newest first: a square for each transaction in the colour of its family, hollow if it failed. Empty
 * ledgers that follow each other share one place. Places are fixed; their content changes.
 */

import { Age } from '../../feed/transaction-row.js';
import { DRAWN_TRANSACTIONS } from '../../ledger-feed.js';
import { localeNumber, localeTime } from '../../numbers.js';
import { routeTo } from '../../route.js';
import { html } from '../../vendor/preact-htm.js';

const PLACES = 6;
/** More squares than these are smaller. */
const DENSE_ABOVE = 50;

export function LedgerTiles({ ledgers, ledger, newest }) {
  const groups = groupsOf(ledgers);
  return html`<div class="ledger-tiles">${Array.from({ length: PLACES }, (_, place) => {
    const group = groups[place];
    if (group === undefined) return html`<div key=${place} class="ledger-tile without" aria-hidden="true"></div>`;
    const age = html`<${Age} newest=${newest} seconds=${group[0].seconds} />`;
    return html`<div key=${place} class=${group[0].count === 0 ? 'ledger-tile without' : 'ledger-tile'} data-ledger=${group[0].index}>${
      group[0].count === 0
        ? html`<${EmptyLedgers} key=${group[0].index} group=${group} age=${age} ledger=${ledger} />`
        : html`<${Tile} key=${group[0].index} row=${group[0]} age=${age} ledger=${ledger} />`
    }</div>`;
  })}</div>`;
}

function Tile({ row: { index, seconds, count, failed = 0, drawn }, age, ledger }) {
  const squares = Array.from({ length: Math.min(count, DRAWN_TRANSACTIONS) }, (_, at) => drawn[at]);
  const known = squares.filter((one) => one !== undefined).length;
  const name = `${localeNumber(count)} ${count === 1 ? 'transaction' : 'transactions'}${failed > 0 ? `, ${localeNumber(failed)} failed` : ''}`;
  return html`<a class="tile-head" href=${routeTo('ledger', String(index), ledger)} title=${localeTime(seconds)}><b>${localeNumber(index)}</b> <span class="faint">${age}</span></a>
    ${
      known === 0
        ? html`<div class="tile-count"><b>${localeNumber(count)}</b> transactions</div>`
        : html`<div class=${count > DENSE_ABOVE ? 'squares dense' : 'squares'} role="img" aria-label=${name} title=${name}>${squares.map((one, at) => html`<i key=${at} class=${one === undefined ? '' : `family-${one.family}${one.hasFailed ? ' hollow' : ''}`}></i>`)}${count > DRAWN_TRANSACTIONS && html`<span class="faint">+${localeNumber(count - DRAWN_TRANSACTIONS)}</span>`}</div>`
    }`;
}

function EmptyLedgers({ group, age, ledger }) {
  const [first, last] = [group.at(-1).index, group[0].index];
  const title = first === last ? localeNumber(last) : `${localeNumber(first)}–${localeNumber(last)}`;
  return html`<a class="tile-head" href=${routeTo('ledger', String(last), ledger)}><b>${title}</b> <span class="faint">${age}</span></a>
    <div class="tile-count">${group.length === 1 ? 'empty' : `${localeNumber(group.length)} empty ledgers`}</div>`;
}

/** Ledgers one by one, those without transactions together. */
function groupsOf(ledgers) {
  const groups = [];
  for (const row of ledgers) {
    const previous = groups.at(-1);
    if (row.count === 0 && previous?.[0].count === 0) previous.push(row);
    else groups.push([row]);
    if (groups.length > PLACES) break;
  }
  return groups.slice(0, PLACES);
}
