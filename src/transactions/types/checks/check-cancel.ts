/**
 * CheckCancel: removes a check unpaid. Its writer and payee may at any time, any account after it has expired (rippled:
 * CheckCancel.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { checkById } from '../../checks/check.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const checkCancel = defineTransaction({
  name: 'CheckCancel',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const check = view.read(checkById(tx.CheckID));
    if (check === undefined) return 'tecNO_ENTRY';
    if (hasExpired(view, check.Expiration)) return 'tesSUCCESS';
    const isParty = tx.Account === check.Account || tx.Account === check.Destination;
    return isParty ? 'tesSUCCESS' : 'tecNO_PERMISSION';
  },

  apply({ sandbox, tx }) {
    const check = sandbox.peek(checkById(tx.CheckID));
    return check === undefined ? 'tecNO_ENTRY' : removeOwnedEntry(sandbox, check);
  },
});
