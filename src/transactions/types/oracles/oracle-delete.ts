/** OracleDelete: removes a price oracle of the sender (rippled: OracleDelete.cpp). */
import { oracleKeylet } from '../../../protocol/entries/keylets.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const oracleDelete = defineTransaction({
  name: 'OracleDelete',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const oracle = view.read(oracleKeylet(tx.Account, tx.OracleDocumentID));
    return oracle === undefined ? 'tecNO_ENTRY' : 'tesSUCCESS';
  },

  apply({ sandbox, tx }) {
    const oracle = sandbox.peek(oracleKeylet(tx.Account, tx.OracleDocumentID));
    return oracle === undefined ? 'tecINTERNAL' : removeOwnedEntry(sandbox, oracle);
  },
});
