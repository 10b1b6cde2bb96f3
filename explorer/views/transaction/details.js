/** The fields of a transaction with words for the common ones, in the order in which people read them. */

import { Tag } from '../../chips.js';
import { Address, LedgerLink, Text } from '../../components.js';
import { Details, Panel } from '../../panel.js';
import { shortId } from '../../values/assets.js';
import { Value } from '../../values/fields.js';
import { useKnowledge } from '../../values/knowledge.js';
import { count, shortAddress } from '../../values/parts.js';
import { html } from '../../vendor/preact-htm.js';

/** Shown in this order, before the other fields. */
const WORDS = {
  Account: 'From',
  Delegate: 'Delegate',
  Destination: 'To',
  DestinationTag: 'Destination tag',
  SourceTag: 'Source tag',
  DeliverMax: 'Asked for',
  DeliverMin: 'Least accepted',
  SendMax: 'Spend limit',
  TakerGets: 'Offers',
  TakerPays: 'For',
};
const LAST_WORDS = { Sequence: 'Sequence', TicketSequence: 'Ticket', LastLedgerSequence: 'Expires', Memos: 'Memo' };
/** Shown elsewhere on the page, or in words of their own. */
const HIDDEN = new Set([
  'TransactionType',
  'Fee',
  'Flags',
  'SigningPubKey',
  'TxnSignature',
  'Signers',
  'CounterpartySignature',
  'BatchSigners',
  'RawTransactions',
  'date',
  'ledger_index',
  'ctid',
  'hash',
  'inLedger',
]);

export function TransactionDetails({ tx, ctid, ledger }) {
  const value = (name) => html`<${Value} name=${name} value=${tx[name]} fields=${tx} ledger=${ledger} />`;
  const has = (name) => tx[name] !== undefined && !(name === 'Sequence' && tx.Sequence === 0);
  const others = Object.keys(tx).filter(
    (name) => !HIDDEN.has(name) && WORDS[name] === undefined && LAST_WORDS[name] === undefined,
  );
  const facts = [
    ...Object.keys(WORDS)
      .filter(has)
      .map((name) => [WORDS[name], value(name)]),
    ...others.map((name) => [html`<span title=${name}><${Text} text=${fieldWords(name)} /></span>`, value(name)]),
    optionsOf(tx),
    ...Object.keys(LAST_WORDS)
      .filter(has)
      .map((name) => [
        LAST_WORDS[name],
        name === 'LastLedgerSequence'
          ? html`after ledger <${LedgerLink} index=${tx[name]} ledger=${ledger} />`
          : value(name),
      ]),
    signatureOf(tx),
    batchSignersOf(tx, ledger),
    ctid !== undefined && ['CTID', html`<span class="hash">${ctid}</span>`],
  ];
  return html`<${Panel} title="Details"><${Details} facts=${facts} /></${Panel}>`;
}

/** `PaymentInterval` as `Payment interval`, `LoanBrokerID` as `Loan broker ID`. */
function fieldWords(name) {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ');
  return words.map((word, at) => (at === 0 || /^[A-Z]{2}/.test(word) ? word : word.toLowerCase())).join(' ');
}

/** The flags by name, without those that say nothing. */
function optionsOf(tx) {
  return (tx.Flags ?? 0) !== 0 && ['Options', html`<${Options} tx=${tx} />`];
}

const tfFullyCanonicalSig = 0x80000000;

function Options({ tx: { Flags: flags, TransactionType: type } }) {
  const { transactionFlags } = useKnowledge().definitions;
  if (transactionFlags === undefined) return String(flags);
  const names = Object.entries({ ...transactionFlags.universal, ...transactionFlags[type] }).filter(
    ([, bit]) => ((flags >>> 0) & bit) !== 0 && bit !== tfFullyCanonicalSig,
  );
  if (names.length === 0) return String(flags);
  return html`<span class="chips">${names.map(([name, bit]) => html`<${Tag} key=${name} title=${`${name} 0x${bit.toString(16)}`}>${optionWords(name)}</${Tag}>`)}</span>`;
}

/** `tfPartialPayment` as `partial payment`. */
function optionWords(name) {
  return name
    .replace(/^tf/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/\b([A-Z])([a-z])/g, (_, head, tail) => `${head.toLowerCase()}${tail}`);
}

/** The accounts that signed a batch beside its sender. */
function batchSignersOf({ BatchSigners: signers }, ledger) {
  if (signers === undefined) return undefined;
  const accounts = signers.map(({ BatchSigner: { Account: address } }) => {
    return html`<div key=${address}><${Address} address=${address} ledger=${ledger} /></div>`;
  });
  return ['Also signed by', accounts];
}

function signatureOf({ SigningPubKey: key, Signers: signers }) {
  if (signers !== undefined)
    return [
      'Signed by',
      html`<span title=${signers.map(({ Signer }) => shortAddress(Signer.Account)).join(', ')}>${count(signers.length, 'signer')}</span>`,
    ];
  if (key === undefined) return undefined;
  if (/^0*$/.test(key)) return ['Signed by', 'no key'];
  const kind = /^ED/i.test(key) ? 'Ed25519' : 'secp256k1';
  return ['Signed by', html`<span class="hash" title=${key}>${shortId(key)}</span> <span class="muted">${kind}</span>`];
}
