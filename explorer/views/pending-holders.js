/** Holders that wait for an issuer's authorization, from the server's index of the newest ledger. */

import { Address, StackedTable, Text } from '../components.js';
import { localeNumber } from '../numbers.js';
import { routeTo } from '../route.js';
import { useRequest } from '../use-request.js';
import { currencyText } from '../values/assets.js';
import { html } from '../vendor/preact-htm.js';
import { More, PAGE_SIZE } from './paging.js';

export function PendingHolders({ server, account }) {
  const request = useRequest(
    server,
    () => server.request('account_lines', { account, authorization: 'pending', limit: PAGE_SIZE }),
    [account],
    () => false,
    account,
  );
  const lines = request.result?.lines ?? [];
  return html`<section><h2>Pending authorizations</h2>${
    lines.length === 0 && html`<p class="muted">${request.result === undefined ? 'Loading…' : 'None.'}</p>`
  }
    ${
      lines.length > 0 &&
      html`<${StackedTable} titles=${['Holder', 'Limit']} rows=${lines.map((line) => ({
        key: `${line.account} ${line.currency}`,
        cells: [
          html`<${Address} address=${line.account} />`,
          html`${localeNumber(line.limit_peer)} <${Text} text=${currencyText(line.currency)} />`,
        ],
      }))} />`
    }<${More} request=${request} />
    <p><a href=${routeTo('desk', account)}>Authorize holders at the issuer’s desk</a></p></section>`;
}
