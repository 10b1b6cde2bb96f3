/** `book_changes`: what a ledger changed in order books: nothing, for there are none (rippled: BookChanges.cpp). */

import { openLedgerHeader } from '../../json/ledger-header-json.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';

export const bookChanges = defineMethod({
  name: 'book_changes',
  summary: 'Lists the changes of order books in one ledger: always none.',
  role: 'user',
  needs: 'none',
  params: [...LEDGER_PARAMS],
  run({ node }, read) {
    const { view, header, validated } = read('ledger_index');
    const { hash, closeTimeSeconds } = header ?? openLedgerHeader(view, node.validated);
    return {
      type: 'bookChanges',
      validated,
      ledger_index: view.ledgerIndex,
      ledger_hash: hash,
      ledger_time: closeTimeSeconds,
      changes: [],
    };
  },
});
