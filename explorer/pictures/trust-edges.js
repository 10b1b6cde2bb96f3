/** Accounts and the trust lines between them, as far as they were asked for. */

/** More than that nobody can tell apart in a picture. */
export const MOST_NODES = 60;

/** A graph of one account that is not asked about yet. */
export function graphAround(account) {
  return { nodes: new Map([[account, { address: account, isWhole: false, isCut: false }]]), edges: new Map() };
}

/**
 * The graph with the lines of one of its accounts, as `account_lines` has them. Accounts beyond the bound are left out,
 * which `isCut` of the account says; so does a list that goes on.
 */
export function withLines({ nodes, edges }, account, { lines, marker }) {
  const grown = { nodes: new Map(nodes), edges: new Map(edges) };
  let isCut = marker !== undefined;
  for (const line of lines) {
    if (!grown.nodes.has(line.account) && grown.nodes.size >= MOST_NODES) isCut = true;
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

/** A line between `one`, which was asked about, and `other`; both limits, and what `one` has of it. */
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

/** Who owes whom: the holder has so much of the issuer; undefined where nobody has anything. */
export function holdingOf({ one, other, balance }) {
  if (/^-?0*(\.0*)?$/.test(balance)) return undefined;
  return balance.startsWith('-')
    ? { holder: other, issuer: one, value: balance.slice(1) }
    : { holder: one, issuer: other, value: balance };
}

/** Pairs of who trusts and who is trusted. */
export function trustOf({ one, other, limitOfOne, limitOfOther }) {
  const pairs = [];
  if (limitOfOne !== '0') pairs.push({ from: one, to: other, limit: limitOfOne });
  if (limitOfOther !== '0') pairs.push({ from: other, to: one, limit: limitOfOther });
  return pairs;
}

/** Those who were authorized, by the other. */
export function authorizedOf({ one, other, authorizedByOne, authorizedByOther }) {
  return [...(authorizedByOne ? [other] : []), ...(authorizedByOther ? [one] : [])];
}
