/** Sentences of bridges to other chains. */

import { assetOf } from '../values/assets.js';
import { account, amount, asset, number, say } from '../values/parts.js';

const tfClearAccountCreateAmount = 0x00010000;

function bridgePart({ XChainBridge: { LockingChainIssue: locking, LockingChainDoor: door } }) {
  return say`the bridge for ${asset(assetOf(locking))} of ${account(door)}`;
}

const claimNumber = (value) => number(BigInt(`0x${value}`));

/** True when this attestation completed the transfer. That deletes a claim; a new account's is deleted even if it was not paid. */
function isPaidOut({ nodes, tx, rows }) {
  const isClaim = ({ kind, type }) => kind === 'deleted' && type === 'XChainOwnedClaimID';
  return (
    nodes.some(isClaim) ||
    rows.some(({ account: holder, value }) => holder === tx.Destination && !value.startsWith('-'))
  );
}

function attested(facts) {
  const { tx } = facts;
  const what = say`that ${account(tx.OtherChainSource)} sent ${amount(tx.Amount)} over ${bridgePart(tx)}`;
  if (!isPaidOut(facts)) return say`attested ${what}`;
  const { Destination: to } = tx;
  return say`attested ${what}${to !== undefined && say`, which ${account(to)} received`}`;
}

const attestation = (tx) =>
  say`attest that ${account(tx.OtherChainSource)} sent ${amount(tx.Amount)} over ${bridgePart(tx)}`;

export const BRIDGES = {
  XChainCreateBridge: {
    done: ({ tx }) => say`created ${bridgePart(tx)}, with a reward of ${amount(tx.SignatureReward)}`,
    attempt: (tx) => say`create ${bridgePart(tx)}`,
  },
  XChainModifyBridge: {
    done: ({ tx }) => {
      const changes = [
        tx.SignatureReward !== undefined && say` reward ${amount(tx.SignatureReward)}`,
        tx.MinAccountCreateAmount !== undefined && say` smallest new account ${amount(tx.MinAccountCreateAmount)}`,
        (tx.Flags & tfClearAccountCreateAmount) !== 0 && ' no new accounts',
      ].filter(Boolean);
      return say`changed ${bridgePart(tx)}:${changes.flatMap((one, at) => [at === 0 ? '' : ',', one])}`;
    },
    attempt: (tx) => say`change ${bridgePart(tx)}`,
  },
  XChainCreateClaimID: {
    done: ({ tx, created }) => {
      const id = created('XChainOwnedClaimID')?.fields.XChainClaimID;
      return say`opened claim${id !== undefined && say` ${claimNumber(id)}`} of ${bridgePart(tx)}, for ${account(tx.OtherChainSource)} on the other chain`;
    },
    attempt: (tx) => say`open a claim of ${bridgePart(tx)}`,
  },
  XChainCommit: {
    done: ({ tx }) => say`sent ${amount(tx.Amount)} over ${bridgePart(tx)}, for claim ${claimNumber(tx.XChainClaimID)}`,
    attempt: (tx) => say`send ${amount(tx.Amount)} over ${bridgePart(tx)}`,
    figure: ({ tx }) => tx.Amount,
  },
  XChainClaim: {
    done: ({ tx }) => say`claimed ${amount(tx.Amount)} from ${bridgePart(tx)} for ${account(tx.Destination)}`,
    attempt: (tx) => say`claim ${amount(tx.Amount)} from ${bridgePart(tx)}`,
    figure: ({ tx }) => tx.Amount,
  },
  XChainAccountCreateCommit: {
    done: ({ tx }) => say`sent ${amount(tx.Amount)} over ${bridgePart(tx)} to create ${account(tx.Destination)}`,
    attempt: (tx) => say`send ${amount(tx.Amount)} over ${bridgePart(tx)} to create ${account(tx.Destination)}`,
    figure: ({ tx }) => tx.Amount,
  },
  XChainAddClaimAttestation: { done: attested, attempt: attestation },
  XChainAddAccountCreateAttestation: { done: attested, attempt: attestation },
};
