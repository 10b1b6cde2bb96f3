/**
 * XChainClaim: claims a transfer with a quorum of attestations, if the transfer has no destination or the payout to it
 * failed (rippled: XChainBridge.cpp, XChainClaim).
 */
import { signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import type { Bridge, XChainOwnedClaimID } from '../../../protocol/entries/entries.ts';
import { accountKeylet, xchainClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../../protocol/values.ts';
import {
  amountOn,
  chainOfDoor,
  checkBridgeIssues,
  isAmountAtDoor,
  isAmountOfBridge,
  otherChain,
  readBridge,
} from '../../bridges/bridge.ts';
import { finalizeClaim } from '../../bridges/finalize-claim.ts';
import { proofsIn, rewardAccountsFor, validProofs } from '../../bridges/proofs.ts';
import { inPaymentSandbox } from '../../bridges/transfer.ts';
import { witnessesOf } from '../../bridges/witnesses.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type XChainClaim = TransactionOf<'XChainClaim'>;

export const xchainClaim = defineTransaction({
  name: 'XChainClaim',

  consequences() {
    return { isBlocker: true };
  },

  preflight({ tx }) {
    const { XChainBridge: bridge } = tx;
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    const issues = checkBridgeIssues(bridge);
    if (issues !== 'tesSUCCESS') return issues;
    return isAmountOfBridge(bridge, tx.Amount) ? 'tesSUCCESS' : 'temBAD_AMOUNT';
  },

  preclaim({ view, tx }) {
    const bridge = readBridge(view, tx.XChainBridge);
    if (bridge === undefined) return 'tecNO_ENTRY';
    if (view.read(accountKeylet(tx.Destination)) === undefined) return 'tecNO_DST';
    const isMovedHere = isAmountAtDoor(tx.XChainBridge, bridge.Account, tx.Amount);
    if (!isMovedHere) return 'tecXCHAIN_BAD_TRANSFER_ISSUE';
    const claim = view.read(xchainClaimIdKeylet(tx.XChainBridge, tx.XChainClaimID));
    if (claim === undefined) return 'tecXCHAIN_NO_CLAIM_ID';
    return claim.Account === tx.Account ? 'tesSUCCESS' : 'tecXCHAIN_BAD_CLAIM_ID';
  },

  apply(context) {
    const { sandbox, tx, fees } = context;
    const keylet = xchainClaimIdKeylet(tx.XChainBridge, tx.XChainClaimID);
    const bridge = readBridge(sandbox, tx.XChainBridge);
    const claim = sandbox.read(keylet);
    if (bridge === undefined || claim === undefined) return 'tecINTERNAL';
    const rewardAccounts = provenRewardAccounts(context, bridge, claim);
    if (typeof rewardAccounts === 'string') return rewardAccounts;
    return inPaymentSandbox(sandbox, (payments) =>
      finalizeClaim(payments, {
        fees,
        bridge: tx.XChainBridge,
        chain: chainOfDoor(tx.XChainBridge, bridge.Account),
        destination: tx.Destination,
        destinationTag: tx.DestinationTag,
        isSubmittedByDestination: tx.Destination === tx.Account,
        amount: tx.Amount,
        rewardPayer: claim.Account,
        reward: claim.SignatureReward,
        rewardAccounts,
        claim: keylet,
        keepsClaimOnFailure: true,
      }),
    );
  },
});

/** The reward accounts. The claim's owner chooses the destination, so the attested one is ignored. */
function provenRewardAccounts(
  { sandbox, tx }: ApplyContext<XChainClaim>,
  bridge: Readonly<Bridge>,
  claim: Readonly<XChainOwnedClaimID>,
): readonly AccountId[] | Ter {
  const witnesses = witnessesOf(sandbox, bridge);
  if (typeof witnesses === 'string') return witnesses;
  const sendingChain = otherChain(chainOfDoor(tx.XChainBridge, bridge.Account));
  const event = {
    Amount: amountOn(tx.XChainBridge, sendingChain, tx.Amount),
    WasLockingChainSend: sendingChain === 'Locking' ? 1 : 0,
  };
  const proofs = validProofs(sandbox, proofsIn(claim.XChainClaimAttestations), witnesses);
  return rewardAccountsFor(proofs, event, witnesses, 'ignored') ?? 'tecXCHAIN_CLAIM_NO_QUORUM';
}
