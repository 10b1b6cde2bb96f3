/** The documentation of `account_tx`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { integer, ledgerParams, wholeNumber } from '../../method-doc/positional-words.ts';

export const accountTxDoc: MethodDoc = {
  summary: 'Lists the transactions that affected an account.',
  commandLine: {
    usage: '<account> [<ledger_index_min> [<ledger_index_max> [<limit> [<offset>]]]] [binary] [descending]',
    min: 1,
    max: 7,
    words: [
      { name: 'account' },
      {
        name: 'ledger_index_min',
        text: 'First ledger to search (-1, the earliest). Alone, the only ledger: an index, a hash, or a name.',
      },
      { name: 'ledger_index_max', text: 'Last ledger to search (-1, the latest).' },
      { name: 'limit' },
      { name: 'offset', text: 'How many transactions to leave out at the beginning (0).' },
      { name: 'binary', text: 'The word binary: hex instead of JSON.', values: ['binary'] },
      {
        name: 'descending',
        text: 'The word descending: newest first. Without it the oldest come first.',
        values: ['descending'],
      },
    ],
    note: 'With these words the oldest come first, unless descending is given. In JSON the newest come first, unless forward is true.',
    parse: history,
  },
  examples: ({ holder: { address: account } }) => [
    shown({ account, ledger_index_min: -1, ledger_index_max: -1, limit: 1 }),
    hidden({ account, ledger_index_min: -1, binary: true, limit: 1 }),
    hidden({ account, ledger_index_min: -1, ledger_index: 3, limit: 1 }),
    hidden({ account, ledger_index_min: -1, limit: 1 }, { apiVersion: 2 }),
    hidden({ account, ledger_index_min: -1, limit: 1, binary: true }, { apiVersion: 2 }),
    shown({ account, ledger_index_min: -1, direction: 'in', currency: 'USD', limit: 1 }),
  ],
  answer: {
    ledger_index_min: 'First ledger that was searched.',
    ledger_index_max: 'Last ledger that was searched.',
    transactions: 'The transactions of this page.',
    'transactions[]': 'A transaction with its metadata.',
    'transactions[].tx': 'The transaction, in version 1 of the API.',
    'transactions[].meta':
      'Metadata: what the transaction changed, its result, and `delivered_amount`; hex with `binary`.',
    'transactions[].ledger_index': 'Index of its ledger.',
    'transactions[].tx_json': 'The transaction, in version 2.',
    'transactions[].hash': 'Hash of the transaction, in version 2.',
    'transactions[].ledger_hash': 'Hash of that ledger, in version 2.',
    marker: 'Start of the next page: an object, or a string with filters.',
    'marker.ledger': 'First ledger of the next page.',
    'marker.seq': 'Position in it.',
    warning: 'The fields that are ignored because others name the ledgers to search.',
    search: 'With filters: how far the search went.',
    'search.rows': 'Rows of the history that were read.',
    'search.complete': 'False: the search stopped early; continue with the marker.',
  },
  paramDifferences: {
    tx_type: 'Weir only: search',
    result: 'Weir only: search',
    direction: 'Weir only: search',
    counterparty: 'Weir only: search',
    destination_tag: 'Weir only: search',
    source_tag: 'Weir only: search',
    currency: 'Weir only: search',
    issuer: 'Weir only: search',
    delivered_at_least: 'Weir only: search',
    from_time: 'Weir only: search',
    to_time: 'Weir only: search',
  },
};

/**
 * `offset` is for the client: the method no longer takes it. One number is a single ledger, as in the reference. Without bounds,
 * or with -1 alone, the bounds are those of the whole history: the method requires some.
 */
function history(words: readonly string[]): JsonObject {
  const [account, ...rest] = words;
  const flags = new Set<string>();
  while (rest.at(-1) === 'binary' || rest.at(-1) === 'descending') flags.add(rest.pop()!);
  if (rest.length > 4) throw usageError(`account_tx: '${rest.at(-1)}' is neither binary nor descending`);
  const [min, max, limit, offset] = rest;
  const isOneLedger = min !== undefined && max === undefined && min !== '-1';
  return {
    account: account!,
    ...(isOneLedger
      ? ledgerParams(min)
      : {
          ledger_index_min: integer(min ?? '-1', 'ledger_index_min'),
          ledger_index_max: integer(max ?? '-1', 'ledger_index_max'),
        }),
    ...(limit === undefined ? {} : { limit: wholeNumber(limit, 'limit') }),
    ...(offset === undefined ? {} : { offset: wholeNumber(offset, 'offset') }),
    binary: flags.has('binary'),
    forward: !flags.has('descending'),
  };
}
