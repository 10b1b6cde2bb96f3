/** The predefined accounts of a development server, by name. */

import { Address, Amount, ErrorMessage, StackedTable } from '../components.js';
import { readDevelopmentAccounts } from '../permissions.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';

/** For admins of a test bench, who can list them. */
export function DevelopmentAccounts({ server }) {
  const request = useRequest(
    server,
    () => readDevelopmentAccounts(server, { isAdmin: true, isTestBench: true }),
    [],
    () => false,
  );
  if (request.result === undefined)
    return request.error === undefined ? null : html`<${ErrorMessage} error=${request.error} retry=${request.retry} />`;
  if (request.result.length === 0)
    return html`<p class="muted">This ledger has none. A server started with <code>--dev</code> creates ten.</p>`;
  return html`<${StackedTable} titles=${['Name', 'Address', 'Balance']} rows=${request.result.map(
    ({ name, account, balance }) => ({
      key: account,
      cells: [name, html`<${Address} address=${account} isWhole />`, html`<${Amount} amount=${balance} />`],
    }),
  )} />`;
}
