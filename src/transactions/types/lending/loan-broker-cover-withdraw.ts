/**
 * LoanBrokerCoverWithdraw: withdraws cover that the broker's debt does not require (rippled:
 * LoanBrokerCoverWithdraw.cpp).
 */
import { amountToNum, assetOf, compareAmounts, signOfAmount } from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numCompare, numSubtract } from '../../../protocol/amounts/number.ts';
import type { LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { firstFailure, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, isSameIssue, isZeroAccount, ZERO_HASH } from '../../../protocol/values.ts';
import { isPseudoAccount } from '../../accounts/pseudo-account.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkDeepFrozen, checkFrozen } from '../../assets/asset-freeze.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { assetIssuer } from '../../assets/asset-kind.ts';
import { canTransfer } from '../../assets/asset-transferability.ts';
import { checkWithdrawal, payWithdrawal } from '../../assets/asset-withdrawal.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { canApplyToBrokerCover, minimumCover } from '../../lending/broker-cover.ts';
import { peekBroker, readBroker } from '../../lending/broker-entries.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type LoanBrokerCoverWithdraw = TransactionOf<'LoanBrokerCoverWithdraw'>;

export const loanBrokerCoverWithdraw = defineTransaction({
  name: 'LoanBrokerCoverWithdraw',

  preflight({ tx }) {
    if (tx.LoanBrokerID === ZERO_HASH) return 'temINVALID';
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    return tx.Destination !== undefined && isZeroAccount(tx.Destination) ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const to = tx.Destination ?? tx.Account;
    const root = view.read(accountKeylet(to));
    if (root !== undefined && isPseudoAccount(root)) return 'tecPSEUDO_ACCOUNT';
    const { broker, vault } = readBroker(view, tx.LoanBrokerID);
    if (broker === undefined) return 'tecNO_ENTRY';
    if (broker.Owner !== tx.Account) return 'tecNO_PERMISSION';
    if (vault === undefined) return 'tefBAD_LEDGER';
    const { Asset: asset } = vault;
    if (!isSameIssue(assetOf(tx.Amount), asset)) return 'tecWRONG_ASSET';
    const checks = [
      () => canApplyToBrokerCover(broker, asset, tx.Amount),
      // The owner takes back its own funds, so the MPT's transfer flag does not matter.
      () => canTransfer(view, asset, broker.Account, to, { waivesMptCanTransfer: true }),
      () => checkDestination(context, to),
      () => requireAuth(view, to, asset, to === tx.Account ? 'weak' : 'strong'),
      () => checkFreezes(context, broker, vault, to),
      () => checkCover(context, broker, vault),
    ];
    return firstFailure(checks);
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops: balanceDrops }) {
    const entries = peekBroker(sandbox, tx.LoanBrokerID);
    if (entries === undefined) return 'tecINTERNAL';
    const { broker, vault } = entries;
    putNumber(broker, 'CoverAvailable', numSubtract(numOfField(broker.CoverAvailable), amountToNum(tx.Amount)));
    associateAsset(broker, vault.Asset);
    sandbox.update(broker);
    const parties = { from: tx.Account, to: tx.Destination ?? tx.Account };
    return payWithdrawal(sandbox, broker.Account, parties, tx.Amount, { fees, balanceDrops });
  },
});

type Context = PreclaimContext<LoanBrokerCoverWithdraw>;

/** A destination other than the sender must accept the payment. */
function checkDestination({ view, tx }: Context, to: AccountId): Ter {
  if (to === tx.Account) return 'tesSUCCESS';
  return checkWithdrawal(view, { from: tx.Account, to, hasTag: tx.DestinationTag !== undefined }, tx.Amount);
}

/** The issuer can always receive its own tokens. */
function checkFreezes(
  { view }: Context,
  broker: Readonly<LoanBroker>,
  { Asset: asset }: Readonly<Vault>,
  to: AccountId,
): Ter {
  if (to === assetIssuer(asset)) return 'tesSUCCESS';
  const sent = checkFrozen(view, broker.Account, asset);
  return sent === 'tesSUCCESS' ? checkDeepFrozen(view, to, asset) : sent;
}

/** The rest must cover the debt's requirement. */
function checkCover({ view, tx, fees }: Context, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): Ter {
  const left = numSubtract(numOfField(broker.CoverAvailable), amountToNum(tx.Amount));
  const required = minimumCover(numOfField(broker.DebtTotal), broker, vault);
  if (left.mantissa < 0n || numCompare(left, required) < 0) return 'tecINSUFFICIENT_FUNDS';
  const terms = { fees, zeroIfFrozen: true, zeroIfUnauthorized: true };
  const held = accountHolds(view, broker.Account, vault.Asset, terms);
  return compareAmounts(held, tx.Amount) < 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}
