/**
 * A transaction in one sentence: what happened, from its metadata, not what was asked for. Fees are not in it. Pure: the sentence is a list of
 * parts (`values/parts.js`).
 */

import { shortfallsIn } from '../shortfalls/shortfalls.js';
import { assetOf, isSameAsset } from '../values/assets.js';
import { account, amount, hash, say, soft } from '../values/parts.js';
import { ACCOUNTS, delegated } from './accounts.js';
import { BRIDGES } from './bridges.js';
import { CHANNELS } from './channels.js';
import { factsOf } from './facts.js';
import { failureReason } from './failures.js';
import { IDENTITY } from './identity.js';
import { ISSUANCES } from './issuances.js';
import { NETWORK } from './network.js';
import { NFTS } from './nfts.js';
import { OFFERS } from './offers.js';
import { PAYMENTS } from './payments.js';
import { POOLS } from './pools.js';
import { TRUST_LINES } from './trust-lines.js';
import { VAULTS } from './vaults.js';

/**
 * By transaction type. `done(facts)` continues the sender's name in a sentence about a success, `attempt(tx)` continues `could not`;
 * `seenBy(viewer, facts)` is the sentence of another account without its name, if it has one of its own; `figure(facts)` is the amount that
 * counts most.
 */
export const SENTENCES = {
  ...PAYMENTS,
  ...TRUST_LINES,
  ...OFFERS,
  ...CHANNELS,
  ...ACCOUNTS,
  ...NFTS,
  ...POOLS,
  ...ISSUANCES,
  ...IDENTITY,
  ...VAULTS,
  ...BRIDGES,
  ...NETWORK,
};

const UNKNOWN = {
  done: ({ tx }) => say`sent ${String(tx.TransactionType)}`,
  attempt: (tx) => say`send ${String(tx.TransactionType)}`,
};

const wordsOf = (type) => (Object.hasOwn(SENTENCES, type) ? SENTENCES[type] : UNKNOWN);

/**
 * The sentence; what a success did not do is at its end. Without metadata the transaction is pending. With `viewer`, an account's
 * address, the sentence is from its side, without its name.
 */
export function sentenceOf(tx, meta, viewer = undefined) {
  const { done, attempt, seenBy } = wordsOf(tx.TransactionType);
  const isSender = tx.Account === viewer;
  const sender = hasSender(tx) && !isSender ? say`${account(tx.Account)} ` : [];
  const code = meta?.TransactionResult;
  if (code === undefined) return finished(say`${sender}wants to ${attempt(tx)}`, sender);
  const inBatch = meta.ParentBatchID !== undefined && soft(', in batch ', hash(meta.ParentBatchID, 'tx'));
  if (code !== 'tesSUCCESS') {
    const problem = { problem: [failureReason(tx.TransactionType, code)] };
    return finished(say`${sender}could not ${withoutName(say`${attempt(tx)}`, viewer)}${inBatch}: ${problem}`, sender);
  }
  const facts = factsOf(tx, meta);
  const undone = shortfallsIn(facts).map(({ parts }) => withoutName(say`; ${parts}`, viewer));
  if (viewer !== undefined && !isSender) {
    const seen = seenBy?.(viewer, facts);
    if (seen) return finished(say`${seen}${inBatch}${undone}`, []);
    const exchanged = exchangedBy(viewer, facts);
    if (exchanged !== undefined) return finished(say`${exchanged}${inBatch}`, []);
  }
  return finished(say`${sender}${withoutName(say`${done(facts)}${delegated(tx)}`, viewer)}${inBatch}${undone}`, sender);
}

/** In the sentence of another account the viewer has no name either. */
function withoutName(parts, viewer) {
  return parts.map((part) => (viewer !== undefined && part.account === viewer ? 'this account' : part));
}

/** What an account gave and got whose offer or pool took part in the transaction of another one. */
function exchangedBy(viewer, { tx, gained, lost }) {
  const [got, gave] = [gained(viewer), lost(viewer)];
  if (got.length !== 1 || gave.length !== 1 || tx.Account === undefined) return undefined;
  // The tokens of an issuer pass through its account.
  if (isSameAsset(assetOf(got[0]), assetOf(gave[0]))) return undefined;
  const isOneCurrency = gave[0].issuer !== undefined && gave[0].currency === got[0].currency;
  const named = (one) => (isOneCurrency ? say`${amount(one)} of ${account(one.issuer)}` : amount(one));
  return say`exchanged ${named(gave[0])} for ${named(got[0])} with ${account(tx.Account)}`;
}

/** Pseudo-transactions have the address of no account. */
function hasSender({ Account: sender }) {
  return sender !== undefined && sender !== '' && !sender.startsWith('rrrrrrrrrrrrrrrrrrrrr');
}

/** A sentence without a name at the start begins with a capital. */
function finished(parts, sender) {
  const [first, ...rest] = parts;
  if (sender.length > 0 || typeof first !== 'string') return parts;
  return [`${first[0].toUpperCase()}${first.slice(1)}`, ...rest];
}

/** The amount that counts most in a successful transaction; undefined if none does. */
export function figureOf(tx, meta) {
  if (meta?.TransactionResult !== 'tesSUCCESS') return undefined;
  const figure = wordsOf(tx.TransactionType).figure?.(factsOf(tx, meta));
  return figure === 'unavailable' ? undefined : figure;
}
