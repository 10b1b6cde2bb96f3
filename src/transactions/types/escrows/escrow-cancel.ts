/**
 * EscrowCancel: returns the funds of an escrow to its owner. Any account may do so after it has expired (rippled:
 * EscrowCancel.cpp).
 */
import { assetOf } from '../../../protocol/amounts/amount-math.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import { accountKeylet, escrowKeylet } from '../../../protocol/entries/keylets.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { closeEscrow, isPast } from '../../escrows/escrow.ts';
import { type Unlock, unlock } from '../../escrows/unlock-tokens.ts';
import { defineTransaction } from '../../transaction-type.ts';

export const escrowCancel = defineTransaction({
  name: 'EscrowCancel',

  preflight() {
    return 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const escrow = view.read(escrowKeylet(tx.Owner, tx.OfferSequence));
    if (escrow === undefined) return 'tecNO_TARGET';
    return requireAuth(view, escrow.Account, assetOf(escrow.Amount), 'weak');
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const escrow = sandbox.peek(escrowKeylet(tx.Owner, tx.OfferSequence));
    if (escrow === undefined) return 'tecINTERNAL';
    // Without CancelAfter it can only be finished.
    if (!isPast(sandbox, escrow.CancelAfter)) return 'tecNO_PERMISSION';
    const owner = sandbox.peek(accountKeylet(escrow.Account));
    if (owner === undefined) return 'tefINTERNAL';
    const terms: Unlock = {
      amount: escrow.Amount,
      owner: escrow.Account,
      receiver: owner,
      lockedRate: PARITY_RATE,
      isReceiverSender: escrow.Account === tx.Account,
      fees,
      balanceDrops: balanceBeforeFeeDrops,
    };
    return closeEscrow(sandbox, escrow, () => unlock(sandbox, terms));
  },
});
