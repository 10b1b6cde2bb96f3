/** What the documents and the command line say of `weir_ledgers`. */
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
    'ledgers[].seconds_since_parent': 'How much later than the ledger before it; absent for the first of a chain.',
    'ledgers[].txn_count': 'How many transactions it has.',
    'ledgers[].failed_count': 'How many of them did nothing but pay their fee.',
    'ledgers[].fees_burned':
      'Drops that it destroyed, which are its fees. Below zero where a test bench made drops. Absent for ' +
      'the first ledger.',
    'ledgers[].size_bytes': 'Bytes of its header, transactions and metadata.',
    marker: 'Index of the ledger that the next page begins with; absent on the last one.',
  },
  difference: 'Weir only: closed ledgers and what they come to',
};
