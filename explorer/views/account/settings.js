/** The settings of an account as text: keys, signers, fees on its tokens, flags. */

import { Address, LedgerLink, Text } from '../../components.js';
import { localeNumber } from '../../numbers.js';
import { Details, Panel } from '../../panel.js';
import { Value } from '../../values/fields.js';
import { count } from '../../values/parts.js';
import { html } from '../../vendor/preact-htm.js';

const FLAG_TEXTS = {
  defaultRipple: 'New trust lines allow rippling',
  depositAuth: 'Accepts deposits from preauthorized accounts only',
  disableMasterKey: 'The master key is disabled',
  disallowIncomingXRP: 'Asks not to receive XRP (not enforced)',
  globalFreeze: 'All tokens it issues are frozen',
  noFreeze: 'Can never freeze tokens',
  passwordSpent: 'Has used its free key reset',
  requireAuthorization: 'Holders of its tokens need authorization',
  requireDestinationTag: 'Incoming payments need a destination tag',
  disallowIncomingNFTokenOffer: 'Blocks incoming NFT offers',
  disallowIncomingCheck: 'Blocks incoming checks',
  disallowIncomingPayChan: 'Blocks incoming payment channels',
  disallowIncomingTrustline: 'Blocks incoming trust lines',
  allowTrustLineClawback: 'Can claw back its tokens',
  allowTrustLineLocking: 'Its tokens can be locked in escrows',
};

/** Short words for tags in the head of the page. */
export const FLAG_TAGS = {
  requireDestinationTag: 'Requires a tag',
  depositAuth: 'Deposit authorization',
  requireAuthorization: 'Authorizes holders',
  globalFreeze: 'Global freeze',
  disableMasterKey: 'No master key',
  noFreeze: 'Never freezes',
  allowTrustLineClawback: 'Clawback',
};

const NAMES = [
  ['Domain', 'Domain'],
  ['RegularKey', 'Regular key'],
  ['TransferRate', 'Transfer fee'],
  ['TickSize', 'Tick size'],
  ['NFTokenMinter', 'NFT minter'],
  ['EmailHash', 'Email hash'],
  ['MessageKey', 'Message key'],
  ['WalletLocator', 'Wallet locator'],
  ['AccountTxnID', 'Last transaction'],
  ['AMMID', 'Pool'],
  ['VaultID', 'Vault'],
  ['LoanBrokerID', 'Loan broker'],
  ['TicketCount', 'Tickets'],
  ['MintedNFTokens', 'NFTs minted'],
  ['BurnedNFTokens', 'NFTs burned'],
];

export function Settings({ account: { account_data: data, account_flags: flags, signer_lists: lists }, ledger }) {
  const known = NAMES.filter(([name]) => data[name] !== undefined);
  const signers = lists?.[0] ?? data.signer_lists?.[0];
  const facts = [
    ['Sequence', localeNumber(data.Sequence)],
    ...known.map(([name, title]) => [
      title,
      html`<${Value} name=${name} value=${data[name]} fields=${data} ledger=${ledger} />`,
    ]),
    signers !== undefined && ['Signers', html`<${Signers} list=${signers} ledger=${ledger} />`],
    data.PreviousTxnLgrSeq !== undefined && [
      'Last changed',
      html`in ledger <${LedgerLink} index=${data.PreviousTxnLgrSeq} ledger=${ledger} />`,
    ],
  ];
  return html`<${Panel} title="Settings"><${Details} facts=${facts} /><${Flags} flags=${flags} /></${Panel}>`;
}

function Signers({ list: { SignerEntries: entries, SignerQuorum: quorum }, ledger }) {
  return html`${entries.map(
    ({ SignerEntry: { Account: account, SignerWeight: weight } }) =>
      html`<div key=${account}><${Address} address=${account} ledger=${ledger} /> <span class="muted">weight ${weight}</span></div>`,
  )}<div class="muted">quorum ${quorum} of ${count(entries.length, 'signer')}</div>`;
}

function Flags({ flags }) {
  const set = Object.entries(flags).filter(([, isSet]) => isSet);
  if (set.length === 0) return html`<p class="muted">No flags are set.</p>`;
  return html`<ul class="flags">${set.map(([name]) => html`<li key=${name}>${FLAG_TEXTS[name] ?? html`<${Text} text=${name} />`} <code class="muted">${name}</code></li>`)}</ul>`;
}
