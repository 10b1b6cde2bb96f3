/** The ledgers in which what a view shows has changed. */

/**
 * A function of a ledger and a direction (-1 or 1), which resolves with the nearest ledger with a change in that
 * direction, or undefined. Undefined for views without changes of their own.
 */
export function changesOf(server, { view, subject }) {
  const find = FINDERS[view];
  return find && ((ledger, direction) => find(server, subject, ledger, direction));
}

const FINDERS = {
  account: ofAccount,
  entry: (server, subject, ledger, direction) => ofEntry(server, { index: subject }, ledger, direction),
  issuance: (server, subject, ledger, direction) => ofEntry(server, { mpt_issuance: subject }, ledger, direction),
};

/** History rows are in ledgers that affected the account. */
async function ofAccount(server, account, ledger, direction) {
  const range =
    direction < 0 ? { ledger_index_max: Math.max(1, ledger - 1) } : { ledger_index_min: ledger + 1, forward: true };
  const answer = await server.request('account_tx', { account, limit: 1, ...range });
  return answer.transactions[0]?.ledger_index;
}

/** An entry knows its last change. The next one is bisected between the ledger and the last change. */
async function ofEntry(server, named, ledger, direction) {
  const changeBefore = async (ledger_index) => {
    try {
      const { node } = await server.request('ledger_entry', { ...named, ledger_index });
      return node.PreviousTxnLgrSeq;
    } catch (error) {
      if (error.token === 'entryNotFound' || error.token === 'lgrNotFound') return undefined;
      throw error;
    }
  };
  if (direction < 0) return changeBefore(Math.max(1, ledger - 1));
  const { ledger_index: newest } = await server.request('ledger', { ledger_index: 'validated' });
  const now = await changeBefore(ledger);
  let [low, high] = [ledger, newest];
  if ((await changeBefore(newest)) === now) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await changeBefore(middle)) === now) low = middle;
    else high = middle;
  }
  return high;
}
