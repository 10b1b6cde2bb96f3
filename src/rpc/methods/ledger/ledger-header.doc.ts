/** The documentation of `ledger_header`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { ONE_LEDGER } from '../../method-doc/positional-form.ts';
/** The header of a ledger in an answer, below `ledger`. */
export const HEADER_TEXTS = {
  ledger: 'The header, with the requested parts.',
  'ledger.parent_hash': 'Hash of the ledger before.',
  'ledger.ledger_index': 'Index of the ledger: a string in version 1 of the API, an integer in version 2.',
  'ledger.closed': 'True if the ledger is closed.',
  'ledger.ledger_hash': 'Hash of the ledger.',
  'ledger.transaction_hash': 'Root hash of its transactions.',
  'ledger.account_hash': 'Root hash of its state.',
  'ledger.total_coins': 'Total drops in existence.',
  'ledger.close_flags': 'Flags of the close.',
  'ledger.parent_close_time': 'Close time of the ledger before, in seconds since 2000-01-01T00:00:00Z.',
  'ledger.close_time': 'Close time, in seconds since 2000-01-01T00:00:00Z.',
  'ledger.close_time_resolution': 'Seconds to which close times are rounded.',
  'ledger.close_time_human': 'Close time as text.',
  'ledger.close_time_iso': 'Close time in ISO 8601.',
};

export const ledgerHeaderDoc: MethodDoc = {
  summary: 'Shows the header of a ledger, as bytes too.',
  commandLine: ONE_LEDGER,
  examples: ({ ledgerHash }) => [shown({ ledger_hash: ledgerHash })],
  answer: {
    ledger_data: 'The header as bytes, in hex.',
    ...HEADER_TEXTS,
  },
};
