/** The graph of accounts and trust lines loaded so far. */

/** More accounts would not be distinguishable. */
export const MAX_NODES = 60;

/** A graph with one account that is not loaded yet. */
export function graphAround(account) {
  return { nodes: new Map([[account, { address: account, isWhole: false, isCut: false }]]), edges: new Map() };
}

/**
 * Adds the lines of one of its accounts, in the form of `account_lines`. Accounts above the limit are omitted; then, or
 * if the list has more pages, the account's `isCut` is true.
 */
export function withLines({ nodes, edges }, account, { lines, marker }) {
  const grown = { nodes: new Map(nodes), edges: new Map(edges) };
  let isCut = marker !== undefined;
  for (const line of lines) {
    if (!grown.nodes.has(line.account) && grown.nodes.size >= MAX_NODES) isCut = true;
    else {
      if (!grown.nodes.has(line.account))
        grown.nodes.set(line.account, { address: line.account, isWhole: false, isCut: false });
      const edge = edgeOf(account, line);
      if (!grown.edges.has(edge.key)) grown.edges.set(edge.key, edge);
    }
  }
  grown.nodes.set(account, { address: account, isWhole: true, isCut });
  return grown;
}

/** A line between `one`, the requested account, and `other`: both limits, and the balance of `one`. */
function edgeOf(one, line) {
  const { account: other, currency } = line;
  return {
    key: [...[one, other].toSorted(), currency].join(' '),
    one,
    other,
    currency,
    balance: line.balance,
    limitOfOne: line.limit,
    limitOfOther: line.limit_peer,
    authorizedByOne: line.authorized === true,
    authorizedByOther: line.peer_authorized === true,
    isFrozen: line.freeze === true || line.freeze_peer === true,
  };
}

/** Holder, issuer and amount; undefined for a zero balance. */
export function holdingOf({ one, other, balance }) {
  if (/^-?0*(\.0*)?$/.test(balance)) return undefined;
  return balance.startsWith('-')
    ? { holder: other, issuer: one, value: balance.slice(1) }
    : { holder: one, issuer: other, value: balance };
}

/** Pairs of truster and trusted account. */
export function trustOf({ one, other, limitOfOne, limitOfOther }) {
  const pairs = [];
  if (limitOfOne !== '0') pairs.push({ from: one, to: other, limit: limitOfOne });
  if (limitOfOther !== '0') pairs.push({ from: other, to: one, limit: limitOfOther });
  return pairs;
}

/** The authorized accounts with the authorizing ones. */
export function authorizedOf({ one, other, authorizedByOne, authorizedByOther }) {
  return [...(authorizedByOne ? [other] : []), ...(authorizedByOther ? [one] : [])];
}
