/** Amounts of which less moved: partial payments, checks, escrows, clawbacks, pools, vaults, loans and bridges. */

import { difference, ratio } from '../decimals.js';
import { ofAsset } from '../sentences/facts.js';
import { amountValue, assetOf, isPoolShare } from '../values/assets.js';
import { account, amount, list, say } from '../values/parts.js';

const tfPartialPayment = 0x00020000;
/** Modes of AMMDeposit and AMMWithdraw in which Amount and Amount2 are the most that may move. */
const tfSingleAsset = 0x00080000;
const tfTwoAsset = 0x00100000;
/** What rounding may leave of an amount: a drop of XRP, a smaller share of a token. */
const ROUNDED_DROPS = 1n;
const ROUNDED_SHARE = 1e-9;

/** True if less moved, by more than rounding explains. Both are amounts of one asset. */
export function isLess(moved, asked) {
  const missing = difference(amountValue(asked), amountValue(moved));
  if (missing.startsWith('-')) return false;
  if (typeof asked === 'string') return BigInt(missing) > ROUNDED_DROPS;
  return Number(ratio(missing, asked.value)) > ROUNDED_SHARE;
}

const of = (moved, asked) => say`${amount(moved)} of ${amount(asked)}`;

function delivered({ meta }) {
  const known = meta.delivered_amount ?? meta.DeliveredAmount;
  return known === 'unavailable' ? undefined : known;
}

/** Metadata has the delivered amount if it is another one than the amount asked for. */
function isDeliveredLess(known, asked) {
  return known !== undefined && asked !== undefined && difference(amountValue(asked), amountValue(known)) !== '0';
}

function partialPayment(facts) {
  const [known, asked] = [delivered(facts), facts.tx.DeliverMax ?? facts.tx.Amount];
  return isDeliveredLess(known, asked) ? say`the payment delivered ${of(known, asked)}` : undefined;
}

function partlyCashed(facts) {
  const [known, most] = [delivered(facts), facts.deleted('Check')?.fields.SendMax];
  return isDeliveredLess(known, most) ? say`the check paid ${of(known, most)}, and is used up` : undefined;
}

/** Amounts asked for, of which less is among those that moved; undefined if there are none. */
function lessOf(moved, asked) {
  const less = asked
    .filter((one) => one !== undefined)
    .map((one) => ({ one, found: ofAsset(moved, assetOf(one)) }))
    .filter(({ one, found }) => found !== undefined && isLess(found, one));
  return less.length === 0 ? undefined : list(less.map(({ one, found }) => of(found, one)));
}

function escrowFee({ deleted, gained }) {
  const { Amount: locked, Destination: to } = deleted('Escrow')?.fields ?? {};
  const less = typeof locked === 'object' ? lessOf(gained(to), [locked]) : undefined;
  return less && say`${account(to)} received ${less}: the transfer fee was deducted`;
}

/** An Amount of zero means all that there is. In the amount of a trust line's token the issuer is the holder. */
function clawedBackLess({ tx, gained }) {
  const { Amount: asked, Account: issuer } = tx;
  if (asked === undefined || amountValue(asked) === '0') return undefined;
  const own = asked.mpt_issuance_id === undefined ? { ...asked, issuer } : asked;
  const less = lessOf(gained(issuer), [own]);
  return less && say`only ${less} could be clawed back`;
}

function lessDeposited({ tx, lost }) {
  const less = lessOf(lost(tx.Account), [tx.Amount, tx.Amount2]);
  return less && say`${less} ${tx.TransactionType === 'AMMDeposit' ? 'went into the pool' : 'went into the vault'}`;
}

function lessWithdrawn({ tx, gained }) {
  const taken = gained(tx.Destination ?? tx.Account).filter((one) => !isPoolShare(assetOf(one)));
  const less = lessOf(taken, [tx.Amount, tx.Amount2]);
  return less && say`${less} came out of the ${tx.TransactionType === 'AMMWithdraw' ? 'pool' : 'vault'}`;
}

function loanTookLess({ tx, lost }) {
  const less = lessOf(lost(tx.Account), [tx.Amount]);
  return less && say`the loan took ${less}`;
}

/** The door counts the claim as done, so no later attestation pays it. */
function bridgePayoutFailed({ tx, modified, gained }) {
  const isDone = modified('Bridge')?.previous.XChainAccountClaimCount !== undefined;
  if (!isDone || gained(tx.Destination).length > 0) return undefined;
  return say`${amount(tx.Amount)} were not paid to ${account(tx.Destination)}, which cannot receive them`;
}

const movesAtMost = ({ Flags: flags }) => (flags & (tfSingleAsset | tfTwoAsset)) !== 0;

export const AMOUNTS = [
  {
    code: 'partial_payment',
    when: 'A payment with tfPartialPayment delivered less than its Amount.',
    types: ['Payment'],
    isPossible: ({ Flags: flags }) => (flags & tfPartialPayment) !== 0,
    parts: partialPayment,
  },
  {
    code: 'check_partly_cashed',
    when: 'A check was cashed with DeliverMin and paid less than its SendMax. The check is gone.',
    types: ['CheckCash'],
    isPossible: ({ DeliverMin: least }) => least !== undefined,
    parts: partlyCashed,
  },
  {
    code: 'escrow_fee',
    when: 'An escrow of tokens was released, and its destination received less than the amount, by the transfer fee.',
    types: ['EscrowFinish'],
    parts: escrowFee,
  },
  {
    code: 'clawed_back_less',
    when: 'The holder, pool, vault or cover had less than the amount to be clawed back.',
    types: ['Clawback', 'AMMClawback', 'VaultClawback', 'LoanBrokerCoverClawback'],
    isPossible: ({ Amount: asked }) => asked !== undefined,
    parts: clawedBackLess,
  },
  {
    code: 'less_deposited',
    when: 'Less than Amount or Amount2 was deposited: the pool takes both assets in proportion, a vault whole shares.',
    types: ['AMMDeposit'],
    isPossible: movesAtMost,
    parts: lessDeposited,
  },
  { code: 'less_deposited', types: ['VaultDeposit'], parts: lessDeposited },
  {
    code: 'less_withdrawn',
    when: 'Less than Amount or Amount2 was withdrawn: a pool gives both assets in proportion, a vault whole shares.',
    types: ['AMMWithdraw'],
    isPossible: movesAtMost,
    parts: lessWithdrawn,
  },
  { code: 'less_withdrawn', types: ['VaultWithdraw'], parts: lessWithdrawn },
  {
    code: 'loan_took_less',
    when: 'A loan payment took less than its Amount: only whole payments, fees, and overpayments that are allowed.',
    types: ['LoanPay'],
    parts: loanTookLess,
  },
  {
    code: 'bridge_payout_failed',
    when: 'The witnesses agreed, and the account of the transfer could not be created or paid. The transfer counts as done.',
    types: ['XChainAddAccountCreateAttestation'],
    parts: bridgePayoutFailed,
  },
];
