/**
 * LoanBrokerCoverDeposit: adds to a broker's cover. The amount is rounded down to the cover's precision (rippled:
 * LoanBrokerCoverDeposit.cpp).
 */
import {
  amountToNum,
  assetOf,
  compareAmounts,
  isZeroAmount,
  roundToScale,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numAdd } from '../../../protocol/amounts/number.ts';
import type { LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { firstFailure, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type Amount, isSameIssue, ZERO_HASH } from '../../../protocol/values.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkDeepFrozen, checkFrozen } from '../../assets/asset-freeze.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { canTransfer } from '../../assets/asset-transferability.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { scaleOfCover } from '../../lending/broker-cover.ts';
import { peekBroker, readBroker } from '../../lending/broker-entries.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type LoanBrokerCoverDeposit = TransactionOf<'LoanBrokerCoverDeposit'>;

export const loanBrokerCoverDeposit = defineTransaction({
  name: 'LoanBrokerCoverDeposit',

  preflight({ tx }) {
    if (tx.LoanBrokerID === ZERO_HASH) return 'temINVALID';
    return signOfAmount(tx.Amount) <= 0 ? 'temBAD_AMOUNT' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const { broker, vault } = readBroker(view, tx.LoanBrokerID);
    if (broker === undefined) return 'tecNO_ENTRY';
    if (broker.Owner !== tx.Account) return 'tecNO_PERMISSION';
    if (vault === undefined) return 'tefBAD_LEDGER';
    const { Asset: asset } = vault;
    if (!isSameIssue(assetOf(tx.Amount), asset)) return 'tecWRONG_ASSET';
    const checks = [
      () => canTransfer(view, asset, tx.Account, broker.Account),
      () => checkFrozen(view, tx.Account, asset),
      () => checkDeepFrozen(view, broker.Account, asset),
      () => requireAuth(view, tx.Account, asset, 'strong'),
      () => checkFunds(context, broker, vault),
    ];
    return firstFailure(checks);
  },

  apply({ sandbox, tx }) {
    const entries = peekBroker(sandbox, tx.LoanBrokerID);
    if (entries === undefined) return 'tecINTERNAL';
    const { broker, vault } = entries;
    const amount = roundToCover(tx.Amount, broker, vault);
    if (isZeroAmount(amount)) return 'tecINTERNAL';
    const sent = accountSend(sandbox, tx.Account, broker.Account, amount, { waivesFee: true });
    if (sent !== 'tesSUCCESS') return sent;
    putNumber(broker, 'CoverAvailable', numAdd(numOfField(broker.CoverAvailable), amountToNum(amount)));
    associateAsset(broker, vault.Asset);
    sandbox.update(broker);
    return 'tesSUCCESS';
  },
});

function checkFunds(
  { view, tx, fees }: PreclaimContext<LoanBrokerCoverDeposit>,
  broker: Readonly<LoanBroker>,
  vault: Readonly<Vault>,
): Ter {
  const amount = roundToCover(tx.Amount, broker, vault);
  if (isZeroAmount(amount)) return 'tecPRECISION_LOSS';
  const terms = { fees, zeroIfFrozen: true, zeroIfUnauthorized: true, withIssuable: true };
  const held = accountHolds(view, tx.Account, vault.Asset, terms);
  return compareAmounts(held, amount) < 0 ? 'tecINSUFFICIENT_FUNDS' : 'tesSUCCESS';
}

function roundToCover(amount: Amount, broker: Readonly<LoanBroker>, vault: Readonly<Vault>): Amount {
  return roundToScale(amount, scaleOfCover(broker, vault.Asset), 'downward');
}
