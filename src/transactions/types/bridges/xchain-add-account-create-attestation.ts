/**
 * XChainAddAccountCreateAttestation: submits a witness's attestation of an XChainAccountCreateCommit. Accounts are
 * created in the order of the commits; attestations of later ones are kept until then (rippled: XChainBridge.cpp,
 * applyCreateAccountAttestations).
 */
import type { PaymentSandbox } from '../../../ledger/payment-sandbox.ts';
import type { Bridge, XChainOwnedCreateAccountClaimID } from '../../../protocol/entries/entries.ts';
import { accountKeylet, xchainCreateAccountClaimIdKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { isTef, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import type { AccountId } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { checkAttestation, checkAttestingWitness, proofOf, receivingChain } from '../../bridges/attestation.ts';
import { chainOfDoor, peekBridge } from '../../bridges/bridge.ts';
import { finalizeClaim } from '../../bridges/finalize-claim.ts';
import { type Proof, proofArray, proofsIn, rewardAccountsFor, validProofs, withProof } from '../../bridges/proofs.ts';
import { inPaymentSandbox } from '../../bridges/transfer.ts';
import { type Witnesses, witnessesOf } from '../../bridges/witnesses.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';

type AddAccountCreateAttestation = TransactionOf<'XChainAddAccountCreateAttestation'>;
type AttestContext = ApplyContext<AddAccountCreateAttestation>;
type Claim = XChainOwnedCreateAccountClaimID;

/** The most account creations that may be pending. */
const MAX_WAITING = 128n;

export const xchainAddAccountCreateAttestation = defineTransaction({
  name: 'XChainAddAccountCreateAttestation',

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
    return inPaymentSandbox(context.sandbox, (payments) => {
      const bridge = peekBridge(payments, context.tx.XChainBridge);
      if (bridge === undefined) return 'tecNO_ENTRY';
      const witnesses = witnessesOf(payments, bridge);
      return typeof witnesses === 'string' ? witnesses : attest(context, payments, bridge, witnesses);
    });
  },
});

function attest(context: AttestContext, sandbox: PaymentSandbox, bridge: Bridge, witnesses: Witnesses): Ter {
  const { tx } = context;
  const inTurn = checkTurn(tx, bridge);
  if (inTurn !== 'tesSUCCESS') return inTurn;
  const claim = sandbox.peek(claimKeylet(tx));
  if (claim === undefined && !canKeep(context, sandbox, bridge)) return 'tecINSUFFICIENT_RESERVE';
  const proof = proofOf(tx);
  const earlier = claim === undefined ? [] : proofsIn(claim.XChainCreateAccountAttestations);
  const proofs = validProofs(sandbox, withProof(earlier, proof), witnesses);
  if (claim !== undefined) {
    claim.XChainCreateAccountAttestations = proofArray('XChainCreateAccountProofSig', proofs);
    sandbox.update(claim);
  }
  const rewardAccounts = rewardAccountsFor(proofs, proof, witnesses, 'checked');
  if (rewardAccounts !== undefined && tx.XChainAccountCreateCount === bridge.XChainAccountClaimCount + 1n) {
    return createAccount(context, sandbox, bridge, rewardAccounts);
  }
  return claim === undefined ? insertOwnedEntry(sandbox, newClaim(tx, bridge.Account, proofs)) : 'tesSUCCESS';
}

function checkTurn(tx: Readonly<AddAccountCreateAttestation>, bridge: Readonly<Bridge>): Ter {
  const { XChainAccountCreateCount: count } = tx;
  const { XChainAccountClaimCount: made } = bridge;
  if (count <= made) return 'tecXCHAIN_ACCOUNT_CREATE_PAST';
  if (count >= made + MAX_WAITING) return 'tecXCHAIN_ACCOUNT_CREATE_TOO_MANY';
  return receivingChain(tx) === chainOfDoor(tx.XChainBridge, bridge.Account) ? 'tesSUCCESS' : 'tecXCHAIN_WRONG_CHAIN';
}

/** Whether the door's balance covers the reserve of one more claim. */
function canKeep({ fees }: AttestContext, sandbox: PaymentSandbox, bridge: Readonly<Bridge>): boolean {
  const door = sandbox.read(accountKeylet(bridge.Account));
  return door !== undefined && coversReserve(fees, door, door.Balance, 1);
}

function createAccount(
  { tx, fees }: AttestContext,
  sandbox: PaymentSandbox,
  bridge: Bridge,
  rewardAccounts: readonly AccountId[],
): Ter {
  const result = finalizeClaim(sandbox, {
    fees,
    bridge: tx.XChainBridge,
    chain: chainOfDoor(tx.XChainBridge, bridge.Account),
    destination: tx.Destination,
    amount: tx.Amount,
    rewardPayer: bridge.Account,
    reward: tx.SignatureReward,
    rewardAccounts,
    claim: claimKeylet(tx),
    keepsClaimOnFailure: false,
  });
  if (result === 'tecINTERNAL' || result === 'tecUNFUNDED_PAYMENT' || isTef(result)) return result;
  // After any other failure the claim counts as done, so that the next one can proceed.
  bridge.XChainAccountClaimCount = tx.XChainAccountCreateCount;
  sandbox.update(bridge);
  return 'tesSUCCESS';
}

function claimKeylet(tx: Readonly<AddAccountCreateAttestation>) {
  return xchainCreateAccountClaimIdKeylet(tx.XChainBridge, tx.XChainAccountCreateCount);
}

function newClaim(tx: Readonly<AddAccountCreateAttestation>, door: AccountId, proofs: readonly Proof[]): Claim {
  const claim = newEntry(claimKeylet(tx));
  claim.Account = door;
  claim.XChainBridge = tx.XChainBridge;
  claim.XChainAccountCreateCount = tx.XChainAccountCreateCount;
  claim.XChainCreateAccountAttestations = proofArray('XChainCreateAccountProofSig', proofs);
  return claim;
}
