/** `ledger_current`: the index of the open ledger (rippled: LedgerCurrent.cpp). */
import { defineMethod } from '../../method/define-method.ts';

export const ledgerCurrent = defineMethod({
  name: 'ledger_current',
  role: 'user',
  needs: 'nothing',
  run: ({ reader }) => ({ ledger_current_index: reader.validated.ledgerIndex + 1 }),
});
