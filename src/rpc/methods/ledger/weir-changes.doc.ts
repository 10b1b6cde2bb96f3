/** The documentation of `weir_changes`. */
import { hidden, type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const weirChangesDoc: MethodDoc = {
  summary: 'Lists the entries that differ between two ledgers, before and after; the last changed first.',
  examples: () => [
    shown({ ledger_index_min: 3, type: 'account', limit: 1 }),
    hidden({ ledger_index_min: 3, type: 'account' }),
  ],
  answer: {
    ledger_index_min: 'The earlier ledger.',
    ledger_index_max: 'The later ledger.',
    changes: 'The entries of this page. What each ledger changes, the list of the latest hashes, is not among them.',
    'changes[]': 'An entry that differs.',
    'changes[].index': 'Its key.',
    'changes[].LedgerEntryType': 'Its type.',
    'changes[].change': '`created`, `modified` or `deleted`.',
    'changes[].ledger_index': 'The last ledger that changed it.',
    'changes[].before': 'The entry as the earlier ledger has it; absent if it was created.',
    'changes[].after': 'The entry as the later ledger has it; absent if it was deleted.',
    ledger_index_reached: 'First ledger whose changes were read.',
  },
  whole: ['changes[].before', 'changes[].after'],
  difference: 'Weir only: what differs between two ledgers',
};
