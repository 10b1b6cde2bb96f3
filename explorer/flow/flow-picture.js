/**
 * A picture of how money moved: the payer, the books and pools, and the receiver, with bands as wide as their share. On a
 * narrow screen it runs from top to bottom.
 */

import { useWidth } from '../charts/chart.js';
import { plainText } from '../components.js';
import { names } from '../names.js';
import { localeNumber } from '../numbers.js';
import { Panel } from '../panel.js';
import { assetOf } from '../values/assets.js';
import { useKnowledge } from '../values/knowledge.js';
import { amountText, count, partsText, shortAddress } from '../values/parts.js';
import { roundedText } from '../values/rounded.js';
import { html } from '../vendor/preact-htm.js';
import { moneyFlow } from './money-flow.js';

/** Below this width for each column after the first, the picture runs downwards. */
const COLUMN = 235;
const BOX = { width: 168, least: 100, height: 52 };
/** Of the widest band. */
const BAND = 30;
const MIN_BAND = 2;
/** Amounts stand between columns. */
const GAP = { rows: 18, columns: 104, ends: 12 };
const CHARACTER_WIDTH = 7.8;

export function FlowPicture({ tx, meta }) {
  const flow = moneyFlow(tx, meta);
  return flow === undefined ? null : html`<${Picture} flow=${flow} />`;
}

function Picture({ flow }) {
  const known = useKnowledge();
  const { place, width } = useWidth();
  const isNarrow = width < BOX.least + (flow.columns - 1) * COLUMN;
  const nodes = boxesOf(flow, known);
  const { boxes, size } = isNarrow ? downwards(flow, nodes, width) : across(flow, nodes, width);
  const bands = bandsOf(flow, boxes, isNarrow);
  const label = labelOf(flow, known);
  return html`<${Panel} title="How the money moved" remark=${rateWords(flow, known)}><figure class="flow flush"><div ref=${place}>
    <svg role="img" aria-label=${label} width=${width} height=${size} viewBox=${`0 0 ${width} ${size}`}>
      ${bands.map(({ key, path, thickness, kind }) => html`<path key=${key} class=${`band ${kind}`} d=${path} stroke-width=${thickness} />`)}
      ${bands.map(({ key, x, y, amount }) => html`<text key=${`${key} text`} class="on-band" x=${x} y=${y} text-anchor="middle">${amountText(amount, known)}</text>`)}
      ${boxes.map((box) => html`<${Box} key=${box.key} box=${box} />`)}
    </svg></div></figure></${Panel}>`;
}

function Box({ box: { x, y, width, height, kind, title, short = title, note, sign } }) {
  const room = Math.floor((width - 16) / CHARACTER_WIDTH);
  const fitted = (text) => (text.length > room ? `${text.slice(0, room - 1)}…` : text);
  return html`<g class=${`box ${kind}`}><title>${plainText(`${title}, ${note}`)}</title><rect x=${x} y=${y} width=${width} height=${height} rx="9" />
    <text class="title" x=${x + width / 2} y=${y + 22} text-anchor="middle">${plainText(title.length > room ? fitted(short) : title)}</text>
    <text class=${`note ${sign ?? ''}`} x=${x + width / 2} y=${y + 40} text-anchor="middle">${plainText(fitted(note))}</text></g>`;
}

function boxesOf({ from, to, exchanges }, known) {
  const nameOf = (address) => names.nameOf(address) ?? shortAddress(address);
  const asset = (amount) => partsText([{ asset: assetOf(amount) }], known);
  const end = (node, sign) => ({
    ...node,
    kind: 'end',
    title: nameOf(node.account),
    note: `${sign === 'bad' ? '−' : '+'}${amountText(node.amount, known)}`,
    sign,
  });
  return [
    end(from, 'bad'),
    ...exchanges.map((exchange) => ({
      ...exchange,
      title: `${exchange.kind === 'pool' ? 'Pool' : 'Book'} ${pairWords(exchange, asset)}`,
      short: pairWords(exchange, asset),
      note: exchange.kind === 'pool' ? 'pool' : count(exchange.offers, 'offer'),
    })),
    end(to, 'good'),
  ];
}

function pairWords({ kind, input, output }, asset) {
  return kind === 'pool' ? `${asset(input)}/${asset(output)}` : `${asset(input)} → ${asset(output)}`;
}

/** Columns from left to right. */
function across({ columns }, nodes, width) {
  const boxWidth = Math.min(BOX.width, (width - 2 * GAP.ends - (columns - 1) * GAP.columns) / columns);
  const step = (width - 2 * GAP.ends - boxWidth) / Math.max(1, columns - 1);
  const most = Math.max(
    ...Array.from({ length: columns }, (_, column) => nodes.filter((node) => node.column === column).length),
  );
  const size = most * (BOX.height + GAP.rows) + 40;
  const boxes = Array.from({ length: columns }, (_, column) => {
    const own = nodes.filter((node) => node.column === column);
    const total = own.length * BOX.height + (own.length - 1) * GAP.rows * 1.6;
    return own.map((node, row) => ({
      ...node,
      width: boxWidth,
      height: BOX.height,
      x: GAP.ends + column * step,
      y: (size - total) / 2 + row * (BOX.height + GAP.rows * 1.6),
    }));
  }).flat();
  return { boxes, size: Math.max(size, ...boxes.map(({ y }) => y + BOX.height + 20)) };
}

/** Columns from top to bottom. */
function downwards({ columns }, nodes, width) {
  const size = columns * BOX.height + (columns - 1) * 62 + 24;
  const boxes = Array.from({ length: columns }, (_, column) => {
    const own = nodes.filter((node) => node.column === column);
    const boxWidth = Math.min(220, (width - 2 * GAP.ends - (own.length - 1) * 10) / own.length);
    const total = own.length * boxWidth + (own.length - 1) * 10;
    return own.map((node, row) => ({
      ...node,
      width: boxWidth,
      height: BOX.height,
      x: (width - total) / 2 + row * (boxWidth + 10),
      y: 12 + column * (BOX.height + 62),
    }));
  }).flat();
  return { boxes, size };
}

/** Each band leaves and reaches a box beside the bands before it. */
function bandsOf({ links, exchanges }, boxes, isNarrow) {
  const byKey = new Map(boxes.map((box) => [box.key, box]));
  const used = new Map();
  const thicknessOf = ({ share }) => Math.max(MIN_BAND, share * BAND);
  const place = (side, key, thickness, total) => {
    const slot = `${side} ${key}`;
    const before = used.get(slot) ?? 0;
    used.set(slot, before + thickness);
    return before + thickness / 2 - total / 2;
  };
  const totalAt = (side, key) =>
    links.filter((link) => link[side] === key).reduce((sum, link) => sum + thicknessOf(link), 0);
  const ordered = links.toSorted(
    (one, other) =>
      centre(byKey.get(one.to)) - centre(byKey.get(other.to)) ||
      centre(byKey.get(one.from)) - centre(byKey.get(other.from)),
  );
  function centre(box) {
    return isNarrow ? box.x + box.width / 2 : box.y + box.height / 2;
  }
  return ordered.map((link, at) => {
    const [one, other] = [byKey.get(link.from), byKey.get(link.to)];
    const thickness = thicknessOf(link);
    const start = centre(one) + place('from', link.from, thickness, totalAt('from', link.from));
    const end = centre(other) + place('to', link.to, thickness, totalAt('to', link.to));
    const kind = (exchanges.find(({ key }) => key === link.from) ?? { kind: 'start' }).kind;
    return {
      key: at,
      amount: link.amount,
      thickness,
      kind,
      ...(isNarrow ? pathDown(one, other, start, end) : pathAcross(one, other, start, end, thickness)),
    };
  });
}

function pathAcross(one, other, start, end, thickness) {
  const [left, right] = [one.x + one.width, other.x];
  const middle = (left + right) / 2;
  return {
    path: `M${left} ${start}C${middle} ${start} ${middle} ${end} ${right} ${end}`,
    x: middle,
    y: (start + end) / 2 - thickness / 2 - 6,
  };
}

function pathDown(one, other, start, end) {
  const [top, bottom] = [one.y + one.height, other.y];
  const middle = (top + bottom) / 2;
  return {
    path: `M${start} ${top}C${start} ${middle} ${end} ${middle} ${end} ${bottom}`,
    x: (start + end) / 2,
    y: middle + 4,
  };
}

function rateWords({ from, to, rate, transferFees }, known) {
  if (rate === undefined) return undefined;
  const asset = (amount) => partsText([{ asset: assetOf(amount) }], known);
  const fees = transferFees.map((fee) => amountText(fee, known)).join(' and ');
  const words = `${localeNumber(roundedText(rate))} ${asset(to.amount)} per ${asset(from.amount)}`;
  return fees === '' ? words : `${words} · transfer fees ${fees}`;
}

function labelOf({ from, to, exchanges }, known) {
  const words = exchanges.map(
    ({ kind, input, output }) =>
      `${kind === 'pool' ? 'a pool' : 'a book'} took ${amountText(input, known)} and gave ${amountText(output, known)}`,
  );
  return plainText(
    `${shortAddress(from.account)} paid ${amountText(from.amount, known)}; ${words.join('; ')}; ${shortAddress(to.account)} received ${amountText(to.amount, known)}`,
  );
}
