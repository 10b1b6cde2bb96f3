/** Who gained and lost what, by account, with the fee apart and the issuer's side as issued or redeemed. */

import { affectedBalances } from '../../changes.js';
import { Tag } from '../../chips.js';
import { Address, Amount } from '../../components.js';
import { sum } from '../../decimals.js';
import { Panel } from '../../panel.js';
import { factsOf } from '../../sentences/facts.js';
import { amountOf, assetKey, assetOf, withoutSign } from '../../values/assets.js';
import { count, partsText } from '../../values/parts.js';
import { html } from '../../vendor/preact-htm.js';

/**
 * By account, the sender first: `{ account, role, rows, fee }`. A row has an amount with its sign; that of an issuer has `isIssuer`. `fee` is in
 * drops.
 */
export function balancesByAccount(tx, meta) {
  const { rows, nodes } = factsOf(tx, meta);
  const payer = tx.Delegate ?? tx.Account;
  const accounts = new Map(payer === undefined ? [] : [[payer, []]]);
  for (const row of rows) accounts.set(row.account, [...(accounts.get(row.account) ?? []), row]);
  const roles = rolesOf(nodes);
  return [...accounts].flatMap(([account, own]) => {
    const fee = account === payer ? feeOf(tx, meta, payer) : '0';
    if (own.length === 0 && fee === '0') return [];
    const role = roles.get(account) ?? (own.some(({ isIssuer }) => isIssuer) ? 'issuer' : undefined);
    return [{ account, role, rows: merged(own), fee }];
  });
}

/** An issuer's lines with one asset are one row: what it issued or redeemed on the whole. */
function merged(rows) {
  const totals = new Map();
  for (const row of rows) {
    const asset = assetOf(row.amount);
    const known = totals.get(assetKey(asset));
    const value = known === undefined ? row.value : sum(known.value, row.value);
    totals.set(assetKey(asset), { ...row, value, amount: amountOf(asset, value) });
  }
  return [...totals.values()].filter(({ value }) => value !== '0');
}

function rolesOf(nodes) {
  const words = [
    ['AMMID', 'pool'],
    ['VaultID', 'vault'],
    ['LoanBrokerID', 'loan broker'],
  ];
  const roots = nodes.filter(({ type }) => type === 'AccountRoot');
  return new Map(
    roots.flatMap(({ fields }) =>
      words.filter(([field]) => fields[field] !== undefined).map(([, word]) => [fields.Account, word]),
    ),
  );
}

/** A failed transaction may have paid less than its fee. */
function feeOf(tx, meta, payer) {
  if (meta.TransactionResult === 'tesSUCCESS') return tx.Fee ?? '0';
  const change = affectedBalances(tx, meta).find(
    ({ account, amount }) => account === payer && typeof amount === 'string',
  );
  return (change?.value ?? '0').replace('-', '');
}

export function BalanceChanges({ tx, meta, ledger, title = 'Balance changes' }) {
  const accounts = balancesByAccount(tx, meta);
  if (accounts.length === 0) return null;
  return html`<${Panel} title=${title} remark=${partsText([count(accounts.length, 'account')])}><table class="balances"><tbody>${accounts.map(
    ({ account, role, rows, fee }) => html`<tr key=${account}>
      <td><${Address} address=${account} ledger=${ledger} />${role !== undefined && html` <${Tag}>${role}</${Tag}>`}</td>
      <td class="number"><div class="amounts">${rows.map((row, at) => html`<${Change} key=${at} row=${row} ledger=${ledger} />`)}${
        rows.length === 0 && role === 'issuer' && html`<span class="muted">nothing issued or redeemed</span>`
      }${fee !== '0' && html`<span class="fee"><${Amount} sign="−" amount=${fee} /> fee</span>`}</div></td></tr>`,
  )}</tbody></table></${Panel}>`;
}

/** One change with its sign and colour; an issuer's debt is neither gain nor loss. */
export function Change({ row: { amount, value, isIssuer }, ledger, isRounded = false }) {
  const isLoss = value.startsWith('-');
  if (isIssuer === true)
    return html`<span class="muted">${isLoss ? 'issued' : 'redeemed'} <${Amount} amount=${withoutSign(amount)} ledger=${ledger} isRounded=${isRounded} /></span>`;
  return html`<span class=${isLoss ? 'bad' : 'good'}><${Amount} sign=${isLoss ? '−' : '+'} amount=${withoutSign(amount)} ledger=${ledger} isRounded=${isRounded} /></span>`;
}
