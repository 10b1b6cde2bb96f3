/** `ledger_closed`: the last ledger that closed, which in Weir is validated too (rippled: LedgerClosed.cpp). */
import { defineMethod } from '../../method/define-method.ts';

export const ledgerClosed = defineMethod({
  name: 'ledger_closed',
  role: 'user',
  needs: 'nothing',
  run: ({ reader }) => ({ ledger_index: reader.validated.ledgerIndex, ledger_hash: reader.validated.hash }),
});
