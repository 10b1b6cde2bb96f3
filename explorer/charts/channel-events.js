/**
 * The history of a channel from its creation to the shown entry: each entry names the last transaction that changed it,
 * whose metadata names the previous one.
 */

const MAX_EVENTS = 200;

/**
 * Oldest first, each with the state of the channel after it: `{ hash, ledger, seconds, mark, words, amount, balance,
 * expiration }`; `isWhole` is false if not all were read. `known` caches steps by hash.
 */
export async function readChannelEvents(server, index, newest, known) {
  const steps = [];
  let hash = newest;
  while (hash !== undefined && steps.length < MAX_EVENTS) {
    const step = known.get(hash) ?? stateAfter(await server.request('tx', { transaction: hash }), index);
    known.set(hash, step);
    steps.unshift(step);
    hash = step.previous;
  }
  return {
    events: steps.map((step, at) => ({ ...step, ...describeChange(step, steps[at - 1]) })),
    isWhole: hash === undefined,
  };
}

/** The state of the channel after a transaction, and the previous transaction. */
export function stateAfter({ hash, ledger_index: ledger, tx_json: tx, meta }, index) {
  const [kind, entry] = meta.AffectedNodes.map((node) => Object.entries(node)[0]).find(
    ([, { LedgerIndex }]) => LedgerIndex === index,
  );
  const { NewFields: made, FinalFields: final, PreviousTxnID: previous } = entry;
  const { Amount: amount, Balance: balance = '0', Expiration: expiration, Account: source } = made ?? final;
  const state = { amount, balance, expiration, isSource: tx.Account === source };
  return { hash, ledger, seconds: tx.date, kind, ...state, previous: kind === 'CreatedNode' ? undefined : previous };
}

/** The mark and the text of a step. `before` is the previous step, if it was read. */
export function describeChange({ kind, amount, balance, expiration, isSource }, before) {
  if (kind === 'CreatedNode') return { mark: 'deposit', words: 'opened' };
  if (kind === 'DeletedNode') return { mark: 'close', words: 'closed' };
  if (before === undefined) return { mark: 'claim', words: 'changed' };
  const words = [];
  if (balance !== before.balance) words.push(isSource ? 'paid by the source' : 'claimed');
  if (amount !== before.amount) words.push('deposit added');
  if (expiration !== before.expiration) words.push(expiryWords(expiration, before.expiration));
  const mark = balance !== before.balance ? 'claim' : amount !== before.amount ? 'deposit' : 'close';
  return { mark, words: words.join(', ') || 'changed' };
}

function expiryWords(after, before) {
  if (before === undefined) return 'close requested';
  return after === undefined ? 'close request cancelled' : 'expiration changed';
}

/** Ends beyond this multiple of the channel's age are not drawn; otherwise the rest would shrink to a dot. */
const FARTHEST = 4;

/** The time range of the picture, in seconds: from the creation to now, and to the ends that are near enough. */
export function spanOf(events, now, ends) {
  const from = events[0].seconds;
  const last = Math.max(now, events.at(-1).seconds, from + 1);
  return { from, to: Math.max(last, ...ends.filter((end) => end - from <= (last - from) * FARTHEST)) };
}
