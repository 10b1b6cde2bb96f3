/**
 * TrustSet: sets the sender's side of a trust line: limit, qualities and flags. An issuer uses it on its own side to
 * authorize a holder or to freeze a line (rippled: TrustSet.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import { NO_ISSUE, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { compareIssued, ISSUED_ZERO, signOfIssued } from '../../../protocol/amounts/issued-amount.ts';
import { PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet, ammById, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  BAD_CURRENCY,
  type Hash256,
  type IssuedAmount,
  isIssued,
  isNative,
  ZERO_ACCOUNT,
} from '../../../protocol/values.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { createTrustLine } from '../../trust-lines/trust-line.ts';
import { sideOf } from '../../trust-lines/trust-line-side.ts';
import { coversLineReserve, updateTrustLine } from './trust-set-change.ts';
import { checkFreeze } from './trust-set-freeze.ts';

/** The issuer in `LimitAmount` is the account at the other side. */
type TrustSet = TransactionOf<'TrustSet'>;

const { AccountRoot: Bits } = EntryFlags;
const Tf = TransactionFlags.TrustSet;

export const trustSet = defineTransaction({
  name: 'TrustSet',

  preflight({ tx: { LimitAmount: limit = 0n } }) {
    if (isNative(limit)) return 'temBAD_LIMIT';
    // For an MPT rippled throws. Only a dry run can reach this.
    if (!isIssued(limit)) return 'tefEXCEPTION';
    if (limit.currency === BAD_CURRENCY) return 'temBAD_CURRENCY';
    if (signOfAmount(limit) < 0) return 'temBAD_LIMIT';
    const isUnsetAccount = limit.issuer === ZERO_ACCOUNT || limit.issuer === NO_ISSUE.issuer;
    return isUnsetAccount ? 'temDST_NEEDED' : 'tesSUCCESS';
  },

  /** A delegate with granular permissions can neither create a line nor change its limit. */
  checkGranular(view, tx) {
    const limit = limitOf(tx);
    const line = view.read(lineKeylet(tx.Account, limit.issuer, limit.currency));
    const isSame = line !== undefined && compareIssued(line[sideOf(tx.Account, limit.issuer).limit], limit) === 0;
    return isSame ? 'tesSUCCESS' : 'terNO_DELEGATE_PERMISSION';
  },

  preclaim(context) {
    const { view, tx } = context;
    const account = view.read(accountKeylet(tx.Account));
    if (account === undefined) return 'terNO_ACCOUNT';
    if (hasFlag(tx, Tf.tfSetfAuth) && !hasFlag(account, Bits.lsfRequireAuth)) return 'tefNO_AUTH_REQUIRED';
    const peer = limitOf(tx).issuer;
    if (peer === tx.Account) return 'temDST_IS_SRC';
    const peerAccount = view.read(accountKeylet(peer));
    if (peerAccount === undefined) return 'tecNO_DST';
    const accepted = checkPeer(context, peerAccount);
    return accepted === 'tesSUCCESS' ? checkFreeze(view, tx, account, limitOf(tx)) : accepted;
  },

  apply(context) {
    const { sandbox, tx } = context;
    const limit = limitOf(tx);
    const account = sandbox.peek(accountKeylet(tx.Account));
    if (account === undefined) return 'tefINTERNAL';
    const peerAccount = sandbox.peek(accountKeylet(limit.issuer));
    if (peerAccount === undefined) return 'tecNO_DST';
    const line = sandbox.peek(lineKeylet(tx.Account, limit.issuer, limit.currency));
    if (line !== undefined) {
      return updateTrustLine(context, line, { account, peerAccount, limit: { ...limit, issuer: tx.Account } });
    }
    if (changesNothing(tx)) return 'tecNO_LINE_REDUNDANT';
    if (!coversLineReserve(context, account.OwnerCount)) return 'tecNO_LINE_INSUF_RESERVE';
    return createLine(context, account);
  },
});

/** LimitAmount as checked by preflight. */
function limitOf({ LimitAmount }: Readonly<TrustSet>): IssuedAmount {
  return LimitAmount as IssuedAmount;
}

/** Existing lines may always be changed. */
function checkPeer({ view, tx }: PreclaimContext<TrustSet>, peer: Readonly<AccountRoot>): Ter {
  const refusesLines = hasFlag(peer, Bits.lsfDisallowIncomingTrustline);
  if (refusesLines && !hasLine(view, tx)) return 'tecNO_PERMISSION';
  if (!isPseudoAccount(peer) || hasLine(view, tx)) return 'tesSUCCESS';
  return peer.AMMID === undefined ? 'tecNO_PERMISSION' : checkLpToken(view, tx, peer.AMMID);
}

/** Lines to an AMM are only for its LP tokens, and only while it is not empty. */
function checkLpToken(view: ReadView, tx: Readonly<TrustSet>, ammId: Hash256): Ter {
  const amm = view.read(ammById(ammId));
  if (amm === undefined) return 'tecINTERNAL';
  const { LPTokenBalance: lpTokens } = amm;
  if (signOfIssued(lpTokens) === 0) return 'tecAMM_EMPTY';
  return lpTokens.currency === limitOf(tx).currency ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}

function hasLine(view: ReadView, tx: Readonly<TrustSet>): boolean {
  const { issuer, currency } = limitOf(tx);
  return view.read(lineKeylet(tx.Account, issuer, currency)) !== undefined;
}

function changesNothing(tx: Readonly<TrustSet>): boolean {
  const keepsQuality = !tx.QualityIn && (!tx.QualityOut || tx.QualityOut === PARITY_RATE);
  return signOfIssued(limitOf(tx)) === 0 && keepsQuality && !hasFlag(tx, Tf.tfSetfAuth);
}

function createLine({ sandbox, tx }: ApplyContext<TrustSet>, account: AccountRoot): Ter {
  const { issuer: peer, currency, mantissa, exponent } = limitOf(tx);
  return createTrustLine(sandbox, account, {
    peer,
    currency,
    balance: ISSUED_ZERO,
    limit: { mantissa, exponent },
    qualityIn: tx.QualityIn ?? 0,
    // Parity is left out for QualityOut only.
    qualityOut: tx.QualityOut === PARITY_RATE ? 0 : (tx.QualityOut ?? 0),
    isAuthorized: hasFlag(tx, Tf.tfSetfAuth),
    hasNoRipple: hasFlag(tx, Tf.tfSetNoRipple) && !hasFlag(tx, Tf.tfClearNoRipple),
    isFrozen: hasFlag(tx, Tf.tfSetFreeze) && !hasFlag(tx, Tf.tfClearFreeze),
    isDeepFrozen: hasFlag(tx, Tf.tfSetDeepFreeze),
  });
}
