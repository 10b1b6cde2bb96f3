/** An account's ledger entries, all or of one type, each with a summary. */
import { AddressSelect, useAddressValues } from '../../address.js';
import { Address, Amount, Hash, Text, Time } from '../../components.js';
import { entryName, entrySubject } from '../../entries/entry-words.js';
import { PagedSection } from '../../lists/paged-list.js';
import { localeNumber } from '../../numbers.js';
import { routeTo } from '../../route.js';
import { pricePart } from '../../sentences/identity.js';
import { blobParts, fieldParts } from '../../values/field-values.js';
import { amount, list } from '../../values/parts.js';
import { Parts } from '../../values/parts-view.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

const COLUMNS = [
  { title: 'Type', width: '16%' },
  { title: 'Summary', width: '66%' },
  { title: 'Entry', width: '18%' },
];

/** Types with lists of their own; shown here only when selected. */
const ELSEWHERE = ['state', 'payment_channel', 'nft_page'];
/** Entries that the server reads for a page, listed or not. */
const LOOKED_AT = 400;

/** Names of the API. */
const TYPES = [
  ['', 'everything without a tab'],
  ['offer', 'offers'],
  ['escrow', 'escrows'],
  ['check', 'checks'],
  ['ticket', 'tickets'],
  ['nft_offer', 'NFT offers'],
  ['mptoken', 'MPTs'],
  ['mpt_issuance', 'MPT issuances'],
  ['deposit_preauth', 'deposit preauthorizations'],
  ['signer_list', 'signer lists'],
  ['credential', 'credentials'],
  ['permissioned_domain', 'permissioned domains'],
  ['did', 'DIDs'],
  ['oracle', 'price oracles'],
  ['amm', 'AMMs'],
  ['vault', 'vaults'],
  ['state', 'trust lines'],
  ['payment_channel', 'payment channels'],
  ['nft_page', 'NFT pages'],
];

/** By entry type. Other types are listed without a summary. */
const SUMMARIES = {
  Offer: ({ TakerGets: gets, TakerPays: pays }, ledger) =>
    html`<${Amount} amount=${gets} ledger=${ledger} /> for <${Amount} amount=${pays} ledger=${ledger} /> <${BookLink} assets=${[gets, pays]} ledger=${ledger} />`,
  Escrow: (entry, ledger) =>
    html`<${Amount} amount=${entry.Amount} ledger=${ledger} /> from <${Address} address=${entry.Account} ledger=${ledger} /> to <${Address} address=${entry.Destination} ledger=${ledger} />
      ${entry.FinishAfter !== undefined && html` after <${Time} seconds=${entry.FinishAfter} />`}
      ${entry.CancelAfter !== undefined && html`, may be cancelled after <${Time} seconds=${entry.CancelAfter} />`}`,
  Check: (entry, ledger) =>
    html`up to <${Amount} amount=${entry.SendMax} ledger=${ledger} /> from <${Address} address=${entry.Account} ledger=${ledger} /> to <${Address} address=${entry.Destination} ledger=${ledger} />`,
  Oracle: ({ Provider: provider, PriceDataSeries: series }, ledger) => {
    const prices = series.map(({ PriceData }) => PriceData).filter(({ AssetPrice: price }) => price !== undefined);
    const parts = list([...(provider === undefined ? [] : blobParts(provider)), ...prices.map(pricePart)]);
    return html`<${Parts} parts=${parts} ledger=${ledger} />`;
  },
  AMM: ({ LPTokenBalance: shares, TradingFee: fee = 0, ...pool }, ledger) =>
    html`<${Parts} parts=${[...entrySubject('AMM', pool), ', ', amount(shares), ', fee ', ...fieldParts('TradingFee', fee)]} ledger=${ledger} />`,
  Vault: ({ Asset: of, AssetsTotal: total = '0', ...vault }, ledger) =>
    html`<${Parts} parts=${[...entrySubject('Vault', { Asset: of, ...vault }), ', ', ...fieldParts('AssetsTotal', total, { Asset: of }), ' in all']} ledger=${ledger} />`,
  Ticket: ({ TicketSequence: sequence }) => localeNumber(sequence),
  DepositPreauth: ({ Authorize: authorized }, ledger) =>
    authorized !== undefined && html`<${Address} address=${authorized} ledger=${ledger} />`,
  SignerList: ({ SignerEntries: signers, SignerQuorum: quorum }, ledger) =>
    html`${signers.map(
      ({ SignerEntry: { Account, SignerWeight } }) =>
        html`<div><${Address} address=${Account} ledger=${ledger} /> has weight ${SignerWeight}</div>`,
    )}<div>Quorum: ${quorum}</div>`,
  NFTokenOffer: ({ Amount: price, Flags: flags, NFTokenID: token }, ledger) =>
    html`${(flags & 1) === 0 ? 'buy' : 'sell'} <${Hash} hash=${token} view="nft" isShort ledger=${ledger} /> for <${Amount} amount=${price} ledger=${ledger} />`,
  NFTokenPage: ({ NFTokens: tokens }) => `${tokens.length} tokens`,
  MPToken: ({ MPTAmount: value = '0', MPTokenIssuanceID: issuance }, ledger) =>
    html`<${Amount} amount=${{ mpt_issuance_id: issuance, value }} ledger=${ledger} />`,
  MPTokenIssuance: ({ mpt_issuance_id: id, OutstandingAmount: value = '0' }, ledger) =>
    html`<${Amount} amount=${{ mpt_issuance_id: id, value }} ledger=${ledger} /> outstanding`,
  RippleState: ({ Balance: balance, LowLimit: low, HighLimit: high }, ledger) =>
    html`<${Amount} amount=${{ ...balance, issuer: undefined }} /> between <${Address} address=${low.issuer} ledger=${ledger} /> and <${Address} address=${high.issuer} ledger=${ledger} />`,
  PayChannel: (entry, ledger) =>
    html`<${Amount} amount=${entry.Amount} /> from <${Address} address=${entry.Account} ledger=${ledger} /> to <${Address} address=${entry.Destination} ledger=${ledger} />`,
};

/** A link to the order book of an offer; books of multi-purpose tokens have no view. */
function BookLink({ assets, ledger }) {
  if (assets.some((asset) => asset.mpt_issuance_id !== undefined)) return null;
  const names = assets.map(({ currency, issuer }) => (currency === undefined ? 'XRP' : `${currency}/${issuer}`));
  return html`(<a href=${routeTo('book', names.join(' '), ledger)}>order book</a>)`;
}

export function Owned({ server, account, ledger, at }) {
  const [values, setValues] = useAddressValues(['owned']);
  const type = values.owned;
  const filter = type === undefined ? { except: ELSEWHERE, limit: LOOKED_AT } : { type };
  const load = pagesOf(server, 'account_objects', { account, ...filter }, ({ account_objects: objects }) => objects);
  const row = (
    object,
  ) => html`<tr><th scope="row" title=${object.LedgerEntryType}><${Text} text=${entryName(object.LedgerEntryType)} /></th>
    <td>${SUMMARIES[object.LedgerEntryType]?.(object, ledger) ?? html`<${Parts} parts=${entrySubject(object.LedgerEntryType, object)} ledger=${ledger} />`}</td>
    <td><${Hash} hash=${object.index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title="Owned objects" list=${`${account} ${type}`} at=${at} load=${load} columns=${COLUMNS} row=${row} keyOf=${({ index }) => index} none="None.">
    <p><${AddressSelect} name="owned" label="Show" options=${TYPES} values=${values} onChange=${setValues} /></p></${PagedSection}>`;
}
