/** The part of a view's state that is in the address after `?`, so that a link reproduces it. */
import { html, useLayoutEffect, useState } from './vendor/preact-htm.js';

/** The values of these names in the address. */
export function addressValues(hash, names) {
  const params = new URLSearchParams(hash.split('?')[1] ?? '');
  return Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

/** The address with new values for these names; empty values are removed. */
export function withValues(hash, values) {
  const [place, query = ''] = hash.split('?');
  const params = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === '') params.delete(name);
    else params.set(name, String(value));
  }
  const text = params.toString();
  return `${place || '#/'}${text === '' ? '' : `?${text}`}`;
}

/** The values and a function that sets some of them; view and address stay in step. */
export function useAddressValues(names) {
  const [values, setValues] = useState(() => addressValues(location.hash, names));
  useLayoutEffect(() => {
    const follow = () => setValues(addressValues(location.hash, names));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const set = (changes) => {
    history.replaceState(history.state, '', withValues(location.hash, changes));
    setValues(addressValues(location.hash, names));
  };
  return [values, set];
}

/** A select that filters a list; its value is in the address. */
export function AddressSelect({ name, label, options, values, onChange }) {
  return html`<label>${label} <select name=${name} value=${values[name] ?? ''} onChange=${(event) => onChange({ [name]: event.target.value })}>
    ${options.map(([value, text]) => html`<option key=${value} value=${value} selected=${value === (values[name] ?? '')}>${text}</option>`)}</select></label>`;
}
