/** The accounts that a server for development has from its start on, by name. */
import { useAnswer } from '../asking.js';
import { Address, Amount, Fault } from '../parts.js';
import { knownAccounts } from '../powers.js';
import { html } from '../vendor/preact-htm.js';

/** For the administrator of a test bench, whom the server tells of them. */
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
  return html`<div class="scroll"><table class="stacked"><thead><tr><th scope="col">Name</th><th scope="col">Address</th><th scope="col">Balance</th></tr></thead>
    <tbody>${asked.result.map(
      ({ name, account, balance }) =>
        html`<tr key=${account}><td>${name}</td><td><${Address} address=${account} /></td><td><${Amount} amount=${balance} /></td></tr>`,
    )}</tbody></table></div>`;
}
