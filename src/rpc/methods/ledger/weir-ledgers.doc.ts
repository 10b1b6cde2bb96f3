/** The documentation of `weir_ledgers`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const weirLedgersDoc: MethodDoc = {
  summary: 'Lists closed ledgers with their transactions, fees, times and sizes, newest first.',
  examples: () => [shown({ limit: 1 })],
  answer: {
    ledgers: 'The ledgers of this page, newest first.',
    'ledgers[]': 'A closed ledger.',
    'ledgers[].ledger_index': 'Its index.',
    'ledgers[].ledger_hash': 'Its hash.',
    'ledgers[].close_time': 'Its close time, in seconds since 2000-01-01T00:00:00Z.',
    'ledgers[].close_time_iso': 'The same as text.',
    'ledgers[].seconds_since_parent': 'Seconds since the previous ledger; absent for the first of a chain.',
    'ledgers[].txn_count':
      'Number of its transactions; absent, like the other counts, for the ledger of another chain that this one begins with.',
    'ledgers[].failed_count': 'Number of them that only paid their fee.',
    'ledgers[].fees_burned':
      'Drops destroyed as fees. Negative if a test bench created drops. Absent for the first ledger.',
    'ledgers[].size_bytes': 'Bytes of its header, transactions and metadata.',
    marker: 'Index of the first ledger of the next page; absent on the last page.',
  },
  difference: 'Weir only: a summary of closed ledgers',
};
