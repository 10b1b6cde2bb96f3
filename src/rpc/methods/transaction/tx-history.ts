/** `tx_history`: the newest transactions of all accounts (rippled: TxHistory.cpp). */

import type { LedgerReader } from '../../../node/ledger-node.ts';
import { validatedRange } from '../../../node/validated-range.ts';
import { decodeToJson } from '../../../protocol/json/to-json.ts';
import { transactionIdOf } from '../../../protocol/transaction/transaction.ts';
import type { StoredTransaction } from '../../../storage/history-store.ts';
import type { Steps } from '../../../util/steps.ts';
import { addLedgerFacts, insertDeliverMax } from '../../json/transaction-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import type { JsonDraft } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { convertedUint } from '../../params/readers.ts';

const PAGE_LENGTH = 20;
const MAX_START = 10_000;

const skippedCount: ParamReader<'integer', number> = {
  type: 'integer',
  read: (context, name) => {
    const count = hasParam(context.params, name) ? convertedUint.read(context, name) : undefined;
    if (count === undefined) throw invalidParams().about(name);
    if (count > MAX_START && context.role !== 'admin') throw new RpcError('noPermission');
    return count;
  },
};

export const txHistory = defineMethod({
  name: 'tx_history',
  role: 'user',
  needs: 'nothing',
  maxApiVersion: 1,
  params: [
    {
      name: 'start',
      ...skippedCount,
      required: true,
      text: 'Number of the newest transactions to skip; at most 10,000 for users.',
    },
  ],
  *run({ reader }, read) {
    const start = read('start');
    const page = yield* newestTransactions(reader, start);
    // The reference returns null instead of an empty list.
    return { index: start, txs: page.length === 0 ? null : page.map(describe) };
  },
});

/**
 * From the newest to the oldest ledger and, as in the reference's database, from a ledger's last transaction to its
 * first.
 */
function* newestTransactions(reader: LedgerReader, skipped: number): Steps<StoredTransaction[]> {
  const { min, max } = validatedRange(reader);
  const page: StoredTransaction[] = [];
  let left = skipped;
  for (let ledgerIndex = max; ledgerIndex >= min; ledgerIndex--) {
    yield;
    const transactions: StoredTransaction[] = [];
    for (const transaction of reader.store.ledgerTransactions(ledgerIndex)) {
      transactions.push(transaction);
      yield;
    }
    for (const transaction of transactions.reverse()) {
      left -= 1;
      if (left < 0) page.push(transaction);
      if (page.length === PAGE_LENGTH) return page;
    }
  }
  return page;
}

/** Only this method omits `ctid`, although it returns the ledger. */
function describe({ blob, ledgerIndex }: StoredTransaction): JsonDraft {
  const json = decodeToJson(blob) as JsonDraft;
  addLedgerFacts(json, transactionIdOf(blob), 1);
  json.inLedger = ledgerIndex;
  json.ledger_index = ledgerIndex;
  insertDeliverMax(json, 1);
  return json;
}
