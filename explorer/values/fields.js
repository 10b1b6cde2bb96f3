/** Fields and their values: a value by the field's type, a table of fields, and a table of fields that differ. */

import { Json, StackedTable, Text } from '../components.js';
import { html } from '../vendor/preact-htm.js';
import { fieldParts } from './field-values.js';
import { useKnowledge } from './knowledge.js';
import { Parts } from './parts-view.js';

/** The value of one field. `fields` are those beside it, `asset` is that of a vault or loan. */
export function Value({ name, value, fields, asset, ledger }) {
  const known = useKnowledge();
  const { types } = known.definitions;
  if (name === 'PriceDataSeries') return html`<${Prices} series=${value} ledger=${ledger} />`;
  if (name === 'Memos') return html`<${Memos} memos=${value} ledger=${ledger} />`;
  const of = asset ?? (types?.[name] === 'Number' ? known.assetOfLoan(fields) : undefined);
  const parts = fieldParts(name, value, fields, { types, asset: of });
  if (parts !== undefined) return html`<${Parts} parts=${parts} ledger=${ledger} canCopy />`;
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'object' && one !== null))
    return html`<${Elements} elements=${value} asset=${asset} ledger=${ledger} />`;
  return Array.isArray(value)
    ? html`<${Json} value=${value} />`
    : html`<${Inner} fields=${value} asset=${asset} ledger=${ledger} />`;
}

/** Each element of an array is an object with one field, which holds the element's fields. */
function Elements({ elements, asset, ledger }) {
  return html`<ol class="elements">${elements.map((element, at) => {
    const names = Object.keys(element);
    const inner = names.length === 1 && typeof element[names[0]] === 'object' ? element[names[0]] : element;
    return html`<li key=${at}><${Inner} fields=${inner} asset=${asset} ledger=${ledger} /></li>`;
  })}</ol>`;
}

/** The fields of an object in one line. */
function Inner({ fields, asset, ledger }) {
  return html`<span class="inner">${Object.entries(fields).map(
    ([name, value]) =>
      html`<span key=${name}><span class="muted"><${Text} text=${name} /></span> <${Value} name=${name} value=${value} fields=${fields} asset=${asset} ledger=${ledger} /></span>`,
  )}</span>`;
}

/** Each pair of a price oracle with its price. */
function Prices({ series = [], ledger }) {
  return series.map(
    ({ PriceData: data }, at) =>
      html`<div key=${at}><${Parts} parts=${[...fieldParts('BaseAsset', data.BaseAsset), ' ', ...(data.AssetPrice === undefined ? ['removed'] : fieldParts('AssetPrice', data.AssetPrice, data))]} ledger=${ledger} /></div>`,
  );
}

function Memos({ memos, ledger }) {
  return memos.map(({ Memo }, at) => html`<div key=${at}><${Inner} fields=${Memo} ledger=${ledger} /></div>`);
}

/** A table of fields and their values; `shown` overrides the display of values by name. */
export function Fields({ fields, ledger, asset, shown = {} }) {
  return html`<div class="scroll"><table class="named"><tbody>${Object.entries(fields).map(
    ([name, value]) =>
      html`<tr key=${name}><th scope="row"><${Text} text=${name} /></th><td>${shown[name] ?? html`<${Value} name=${name} value=${value} fields=${fields} asset=${asset} ledger=${ledger} />`}</td></tr>`,
  )}</tbody></table></div>`;
}

/** Fields that differ: `before` and `after` are the ledgers of the two columns. */
export function FieldDifferences({ rows, before, after, titles }) {
  const beside = (side) => Object.fromEntries(rows.map((row) => [row.name, row[side]]));
  return html`<${StackedTable} isNamed titles=${['Field', ...titles]} rows=${rows.map((row) => ({
    key: row.name,
    cells: [
      html`<${Text} text=${row.name} />`,
      html`<${Value} name=${row.name} value=${row.before} fields=${beside('before')} ledger=${before} />`,
      html`<${Value} name=${row.name} value=${row.after} fields=${beside('after')} ledger=${after} />`,
    ],
  }))} />`;
}
