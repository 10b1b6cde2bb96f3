/** Sentences of trust lines: limits, authorization, freezes and rippling. */

import { difference } from '../decimals.js';
import { assetOf } from '../values/assets.js';
import { percentOf } from '../values/field-values.js';
import { account, amount, asset, list, say } from '../values/parts.js';

const RATE_PLACES = 7;

/** What the flags of the transaction do, with the peer and the asset. */
const FLAG_WORDS = [
  [0x00010000, (peer, of) => say`authorized ${peer} to hold ${of}`],
  [0x00100000, (peer, of) => say`froze the ${of} of ${peer}`],
  [0x00200000, (peer, of) => say`unfroze the ${of} of ${peer}`],
  [0x00400000, (peer, of) => say`deeply froze the ${of} of ${peer}`],
  [0x00800000, (peer, of) => say`ended the deep freeze of the ${of} of ${peer}`],
  [0x00020000, (peer, of) => say`turned off rippling of ${of} with ${peer}`],
  [0x00040000, (peer, of) => say`turned on rippling of ${of} with ${peer}`],
];

function actionsOf(tx) {
  const { LimitAmount: limit = {}, Flags: flags = 0 } = tx;
  const peer = account(limit.issuer);
  const of = asset({ currency: limit.currency });
  return FLAG_WORDS.filter(([bit]) => (flags & bit) !== 0).map(([, words]) => words(peer, of));
}

/** The sender's limit before the transaction; undefined if it did not change. */
function formerLimit({ tx, entry }) {
  const { fields = {}, previous = {} } = entry('RippleState') ?? {};
  const name = fields.LowLimit?.issuer === tx.Account ? 'LowLimit' : 'HighLimit';
  return previous[name];
}

function qualityWords({ QualityIn: into, QualityOut: out }) {
  const words = (side, value) =>
    value !== undefined && say`values ${side} balances at ${value === 0 ? '100 %' : percentOf(value, RATE_PLACES)}`;
  return [words('incoming', into), words('outgoing', out)].filter(Boolean);
}

function changed(facts) {
  const { tx, created, deleted } = facts;
  const { LimitAmount: limit } = tx;
  if (limit === undefined) return say`made no change to a trust line`;
  // The amount's issuer is the peer.
  const of = asset(assetOf(limit));
  const peer = account(limit.issuer);
  if (deleted('RippleState') !== undefined) return say`removed the trust line for ${of} with ${peer}`;
  const actions = actionsOf(tx);
  const former = formerLimit(facts);
  const hasLine = created('RippleState') !== undefined;
  if (hasLine && limit.value !== '0') actions.unshift(say`trusts ${peer} for up to ${amount(limit)}`);
  else if (hasLine && actions.length === 0) actions.push(say`opened a trust line for ${of} with ${peer}`);
  else if (former !== undefined && !hasLine) {
    const isLess = difference(limit.value, former.value).startsWith('-');
    actions.unshift(
      limit.value === '0'
        ? say`no longer trusts ${peer} for ${of}`
        : say`${isLess ? 'lowered' : 'raised'} its limit for ${of} of ${peer} to ${amount(limit)}`,
    );
  }
  actions.push(...qualityWords(tx));
  if (actions.length === 0) return say`left its trust line for ${of} with ${peer} as it was`;
  return list(actions);
}

function attempt(tx) {
  const { LimitAmount: limit } = tx;
  if (limit === undefined) return say`change a trust line`;
  if (limit.value !== '0') return say`trust ${account(limit.issuer)} for up to ${amount(limit)}`;
  return say`change its trust line for ${asset(assetOf(limit))} with ${account(limit.issuer)}`;
}

export const TRUST_LINES = { TrustSet: { done: changed, attempt } };
