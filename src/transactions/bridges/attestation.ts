/**
 * Attestations: a witness signs that an event happened on the other ledger, and any account submits it here (rippled:
 * XChainAttestations.cpp; XChainBridge.cpp, attestationPreflight, attestationPreclaim).
 */
import { publicKeyType } from '../../crypto/key-pair.ts';
import { signOfAmount } from '../../protocol/amounts/amount-math.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import { presentFields } from '../../protocol/entries/present-fields.ts';
import type { NotTec, Ter } from '../../protocol/tables/ter.ts';
import { isInnerSignatureGood } from '../../protocol/transaction/inner-signature.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import type { StObject } from '../../protocol/values.ts';
import type { PreclaimContext, PreflightContext } from '../transaction-type.ts';
import { type BridgeChain, checkBridgeIssues, isAmountOn, otherChain, readBridge } from './bridge.ts';
import type { Proof } from './proofs.ts';
import { checkWitness, witnessesOf } from './witnesses.ts';

type ClaimAttestation = TransactionOf<'XChainAddClaimAttestation'>;
type AccountCreateAttestation = TransactionOf<'XChainAddAccountCreateAttestation'>;

/** Either type of attestation transaction, and the fields that only one of them has. */
type AnyAttestation = ClaimAttestation | AccountCreateAttestation;
type OwnFields = Partial<
  Pick<ClaimAttestation, 'XChainClaimID' | 'Destination'> &
    Pick<AccountCreateAttestation, 'XChainAccountCreateCount' | 'SignatureReward'>
>;

/** Checks the attestation's form and signature, and that the amount is of the bridge's asset. */
export function checkAttestation({ transaction, tx }: PreflightContext<AnyAttestation>): NotTec {
  if (publicKeyType(tx.PublicKey) === undefined) return 'temMALFORMED';
  const isGood = isInnerSignatureGood(transaction, () => attestationMessage(tx), tx.PublicKey, tx.Signature);
  if (!isGood || signOfAmount(tx.Amount) <= 0) return 'temXCHAIN_BAD_PROOF';
  const issues = checkBridgeIssues(tx.XChainBridge);
  if (issues !== 'tesSUCCESS') return issues;
  return isAmountOn(tx.XChainBridge, sendingChain(tx), tx.Amount) ? 'tesSUCCESS' : 'temXCHAIN_BAD_PROOF';
}

/** Checks that the bridge exists, and that the key belongs to one of its witnesses. */
export function checkAttestingWitness({ view, tx }: PreclaimContext<AnyAttestation>): Ter {
  const bridge = readBridge(view, tx.XChainBridge);
  if (bridge === undefined) return 'tecNO_ENTRY';
  const witnesses = witnessesOf(view, bridge);
  if (typeof witnesses === 'string') return witnesses;
  return checkWitness(view, witnesses, tx.AttestationSignerAccount, tx.PublicKey);
}

/** The bytes that the witness signs: the fields that describe the event, in canonical order. */
function attestationMessage(tx: Readonly<AnyAttestation>): Uint8Array {
  const { Amount, OtherChainSource, AttestationRewardAccount, XChainBridge } = tx;
  const optional = ['XChainClaimID', 'XChainAccountCreateCount', 'SignatureReward', 'Destination'] as const;
  return encodeObject({
    Amount,
    OtherChainSource,
    AttestationRewardAccount,
    XChainBridge,
    WasLockingChainSend: lockingChainBit(tx),
    ...(presentFields(tx as OwnFields, optional) as StObject),
  });
}

/** The ledger on which the event happened. */
function sendingChain(tx: Pick<AnyAttestation, 'WasLockingChainSend'>): BridgeChain {
  return tx.WasLockingChainSend === 0 ? 'Issuing' : 'Locking';
}

/** The ledger on which the funds are paid out. */
export function receivingChain(tx: Pick<AnyAttestation, 'WasLockingChainSend'>): BridgeChain {
  return otherChain(sendingChain(tx));
}

/** The attestation as a claim stores it. */
export function proofOf(tx: Readonly<AnyAttestation>): Proof {
  const { AttestationSignerAccount, PublicKey, Amount, AttestationRewardAccount } = tx;
  return {
    AttestationSignerAccount,
    PublicKey,
    Amount,
    AttestationRewardAccount,
    WasLockingChainSend: lockingChainBit(tx),
    ...presentFields(tx as OwnFields, ['SignatureReward', 'Destination']),
  };
}

/** Any number but zero means true. */
function lockingChainBit({ WasLockingChainSend: number }: Pick<AnyAttestation, 'WasLockingChainSend'>): number {
  return number === 0 ? 0 : 1;
}
