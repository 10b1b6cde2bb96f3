/**
 * The attestations that a claim collects: one per witness, until a quorum agrees (rippled: XChainAttestations.cpp;
 * XChainBridge.cpp, claimHelper, onNewAttestations, onClaim).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { areComparable, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import type { AccountId, Amount, Hex, StArray, StObject } from '../../protocol/values.ts';
import { checkWitness, type Witnesses } from './witnesses.ts';

/** An event on the other ledger. */
export interface AttestedEvent {
  readonly Amount: Amount;
  /** Only for account creation. */
  readonly SignatureReward?: Amount;
  /** 1 if sent from the locking ledger, else 0. */
  readonly WasLockingChainSend: number;
  readonly Destination?: AccountId;
}

/** One witness's attestation of an event. */
export interface Proof extends AttestedEvent {
  readonly AttestationSignerAccount: AccountId;
  readonly PublicKey: Hex;
  readonly AttestationRewardAccount: AccountId;
}

type ProofField = 'XChainClaimProofSig' | 'XChainCreateAccountProofSig';

/** The attestations in a ledger entry's array. */
export function proofsIn(array: StArray): readonly Proof[] {
  return array.map((element) => Object.values(element)[0] as unknown as Proof);
}

/** The array for a ledger entry. */
export function proofArray(field: ProofField, proofs: readonly Proof[]): StArray {
  return proofs.map((proof) => ({ [field]: proof as unknown as StObject }));
}

/** Adds an attestation, replacing an earlier one of the same witness. */
export function withProof(proofs: readonly Proof[], proof: Proof): readonly Proof[] {
  const at = proofs.findIndex((other) => other.AttestationSignerAccount === proof.AttestationSignerAccount);
  return at === -1 ? [...proofs, proof] : proofs.with(at, proof);
}

/**
 * Drops attestations of accounts that are no longer witnesses, and those by keys that are no longer valid for their
 * witness.
 */
export function validProofs(view: ReadView, proofs: readonly Proof[], witnesses: Witnesses): readonly Proof[] {
  return proofs.filter(
    ({ AttestationSignerAccount: witness, PublicKey: key }) =>
      checkWitness(view, witnesses, witness, key) === 'tesSUCCESS',
  );
}

/**
 * The reward accounts, in order, if a quorum of these valid attestations agrees on the event; undefined if not.
 * `XChainClaim` names the destination itself, so it ignores the attested `Destination`.
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
