/**
 * LoanBrokerSet: creates a loan broker for a vault, or changes one. A broker has a pseudo-account, which holds its
 * cover (rippled: LoanBrokerSet.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { MAX_MPT_VALUE } from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numCompare, numOf } from '../../../protocol/amounts/number.ts';
import type { LoanBroker, Vault } from '../../../protocol/entries/entries.ts';
import { accountKeylet, loanBrokerById, loanBrokerKeylet, vaultById } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import type { NotTec, Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type Hash256, ZERO_HASH } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { createPseudoAccount } from '../../accounts/pseudo-account.ts';
import { checkFrozen } from '../../assets/asset-freeze.ts';
import { addEmptyHolding, canAddHolding } from '../../assets/asset-holding.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { areExpressible, peekBroker } from '../../lending/broker-entries.ts';
import { isValidRate, MAX_MANAGEMENT_FEE_RATE } from '../../lending/lending-rates.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { isValidData } from '../../vaults/vault-fields.ts';

type LoanBrokerSet = TransactionOf<'LoanBrokerSet'>;

const MAX_DEBT = numOf(MAX_MPT_VALUE);

export const loanBrokerSet = defineTransaction({
  name: 'LoanBrokerSet',

  preflight({ tx }) {
    if (tx.Data !== '' && !isValidData(tx.Data)) return 'temINVALID';
    if (!isValidRate(tx.ManagementFeeRate, MAX_MANAGEMENT_FEE_RATE)) return 'temINVALID';
    if (!isValidRate(tx.CoverRateMinimum) || !isValidRate(tx.CoverRateLiquidation)) return 'temINVALID';
    const maximum = numOfField(tx.DebtMaximum);
    if (maximum.mantissa < 0n || numCompare(maximum, MAX_DEBT) > 0) return 'temINVALID';
    return checkFields(tx);
  },

  preclaim(context) {
    const { view, tx } = context;
    const vault = view.read(vaultById(tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    if (vault.Owner !== tx.Account) return 'tecNO_PERMISSION';
    const allowed = tx.LoanBrokerID === undefined ? checkNew(context, vault) : checkExisting(context, tx.LoanBrokerID);
    if (allowed !== 'tesSUCCESS') return allowed;
    return areExpressible(vault.Asset, [tx.DebtMaximum]) ? 'tesSUCCESS' : 'tecPRECISION_LOSS';
  },

  apply(context) {
    return context.tx.LoanBrokerID === undefined ? create(context) : change(context.sandbox, context.tx);
  },
});

/** Rates cannot be changed later, and the two cover rates must be both zero or both set. */
function checkFields(tx: Readonly<LoanBrokerSet>): NotTec {
  if (tx.LoanBrokerID !== undefined) {
    const rates = [tx.ManagementFeeRate, tx.CoverRateMinimum, tx.CoverRateLiquidation];
    if (tx.LoanBrokerID === ZERO_HASH || rates.some((rate) => rate !== undefined)) return 'temINVALID';
  }
  if (tx.VaultID === ZERO_HASH) return 'temINVALID';
  const demandsCover = (tx.CoverRateMinimum ?? 0) !== 0;
  return demandsCover === ((tx.CoverRateLiquidation ?? 0) !== 0) ? 'tesSUCCESS' : 'temINVALID';
}

function checkNew({ view }: PreclaimContext, vault: Readonly<Vault>): Ter {
  const holdable = canAddHolding(view, vault.Asset);
  return holdable === 'tesSUCCESS' ? checkFrozen(view, vault.Account, vault.Asset) : holdable;
}

/** The new debt maximum must not be below the current debt. */
function checkExisting({ view, tx }: PreclaimContext<LoanBrokerSet>, id: Hash256): Ter {
  const broker = view.read(loanBrokerById(id));
  if (broker === undefined) return 'tecNO_ENTRY';
  if (broker.VaultID !== tx.VaultID || broker.Owner !== tx.Account) return 'tecNO_PERMISSION';
  const maximum = numOfField(tx.DebtMaximum);
  const isTooLow = maximum.mantissa !== 0n && numCompare(maximum, numOfField(broker.DebtTotal)) < 0;
  return isTooLow ? 'tecLIMIT_EXCEEDED' : 'tesSUCCESS';
}

function change(sandbox: Sandbox, tx: Readonly<LoanBrokerSet>): Ter {
  const entries = peekBroker(sandbox, tx.LoanBrokerID!);
  if (entries === undefined) return 'tefBAD_LEDGER';
  const { broker, vault } = entries;
  setTerms(broker, tx);
  associateAsset(broker, vault.Asset);
  sandbox.update(broker);
  return 'tesSUCCESS';
}

function create({ sandbox, tx, fees, balanceBeforeFeeDrops: balanceDrops }: ApplyContext<LoanBrokerSet>): Ter {
  const vault = sandbox.read(vaultById(tx.VaultID));
  if (vault === undefined) return 'tefBAD_LEDGER';
  const sequence = sequenceProxy(tx).value;
  const broker = newEntry(loanBrokerKeylet(tx.Account, sequence));
  broker.Sequence = sequence;
  broker.VaultID = tx.VaultID;
  broker.Owner = tx.Account;
  broker.LoanSequence = 1;
  setTerms(broker, tx);
  if (tx.ManagementFeeRate) broker.ManagementFeeRate = tx.ManagementFeeRate;
  if (tx.CoverRateMinimum) broker.CoverRateMinimum = tx.CoverRateMinimum;
  if (tx.CoverRateLiquidation) broker.CoverRateLiquidation = tx.CoverRateLiquidation;
  const listed = insertOwnedEntry(sandbox, broker);
  if (listed !== 'tesSUCCESS') return listed;
  if (!coversReserve(fees, sandbox.read(accountKeylet(tx.Account))!, balanceDrops)) return 'tecINSUFFICIENT_RESERVE';
  const account = createPseudoAccount(sandbox, broker.index, 'LoanBrokerID');
  if (account === undefined) return 'tecDUPLICATE';
  broker.Account = account.Account;
  associateAsset(broker, vault.Asset);
  sandbox.update(broker);
  return addEmptyHolding(sandbox, account.Account, vault.Asset, { fees, balanceDrops });
}

/** The terms that can be changed later. */
function setTerms(broker: LoanBroker, tx: Readonly<LoanBrokerSet>): void {
  if (tx.Data === '') delete broker.Data;
  else if (tx.Data !== undefined) broker.Data = tx.Data;
  if (tx.DebtMaximum !== undefined) putNumber(broker, 'DebtMaximum', numOfField(tx.DebtMaximum));
}
