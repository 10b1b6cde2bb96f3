/** More of a test bench: development accounts, and setting any entry of the ledger. */
import { applyToken, isTokenForm } from '../admin-token.js';
import { Text } from '../components.js';
import { PageHead, Panel } from '../panel.js';
import { readPermissions } from '../permissions.js';
import { routeTo } from '../route.js';
import { useRequest } from '../use-request.js';
import { html, useRef, useState } from '../vendor/preact-htm.js';
import { DevelopmentAccounts } from './development-accounts.js';

export function BenchView({ server }) {
  const request = useRequest(server, () => readPermissions(server), []);
  const { isAdmin, isTestBench } = request.result ?? { isAdmin: true, isTestBench: true };
  if (!isAdmin || !isTestBench)
    return html`<${PageHead} title="Test bench" /><section><p>This server is no test bench, or this page has no admin rights. <code>weir start --dev</code> starts one.</p></section>
      ${!isAdmin && html`<${Administrator} />`}`;
  return html`<${PageHead} title="Test bench" />
    <${Panel} title="Development accounts" remark="their secrets are public"><${DevelopmentAccounts} server=${server} /></${Panel}>
    <${SetEntry} server=${server} />`;
}

/** Takes the token of administrators, which a server with `--admin private` requires. */
function Administrator() {
  const [text, setText] = useState('');
  const apply = (event) => {
    event.preventDefault();
    applyToken(text.trim());
  };
  return html`<${Panel} title="Administrator" remark="a server with --admin private has a token, in admin.token of its data directory">
    <form onSubmit=${apply}><p class="controls"><label>Token <input type="password" class="mono" autocomplete="off" value=${text} onInput=${({ target }) => setText(target.value)} /></label>
      <button class="primary" disabled=${!isTokenForm(text.trim())}>Use in this tab</button></p></form></${Panel}>`;
}

/** Reads an entry, lets it be changed as JSON, and writes it. */
function SetEntry({ server }) {
  const index = useRef(null);
  const [text, setText] = useState('');
  const [said, setSaid] = useState({ text: '', isFault: false });
  const attempt = async (work) => {
    try {
      setSaid({ text: await work(), isFault: false });
    } catch (error) {
      setSaid({ text: error.message, isFault: true });
    }
  };
  const read = () =>
    attempt(async () => {
      const { node } = await server.request('ledger_entry', {
        index: index.current.value.trim(),
        ledger_index: 'validated',
      });
      setText(JSON.stringify(node, null, 2));
      return '';
    });
  const write = (event) => {
    event.preventDefault();
    void attempt(async () => {
      const { ledger_index: ledger } = await server.request('weir_set_entry', { entry: JSON.parse(text) });
      return `The entry is in ledger ${ledger}.`;
    });
  };
  const remove = () =>
    attempt(async () => {
      const params = { index: index.current.value.trim(), remove: true };
      const { ledger_index: ledger } = await server.request('weir_set_entry', params);
      setText('');
      return `The entry was removed in ledger ${ledger}.`;
    });
  return html`<${Panel} title="Set an entry" remark="closes a ledger and marks the chain as modified">
    <form class="set-entry" onSubmit=${write}><p class="controls"><label>Entry index <input ref=${index} class="mono" spellcheck="false" autocomplete="off" /></label>
      <button type="button" onClick=${read}>Read</button><button type="button" onClick=${remove}>Remove</button></p>
    <p><textarea aria-label="The entry in JSON" class="mono" rows="14" spellcheck="false" placeholder='{ "LedgerEntryType": "AccountRoot", … }' value=${text} onInput=${({ target }) => setText(target.value)}></textarea></p>
    <p class="controls"><button class="primary" disabled=${text.trim() === ''}>Set the entry</button> <a href=${routeTo('send')}>Send a transaction</a> <span role="status" class=${said.isFault ? 'bad' : 'muted'}><${Text} text=${said.text} /></span></p></form></${Panel}>`;
}
