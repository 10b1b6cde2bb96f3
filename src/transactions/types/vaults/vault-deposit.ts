/**
 * VaultDeposit: adds assets to a vault for shares. The amount is rounded down to the vault's precision, then to the
 * value of whole shares (rippled: VaultDeposit.cpp).
 */
import {
  amountToNum,
  assetOf,
  compareAmounts,
  isZeroAmount,
  roundToScale,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber, scaleInAsset, scaleOfAmount } from '../../../protocol/amounts/asset-number.ts';
import { numAdd, numCompare } from '../../../protocol/amounts/number.ts';
import type { Vault } from '../../../protocol/entries/entries.ts';
import { mptokenKeylet, vaultById } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import { firstFailure, isTesSuccess, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type Amount, isIssued, isSameIssue, type MptAmount, ZERO_HASH } from '../../../protocol/values.ts';
import { enforceMptAuthorization, requireAuth } from '../../assets/asset-auth.ts';
import { checkFrozen, isFrozen } from '../../assets/asset-freeze.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { canTransfer } from '../../assets/asset-transferability.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { checkDomainCredentials } from '../../credentials/domain-credentials.ts';
import { openHolding, setAuthorized } from '../../mpt/mptoken.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import {
  assetsForDeposit,
  overflowToPathDry,
  shareAsset,
  shareIssuance,
  sharesForDeposit,
} from '../../vaults/vault-shares.ts';

type VaultDeposit = TransactionOf<'VaultDeposit'>;

const { lsfVaultPrivate } = EntryFlags.Vault;

export const vaultDeposit = defineTransaction({
  name: 'VaultDeposit',

  preflight({ tx }) {
    if (tx.VaultID === ZERO_HASH) return 'temMALFORMED';
    return signOfAmount(tx.Amount) <= 0 ? 'temBAD_AMOUNT' : 'tesSUCCESS';
  },

  preclaim(context) {
    const vault = context.view.read(vaultById(context.tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    return firstFailure([checkAsset, checkShares, checkMembership, checkFunds], context, vault);
  },

  apply(context) {
    const { sandbox, tx } = context;
    const vault = sandbox.peek(vaultById(tx.VaultID));
    if (vault === undefined) return 'tefINTERNAL';
    const amount = roundToVault(tx.Amount, vault);
    if (isZeroAmount(amount)) return 'tecINTERNAL';
    const opened = prepareHolding(context, vault);
    if (opened !== 'tesSUCCESS') return opened;
    const trade = exchange(context, vault, amount);
    if (typeof trade === 'string') return trade;
    const added = amountToNum(trade.assets);
    const total = numAdd(numOfField(vault.AssetsTotal), added);
    putNumber(vault, 'AssetsTotal', total);
    putNumber(vault, 'AssetsAvailable', numAdd(numOfField(vault.AssetsAvailable), added));
    const maximum = numOfField(vault.AssetsMaximum);
    if (maximum.mantissa !== 0n && numCompare(total, maximum) > 0) return 'tecLIMIT_EXCEEDED';
    const paid = accountSend(sandbox, tx.Account, vault.Account, trade.assets, { waivesFee: true });
    if (paid !== 'tesSUCCESS') return paid;
    associateAsset(vault, vault.Asset);
    sandbox.update(vault);
    return accountSend(sandbox, vault.Account, tx.Account, trade.shares, { waivesFee: true });
  },
});

/** Rounds a token amount down to the precision of the vault's total after the deposit. */
function roundToVault(amount: Amount, vault: Readonly<Vault>): Amount {
  if (!isIssued(amount)) return amount;
  const total = numAdd(numOfField(vault.AssetsTotal), amountToNum(amount));
  return roundToScale(amount, scaleInAsset(total, vault.Asset), 'downward');
}

type Check = (context: PreclaimContext<VaultDeposit>, vault: Readonly<Vault>) => Ter;

const checkAsset: Check = ({ view, tx }, vault) => {
  if (!isSameIssue(assetOf(tx.Amount), vault.Asset)) return 'tecWRONG_ASSET';
  return canTransfer(view, vault.Asset, tx.Account, vault.Account);
};

/** Neither the asset nor the shares may be frozen for the depositor. */
const checkShares: Check = ({ view, tx }, vault) => {
  const issuance = shareIssuance(view, vault);
  const isLocked = issuance !== undefined && hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTLocked);
  if (issuance === undefined || isLocked) return 'tefINTERNAL';
  const frozen = checkFrozen(view, tx.Account, vault.Asset);
  if (frozen !== 'tesSUCCESS') return frozen;
  return isFrozen(view, tx.Account, shareAsset(vault)) ? 'tecLOCKED' : 'tesSUCCESS';
};

/** A private vault accepts deposits from its owner and members of its domain. Apply removes expired credentials. */
const checkMembership: Check = ({ view, tx }, vault) => {
  if (hasFlag(vault, lsfVaultPrivate) && tx.Account !== vault.Owner) {
    const domainId = shareIssuance(view, vault)?.DomainID;
    if (domainId === undefined) return 'tecNO_AUTH';
    const member = checkDomainCredentials(view, tx.Account, domainId);
    if (member !== 'tesSUCCESS' && member !== 'tecEXPIRED') return member;
  }
  return requireAuth(view, tx.Account, vault.Asset);
};

const checkFunds: Check = ({ view, tx, fees }, vault) => {
  const amount = roundToVault(tx.Amount, vault);
  if (isZeroAmount(amount)) return 'tecPRECISION_LOSS';
  const terms = { fees, zeroIfFrozen: true, zeroIfUnauthorized: true, withIssuable: true };
  const held = accountHolds(view, tx.Account, vault.Asset, terms);
  if (compareAmounts(held, amount) < 0) return 'tecINSUFFICIENT_FUNDS';
  if (!isIssued(tx.Amount) || tx.Account === tx.Amount.issuer) return 'tesSUCCESS';
  // The amount is too small to change the depositor's balance.
  return isZeroAmount(roundToScale(tx.Amount, scaleOfAmount(held))) ? 'tecPRECISION_LOSS' : 'tesSUCCESS';
};

/** Makes sure that the depositor can hold shares. The owner is always authorized. */
function prepareHolding(context: ApplyContext<VaultDeposit>, vault: Readonly<Vault>): Ter {
  const { sandbox, tx, fees, balanceBeforeFeeDrops: balanceDrops } = context;
  const { ShareMPTID: shareId, Account: issuer } = vault;
  const isPrivate = hasFlag(vault, lsfVaultPrivate);
  if (isPrivate && tx.Account !== vault.Owner) {
    return enforceMptAuthorization(sandbox, shareId, tx.Account, { fees, balanceDrops });
  }
  if (sandbox.read(mptokenKeylet(shareId, tx.Account)) === undefined) {
    const opened = openHolding(sandbox, shareId, tx.Account, { fees, balanceDrops });
    if (!isTesSuccess(opened)) return opened;
  }
  return isPrivate ? setAuthorized(sandbox, shareId, { issuer, holder: tx.Account, isAuthorized: true }) : 'tesSUCCESS';
}

interface Trade {
  readonly shares: MptAmount;
  readonly assets: Amount;
}

/** The shares for the amount, and their cost in assets. */
function exchange({ sandbox }: ApplyContext<VaultDeposit>, vault: Readonly<Vault>, amount: Amount): Trade | Ter {
  const issuance = shareIssuance(sandbox, vault);
  if (issuance === undefined) return 'tefINTERNAL';
  return overflowToPathDry(() => {
    const shares = sharesForDeposit(vault, issuance, amount);
    if (shares.value === 0n) return 'tecPRECISION_LOSS';
    const assets = assetsForDeposit(vault, issuance, shares);
    return compareAmounts(assets, amount) > 0 ? 'tecINTERNAL' : { shares, assets };
  });
}
