/** `book_changes`: what a ledger changed in order books: nothing, for there are none (BookChanges.cpp). */
import { defineMethod, LEDGER_PARAMS } from '../define-method.ts';
import { lookupLedger } from '../ledger-lookup.ts';

const NO_HASH = '0'.repeat(64);

export const bookChanges = defineMethod({
  name: 'book_changes',
  summary: 'Lists the changes of order books in one ledger: always none.',
  role: 'user',
  needs: 'none',
  params: [...LEDGER_PARAMS],
  run({ params, node }) {
    const { view, header, validated } = lookupLedger({ params, node });
    return {
      type: 'bookChanges',
      validated,
      ledger_index: view.ledgerIndex,
      // The open ledger has no hash, and closes at a time that nobody knows.
      ledger_hash: header?.hash ?? NO_HASH,
      ledger_time: header?.closeTimeSeconds ?? view.parentCloseTimeSeconds,
      changes: [],
    };
  },
});
