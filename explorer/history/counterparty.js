/** A transaction from the side of one account: counterparty and delivered amount. */

function nodesOf(meta) {
  return (meta?.AffectedNodes ?? []).map((node) => {
    const [kind, entry] = Object.entries(node)[0];
    return { kind, entry, fields: entry.NewFields ?? entry.FinalFields ?? {} };
  });
}

function isTakenOffer({ entry }) {
  return entry.LedgerEntryType === 'Offer' && entry.PreviousFields?.TakerGets !== undefined;
}

const TWO_ENDED = new Set(['PayChannel', 'Check', 'Escrow']);

/** The counterparty; empty if there is none, or several. */
export function counterpartyOf({ tx_json: tx, meta }, account) {
  const nodes = nodesOf(meta);
  const ends = nodes
    .filter(({ entry }) => TWO_ENDED.has(entry.LedgerEntryType))
    .map(({ fields: { Account: from, Destination: to } }) => [from, to])
    .find((pair) => pair.includes(account));
  if (ends !== undefined) return ends.find((end) => end !== account) ?? '';
  if (tx.Account !== account) return tx.Account;
  for (const name of ['Destination', 'Authorize', 'Unauthorize', 'Holder', 'Owner']) {
    if (typeof tx[name] === 'string') return tx[name];
  }
  if (tx.LimitAmount?.issuer !== undefined) return tx.LimitAmount.issuer;
  // In a Clawback the amount's issuer is the holder.
  if (tx.TransactionType === 'Clawback') return tx.Amount.issuer ?? '';
  return sellerOf(tx, nodes, account);
}

/** The owner of the consumed offers (DEX or NFToken), if it is one account. */
function sellerOf({ NFTokenSellOffer: sell, NFTokenBuyOffer: buy }, nodes, account) {
  const accepted = nodes
    .filter(({ entry }) => [sell, buy].includes(entry.LedgerIndex))
    .map(({ fields }) => fields.Owner);
  const taken = nodes.filter(isTakenOffer).map(({ fields }) => fields.Account);
  const others = new Set([...accepted, ...taken].filter((owner) => owner !== undefined && owner !== account));
  return others.size === 1 ? [...others][0] : '';
}

/** The delivered amount, if the metadata has it. */
export function deliveredOf({ meta }) {
  const delivered = meta?.delivered_amount;
  return delivered === 'unavailable' ? undefined : delivered;
}
