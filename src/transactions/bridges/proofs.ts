/**
 * What witnesses attested to, as a claim on this ledger collects it: one proof of each witness, until enough of them
 * agree (rippled: XChainAttestations.cpp; XChainBridge.cpp, claimHelper, onNewAttestations, onClaim).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { areComparable, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, Hex, StArray, StObject } from '../../protocol/values.ts';
import { checkWitness, type Witnesses } from './witnesses.ts';

/** What happened on the other ledger. */
export interface AttestedEvent {
  readonly Amount: Amount;
  /** Only where an account is to be made. */
  readonly SignatureReward?: Amount;
  /** 1 if it was sent from the locking ledger, else 0. */
  readonly WasLockingChainSend: number;
  readonly Destination?: AccountId;
}

/** That a witness says so. */
export interface Proof extends AttestedEvent {
  readonly AttestationSignerAccount: AccountId;
  readonly PublicKey: Hex;
  readonly AttestationRewardAccount: AccountId;
}

type ProofField = 'XChainClaimProofSig' | 'XChainCreateAccountProofSig';

/** The proofs in a ledger entry's array. */
export function proofsIn(array: StArray): readonly Proof[] {
  return array.map((element) => Object.values(element)[0] as unknown as Proof);
}

/** The array for a ledger entry. */
export function proofArray(field: ProofField, proofs: readonly Proof[]): StArray {
  return proofs.map((proof) => ({ [field]: proof as unknown as StObject }));
}

/** Adds a proof, in the place of what the same witness said before. */
export function withProof(proofs: readonly Proof[], proof: Proof): readonly Proof[] {
  const at = proofs.findIndex((other) => other.AttestationSignerAccount === proof.AttestationSignerAccount);
  return at === -1 ? [...proofs, proof] : proofs.with(at, proof);
}

/** Without those of accounts that are no witnesses any more, or by keys that may not speak for them any more. */
export function validProofs(view: ReadView, proofs: readonly Proof[], witnesses: Witnesses): readonly Proof[] {
  return proofs.filter(
    ({ AttestationSignerAccount: witness, PublicKey: key }) =>
      checkWitness(view, witnesses, witness, key) === 'tesSUCCESS',
  );
}

/**
 * Whom to reward if enough of these valid proofs agree on the event, in their order; undefined if not. A claim says
 * itself where the funds shall go, and does not look at the `destination` that was attested to.
 */
export function rewardAccountsFor(
  proofs: readonly Proof[],
  event: AttestedEvent,
  { quorum, weights }: Witnesses,
  destination: 'checked' | 'ignored',
): readonly AccountId[] | undefined {
  const agreeing = proofs.filter((proof) => {
    if (!isSameTransfer(proof, event)) return false;
    return destination === 'ignored' || proof.Destination === event.Destination;
  });
  const weight = agreeing.reduce((sum, proof) => sum + (weights.get(proof.AttestationSignerAccount) ?? 0), 0);
  return weight >= quorum ? agreeing.map((proof) => proof.AttestationRewardAccount) : undefined;
}

function isSameTransfer(one: AttestedEvent, other: AttestedEvent): boolean {
  if (one.WasLockingChainSend !== other.WasLockingChainSend || compareAmounts(one.Amount, other.Amount) !== 0) {
    return false;
  }
  const [reward, otherReward] = [one.SignatureReward, other.SignatureReward];
  if (reward === undefined || otherReward === undefined) return reward === otherReward;
  return areComparable(reward, otherReward) && compareAmounts(reward, otherReward) === 0;
}
