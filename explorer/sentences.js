/** A summary of a transaction in one sentence. */
import { Address, Amount } from './parts.js';
import { html } from './vendor/preact-htm.js';

const who = (address) => html`<${Address} address=${address} />`;
const sum = (amount) => html`<${Amount} amount=${amount} />`;
const to = (address) => (address === undefined ? '' : html` to ${who(address)}`);

/** By transaction type; `delivered` is the delivered amount, if known. */
const SENTENCES = {
  Payment: (tx, delivered) =>
    html`${who(tx.Account)} paid ${sum(delivered ?? tx.DeliverMax ?? tx.Amount)}${to(tx.Destination)}`,
  TrustSet: (tx) =>
    html`${who(tx.Account)} trusts ${who(tx.LimitAmount.issuer)} for up to ${sum({ ...tx.LimitAmount, issuer: undefined })}`,
  AccountSet: (tx) => html`${who(tx.Account)} changed settings of the account`,
  AccountDelete: (tx) => html`${who(tx.Account)} deleted the account and left what it had${to(tx.Destination)}`,
  SetRegularKey: (tx) =>
    html`${who(tx.Account)} ${tx.RegularKey === undefined ? 'removed the regular key' : html`made ${who(tx.RegularKey)} the regular key`}`,
  SignerListSet: (tx) =>
    html`${who(tx.Account)} ${tx.SignerQuorum === 0 ? 'removed the list of signers' : 'set the list of signers'}`,
  DepositPreauth: (tx) => html`${who(tx.Account)} changed who may deposit without being asked`,
  TicketCreate: (tx) => html`${who(tx.Account)} made ${tx.TicketCount} tickets`,
  PaymentChannelCreate: (tx) => html`${who(tx.Account)} opened a channel of ${sum(tx.Amount)}${to(tx.Destination)}`,
  PaymentChannelFund: (tx) => html`${who(tx.Account)} put ${sum(tx.Amount)} more into a channel`,
  PaymentChannelClaim: (tx) =>
    html`${who(tx.Account)} ${tx.Balance === undefined ? 'acted on a channel' : html`claimed from a channel, ${sum(tx.Balance)} in all`}`,
  OfferCreate: (tx) => html`${who(tx.Account)} offered ${sum(tx.TakerGets)} for ${sum(tx.TakerPays)}`,
  OfferCancel: (tx) => html`${who(tx.Account)} cancelled offer ${tx.OfferSequence}`,
  EscrowCreate: (tx) => html`${who(tx.Account)} locked ${sum(tx.Amount)} in an escrow${to(tx.Destination)}`,
  EscrowFinish: (tx) => html`${who(tx.Account)} finished an escrow of ${who(tx.Owner)}`,
  EscrowCancel: (tx) => html`${who(tx.Account)} cancelled an escrow of ${who(tx.Owner)}`,
  CheckCreate: (tx) => html`${who(tx.Account)} wrote a check of up to ${sum(tx.SendMax)}${to(tx.Destination)}`,
  CheckCash: (tx) => html`${who(tx.Account)} cashed a check`,
  CheckCancel: (tx) => html`${who(tx.Account)} cancelled a check`,
  NFTokenMint: (tx) => html`${who(tx.Account)} minted a token`,
  NFTokenBurn: (tx) => html`${who(tx.Account)} burned a token`,
  NFTokenCreateOffer: (tx) =>
    html`${who(tx.Account)} offered ${sum(tx.Amount)} ${(tx.Flags & 1) === 0 ? 'to buy' : 'as the price of'} a token`,
  NFTokenAcceptOffer: (tx) => html`${who(tx.Account)} accepted an offer of a token`,
  Clawback: (tx) => html`${who(tx.Account)} took back ${sum(tx.Amount)}`,
  AMMCreate: (tx) => html`${who(tx.Account)} founded a pool with ${sum(tx.Amount)} and ${sum(tx.Amount2)}`,
};

/** A failed transaction only paid its fee. */
export function Sentence({ tx, meta }) {
  const code = meta?.TransactionResult;
  const tell =
    SENTENCES[tx.TransactionType] ?? (() => html`${who(tx.Account)} sent a transaction of type ${tx.TransactionType}`);
  if (code === undefined || code === 'tesSUCCESS')
    return html`<p class="sentence">${tell(tx, meta?.delivered_amount)}.</p>`;
  return html`<p class="sentence">${who(tx.Account)} tried a transaction of type ${tx.TransactionType} and paid ${sum(tx.Fee)} for it, but it did nothing else: <span class="bad">${code}</span>.</p>`;
}
