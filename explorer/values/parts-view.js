/** Shows a list of parts (`parts.js`): words as text, values as links with their exact value in the tooltip. */

import { Address, Amount, Asset, Hash, LedgerLink, plainText, Text, Time } from '../components.js';
import { Copy } from '../copy.js';
import { localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';
import { shortId } from './assets.js';

const LONG_CODE = 40;

/** By the key of a part. */
const SHOWN = {
  text: ({ text, hex }) => html`<span class="quoted" title=${hex}>“<${Text} text=${text} />”</span>`,
  code: ({ code }, context) =>
    html`<span class="hash" title=${plainText(code)}>${code.length > LONG_CODE ? shortId(code) : html`<${Text} text=${code} />`}</span>${copyOf(code, 'value', context)}`,
  account: ({ account }, context) =>
    html`<${Address} address=${account} ledger=${context.ledger} />${copyOf(account, 'address', context)}`,
  hash: ({ hash, view }, context) =>
    html`<${Hash} hash=${hash} view=${view} isShort ledger=${context.ledger} />${copyOf(hash, 'hash', context)}`,
  ledger: ({ ledger: index }, context) => html`<${LedgerLink} index=${index} ledger=${context.ledger} />`,
  amount: ({ amount }, context) =>
    html`<${Amount} amount=${amount} ledger=${context.ledger} isRounded=${context.isRounded} />`,
  asset: ({ asset }, context) => html`<${Asset} asset=${asset} ledger=${context.ledger} isAlone />`,
  number: ({ number }) => html`<span class="figure-text">${localeNumber(number)}</span>`,
  seconds: ({ seconds }) => html`<${Time} seconds=${seconds} />`,
  soft: ({ soft }, context) => html`<span class="muted">${shownParts(soft, context)}</span>`,
  problem: ({ problem }, context) => html`<span class="bad">${shownParts(problem, context)}</span>`,
};

function copyOf(text, label, { canCopy }) {
  return canCopy && html` <${Copy} text=${text} label=${label} />`;
}

function shownParts(parts, context) {
  return parts.map((part) => (typeof part === 'string' ? part : SHOWN[Object.keys(part)[0]](part, context)));
}

/**
 * `isRounded`: amounts have few digits, as in a sentence; then the tooltip has all. `canCopy`: accounts, hashes and codes have a
 * button that copies them.
 */
export function Parts({ parts, ledger, isRounded = false, canCopy = false }) {
  return shownParts(parts, { ledger, isRounded, canCopy });
}
