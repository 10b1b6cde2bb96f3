/** Sentences of multi-purpose tokens. */

import { account, amount, asset, say } from '../values/parts.js';

const tfMPTUnauthorize = 0x00000001;
const tfMPTLock = 0x00000001;
const tfMPTUnlock = 0x00000002;

const token = (id) => asset({ mpt_issuance_id: id });
const idOf = ({ tx, meta }) => tx.MPTokenIssuanceID ?? meta.mpt_issuance_id;

function created(facts) {
  const id = idOf(facts);
  const { MaximumAmount: most } = facts.tx;
  const limit =
    most !== undefined && id !== undefined && say`, at most ${amount({ mpt_issuance_id: id, value: String(most) })}`;
  return say`created ${id === undefined ? 'a multi-purpose token' : token(id)}${limit}`;
}

function set({ tx }) {
  const { MPTokenIssuanceID: id, Holder: holder, Flags: flags = 0 } = tx;
  const whose = holder === undefined ? say`all ${token(id)}` : say`the ${token(id)} of ${account(holder)}`;
  if ((flags & tfMPTLock) !== 0) return say`locked ${whose}`;
  if ((flags & tfMPTUnlock) !== 0) return say`unlocked ${whose}`;
  if (tx.DomainID !== undefined) return say`set the domain of ${token(id)}`;
  const terms = changedTerms(tx);
  return terms.length === 0 ? say`changed ${token(id)}` : say`changed ${token(id)}: ${terms.join(', ')}`;
}

/** Bits of `MutableFlags` in MPTokenIssuanceSet, in their order from 1 on. */
const SET_FLAGS = [
  'it can be locked',
  'holders need approval',
  'it can be escrowed',
  'it can be traded',
  'holders can transfer it',
  'it can be clawed back',
];

function changedTerms({ MutableFlags: flags = 0, MPTokenMetadata: metadata, TransferFee: fee }) {
  return [
    ...SET_FLAGS.filter((_, at) => (flags & (1 << at)) !== 0),
    ...(metadata === undefined ? [] : [metadata === '' ? 'no metadata' : 'new metadata']),
    ...(fee === undefined ? [] : [`a transfer fee of ${fee / 1000} %`]),
  ];
}

function authorized({ tx, deleted }) {
  const { MPTokenIssuanceID: id, Holder: holder, Flags: flags = 0 } = tx;
  const isEnd = (flags & tfMPTUnauthorize) !== 0;
  if (holder !== undefined)
    return isEnd
      ? say`withdrew the authorization of ${account(holder)} to hold ${token(id)}`
      : say`authorized ${account(holder)} to hold ${token(id)}`;
  return isEnd || deleted('MPToken') !== undefined
    ? say`gave up its holding of ${token(id)}`
    : say`can now hold ${token(id)}`;
}

export const ISSUANCES = {
  MPTokenIssuanceCreate: { done: created, attempt: () => say`create a multi-purpose token` },
  MPTokenIssuanceDestroy: {
    done: ({ tx }) => say`destroyed ${token(tx.MPTokenIssuanceID)}`,
    attempt: (tx) => say`destroy ${token(tx.MPTokenIssuanceID)}`,
  },
  MPTokenIssuanceSet: { done: set, attempt: (tx) => say`change ${token(tx.MPTokenIssuanceID)}` },
  MPTokenAuthorize: {
    done: authorized,
    attempt: (tx) =>
      tx.Holder === undefined
        ? say`change its holding of ${token(tx.MPTokenIssuanceID)}`
        : say`authorize ${account(tx.Holder)} to hold ${token(tx.MPTokenIssuanceID)}`,
  },
};
