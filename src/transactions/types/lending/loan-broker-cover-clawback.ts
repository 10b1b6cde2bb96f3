/**
 * LoanBrokerCoverClawback: the issuer of a vault's asset claws back a broker's cover, down to the minimum that its debt
 * requires. The broker is given by its ID, or by its pseudo-account as the issuer in the amount (rippled:
 * LoanBrokerCoverClawback.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  isZeroAmount,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { type Num, numMin, numSubtract } from '../../../protocol/amounts/number.ts';
import type { LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type Amount,
  type Hash256,
  type Issue,
  isIssued,
  isMpt,
  isNative,
  isSameIssue,
  isZeroAccount,
  ZERO_HASH,
} from '../../../protocol/values.ts';
import { checkClawbackAllowed } from '../../assets/asset-clawback.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { assetIssuer } from '../../assets/asset-kind.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { canApplyToBrokerCover, minimumCover } from '../../lending/broker-cover.ts';
import { peekBroker, readBroker } from '../../lending/broker-entries.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';

type LoanBrokerCoverClawback = TransactionOf<'LoanBrokerCoverClawback'>;

export const loanBrokerCoverClawback = defineTransaction({
  name: 'LoanBrokerCoverClawback',

  preflight({ tx }) {
    if (tx.LoanBrokerID === ZERO_HASH) return 'temINVALID';
    if (tx.Amount !== undefined) return checkAmountFields(tx, tx.Amount);
    return tx.LoanBrokerID === undefined ? 'temINVALID' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const id = findBroker(view, tx);
    if (id === 'tecNO_ENTRY' || id === 'tecOBJECT_NOT_FOUND') return id;
    const { broker, vault } = readBroker(view, id);
    if (broker === undefined) return 'tecNO_ENTRY';
    if (vault === undefined) return 'tefBAD_LEDGER';
    if (assetIssuer(vault.Asset) !== tx.Account) return 'tecNO_PERMISSION';
    if (!isOfVault(tx, broker, vault.Asset)) return 'tecWRONG_ASSET';
    const amount = clawAmount(tx, broker, vault);
    if (amount === undefined) return 'tecINSUFFICIENT_FUNDS';
    const noticeable = canApplyToBrokerCover(broker, vault.Asset, amount);
    return noticeable === 'tesSUCCESS' ? checkClawback(context, broker, amount) : noticeable;
  },

  apply({ sandbox, tx }) {
    const id = findBroker(sandbox, tx);
    const entries = peekBroker(sandbox, id);
    const amount = entries && clawAmount(tx, entries.broker, entries.vault);
    if (entries === undefined || amount === undefined) return 'tecINTERNAL';
    const { broker, vault } = entries;
    putNumber(broker, 'CoverAvailable', numSubtract(numOfField(broker.CoverAvailable), amountToNum(amount)));
    associateAsset(broker, vault.Asset);
    sandbox.update(broker);
    return accountSend(sandbox, broker.Account, tx.Account, amount, { waivesFee: true });
  },
});

/** Zero means the maximum. Without LoanBrokerID, the amount's issuer must be another account than the sender. */
function checkAmountFields(tx: Readonly<LoanBrokerCoverClawback>, amount: Amount): NotTec {
  if (isNative(amount) || signOfAmount(amount) < 0) return 'temBAD_AMOUNT';
  if (tx.LoanBrokerID !== undefined) return 'tesSUCCESS';
  if (isMpt(amount) || amount.issuer === tx.Account || isZeroAccount(amount.issuer)) return 'temINVALID';
  return 'tesSUCCESS';
}

/** The broker given by ID or by its pseudo-account (rippled: determineBrokerID). */
function findBroker(
  view: ReadView,
  { LoanBrokerID: id, Amount: amount }: Readonly<LoanBrokerCoverClawback>,
): Hash256 | 'tecNO_ENTRY' | 'tecOBJECT_NOT_FOUND' {
  if (id !== undefined) return id;
  const holder = amount !== undefined && isIssued(amount) ? view.read(accountKeylet(amount.issuer)) : undefined;
  return holder === undefined ? 'tecNO_ENTRY' : (holder.LoanBrokerID ?? 'tecOBJECT_NOT_FOUND');
}

/** The issuer in a token amount may be either end of the trust line (rippled: determineAsset). */
function isOfVault(
  { Account: account, Amount: amount }: Readonly<LoanBrokerCoverClawback>,
  broker: Readonly<LoanBroker>,
  asset: Issue,
): boolean {
  if (amount === undefined) return true;
  if (!isIssued(amount)) return isSameIssue(assetOf(amount), asset);
  const isEitherEnd = amount.issuer === account || amount.issuer === broker.Account;
  return isEitherEnd && isSameIssue({ currency: amount.currency, issuer: account }, asset);
}

/** The amount, limited to what can be taken; undefined if that is nothing (rippled: determineClawAmount). */
function clawAmount(
  { Amount: amount }: Readonly<LoanBrokerCoverClawback>,
  broker: Readonly<LoanBroker>,
  vault: Readonly<Vault>,
): Amount | undefined {
  const required = minimumCover(numOfField(broker.DebtTotal), broker, vault);
  const most = numSubtract(numOfField(broker.CoverAvailable), required, 'downward');
  if (most.mantissa <= 0n) return undefined;
  const taken: Num = amount === undefined || isZeroAmount(amount) ? most : numMin(most, amountToNum(amount));
  return amountFromNum(vault.Asset, taken);
}

/** Checks that the cover is there, and that the asset allows clawback. */
function checkClawback({ view, fees }: PreclaimContext, broker: Readonly<LoanBroker>, amount: Amount): Ter {
  const asset = assetOf(amount);
  if (compareAmounts(accountHolds(view, broker.Account, asset, { fees }), amount) < 0) return 'tecINTERNAL';
  return checkClawbackAllowed(view, asset);
}
