/**
 * Payment: moves XRP, tokens or MPTs to another account; XRP may create the account. Preflight is in
 * `payment-preflight.ts`; tokens use the payment engine in `flow/` (rippled: Payment.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { accountReserve } from '../../../protocol/amounts/amount-math.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { isIssued, isMpt, isNative } from '../../../protocol/values.ts';
import { clearPasswordSpent } from '../../accounts/master-key.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { checkCredentialsValid } from '../../credentials/credential-ids.ts';
import { verifyDepositPreauth } from '../../credentials/deposit-auth.ts';
import { isInDomain } from '../../credentials/permissioned-domain.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { payMpt } from './mpt-payment.ts';
import { payTokens } from './pay-tokens.ts';
import { checkGranularPayment } from './payment-delegation.ts';
import { type Payment, paymentFlagMask, preflightPayment } from './payment-preflight.ts';

const MAX_PATHS = 6;
const MAX_STEPS = 8;
const { AccountRoot: Bits } = EntryFlags;

export const payment = defineTransaction({
  name: 'Payment',

  flagMask: paymentFlagMask,

  consequences({ Amount, SendMax = Amount }) {
    return { potentialSpendDrops: typeof SendMax === 'bigint' ? SendMax : 0n };
  },

  preflight({ tx }) {
    return preflightPayment(tx);
  },

  checkGranular: checkGranularPayment,

  preclaim(context) {
    const destination = checkDestination(context);
    if (destination !== 'tesSUCCESS') return destination;
    const { view, tx } = context;
    if (isTried(context) && tx.Paths !== undefined && movesTokens(tx)) {
      const isTooLong = tx.Paths.length > MAX_PATHS || tx.Paths.some((path) => path.length > MAX_STEPS);
      if (isTooLong) return 'telBAD_PATH_COUNT';
    }
    const credentials = checkCredentialsValid(view, tx);
    if (credentials !== 'tesSUCCESS') return credentials;
    return checkDomain(view, tx);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const destination = openDestination(sandbox, tx);
    if (isMpt(tx.Amount)) return payMpt(context, tx.Amount, destination);
    if (!movesTokens(tx)) return payDrops(context, destination);
    const permitted = verifyDepositPreauth(sandbox, tx, destination);
    return permitted === 'tesSUCCESS' ? payTokens(context) : permitted;
  },
});

/** True if tokens may be involved. */
function movesTokens(tx: Readonly<Payment>): boolean {
  return isIssued(tx.Amount) || (!isMpt(tx.Amount) && (tx.Paths !== undefined || tx.SendMax !== undefined));
}

/** True in the open ledger and in a batch. A closed ledger does not check again what the open one has refused. */
function isTried({ view, flags }: PreclaimContext<Payment>): boolean {
  return view.isOpen || flags.parentBatchId !== undefined;
}

function checkDestination(context: PreclaimContext<Payment>): Ter {
  const { view, tx, fees } = context;
  const destination = view.read(accountKeylet(tx.Destination));
  if (destination !== undefined) {
    const needsTag = hasFlag(destination, Bits.lsfRequireDestTag) && tx.DestinationTag === undefined;
    return needsTag ? 'tecDST_TAG_NEEDED' : 'tesSUCCESS';
  }
  if (!isNative(tx.Amount)) return 'tecNO_DST';
  if (isTried(context) && hasFlag(tx, TransactionFlags.Payment.tfPartialPayment)) return 'telNO_DST_PARTIAL';
  return tx.Amount < fees.reserveDrops ? 'tecNO_DST_INSUF_XRP' : 'tesSUCCESS';
}

/** A payment through the books of a domain must be between its members. */
function checkDomain(view: ReadView, { Account, Destination, DomainID }: Readonly<Payment>): Ter {
  if (DomainID === undefined) return 'tesSUCCESS';
  const areMembers = [Account, Destination].every((account) => isInDomain(view, account, DomainID));
  return areMembers ? 'tesSUCCESS' : 'tecNO_PERMISSION';
}

/**
 * The destination's account, created if missing. A new account's sequence is the ledger's index, so that old
 * transactions cannot be replayed.
 */
function openDestination(sandbox: Sandbox, tx: Readonly<Payment>): AccountRoot {
  const keylet = accountKeylet(tx.Destination);
  const existing = sandbox.peek(keylet);
  if (existing !== undefined) {
    sandbox.update(existing);
    return existing;
  }
  const account = newEntry(keylet);
  account.Account = tx.Destination;
  account.Sequence = sandbox.ledgerIndex;
  sandbox.insert(account);
  return account;
}

function payDrops(context: ApplyContext<Payment>, destination: AccountRoot): Ter {
  const { sandbox, tx, fees, balanceBeforeFeeDrops } = context;
  const source = sandbox.peek(accountKeylet(tx.Account));
  if (source === undefined) return 'tefINTERNAL';
  const amountDrops = tx.Amount as bigint;
  const reserveDrops = accountReserve(fees, source.OwnerCount);
  const feeDrops = tx.Delegate === undefined ? (tx.Fee as bigint) : 0n;
  // The fee may be paid out of the reserve, the payment may not. A delegate pays it from its own balance.
  const leftDrops = balanceBeforeFeeDrops - amountDrops;
  if (leftDrops < reserveDrops || leftDrops < feeDrops) return 'tecUNFUNDED_PAYMENT';
  if (isPseudoAccount(destination)) return 'tecNO_PERMISSION';
  // Deposit authorization does not apply to small payments to an account with a low balance, so that it can always
  // get XRP for a fee.
  if (amountDrops > fees.reserveDrops || destination.Balance > fees.reserveDrops) {
    const permitted = verifyDepositPreauth(sandbox, tx, destination);
    if (permitted !== 'tesSUCCESS') return permitted;
  }
  source.Balance -= amountDrops;
  destination.Balance += amountDrops;
  clearPasswordSpent(destination);
  sandbox.update(source);
  sandbox.update(destination);
  return 'tesSUCCESS';
}
