/** `ripple_path_find`: finds payment paths once (rippled: RipplePathFind.cpp, PathRequest.cpp). */

import { OpenView } from '../../../ledger/open-view.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { findAlternatives, questionJson, requirePayable } from '../../paths/find-alternatives.ts';
import { orderBooksOf } from '../../paths/order-books.ts';
import { PATH_PARAMS } from '../../paths/path-params.ts';

export const ripplePathFind = defineMethod({
  name: 'ripple_path_find',
  role: 'user',
  needs: 'ledger',
  params: [...PATH_PARAMS, ...LEDGER_PARAMS],
  *run(context, read) {
    const { reader } = context;
    const ledger = read('ledger_index');
    try {
      const question = read('source_account');
      requirePayable(ledger.view, reader.fees, question);
      const view = openLedgerSnapshot(context, ledger.view);
      const openView = ledger.view instanceof OpenView ? ledger.view : undefined;
      const books = orderBooksOf(reader, openView, question.domain);
      const found = yield* findAlternatives(view, reader.fees, books, question);
      return {
        alternatives: found.alternatives.map((alternative) => ({ ...alternative, paths_canonical: [] })),
        destination_currencies: found.destinationCurrencies,
        ...questionJson(question),
        full_reply: true,
        ...ledger.fields,
      };
    } catch (error) {
      if (error instanceof RpcError) throw error.withExtra(ledger.fields);
      throw error;
    }
  },
});
