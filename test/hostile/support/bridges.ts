/** Transactions over a bridge with Carol as door and Alice as only witness, and invalid bridges. */
import { sign } from '../../../src/crypto/signature.ts';
import { encodeObject } from '../../../src/protocol/codec/encode.ts';
import type { Issue, StObject, XChainBridge } from '../../../src/protocol/values.ts';
import { MASTER } from '../../support/env.ts';
import { ALICE, BOB, CAROL, CAROLS_BRIDGE, CAROLS_REWARD_DROPS, ISSUER } from '../../support/hostile-world.ts';
import { USD } from '../../support/token-ledger.ts';

const AMOUNT_DROPS = 1_000_000n;

function bridgeOf(door: string, changes: Partial<XChainBridge> = {}): XChainBridge {
  return { ...CAROLS_BRIDGE, LockingChainDoor: door, ...changes };
}

/** Alice's transactions, by type. */
export function bridgeSamples(): Readonly<Record<string, StObject>> {
  const bridge = { XChainBridge: CAROLS_BRIDGE };
  const SignatureReward = CAROLS_REWARD_DROPS;
  const own = { XChainBridge: bridgeOf(ALICE.id), SignatureReward: 5n, MinAccountCreateAmount: 5n };
  const said = { OtherChainSource: BOB.id, Destination: BOB.id, Amount: AMOUNT_DROPS };
  return {
    XChainAccountCreateCommit: { ...bridge, Destination: BOB.id, Amount: AMOUNT_DROPS, SignatureReward },
    XChainAddAccountCreateAttestation: alicesWord({ ...said, XChainAccountCreateCount: 1n, SignatureReward }),
    XChainAddClaimAttestation: alicesWord({ ...said, XChainClaimID: 1n }),
    XChainClaim: { ...bridge, XChainClaimID: 1n, Destination: BOB.id, DestinationTag: 3, Amount: AMOUNT_DROPS },
    XChainCommit: { ...bridge, XChainClaimID: 1n, Amount: AMOUNT_DROPS, OtherChainDestination: BOB.id },
    XChainCreateBridge: own,
    XChainCreateClaimID: { ...bridge, SignatureReward, OtherChainSource: BOB.id },
    XChainModifyBridge: own,
  };
}

function alicesWord(fields: StObject): StObject {
  const said = {
    ...fields,
    XChainBridge: CAROLS_BRIDGE,
    AttestationRewardAccount: ISSUER.id,
    WasLockingChainSend: 0,
  };
  const Signature = sign(encodeObject(said), ALICE.keys);
  return { ...said, AttestationSignerAccount: ALICE.id, PublicKey: ALICE.keys.publicKey, Signature };
}

/** Bridges of others, with one door, or with assets that cannot be bridged. */
export function illegalBridges(): XChainBridge[] {
  const tokens: Issue = { currency: USD, issuer: ISSUER.id };
  return [
    bridgeOf(ALICE.id),
    bridgeOf(BOB.id),
    bridgeOf(MASTER.id),
    bridgeOf(''),
    bridgeOf('0'.repeat(40)),
    bridgeOf(CAROL.id, { IssuingChainDoor: ALICE.id }),
    bridgeOf(CAROL.id, { LockingChainIssue: tokens }),
    bridgeOf(CAROL.id, { IssuingChainIssue: tokens }),
    bridgeOf(CAROL.id, { LockingChainIssue: tokens, IssuingChainIssue: tokens }),
    bridgeOf(ALICE.id, { LockingChainIssue: tokens, IssuingChainIssue: { ...tokens, issuer: MASTER.id } }),
    bridgeOf(ALICE.id, { LockingChainIssue: { mptIssuanceId: `00000001${ISSUER.id}` } }),
    bridgeOf(CAROL.id, { IssuingChainIssue: { mptIssuanceId: `00000001${ISSUER.id}` } }),
  ];
}
