/** The input of one transaction field, one for each kind of value. `read-input.js` parses the values. */
import { html } from '../../vendor/preact-htm.js';

/** Id of the datalist of development accounts, which is in `send.js`. */
export const ACCOUNT_LIST = 'known-accounts';

/** `value` is the current input; `onChange` gets the new one. `path` distinguishes inputs of the same name. */
export function FieldInput({ field, value, onChange, path = '' }) {
  const Input = INPUTS[field.kind] ?? PlainInput;
  return html`<${Input} field=${field} value=${value} onChange=${onChange} id=${`${path}${field.name}`} />`;
}

function Label({ field, id }) {
  return html`<label for=${id}>${field.name}${field.isRequired ? '' : html` <span class="muted">(optional)</span>`}</label>`;
}

function Frame({ field, children }) {
  return html`<fieldset><legend>${field.name}${field.isRequired ? '' : html` <span class="muted">(optional)</span>`}</legend>${children}</fieldset>`;
}

const HINTS = {
  account: 'r… or a name',
  hex: 'hex',
  currency: 'USD',
  number: '0',
  'whole number': '0',
  'long number': '0',
};

/** Descriptions of the numbers of some fields. */
const MEANINGS = {
  OfferSequence: 'Sequence of the transaction that created it',
  PublicKey: 'key that signs claims, in hex',
  SettleDelay: 'seconds',
  TickSize: '3 to 15 digits',
  TradingFee: 'in 0.001 %',
  TransferFee: 'in 0.001 %',
  TransferRate: '1000000000: no fee; 1005000000: 0.5 %',
};

function PlainInput({ field, value = '', onChange, id }) {
  const isAccount = field.kind === 'account';
  const isNumber = field.kind.endsWith('number');
  return html`<div class="field"><${Label} field=${field} id=${id} /><input id=${id} name=${id} autocomplete="off" spellcheck="false"
    list=${isAccount ? ACCOUNT_LIST : undefined} inputmode=${isNumber ? 'decimal' : undefined} placeholder=${MEANINGS[field.name] ?? HINTS[field.kind]}
    value=${value} onInput=${({ target }) => onChange(target.value)} /></div>`;
}

function TimeInput({ field, value = '', onChange, id }) {
  return html`<div class="field"><${Label} field=${field} id=${id} /><input id=${id} name=${id} type="datetime-local" step="1"
    value=${value} onInput=${({ target }) => onChange(target.value)} /></div>`;
}

function LongInput({ field, value = '', onChange, id }) {
  const hint = field.kind === 'hashes' ? 'one a line' : 'JSON';
  return html`<div class="field"><${Label} field=${field} id=${id} /><textarea id=${id} name=${id} rows="2" spellcheck="false" placeholder=${hint}
    value=${value} onInput=${({ target }) => onChange(target.value)}></textarea></div>`;
}

function ChoiceInput({ field, value = '', onChange, id }) {
  return html`<div class="field"><${Label} field=${field} id=${id} /><select id=${id} name=${id} value=${value} onChange=${({ target }) => onChange(target.value)}>
    <option value="">none</option>${Object.entries(field.choices).map(([name, code]) => html`<option value=${String(code)}>${name}</option>`)}</select></div>`;
}

function TextInput({ field, value = {}, onChange, id }) {
  const { form = 'text', text = '' } = value;
  return html`<div class="field"><${Label} field=${field} id=${id} /><span class="joined"><input id=${id} name=${id} autocomplete="off" value=${text} onInput=${({ target }) => onChange({ form, text: target.value })} />
    <select aria-label="${field.name} format" value=${form} onChange=${({ target }) => onChange({ form: target.value, text })}><option value="text">text</option><option value="hex">hex</option></select></span></div>`;
}

function AmountInput({ field, value = {}, onChange, id }) {
  const set = (part) => onChange({ ...value, ...part });
  return html`<${Frame} field=${field}><input aria-label="${field.name}, value" name=${id} inputmode="decimal" autocomplete="off" placeholder="0" value=${value.value ?? ''} onInput=${({ target }) => set({ value: target.value })} />
    <${AssetParts} name=${field.name} id=${id} value=${value} set=${set} /><//>`;
}

function AssetInput({ field, value = {}, onChange, id }) {
  return html`<${Frame} field=${field}><${AssetParts} name=${field.name} id=${id} value=${value} set=${(part) => onChange({ ...value, ...part })} /><//>`;
}

/** The choice of an asset: XRP, a token or a multi-purpose token. */
function AssetParts({ name, id, value, set }) {
  const { kind = 'XRP', currency = '', issuer = '', issuance = '' } = value;
  return html`<select aria-label="${name}, asset type" name="${id}.kind" value=${kind} onChange=${({ target }) => set({ kind: target.value })}>
      <option value="XRP">XRP</option><option value="token">token</option><option value="MPT">multi-purpose token</option></select>
    ${
      kind === 'token' &&
      html`<input aria-label="${name}, currency" name="${id}.currency" autocomplete="off" placeholder="USD" value=${currency} onInput=${({ target }) => set({ currency: target.value })} />
      <input aria-label="${name}, issuer" name="${id}.issuer" autocomplete="off" list=${ACCOUNT_LIST} placeholder="issuer r…" value=${issuer} onInput=${({ target }) => set({ issuer: target.value })} />`
    }
    ${kind === 'MPT' && html`<input aria-label="${name}, issuance ID" name="${id}.issuance" autocomplete="off" placeholder="48 hex digits" value=${issuance} onInput=${({ target }) => set({ issuance: target.value })} />`}`;
}

function BridgeInput({ field, value = {}, onChange, id }) {
  return html`<${Frame} field=${field}>${['Locking', 'Issuing'].map((side) => {
    const [door, issue] = [`${side}ChainDoor`, `${side}ChainIssue`];
    const setIssue = (part) => onChange({ ...value, [issue]: { ...value[issue], ...part } });
    return html`<div class="field" key=${side}><label for="${id}.${door}">${door}</label><input id="${id}.${door}" name="${id}.${door}" autocomplete="off" list=${ACCOUNT_LIST} placeholder="r…" value=${value[door] ?? ''} onInput=${({ target }) => onChange({ ...value, [door]: target.value })} />
      <span><${AssetParts} name=${issue} id="${id}.${issue}" value=${value[issue] ?? {}} set=${setIssue} /></span></div>`;
  })}<//>`;
}

function ListInput({ field, value = [], onChange, id }) {
  const change = (at, name, typed) =>
    onChange(value.map((one, index) => (index === at ? { ...one, [name]: typed } : one)));
  return html`<${Frame} field=${field}>${value.map(
    (values, at) => html`<fieldset key=${at}><legend>${field.element} ${at + 1}</legend>
      ${field.fields.map((own) => html`<${FieldInput} key=${own.name} field=${own} path="${id}.${at}." value=${values[own.name]} onChange=${(typed) => change(at, own.name, typed)} />`)}
      <button type="button" onClick=${() => onChange(value.filter((_, index) => index !== at))}>Remove ${field.element} ${at + 1}</button></fieldset>`,
  )}<button type="button" onClick=${() => onChange([...value, {}])}>Add a ${field.element}</button><//>`;
}

const INPUTS = {
  amount: AmountInput,
  asset: AssetInput,
  bridge: BridgeInput,
  choice: ChoiceInput,
  hashes: LongInput,
  json: LongInput,
  'ledger time': TimeInput,
  list: ListInput,
  text: TextInput,
  'unix time': TimeInput,
};
