/** What a row of a feed says about a transaction: a sentence, and the amount that counts most. Loaded after the page. */
import { Amount } from '../components.js';
import { figureOf } from '../sentences/sentence.js';
import { Sentence } from '../sentences/sentence-view.js';
import { html } from '../vendor/preact-htm.js';

export function TransactionSentence({ row: { tx, meta }, ledger }) {
  return html`<${Sentence} tx=${tx} meta=${meta} ledger=${ledger} />`;
}

export function TransactionFigure({ row: { tx, meta }, ledger }) {
  const figure = figureOf(tx, meta);
  return figure === undefined ? null : html`<${Amount} amount=${figure} ledger=${ledger} isRounded />`;
}
