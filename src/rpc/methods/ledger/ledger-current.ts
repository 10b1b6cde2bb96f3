/** `ledger_current`: the index of the open ledger (rippled: LedgerCurrent.cpp). */
import { defineMethod } from '../../method/define-method.ts';

export const ledgerCurrent = defineMethod({
  name: 'ledger_current',
  role: 'user',
  needs: 'current',
  run: ({ node }) => ({ ledger_current_index: node.openLedgerIndex }),
});
