/** Controls for the server's history filters; their values are in the address. */
import { readDefinitionsJson } from '../definitions.js';
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact-htm.js';

/** By parameter name, which is also the name in the address. */
const CONTROLS = [
  { name: 'tx_type', label: 'Type' },
  { name: 'result', label: 'Result', hint: 'tes, tec or a code', list: ['tes', 'tec'] },
  { name: 'direction', label: 'Direction', options: ['in', 'out'] },
  { name: 'counterparty', label: 'Counterparty', hint: 'r…' },
  { name: 'currency', label: 'Currency', hint: 'USD, XRP, MPT issuance ID' },
  { name: 'issuer', label: 'Issuer', hint: 'r…' },
  { name: 'delivered_at_least', label: 'Delivered at least', hint: 'of the currency, or drops' },
  { name: 'destination_tag', label: 'Destination tag', type: 'number' },
  { name: 'source_tag', label: 'Source tag', type: 'number' },
  { name: 'from_time', label: 'From (UTC)', type: 'date' },
  { name: 'to_time', label: 'To (UTC)', type: 'date' },
];

export const FILTER_NAMES = CONTROLS.map(({ name }) => name);
const TAGS = new Set(['destination_tag', 'source_tag']);

/** The parameters of `account_tx` for the values of the controls. */
export function filterParams(values) {
  const params = {};
  for (const [name, value] of Object.entries(values)) {
    if (TAGS.has(name)) params[name] = Number(value);
    else if (name === 'tx_type') params[name] = value.split(',');
    else params[name] = value;
  }
  return params;
}

/** `onChange` gets the values of all controls; empty values mean no filter. */
export function Filters({ server, values, onChange }) {
  const count = Object.keys(values).length;
  const [isOpen, setOpen] = useState(count > 0);
  const types = useTypes(server, isOpen);
  const form = useRef(null);
  // A layout effect, so that values that the address no longer has are neither shown nor sent.
  useLayoutEffect(() => {
    for (const name of FILTER_NAMES) form.current.elements[name].value = values[name] ?? '';
  }, [JSON.stringify(values)]);
  const read = () => Object.fromEntries(FILTER_NAMES.map((name) => [name, form.current.elements[name].value.trim()]));
  const apply = (event) => {
    event.preventDefault();
    onChange(read());
  };
  const clear = () => onChange(Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])));
  return html`<details class="filters" open=${isOpen} onToggle=${(event) => setOpen(event.target.open)}>
    <summary>Filter${count === 0 ? '' : ` (${count} set)`}</summary>
    <form ref=${form} onSubmit=${apply}>
      ${CONTROLS.map(
        (control) =>
          html`<label key=${control.name}><span>${control.label}</span><${Control} ...${{ ...control, value: values[control.name] ?? '', types }} /></label>`,
      )}
      <div class="controls"><button>Apply</button><button type="button" disabled=${count === 0} onClick=${clear}>Clear</button></div>
    </form></details>`;
}

function Control({ name, hint, list, options, type = 'text', value, types }) {
  const choices = name === 'tx_type' ? [...new Set([...types, ...(value === '' ? [] : [value])])] : options;
  if (choices !== undefined) {
    return html`<select name=${name}>${['', ...choices].map(
      (choice) => html`<option key=${choice} value=${choice} selected=${choice === value}>${choice || 'any'}</option>`,
    )}</select>`;
  }
  const id = list && `choices-${name}`;
  return html`<input name=${name} type=${type} min="0" max=${type === 'number' ? 4_294_967_295 : undefined} spellcheck="false" autocomplete="off" placeholder=${hint} list=${id} defaultValue=${value} />${
    list && html`<datalist id=${id}>${list.map((one) => html`<option key=${one} value=${one}></option>`)}</datalist>`
  }`;
}

/** The names of all transaction types, loaded when needed. */
function useTypes(server, isNeeded) {
  const [types, setTypes] = useState([]);
  useEffect(() => {
    if (!isNeeded || types.length > 0) return;
    readDefinitionsJson(server).then(
      ({ TRANSACTION_TYPES: all }) =>
        setTypes(
          Object.keys(all)
            .filter((name) => name !== 'Invalid')
            .sort(),
        ),
      () => {},
    );
  }, [isNeeded]);
  return types;
}
