/**
 * A small picture for each address, so that addresses with the same start and end look different. Pattern and hue
 * depend on the whole address; the lightness is fixed for contrast.
 */
import { html } from './vendor/preact-htm.js';

const CELLS = 5;
const MIRRORED = 3;
const HUES = 24;
const MAX_KEPT = 2_000;
const signs = new Map();

/** Hidden from screen readers, since the address is beside it. */
export function Identicon({ address, isLarge = false }) {
  const { path, colour, ground } = signOf(address);
  return html`<svg class=${isLarge ? 'identicon large' : 'identicon'} viewBox="0 0 ${CELLS} ${CELLS}" style=${{ background: ground }} aria-hidden="true"><path d=${path} fill=${colour} shape-rendering="crispEdges" /></svg>`;
}

/** The SVG path of a symmetric 5 × 5 pattern, its colour, and that of its ground. */
export function signOf(address) {
  const known = signs.get(address);
  if (known !== undefined) return known;
  if (signs.size >= MAX_KEPT) signs.clear();
  const sign = makeSign(address);
  signs.set(address, sign);
  return sign;
}

function makeSign(address) {
  const [pattern, rest] = [hashOf(address, 1), hashOf(address, 2)];
  let path = '';
  for (let bit = 0; bit < CELLS * MIRRORED; bit += 1) {
    // The middle square is always set, so that no pattern is empty.
    if ((pattern & (1 << bit)) === 0 && bit !== CELLS * (MIRRORED - 1) + 2) continue;
    const [column, row] = [Math.floor(bit / CELLS), bit % CELLS];
    for (const x of new Set([column, CELLS - 1 - column])) path += `M${x} ${row}h1v1h-1z`;
  }
  const hue = Math.round(((rest % HUES) * 360) / HUES);
  return {
    path,
    colour: `light-dark(oklch(0.5 0.15 ${hue}), oklch(0.78 0.12 ${hue}))`,
    ground: `light-dark(oklch(0.94 0.035 ${hue}), oklch(0.3 0.04 ${hue}))`,
  };
}

/** FNV-1a with a final mix, so that similar addresses get different pictures. */
function hashOf(text, seed) {
  let hash = 0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
