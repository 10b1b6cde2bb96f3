/** Holders that wait for an issuer's authorization, from the server's index of the newest ledger. */
import { useAnswer } from '../asking.js';
import { localeNumber } from '../numbers.js';
import { Address, currencyName, StackedTable, Text } from '../parts.js';
import { routeTo } from '../route.js';
import { html } from '../vendor/preact-htm.js';
import { LISTED, More } from './lists.js';

export function PendingHolders({ server, account }) {
  const asked = useAnswer(
    server,
    () => server.request('account_lines', { account, authorization: 'pending', limit: LISTED }),
    [account],
    () => false,
    account,
  );
  const lines = asked.result?.lines ?? [];
  return html`<section><h2>Holders waiting for approval</h2>${
    lines.length === 0 && html`<p class="muted">${asked.result === undefined ? 'Asking the server…' : 'None.'}</p>`
  }
    ${
      lines.length > 0 &&
      html`<${StackedTable} titles=${['Holder', 'Would hold up to']} rows=${lines.map((line) => ({
        key: `${line.account} ${line.currency}`,
        cells: [
          html`<${Address} address=${line.account} />`,
          html`${localeNumber(line.limit_peer)} <${Text} text=${currencyName(line.currency)} />`,
        ],
      }))} />`
    }<${More} asked=${asked} />
    <p><a href=${routeTo('desk', account)}>Approve holders at the issuer’s desk</a></p></section>`;
}
