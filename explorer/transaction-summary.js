/** A summary of a transaction in one sentence. */
import { Address, Amount } from './components.js';
import { html } from './vendor/preact-htm.js';

const who = (address) => html`<${Address} address=${address} />`;
const sum = (amount) => html`<${Amount} amount=${amount} />`;
const to = (address) => (address === undefined ? '' : html` to ${who(address)}`);

/** By transaction type; `delivered` is the delivered amount, if known. */
const SUMMARIES = {
  Payment: (tx, delivered) =>
    html`${who(tx.Account)} paid ${sum(delivered ?? tx.DeliverMax ?? tx.Amount)}${to(tx.Destination)}`,
  TrustSet: (tx) =>
    html`${who(tx.Account)} trusts ${who(tx.LimitAmount.issuer)} for up to ${sum({ ...tx.LimitAmount, issuer: undefined })}`,
  AccountSet: (tx) => html`${who(tx.Account)} changed settings of the account`,
  AccountDelete: (tx) => html`${who(tx.Account)} deleted the account and sent its XRP${to(tx.Destination)}`,
  SetRegularKey: (tx) =>
    html`${who(tx.Account)} ${tx.RegularKey === undefined ? 'removed the regular key' : html`set the regular key to ${who(tx.RegularKey)}`}`,
  SignerListSet: (tx) =>
    html`${who(tx.Account)} ${tx.SignerQuorum === 0 ? 'removed the signer list' : 'set the signer list'}`,
  DepositPreauth: (tx) => html`${who(tx.Account)} changed its deposit preauthorizations`,
  TicketCreate: (tx) => html`${who(tx.Account)} created ${tx.TicketCount} tickets`,
  PaymentChannelCreate: (tx) => html`${who(tx.Account)} opened a channel of ${sum(tx.Amount)}${to(tx.Destination)}`,
  PaymentChannelFund: (tx) => html`${who(tx.Account)} added ${sum(tx.Amount)} to a channel`,
  PaymentChannelClaim: (tx) =>
    html`${who(tx.Account)} ${tx.Balance === undefined ? 'updated a channel' : html`claimed from a channel, ${sum(tx.Balance)} in all`}`,
  OfferCreate: (tx) => html`${who(tx.Account)} offered ${sum(tx.TakerGets)} for ${sum(tx.TakerPays)}`,
  OfferCancel: (tx) => html`${who(tx.Account)} cancelled offer ${tx.OfferSequence}`,
  EscrowCreate: (tx) => html`${who(tx.Account)} locked ${sum(tx.Amount)} in an escrow${to(tx.Destination)}`,
  EscrowFinish: (tx) => html`${who(tx.Account)} finished an escrow of ${who(tx.Owner)}`,
  EscrowCancel: (tx) => html`${who(tx.Account)} cancelled an escrow of ${who(tx.Owner)}`,
  CheckCreate: (tx) => html`${who(tx.Account)} wrote a check of up to ${sum(tx.SendMax)}${to(tx.Destination)}`,
  CheckCash: (tx) => html`${who(tx.Account)} cashed a check`,
  CheckCancel: (tx) => html`${who(tx.Account)} cancelled a check`,
  NFTokenMint: (tx) => html`${who(tx.Account)} minted an NFT`,
  NFTokenBurn: (tx) => html`${who(tx.Account)} burned an NFT`,
  NFTokenCreateOffer: (tx) =>
    html`${who(tx.Account)} offered to ${(tx.Flags & 1) === 0 ? 'buy' : 'sell'} an NFT for ${sum(tx.Amount)}`,
  NFTokenAcceptOffer: (tx) => html`${who(tx.Account)} accepted an NFT offer`,
  Clawback: (tx) => html`${who(tx.Account)} clawed back ${sum(tx.Amount)}`,
  AMMCreate: (tx) => html`${who(tx.Account)} created an AMM with ${sum(tx.Amount)} and ${sum(tx.Amount2)}`,
};

/** A failed transaction only paid its fee. */
export function TransactionSummary({ tx, meta }) {
  const code = meta?.TransactionResult;
  const tell = SUMMARIES[tx.TransactionType] ?? (() => html`${who(tx.Account)} sent ${tx.TransactionType}`);
  if (code === undefined || code === 'tesSUCCESS')
    return html`<p class="summary">${tell(tx, meta?.delivered_amount)}.</p>`;
  return html`<p class="summary">${tx.TransactionType} by ${who(tx.Account)} failed with <span class="bad">${code}</span>. Only the fee of ${sum(tx.Fee)} was charged.</p>`;
}
