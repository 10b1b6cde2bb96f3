/**
 * XChainAddClaimAttestation: submits a witness's attestation for a claim ID. When the quorum is reached, the funds go
 * to the destination that the sender chose (rippled: XChainBridge.cpp, applyClaimAttestations).
 */
import type { PaymentSandbox } from '../../../ledger/payment-sandbox.ts';
import type { Bridge } from '../../../protocol/entries/entries.ts';
import { xchainClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { checkAttestation, checkAttestingWitness, proofOf, receivingChain } from '../../bridges/attestation.ts';
import { chainOfDoor, readBridge } from '../../bridges/bridge.ts';
import { finalizeClaim } from '../../bridges/finalize-claim.ts';
import { proofArray, proofsIn, rewardAccountsFor, validProofs, withProof } from '../../bridges/proofs.ts';
import { inPaymentSandbox } from '../../bridges/transfer.ts';
import { type Witnesses, witnessesOf } from '../../bridges/witnesses.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type AddClaimAttestation = TransactionOf<'XChainAddClaimAttestation'>;

export const xchainAddClaimAttestation = defineTransaction({
  name: 'XChainAddClaimAttestation',

  consequences() {
    return { isBlocker: true };
  },

  preflight(context) {
    return checkAttestation(context);
  },

  preclaim(context) {
    return checkAttestingWitness(context);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const bridge = readBridge(sandbox, tx.XChainBridge);
    if (bridge === undefined) return 'tecNO_ENTRY';
    const witnesses = witnessesOf(sandbox, bridge);
    if (typeof witnesses === 'string') return witnesses;
    return inPaymentSandbox(sandbox, (payments) => attest(context, payments, bridge, witnesses));
  },
});

function attest(
  { tx, fees }: ApplyContext<AddClaimAttestation>,
  sandbox: PaymentSandbox,
  bridge: Readonly<Bridge>,
  witnesses: Witnesses,
): Ter {
  const keylet = xchainClaimIdKeylet(tx.XChainBridge, tx.XChainClaimID);
  const claim = sandbox.peek(keylet);
  if (claim === undefined) return 'tecXCHAIN_NO_CLAIM_ID';
  if (tx.OtherChainSource !== claim.OtherChainSource) return 'tecXCHAIN_SENDING_ACCOUNT_MISMATCH';
  const chain = chainOfDoor(tx.XChainBridge, bridge.Account);
  if (receivingChain(tx) !== chain) return 'tecXCHAIN_WRONG_CHAIN';
  const proof = proofOf(tx);
  const proofs = validProofs(sandbox, withProof(proofsIn(claim.XChainClaimAttestations), proof), witnesses);
  claim.XChainClaimAttestations = proofArray('XChainClaimProofSig', proofs);
  sandbox.update(claim);
  const rewardAccounts = rewardAccountsFor(proofs, proof, witnesses, 'checked');
  if (rewardAccounts === undefined || tx.Destination === undefined) return 'tesSUCCESS';
  const result = finalizeClaim(sandbox, {
    fees,
    bridge: tx.XChainBridge,
    chain,
    destination: tx.Destination,
    amount: tx.Amount,
    rewardPayer: claim.Account,
    reward: claim.SignatureReward,
    rewardAccounts,
    claim: keylet,
    keepsClaimOnFailure: true,
  });
  // Otherwise the attestation is kept, and the claim's owner may choose another destination with XChainClaim.
  return result === 'tecINTERNAL' || result === 'tefBAD_LEDGER' ? result : 'tesSUCCESS';
}
