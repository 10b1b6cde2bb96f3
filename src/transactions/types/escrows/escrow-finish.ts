/**
 * EscrowFinish: releases the funds of an escrow to its destination. Any account may do so after FinishAfter, with the
 * fulfillment of its condition if it has one (rippled: EscrowFinish.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { assetOf } from '../../../protocol/amounts/amount-math.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import { accountKeylet, escrowKeylet } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { issuerOf } from '../../../protocol/values.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkDeepFrozen } from '../../assets/asset-freeze.ts';
import { checkCredentialIds, checkCredentialsValid } from '../../credentials/credential-ids.ts';
import { verifyDepositPreauth } from '../../credentials/deposit-auth.ts';
import { isFulfilled } from '../../escrows/crypto-condition.ts';
import { closeEscrow, type Escrow, isPast } from '../../escrows/escrow.ts';
import { type Unlock, unlock } from '../../escrows/unlock-tokens.ts';
import { defaultBaseFee, defineTransaction } from '../../transaction-type.ts';

type EscrowFinish = TransactionOf<'EscrowFinish'>;

/** The extra cost of a fulfillment in base fees: this many, plus one per 16 bytes. */
const FULFILLMENT_FEES = 32;
const BYTES_PER_FEE = 16;

export const escrowFinish = defineTransaction({
  name: 'EscrowFinish',

  baseFee(tx, _view, context) {
    const usualDrops = defaultBaseFee(tx, context);
    if (tx.Fulfillment === undefined) return usualDrops;
    const byteLength = tx.Fulfillment.length / 2;
    return usualDrops + context.fees.baseDrops * BigInt(FULFILLMENT_FEES + Math.floor(byteLength / BYTES_PER_FEE));
  },

  preflight({ tx }) {
    return (tx.Condition === undefined) === (tx.Fulfillment === undefined) ? 'tesSUCCESS' : 'temMALFORMED';
  },

  preflightSigValidated({ tx }) {
    return checkCredentialIds(tx);
  },

  preclaim({ view, tx }) {
    const credentials = checkCredentialsValid(view, tx);
    if (credentials !== 'tesSUCCESS') return credentials;
    const escrow = view.read(escrowKeylet(tx.Owner, tx.OfferSequence));
    return escrow === undefined ? 'tecNO_TARGET' : checkReceivable(view, escrow);
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops }) {
    const escrow = sandbox.peek(escrowKeylet(tx.Owner, tx.OfferSequence));
    if (escrow === undefined) return 'tecINTERNAL';
    if (escrow.FinishAfter !== undefined && !isPast(sandbox, escrow.FinishAfter)) return 'tecNO_PERMISSION';
    if (isPast(sandbox, escrow.CancelAfter)) return 'tecNO_PERMISSION';
    if (!isConditionMet(escrow, tx)) return 'tecCRYPTOCONDITION_ERROR';
    const destination = sandbox.peek(accountKeylet(escrow.Destination));
    if (destination === undefined) return 'tecNO_DST';
    const permitted = verifyDepositPreauth(sandbox, tx, destination);
    if (permitted !== 'tesSUCCESS') return permitted;
    const terms: Unlock = {
      amount: escrow.Amount,
      owner: escrow.Account,
      receiver: destination,
      lockedRate: escrow.TransferRate ?? PARITY_RATE,
      isReceiverSender: escrow.Destination === tx.Account,
      fees,
      balanceDrops: balanceBeforeFeeDrops,
    };
    return closeEscrow(sandbox, escrow, () => unlock(sandbox, terms));
  },
});

/**
 * Checks that the destination may receive the tokens; its authorization may have changed since the escrow was created.
 */
function checkReceivable(view: ReadView, { Destination: destination, Amount: amount }: Readonly<Escrow>): Ter {
  const asset = assetOf(amount);
  if (issuerOf(asset) === destination) return 'tesSUCCESS';
  const authorized = requireAuth(view, destination, asset, 'weak');
  return authorized === 'tesSUCCESS' ? checkDeepFrozen(view, destination, asset) : authorized;
}

/** The transaction must repeat the escrow's condition, and the fulfillment must match it. */
function isConditionMet(escrow: Readonly<Escrow>, { Condition, Fulfillment }: Readonly<EscrowFinish>): boolean {
  if (Condition !== escrow.Condition) return false;
  return Condition === undefined || Fulfillment === undefined || isFulfilled(Condition, Fulfillment);
}
