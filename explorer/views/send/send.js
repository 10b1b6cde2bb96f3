/**
 * Sends transactions of any type, on development servers: a form from the type's format, a simulation, then the
 * submission.
 */

import { RequestStatus, Text, Time } from '../../components.js';
import { ErrorBoundary } from '../../error-boundary.js';
import { PageHead } from '../../panel.js';
import { readDevelopmentAccounts, readPermissions } from '../../permissions.js';
import { formOf, sendableTypes } from '../../send/formats.js';
import { addressOf, transactionOf } from '../../send/read-input.js';
import { readDefinitions } from '../../signing/sign.js';
import { useRequest } from '../../use-request.js';
import { html, useState } from '../../vendor/preact-htm.js';
import { SignerForm } from '../signing/signer-form.js';
import { ACCOUNT_LIST, FieldInput } from './field-input.js';
import { Sent, Simulation } from './outcome.js';

const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const FEW = 4;

const NAME = 'send';

/** The subject is the type of transaction. */
export function SendView({ server, subject }) {
  const request = useRequest(server, () => readSend(server), []);
  // Shown until there is a newer result, to avoid flicker between two types.
  if (request.result !== undefined) server.cache.set(NAME, request.result);
  const known = server.cache.get(NAME);
  if (known === undefined) return html`<${PageHead} title="Send" /><${RequestStatus} request=${request} />`;
  const { permissions, definitions, accounts } = known;
  if (!permissions.isTestBench)
    return html`<${PageHead} title="Send" /><section><p>This form is available on development servers only (started with <code>--dev</code>). Send transactions with a client library or with <code>weir submit</code>.</p></section>`;
  const types = sendableTypes(definitions);
  const type = types.includes(subject) ? subject : 'Payment';
  return html`<${PageHead} title="Send" /><section class="send-form"><div class="field"><label for="type">Transaction type</label>
      <select id="type" value=${type} onChange=${({ target }) => goTo(target.value)}>${types.map((name) => html`<option value=${name}>${name}</option>`)}</select></div>
      <${LedgerTime} server=${server} /></section>
    <datalist id=${ACCOUNT_LIST}>${accounts.map(({ name, account }) => html`<option value=${account}>${name}</option>`)}</datalist>
    <${ErrorBoundary} name="Form"><${TransactionForm} key=${type} server=${server} type=${type} definitions=${definitions} permissions=${permissions} accounts=${accounts} /></${ErrorBoundary}>`;
}

async function readSend(server) {
  const [permissions, definitions] = await Promise.all([readPermissions(server), readDefinitions(server)]);
  return { permissions, definitions, accounts: await readDevelopmentAccounts(server, permissions) };
}

/** Shown since form times refer to ledger time, which may differ from real time on a test bench. */
function LedgerTime({ server }) {
  const request = useRequest(
    server,
    () => server.request('ledger', { ledger_index: 'validated' }),
    [],
    () => false,
  );
  const time = request.result?.ledger.close_time;
  return html`<p class="muted">Ledger time: ${time === undefined ? '…' : html`<${Time} seconds=${time} />`}.</p>`;
}

function goTo(type) {
  location.hash = `#/send/${type}`;
}

function TransactionForm({ server, type, definitions, permissions, accounts }) {
  const form = formOf(definitions, type);
  const [draft, setDraft] = useState({ type, account: '', values: {}, flags: new Set() });
  const [simulated, setSimulated] = useState();
  const [sent, setSent] = useState();
  const [signer, setSigner] = useState();
  const [fault, setFault] = useState('');
  const [isBusy, setBusy] = useState(false);
  // The simulation is valid for this draft only.
  const change = (part) => {
    setDraft({ ...draft, ...part });
    setSimulated(undefined);
  };
  const set = (name, typed) => change({ values: { ...draft.values, [name]: typed } });
  const attempt = async (work) => {
    setBusy(true);
    setFault('');
    try {
      await work();
    } catch (error) {
      setFault(error.message);
    }
    setBusy(false);
  };
  const simulate = (event) => {
    event.preventDefault();
    void attempt(async () => {
      setSent(undefined);
      const tx = transactionOf(draft, form);
      const answer = await server.request('simulate', { tx_json: tx, explain: true });
      if (answer.engine_result === undefined) throw new Error(answer.error_exception);
      setSimulated({ tx: completed(tx, answer, permissions), answer });
    });
  };
  const submit = () => attempt(async () => setSent(await send(server, signer, simulated.tx)));
  const account = addressOf(draft.account) ?? '';
  const isFailing = simulated !== undefined && simulated.answer.engine_result !== 'tesSUCCESS';
  return html`<form class="send-form" onSubmit=${simulate}>
      <section><div class="field"><label for="Account">Account</label><input id="Account" name="Account" autocomplete="off" spellcheck="false" list=${ACCOUNT_LIST} placeholder="r… or a name" value=${draft.account} onInput=${({ target }) => change({ account: target.value })} /></div>
        <${OwnFields} form=${form} draft=${draft} set=${set} />
        <${Flags} flags=${form.flags} chosen=${draft.flags} onChange=${(flags) => change({ flags })} />
        <details><summary>Common fields</summary><${Inputs} fields=${form.common} draft=${draft} set=${set} /></details>
        <p class="controls"><button class="primary" disabled=${isBusy}>Simulate</button> <span role="alert" class="bad"><${Text} text=${fault} /></span></p></section></form>
    ${simulated && html`<${Simulation} answer=${simulated.answer} />`}
    ${
      ADDRESS.test(account) &&
      html`<section><h2>Submit</h2><${SignerForm} key=${account} server=${server} account=${account} permissions=${permissions} accounts=${accounts} signer=${signer} onSigner=${setSigner} />
      <p class="controls"><button class="primary" type="button" disabled=${isBusy || simulated === undefined || signer === undefined || sent !== undefined} onClick=${submit}>${isFailing ? 'Submit anyway' : 'Submit'}</button>
        ${simulated === undefined && html`<span class="muted">Simulate first.</span>`}</p></section>`
    }
    ${sent && html`<${Sent} server=${server} sent=${sent} />`}`;
}

/** Takes only Fee and Sequence from the server's answer, so that nothing else is signed than the form's content. */
function completed(tx, { tx_json: { Fee, Sequence } }, { common }) {
  return { ...common, Fee, Sequence, ...tx };
}

async function send(server, signer, tx) {
  const { command, params, hash } = signer.request(tx);
  const answer = await server.request(command, params);
  const { engine_result: code, engine_result_message: message } = answer;
  return { code, message, hash: hash ?? answer.hash };
}

/** Optional fields are collapsed if there are many beside required ones. */
function OwnFields({ form: { own }, draft, set }) {
  const required = own.filter(({ isRequired }) => isRequired);
  const optional = own.filter(({ isRequired }) => !isRequired);
  return html`<${Inputs} fields=${required} draft=${draft} set=${set} />
    ${optional.length > 0 && html`<details open=${required.length === 0 || optional.length <= FEW}><summary>Optional fields (${optional.length})</summary><${Inputs} fields=${optional} draft=${draft} set=${set} /></details>`}`;
}

function Inputs({ fields, draft, set }) {
  return html`<div class="send-fields">${fields.map((field) => html`<${FieldInput} key=${field.name} field=${field} value=${draft.values[field.name]} onChange=${(typed) => set(field.name, typed)} />`)}</div>`;
}

function Flags({ flags, chosen, onChange }) {
  if (flags.length === 0) return null;
  const choose = (bit, isChosen) => {
    const next = new Set(chosen);
    if (isChosen) next.add(bit);
    else next.delete(bit);
    onChange(next);
  };
  return html`<fieldset><legend>Flags</legend>${flags.map(({ name, bit }) => html`<label key=${name} class="flag"><input type="checkbox" name=${name} checked=${chosen.has(bit)} onChange=${({ target }) => choose(bit, target.checked)} /> ${name}</label>`)}</fieldset>`;
}
