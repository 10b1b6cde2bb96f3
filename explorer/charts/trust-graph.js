/**
 * The trust lines around an account: limits, balances and authorizations. Selecting an account adds its lines. A table
 * below has all data.
 */

import { Address, plainText, Text } from '../components.js';
import { signOf } from '../identicon.js';
import { useModule } from '../modules.js';
import { localeNumber } from '../numbers.js';
import { useRequest } from '../use-request.js';
import { currencyText } from '../values/assets.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { isPast } from '../views/paging.js';
import { ChartTable, shortNumber, useWidth } from './chart.js';
import { layOut } from './graph-layout.js';
import { authorizedOf, graphAround, holdingOf, MAX_NODES, trustOf, withLines } from './trust-edges.js';

const HEIGHT = 420;
const MARGIN = 40;
const RADIUS = 15;
const NEIGHBOURS = 30;
/** With more lines the labels would overlap; the table has them. */
const MAX_LABELS = 14;
const MAX_NAME_LENGTH = 12;

export function TrustGraph({ server, account, ledger }) {
  const [chosen, setChosen] = useState(account);
  const [others, setOthers] = useState([]);
  const [fault, setFault] = useState(undefined);
  const linesOf = (address) =>
    server.request('account_lines', { account: address, ledger_index: ledger ?? 'validated', limit: NEIGHBOURS });
  const request = useRequest(server, () => linesOf(account), [account, ledger], isPast(ledger), account);
  useEffect(() => {
    setChosen(account);
    setOthers([]);
    setFault(undefined);
  }, [account, ledger]);
  if (request.result === undefined || request.result.lines.length === 0) return null;
  const graph = [{ address: account, answer: request.result }, ...others].reduce(
    (grown, { address, answer }) => withLines(grown, address, answer),
    graphAround(account),
  );
  const choose = async (address) => {
    setChosen(address);
    setFault(undefined);
    if (graph.nodes.get(address).isWhole) return;
    try {
      const answer = await linesOf(address);
      setOthers((known) => [...known, { address, answer }]);
    } catch (error) {
      setFault(error);
    }
  };
  return html`<section><h2>Trust graph</h2>
    <p class="muted">An arrow points from a holder to the account it trusts. ✓ marks an authorized holder; a dashed line is frozen. Select an account to load its trust lines.</p>
    <${Picture} graph=${graph} account=${account} chosen=${chosen} onChoose=${choose} />
    <p role="status">${fault === undefined ? html`<${Chosen} graph=${graph} chosen=${chosen} ledger=${ledger} />` : html`<span class="bad"><${Text} text=${fault.message} /></span>`}</p>
    <${ChartTable} title="Trust lines as a table" headings=${['Holder', 'Trusts', 'Limit', 'Balance', 'Authorized', 'State']} rows=${[...graph.edges.values()].flatMap((edge) => rowsOf(edge, ledger))} /></section>`;
}

function Chosen({ graph, chosen, ledger }) {
  const { isWhole, isCut } = graph.nodes.get(chosen) ?? {};
  const count = [...graph.edges.values()].filter(({ one, other }) => one === chosen || other === chosen).length;
  return html`<${Address} address=${chosen} ledger=${ledger} />: ${localeNumber(count)} trust ${count === 1 ? 'line' : 'lines'} shown${!isWhole && ', not all loaded'}${isCut && `, the graph has room for ${MAX_NODES} accounts only`}.`;
}

/** One row for each direction of trust; one row if there is only a balance. */
function rowsOf(edge, ledger) {
  const holding = holdingOf(edge);
  const pairs = trustOf(edge);
  const all = pairs.length > 0 ? pairs : [{ from: edge.one, to: edge.other, limit: '0' }];
  return all.map(({ from, to, limit }) => {
    const held = holding?.holder === from ? holding.value : '0';
    const name = currencyText(edge.currency);
    const amount = (value) => html`${localeNumber(value)} <${Text} text=${name} />`;
    return {
      key: `${edge.key} ${from}`,
      cells: [
        html`<${Address} address=${from} ledger=${ledger} />`,
        html`<${Address} address=${to} ledger=${ledger} />`,
        amount(limit),
        amount(held),
        authorizedOf(edge).includes(from) ? 'yes' : 'no',
        edge.isFrozen ? 'frozen' : '',
      ],
    };
  });
}

function Picture({ graph, account, chosen, onChoose }) {
  const { module: d3 } = useModule('./vendor/d3-force.js');
  const { place, width } = useWidth();
  const places = useRef(undefined);
  const last = useRef(undefined);
  // The layout depends on the lines only, not on balances.
  const shape = [account, width, ...graph.nodes.keys(), ...graph.edges.keys()].join();
  if (d3 !== undefined && last.current !== shape) {
    places.current = layOut(d3, graph, account, { width, height: HEIGHT, margin: MARGIN }, places.current);
    last.current = shape;
  }
  const edges = [...graph.edges.values()];
  const label = `Trust lines around ${account}: ${graph.nodes.size} accounts, ${edges.length} lines`;
  return html`<div ref=${place} class="picture" style=${{ height: `${HEIGHT}px` }}>${
    d3 !== undefined &&
    html`<svg class="graph" role="group" aria-label=${label} width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}">
      ${edges.map((edge, at) => html`<${Edge} key=${edge.key} edge=${edge} curve=${curveOf(edge, places.current, bendOf(edges, at))} isChosen=${edge.one === chosen || edge.other === chosen} />`)}
      ${[...graph.nodes.values()].map((node) => html`<${Node} key=${node.address} node=${node} place=${places.current.get(node.address)} isChosen=${node.address === chosen} onChoose=${onChoose} />`)}
      ${edges.length <= MAX_LABELS && edges.map((edge, at) => html`<${Words} key=${edge.key} edge=${edge} curve=${curveOf(edge, places.current, bendOf(edges, at))} />`)}
    </svg>`
  }</div>`;
}

/** Curvature, so that lines between the same accounts do not overlap. */
function bendOf(edges, at) {
  const { one, other } = edges[at];
  const isSame = (edge) => (edge.one === one && edge.other === other) || (edge.one === other && edge.other === one);
  const rank = edges.slice(0, at).filter(isSame).length;
  const side = edges[at].one < edges[at].other ? 1 : -1;
  return rank === 0 ? 0 : side * Math.ceil(rank / 2) * 44 * (rank % 2 === 0 ? -1 : 1);
}

function curveOf({ one, other }, places, bend) {
  const [a, b] = [places.get(one), places.get(other)];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  return { a, b, middle: { x: (a.x + b.x) / 2 - uy * bend, y: (a.y + b.y) / 2 + ux * bend } };
}

function Edge({ edge, curve: { a, b, middle }, isChosen }) {
  const endOf = (address) => (address === edge.one ? a : b);
  return html`<g><path class=${`edge${edge.isFrozen ? ' frozen' : ''}${isChosen ? ' chosen' : ''}`} d=${`M${a.x} ${a.y}Q${middle.x} ${middle.y} ${b.x} ${b.y}`} />
    <title>${titleOf(edge)}</title>
    ${trustOf(edge).map(({ to }) => html`<${Head} key=${to} end=${endOf(to)} from=${middle} />`)}
    ${authorizedOf(edge).map((who) => html`<${Check} key=${who} end=${endOf(who)} from=${middle} />`)}</g>`;
}

/** The balance label in the middle of the line. */
function Words({ edge, curve: { a, b, middle } }) {
  const words = `${shortNumber(Number(holdingOf(edge)?.value ?? '0'))} ${shortName(edge.currency)}`;
  return html`<text class="halo" aria-hidden="true" x=${(a.x + 2 * middle.x + b.x) / 4} y=${(a.y + 2 * middle.y + b.y) / 4 + 4} text-anchor="middle">${words}</text>`;
}

/** The arrow head at the account. */
function Head({ end, from }) {
  const { x, y, ux, uy } = near(end, from, RADIUS + 2);
  const wing = (side) => `${x + ux * 9 - uy * 4.5 * side} ${y + uy * 9 + ux * 4.5 * side}`;
  return html`<path class="head" d=${`M${x} ${y}L${wing(1)}L${wing(-1)}Z`} />`;
}

function Check({ end, from }) {
  const { x, y, ux, uy } = near(end, from, RADIUS + 22);
  return html`<text class="halo name" aria-hidden="true" x=${x - uy * 10} y=${y + ux * 10 + 4} text-anchor="middle">✓</text>`;
}

function near(end, from, distance) {
  const length = Math.hypot(from.x - end.x, from.y - end.y) || 1;
  const [ux, uy] = [(from.x - end.x) / length, (from.y - end.y) / length];
  return { x: end.x + ux * distance, y: end.y + uy * distance, ux, uy };
}

function Node({ node: { address, isWhole }, place: { x, y }, isChosen, onChoose }) {
  const { path, colour } = signOf(address);
  const press = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onChoose(address);
  };
  const short = `${address.slice(0, 5)}…${address.slice(-4)}`;
  const name = `${short}, ${plainText(address)}${isWhole ? '' : ', load its trust lines'}`;
  return html`<g class=${`node${isWhole ? ' whole' : ''}${isChosen ? ' chosen' : ''}`} role="button" tabindex="0" aria-label=${name} aria-pressed=${isChosen ? 'true' : 'false'}
    transform=${`translate(${x} ${y})`} onClick=${() => onChoose(address)} onKeyDown=${press}><title>${plainText(address)}</title>
    <circle r=${RADIUS} /><path class="sign" d=${path} fill=${colour} transform="translate(-8 -8) scale(3.2)" />
    <text class="halo name" aria-hidden="true" y=${RADIUS + 14} text-anchor="middle">${short}</text></g>`;
}

function shortName(currency) {
  const name = plainText(currencyText(currency)).replace(/ \([0-9A-F]{40}\)$/, '');
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

/** The tooltip of a line. */
function titleOf(edge) {
  const name = plainText(currencyText(edge.currency));
  const holding = holdingOf(edge);
  const said = trustOf(edge).map(
    ({ from, to, limit }) => `${from} trusts ${to} for up to ${localeNumber(limit)} ${name}`,
  );
  if (holding !== undefined) said.push(`${holding.holder} holds ${localeNumber(holding.value)}`);
  for (const who of authorizedOf(edge)) said.push(`${who} is authorized`);
  if (edge.isFrozen) said.push('frozen');
  return said.join('; ');
}
