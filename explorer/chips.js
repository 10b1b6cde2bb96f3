/** Chips: the type of a transaction in the colour of its family, and quiet tags. */
import { Text } from './components.js';
import { familyOf } from './transaction-types.js';
import { html } from './vendor/preact-htm.js';

/** A word in a colour of `values.css`: `family-pay`, `succeeded`, `failed`, `pending`. */
export function Chip({ colour = '', title, children }) {
  return html`<span class=${`chip ${colour}`} title=${title}>${children}</span>`;
}

/** The type of a transaction; in red if it failed. The whole name is the tooltip. */
export function TypeChip({ type, hasFailed = false }) {
  const { family, word } = familyOf(type);
  return html`<span class=${`chip ${hasFailed ? 'failed' : `family-${family}`}`} title=${type}><${Text} text=${word} /></span>`;
}

/** A word in a muted colour. */
export function Tag({ title, children }) {
  return html`<span class="tag" title=${title}>${children}</span>`;
}
