/** The sentence of a transaction, with links. */

import { Parts } from '../values/parts-view.js';
import { html } from '../vendor/preact-htm.js';
import { sentenceOf } from './sentence.js';

/** The sentence is from the side of the account `viewer`, if given. */
export function Sentence({ tx, meta, viewer, ledger }) {
  return html`<${Parts} parts=${sentenceOf(tx, meta, viewer)} ledger=${ledger} isRounded />`;
}
