/** Sentences of batches, repairs, and of what validators send. */

import { account, amount, count, say } from '../values/parts.js';

const tfGotMajority = 0x00010000;
const tfLostMajority = 0x00020000;
const FIXES = { 1: 'links of the NFT pages', 2: 'exchange rate of an order book' };
const MODES = [
  [0x00010000, 'all or nothing'],
  [0x00020000, 'only the first that succeeds'],
  [0x00040000, 'until the first failure'],
  [0x00080000, 'each on its own'],
];

function amendment({ tx }) {
  const name = { code: tx.Amendment };
  if ((tx.Flags & tfGotMajority) !== 0) return say`amendment ${name} got a majority`;
  if ((tx.Flags & tfLostMajority) !== 0) return say`amendment ${name} lost its majority`;
  return say`amendment ${name} became active`;
}

function fees({ tx }) {
  const drops = (now, before, hex) => now ?? (hex === true ? String(BigInt(`0x${before}`)) : String(before));
  const base = drops(tx.BaseFeeDrops, tx.BaseFee ?? '0', true);
  const reserve = drops(tx.ReserveBaseDrops, tx.ReserveBase ?? 0);
  const increment = drops(tx.ReserveIncrementDrops, tx.ReserveIncrement ?? 0);
  return say`the fees are now ${amount(base)} a transaction, reserve ${amount(reserve)} and ${amount(increment)} an object`;
}

function batch({ tx }) {
  const mode = MODES.find(([bit]) => (tx.Flags & bit) !== 0)?.[1];
  const types = tx.RawTransactions.map(({ RawTransaction: { TransactionType: type } }) => type);
  return say`sent a batch of ${count(types.length, 'transaction')}${mode !== undefined && `, ${mode}`}: ${types.join(', ')}`;
}

export const NETWORK = {
  Batch: { done: batch, attempt: (tx) => say`send a batch of ${count(tx.RawTransactions.length, 'transaction')}` },
  LedgerStateFix: {
    done: ({ tx }) =>
      say`repaired the ${FIXES[tx.LedgerFixType] ?? 'state'}${tx.Owner !== undefined && say` of ${account(tx.Owner)}`}`,
    attempt: (tx) =>
      say`repair the ${FIXES[tx.LedgerFixType] ?? 'state'}${tx.Owner !== undefined && say` of ${account(tx.Owner)}`}`,
  },
  EnableAmendment: { done: amendment, attempt: () => say`change an amendment` },
  SetFee: { done: fees, attempt: () => say`change the fees` },
  UNLModify: {
    done: ({ tx }) =>
      say`validator ${{ code: tx.UNLModifyValidator }} ${tx.UNLModifyDisabling === 1 ? 'joined' : 'left'} the negative UNL`,
    attempt: () => say`change the negative UNL`,
  },
};
