/**
 * VaultClawback: the issuer of a vault's asset takes back a depositor's assets. If the vault has lost all assets, its
 * owner may burn the remaining shares (rippled: VaultClawback.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import {
  amountFromNum,
  amountToNum,
  assetOf,
  isZeroAmount,
  signOfAmount,
  zeroOf,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numCompare, numSubtract } from '../../../protocol/amounts/number.ts';
import type { Vault } from '../../../protocol/entries/entries.ts';
import { vaultById } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  isNative,
  isSameIssue,
  type MptAmount,
  ZERO_HASH,
} from '../../../protocol/values.ts';
import { checkClawbackAllowed } from '../../assets/asset-clawback.ts';
import { accountHolds, type HoldingTerms } from '../../assets/asset-funds.ts';
import { assetIssuer } from '../../assets/asset-kind.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import {
  assetsForWithdrawal,
  closeShareHolding,
  overflowToPathDry,
  shareAsset,
  shareIssuance,
  sharesForWithdrawal,
} from '../../vaults/vault-shares.ts';

type VaultClawback = TransactionOf<'VaultClawback'>;

export const vaultClawback = defineTransaction({
  name: 'VaultClawback',

  preflight({ tx }) {
    if (tx.VaultID === ZERO_HASH) return 'temMALFORMED';
    if (tx.Amount === undefined) return 'tesSUCCESS';
    if (signOfAmount(tx.Amount) < 0) return 'temBAD_AMOUNT';
    return isNative(tx.Amount) ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const vault = view.read(vaultById(tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    if (shareIssuance(view, vault) === undefined) return 'tefINTERNAL';
    // Without an amount, an account that is both issuer and owner would be ambiguous.
    if (tx.Amount === undefined && assetIssuer(vault.Asset) === vault.Owner) return 'tecWRONG_ASSET';
    const amount = wantedAmount(tx, vault);
    if (isSameIssue(assetOf(amount), shareAsset(vault))) return checkOwner(context, vault, amount as MptAmount);
    return isSameIssue(assetOf(amount), vault.Asset) ? checkIssuer(context, vault) : 'tecWRONG_ASSET';
  },

  apply(context) {
    const { sandbox, tx } = context;
    const vault = sandbox.peek(vaultById(tx.VaultID));
    if (vault === undefined || shareIssuance(sandbox, vault) === undefined) return 'tefINTERNAL';
    const trade = clawbackAmounts(context, vault);
    if (typeof trade === 'string') return trade;
    const { shares, assets } = trade;
    if (shares.value === 0n) return 'tecPRECISION_LOSS';
    const taken = amountToNum(assets);
    putNumber(vault, 'AssetsTotal', numSubtract(numOfField(vault.AssetsTotal), taken));
    putNumber(vault, 'AssetsAvailable', numSubtract(numOfField(vault.AssetsAvailable), taken));
    associateAsset(vault, vault.Asset);
    sandbox.update(vault);
    const given = accountSend(sandbox, tx.Holder, vault.Account, shares, { waivesFee: true });
    if (given !== 'tesSUCCESS') return given;
    const closed = closeShareHolding(sandbox, vault, tx.Holder);
    if (closed !== 'tesSUCCESS') return closed;
    return signOfAmount(assets) > 0 ? payIssuer(context, vault, assets) : 'tesSUCCESS';
  },
});

/** Without an amount, everything: shares for the owner, assets for the issuer. */
function wantedAmount(tx: Readonly<VaultClawback>, vault: Readonly<Vault>): Amount {
  return tx.Amount ?? zeroOf(tx.Account === vault.Owner ? shareAsset(vault) : vault.Asset);
}

/** The owner may burn all shares of a holder, only if the vault has no assets. */
function checkOwner(
  { view, tx, fees }: PreclaimContext<VaultClawback>,
  vault: Readonly<Vault>,
  shares: MptAmount,
): Ter {
  if (tx.Account !== vault.Owner) return 'tecNO_PERMISSION';
  const hasAssets = vault.AssetsTotal !== undefined || vault.AssetsAvailable !== undefined;
  if (shareIssuance(view, vault)!.OutstandingAmount === 0n || hasAssets) return 'tecNO_PERMISSION';
  if (shares.value === 0n) return 'tesSUCCESS';
  return shares.value === sharesOf(view, tx.Holder, vault, { fees }).value ? 'tesSUCCESS' : 'tecLIMIT_EXCEEDED';
}

function checkIssuer({ view, tx }: PreclaimContext<VaultClawback>, { Asset: asset }: Readonly<Vault>): Ter {
  if (tx.Account !== assetIssuer(asset) || tx.Account === tx.Holder) return 'tecNO_PERMISSION';
  return checkClawbackAllowed(view, asset);
}

function sharesOf(
  view: PreclaimContext['view'],
  holder: AccountId,
  vault: Readonly<Vault>,
  terms: HoldingTerms,
): MptAmount {
  return accountHolds(view, holder, shareAsset(vault), terms) as MptAmount;
}

interface Trade {
  readonly shares: MptAmount;
  readonly assets: Amount;
}

/** The shares to remove, and the assets that the issuer receives for them. */
function clawbackAmounts({ sandbox, tx, fees }: ApplyContext<VaultClawback>, vault: Readonly<Vault>): Trade | Ter {
  const amount = wantedAmount(tx, vault);
  const isOwner = tx.Account === vault.Owner && isSameIssue(assetOf(amount), shareAsset(vault));
  const all = sharesOf(sandbox, tx.Holder, vault, { fees });
  if (isOwner) return { shares: all, assets: zeroOf(vault.Asset) };
  if (!isSameIssue(assetOf(amount), vault.Asset)) return 'tecINTERNAL';
  return overflowToPathDry(() => recoverable(sandbox, vault, amount, all));
}

/** Limited to the vault's available assets; for fewer assets, fewer shares are removed. */
function recoverable(sandbox: Sandbox, vault: Readonly<Vault>, amount: Amount, all: MptAmount): Trade | Ter {
  const issuance = shareIssuance(sandbox, vault)!;
  const wanted = isZeroAmount(amount) ? all : sharesForWithdrawal(vault, issuance, amount);
  const assets = assetsForWithdrawal(vault, issuance, wanted);
  const available = numOfField(vault.AssetsAvailable);
  if (numCompare(amountToNum(assets), available) <= 0) return { shares: wanted, assets };
  const availableAmount = amountFromNum(vault.Asset, available);
  const shares = sharesForWithdrawal(vault, issuance, availableAmount, { truncates: true });
  const recovered = assetsForWithdrawal(vault, issuance, shares);
  return numCompare(amountToNum(recovered), available) > 0 ? 'tecINTERNAL' : { shares, assets: recovered };
}

function payIssuer({ sandbox, tx, fees }: ApplyContext<VaultClawback>, vault: Readonly<Vault>, assets: Amount): Ter {
  const paid = accountSend(sandbox, vault.Account, tx.Account, assets, { waivesFee: true });
  if (paid !== 'tesSUCCESS') return paid;
  return signOfAmount(accountHolds(sandbox, vault.Account, vault.Asset, { fees })) < 0 ? 'tefINTERNAL' : 'tesSUCCESS';
}
