/**
 * AMMDelete: continues to remove an empty AMM that had too many trust lines for one transaction (rippled:
 * AMMDelete.cpp).
 */
import { signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import { includesMpt } from '../../amm/asset-pair.ts';
import { deleteAmm } from '../../amm/delete-amm.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const ammDelete = defineTransaction({
  name: 'AMMDelete',

  isDisabled({ Asset, Asset2 }) {
    return includesMpt([Asset, Asset2], []);
  },

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const amm = view.read(ammKeylet(tx.Asset, tx.Asset2));
    if (amm === undefined) return 'terNO_AMM';
    return signOfIssued(amm.LPTokenBalance) === 0 ? 'tesSUCCESS' : 'tecAMM_NOT_EMPTY';
  },

  apply({ sandbox, tx }) {
    const amm = sandbox.peek(ammKeylet(tx.Asset, tx.Asset2));
    return amm === undefined ? 'tecINTERNAL' : deleteAmm(sandbox, amm);
  },
});
