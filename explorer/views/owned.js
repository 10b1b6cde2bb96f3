/** Everything that an account owns, except what has a list of its own, each with what matters of it. */
import { useAnswer } from '../asking.js';
import { localeNumber } from '../numbers.js';
import { Address, Amount, Hash, Time, Value } from '../parts.js';
import { html } from '../vendor/preact-htm.js';
import { isPast, LISTED, More } from './lists.js';

const ELSEWHERE = new Set(['RippleState', 'PayChannel']);

/** By type of entry. What is not here is listed with its type alone. */
const SUMMARIES = {
  Offer: ({ TakerGets: gets, TakerPays: pays }, ledger) =>
    html`<${Amount} amount=${gets} ledger=${ledger} /> for <${Amount} amount=${pays} ledger=${ledger} />`,
  Escrow: (entry, ledger) =>
    html`<${Amount} amount=${entry.Amount} ledger=${ledger} /> from <${Address} address=${entry.Account} ledger=${ledger} /> to <${Address} address=${entry.Destination} ledger=${ledger} />
      ${entry.FinishAfter !== undefined && html` after <${Time} seconds=${entry.FinishAfter} />`}
      ${entry.CancelAfter !== undefined && html`, may be cancelled after <${Time} seconds=${entry.CancelAfter} />`}`,
  Check: (entry, ledger) =>
    html`up to <${Amount} amount=${entry.SendMax} ledger=${ledger} /> from <${Address} address=${entry.Account} ledger=${ledger} /> to <${Address} address=${entry.Destination} ledger=${ledger} />`,
  Ticket: ({ TicketSequence: sequence }) => localeNumber(sequence),
  DepositPreauth: ({ Authorize: authorized }, ledger) =>
    authorized !== undefined && html`<${Address} address=${authorized} ledger=${ledger} />`,
  SignerList: ({ SignerEntries: signers, SignerQuorum: quorum }, ledger) =>
    html`${signers.map(
      ({ SignerEntry: { Account, SignerWeight } }) =>
        html`<div><${Address} address=${Account} ledger=${ledger} /> has weight ${SignerWeight}</div>`,
    )}<div>and ${quorum} is enough</div>`,
  NFTokenOffer: ({ Amount: price, Flags: flags, NFTokenID: token }, ledger) =>
    html`${(flags & 1) === 0 ? 'pays' : 'asks'} <${Amount} amount=${price} ledger=${ledger} /> for <span class="mono">${token}</span>`,
  NFTokenPage: ({ NFTokens: tokens }) =>
    html`${tokens.map(
      ({ NFToken: { NFTokenID, URI } }) =>
        html`<div><span class="mono">${NFTokenID}</span> ${URI !== undefined && html`<${Value} name="URI" value=${URI} />`}</div>`,
    )}`,
  MPToken: ({ MPTAmount: amount = '0', MPTokenIssuanceID: issuance }) =>
    html`${localeNumber(amount)} of <span class="mono">${issuance}</span>`,
};

export function Owned({ server, here, ledger }) {
  const asked = useAnswer(
    server,
    () => server.request('account_objects', { ...here, limit: LISTED }),
    [here.account, ledger],
    isPast(ledger),
  );
  const { account_objects: all = [], marker } = asked.result ?? {};
  const objects = all.filter(({ LedgerEntryType: type }) => !ELSEWHERE.has(type));
  if (objects.length === 0 && marker === undefined) return null;
  return html`<section><h2>Owned objects</h2><div class="scroll"><table class="stacked"><tbody>${objects.map(
    (object) => html`<tr key=${object.index}><th scope="row">${object.LedgerEntryType}</th>
      <td>${SUMMARIES[object.LedgerEntryType]?.(object, ledger)}</td>
      <td><${Hash} hash=${object.index} view="entry" isShort ledger=${ledger} /></td></tr>`,
  )}</tbody></table></div><${More} asked=${asked} /></section>`;
}
