/** The predefined accounts of a development server, by name. */
import { useAnswer } from '../asking.js';
import { Address, Amount, Fault, StackedTable } from '../parts.js';
import { knownAccounts } from '../powers.js';
import { html } from '../vendor/preact-htm.js';

/** For admins of a test bench, who can list them. */
export function DevelopmentAccounts({ server }) {
  const asked = useAnswer(
    server,
    () => knownAccounts(server, { isAdmin: true, isTestBench: true }),
    [],
    () => false,
  );
  if (asked.result === undefined)
    return asked.error === undefined ? null : html`<${Fault} fault=${asked.error} again=${asked.again} />`;
  if (asked.result.length === 0)
    return html`<p class="muted">The ledger has none. Servers that are started with <code>--dev</code> make ten.</p>`;
  return html`<${StackedTable} titles=${['Name', 'Address', 'Balance']} rows=${asked.result.map(
    ({ name, account, balance }) => ({
      key: account,
      cells: [name, html`<${Address} address=${account} />`, html`<${Amount} amount=${balance} />`],
    }),
  )} />`;
}
