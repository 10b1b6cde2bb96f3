/**
 * How money moved through order books and pools in a payment or an offer, from metadata: who paid in, the exchanges in
 * columns, who received, and the amounts between them. Pure.
 */

import { difference, ratio, sum } from '../decimals.js';
import { factsOf } from '../sentences/facts.js';
import { amountOf, amountValue, assetKey, assetOf } from '../values/assets.js';

const lsfAMMNode = 0x01000000;
/** A smaller part is an effect of rounding, not a fee. */
const ROUNDING = 1e-9;
/** Longer chains of exchanges do not exist: a path has at most eight steps. */
const MAX_COLUMNS = 8;

/**
 * `{ from, to, exchanges, links, columns, rate, transferFees }`, or undefined if nothing was exchanged. `from` and `to` have an account and an amount; an
 * exchange has what went in and out, the offers, and for a pool its account. A link has the keys of its ends, an amount and its share
 * of the largest sum in one column.
 */
export function moneyFlow(tx, meta) {
  if (meta?.TransactionResult !== 'tesSUCCESS' || !['Payment', 'OfferCreate', 'CheckCash'].includes(tx.TransactionType))
    return undefined;
  const facts = factsOf(tx, meta);
  const exchanges = [...booksOf(facts), ...poolsOf(facts)];
  if (exchanges.length === 0) return undefined;
  const check = facts.deleted('Check')?.fields;
  const payer = check?.Account ?? tx.Account;
  const payee = tx.Destination ?? tx.Account;
  const inputs = new Set(exchanges.map(({ input }) => assetKey(assetOf(input))));
  const outputs = new Set(exchanges.map(({ output }) => assetKey(assetOf(output))));
  const paid = facts.lost(payer).find((one) => inputs.has(assetKey(assetOf(one))));
  const received = facts.gained(payee).find((one) => outputs.has(assetKey(assetOf(one))));
  const source =
    paid ?? totalOf(exchanges.filter(({ input }) => !outputs.has(assetKey(assetOf(input)))).map(({ input }) => input));
  const target =
    received ??
    totalOf(exchanges.filter(({ output }) => !inputs.has(assetKey(assetOf(output)))).map(({ output }) => output));
  if (source === undefined || target === undefined) return undefined;
  placeInColumns(exchanges, source);
  const from = { key: 'from', account: payer, amount: source, column: 0 };
  const last = Math.max(...exchanges.map(({ column }) => column)) + 1;
  const to = { key: 'to', account: payee, amount: target, column: last };
  const links = linksOf(from, to, exchanges);
  const transferFees = [
    lostBetween(
      source,
      links.filter((link) => link.from === from.key).map(({ amount }) => amount),
    ),
    lostBetween(
      target,
      links.filter((link) => link.to === to.key).map(({ amount }) => amount),
      true,
    ),
  ].filter((fee) => fee !== undefined);
  return { from, to, exchanges, columns: last + 1, links, rate: rateOf(source, target), transferFees };
}

/** The tokens that were paid and did not reach the exchanges, or left them and did not arrive: issuers charge transfer fees. */
function lostBetween(whole, parts, isAfter = false) {
  const asset = assetOf(whole);
  if (asset.issuer === undefined || parts.some((part) => assetKey(assetOf(part)) !== assetKey(asset))) return undefined;
  const total = parts.map(amountValue).reduce((all, one) => sum(all, one), '0');
  const lost = isAfter ? difference(total, amountValue(whole)) : difference(amountValue(whole), total);
  const isRounding = Number(lost) <= Number(amountValue(whole)) * ROUNDING;
  return isRounding ? undefined : amountOf(asset, lost);
}

/** Offers of one book together. The taker pays in what the offers ask for. */
function booksOf({ tx, nodes }) {
  const books = new Map();
  for (const { type, fields, previous } of nodes) {
    if (
      type !== 'Offer' ||
      fields.Account === tx.Account ||
      previous.TakerGets === undefined ||
      previous.TakerPays === undefined
    )
      continue;
    const input = changed(previous.TakerPays, fields.TakerPays);
    const output = changed(previous.TakerGets, fields.TakerGets);
    if (amountValue(input) === '0' && amountValue(output) === '0') continue;
    const key = `book ${assetKey(assetOf(input))} ${assetKey(assetOf(output))}`;
    const known = books.get(key);
    if (known === undefined) books.set(key, { key, kind: 'book', input, output, offers: 1 });
    else {
      known.input = added(known.input, input);
      known.output = added(known.output, output);
      known.offers += 1;
    }
  }
  return [...books.values()];
}

function changed(before, after) {
  return amountOf(assetOf(after), difference(amountValue(before), amountValue(after)));
}

function added(one, other) {
  return amountOf(assetOf(one), sum(amountValue(one), amountValue(other)));
}

function totalOf(amounts) {
  return amounts.length === 0 ? undefined : amounts.reduce(added);
}

/** Accounts of pools that gained one asset and lost another. */
function poolsOf({ nodes, gained, lost }) {
  const accounts = new Set();
  for (const { kind, type, fields } of nodes) {
    if (kind !== 'modified') continue;
    if (type === 'AccountRoot' && fields.AMMID !== undefined) accounts.add(fields.Account);
    if (type === 'RippleState' && (fields.Flags & lsfAMMNode) !== 0)
      accounts.add(fields.Balance.value.startsWith('-') ? fields.HighLimit.issuer : fields.LowLimit.issuer);
  }
  return [...accounts].flatMap((account) => {
    const [input, output] = [gained(account)[0], lost(account)[0]];
    return input === undefined || output === undefined
      ? []
      : [{ key: `pool ${account}`, kind: 'pool', account, input, output }];
  });
}

/** An exchange is one column after those whose output it takes. */
function placeInColumns(exchanges, source) {
  const start = assetKey(assetOf(source));
  for (const exchange of exchanges) exchange.column = 1;
  for (let round = 0; round < MAX_COLUMNS; round += 1) {
    for (const exchange of exchanges) {
      const key = assetKey(assetOf(exchange.input));
      if (key === start) continue;
      const feeders = exchanges.filter((other) => other !== exchange && assetKey(assetOf(other.output)) === key);
      exchange.column = Math.min(MAX_COLUMNS, 1 + Math.max(0, ...feeders.map(({ column }) => column)));
    }
  }
}

/** What an exchange puts out goes to those that take the asset, in proportion to what they took, or to the end. */
function linksOf(from, to, exchanges) {
  const links = [];
  const start = assetKey(assetOf(from.amount));
  for (const exchange of exchanges)
    if (assetKey(assetOf(exchange.input)) === start)
      links.push({ from: from.key, to: exchange.key, amount: exchange.input });
  for (const exchange of exchanges) {
    const key = assetKey(assetOf(exchange.output));
    const takers = exchanges.filter(
      (other) => other !== exchange && assetKey(assetOf(other.input)) === key && other.column > exchange.column,
    );
    if (takers.length === 0) links.push({ from: exchange.key, to: to.key, amount: exchange.output });
    const feeders = exchanges.filter(
      (other) => assetKey(assetOf(other.output)) === key && other.column <= exchange.column,
    );
    for (const taker of takers) {
      // One feeder gives all that the taker took; of several each gives what it has, as far as that can be known.
      links.push({ from: exchange.key, to: taker.key, amount: feeders.length === 1 ? taker.input : exchange.output });
    }
  }
  return withShares(links, from, to);
}

/** The share of a link in all links of its asset that leave the source, reach the target, or are between exchanges. */
function withShares(links, from, to) {
  const groupOf = (link) =>
    `${link.from === from.key ? 'from' : ''} ${link.to === to.key ? 'to' : ''} ${assetKey(assetOf(link.amount))}`;
  const sizeOf = ({ amount }) => Math.abs(Number(amountValue(amount)));
  const totals = new Map();
  for (const link of links) totals.set(groupOf(link), (totals.get(groupOf(link)) ?? 0) + sizeOf(link));
  return links.map((link) => ({ ...link, share: sizeOf(link) / (totals.get(groupOf(link)) || 1) }));
}

/** What one unit of the source brought of the target, in the smallest units of XRP for XRP. */
function rateOf(source, target) {
  const plain = (amount) => (typeof amount === 'string' ? ratio(amount, '1000000') : amount.value);
  return ratio(plain(target) ?? '0', plain(source) ?? '0');
}
