/** `book_changes`: what a ledger traded in its order books (rippled: BookChanges.cpp). */

import { bookChangesJson } from '../../books/book-changes.ts';
import { openLedgerHeader } from '../../json/ledger-header-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';

export const bookChanges = defineMethod({
  name: 'book_changes',
  role: 'user',
  needs: 'ledger',
  params: [...LEDGER_PARAMS],
  *run({ reader }, read) {
    const { view, header, validated } = read('ledger_index');
    // Transactions of the open ledger have no metadata yet, so they changed no book.
    if (header === undefined) return yield* bookChangesJson(openLedgerHeader(view, reader.validated), validated, []);
    return yield* bookChangesJson(header, validated, reader.store.ledgerTransactions(header.ledgerIndex));
  },
});
