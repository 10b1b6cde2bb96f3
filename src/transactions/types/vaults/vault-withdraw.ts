/**
 * VaultWithdraw: redeems shares for assets. The amount is in shares or in assets; the assets go to the sender or to a
 * destination (rippled: VaultWithdraw.cpp).
 */
import type { ReadView } from '../../../ledger/read-view.ts';
import {
  amountFromNum,
  amountToNum,
  assetOf,
  compareAmounts,
  signOfAmount,
} from '../../../protocol/amounts/amount-math.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numCompare, numSubtract } from '../../../protocol/amounts/number.ts';
import type { Vault } from '../../../protocol/entries/entries.ts';
import { vaultById } from '../../../protocol/entries/keylets.ts';
import { firstFailure, type Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import {
  type AccountId,
  type Amount,
  isMpt,
  isSameIssue,
  isZeroAccount,
  type MptAmount,
  ZERO_HASH,
} from '../../../protocol/values.ts';
import { requireAuth } from '../../assets/asset-auth.ts';
import { checkFrozen } from '../../assets/asset-freeze.ts';
import { accountHolds } from '../../assets/asset-funds.ts';
import { accountSend } from '../../assets/asset-transfer.ts';
import { canTransfer } from '../../assets/asset-transferability.ts';
import { checkWithdrawal, payWithdrawal } from '../../assets/asset-withdrawal.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { type ApplyContext, defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { FIRST_COME_FIRST_SERVED } from '../../vaults/vault-fields.ts';
import {
  assetsForWithdrawal,
  closeShareHolding,
  isSoleShareholder,
  overflowToPathDry,
  shareAsset,
  shareIssuance,
  sharesForWithdrawal,
} from '../../vaults/vault-shares.ts';

type VaultWithdraw = TransactionOf<'VaultWithdraw'>;

export const vaultWithdraw = defineTransaction({
  name: 'VaultWithdraw',

  preflight({ tx }) {
    if (tx.VaultID === ZERO_HASH) return 'temMALFORMED';
    if (signOfAmount(tx.Amount) <= 0) return 'temBAD_AMOUNT';
    return tx.Destination !== undefined && isZeroAccount(tx.Destination) ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const vault = view.read(vaultById(tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    const asset = assetOf(tx.Amount);
    if (!isSameIssue(asset, vault.Asset) && !isSameIssue(asset, shareAsset(vault))) return 'tecWRONG_ASSET';
    const to = tx.Destination ?? tx.Account;
    const checks = [
      // Depositors take back their own funds, so the MPT's transfer flag does not matter.
      () => canTransfer(view, vault.Asset, vault.Account, to, { waivesMptCanTransfer: true }),
      () => checkPolicy(vault),
      () => checkPayment(context, vault),
      () => requireAuth(view, to, vault.Asset, to === tx.Account ? 'weak' : 'strong'),
      () => checkFrozen(view, to, vault.Asset),
      () => checkFrozen(view, tx.Account, shareAsset(vault)),
    ];
    return firstFailure(checks);
  },

  apply(context) {
    const { sandbox, tx, fees, balanceBeforeFeeDrops: balanceDrops } = context;
    const vault = sandbox.peek(vaultById(tx.VaultID));
    if (vault === undefined) return 'tefINTERNAL';
    const trade = exchange(sandbox, vault, tx);
    if (typeof trade === 'string') return trade;
    const { shares } = trade;
    const held = accountHolds(sandbox, tx.Account, shareAsset(vault), { fees, zeroIfFrozen: true });
    if (compareAmounts(held, shares) < 0) return 'tecINSUFFICIENT_FUNDS';
    const assets = takeFromVault(context, vault, trade);
    if (typeof assets === 'string') return assets;
    associateAsset(vault, vault.Asset);
    sandbox.update(vault);
    const given = accountSend(sandbox, tx.Account, vault.Account, shares, { waivesFee: true });
    if (given !== 'tesSUCCESS') return given;
    const closed = closeShareHolding(sandbox, vault, tx.Account);
    if (closed !== 'tesSUCCESS') return closed;
    const parties = { from: tx.Account, to: tx.Destination ?? tx.Account };
    return payWithdrawal(sandbox, vault.Account, parties, assets, { fees, balanceDrops });
  },
});

function checkPolicy(vault: Readonly<Vault>): Ter {
  return vault.WithdrawalPolicy === FIRST_COME_FIRST_SERVED ? 'tesSUCCESS' : 'tefINTERNAL';
}

/** The destination must accept the assets. */
function checkPayment({ view, tx }: PreclaimContext<VaultWithdraw>, vault: Readonly<Vault>): Ter {
  const hasTag = tx.DestinationTag !== undefined;
  const withdrawal = { from: tx.Account, to: tx.Destination ?? tx.Account, hasTag };
  if (isSameIssue(assetOf(tx.Amount), vault.Asset)) return checkWithdrawal(view, withdrawal, tx.Amount);
  const issuance = shareIssuance(view, vault);
  if (issuance === undefined) return 'tefINTERNAL';
  const terms = withdrawalTerms(view, tx.Account, vault);
  const assets = overflowToPathDry(() => assetsForWithdrawal(vault, issuance, tx.Amount as MptAmount, terms));
  return assets === 'tecPATH_DRY' ? assets : checkWithdrawal(view, withdrawal, assets as Amount);
}

/** The holder of all shares does not bear unrealized losses, so that nothing remains in the vault for them. */
function withdrawalTerms(view: ReadView, account: AccountId, vault: Readonly<Vault>) {
  return { waivesUnrealizedLoss: isSoleShareholder(view, account, vault) };
}

interface Trade {
  readonly shares: MptAmount;
  readonly assets: Amount;
}

/** The shares to redeem, and the assets for them. */
function exchange(view: ReadView, vault: Readonly<Vault>, tx: Readonly<VaultWithdraw>): Trade | Ter {
  const issuance = shareIssuance(view, vault);
  if (issuance === undefined) return 'tefINTERNAL';
  const terms = withdrawalTerms(view, tx.Account, vault);
  return overflowToPathDry(() => {
    const isInShares = isMpt(tx.Amount) && tx.Amount.mptIssuanceId === vault.ShareMPTID;
    const shares = isInShares ? (tx.Amount as MptAmount) : sharesForWithdrawal(vault, issuance, tx.Amount, terms);
    if (shares.value === 0n) return 'tecPRECISION_LOSS';
    return { shares, assets: assetsForWithdrawal(vault, issuance, shares, terms) };
  });
}

/** Deducts the assets from the vault. The last shares get everything available, so that no rounding rest remains. */
function takeFromVault(
  { sandbox }: ApplyContext<VaultWithdraw>,
  vault: Vault,
  { shares, assets }: Trade,
): Amount | Ter {
  const available = numOfField(vault.AssetsAvailable);
  const taken = amountToNum(assets);
  if (numCompare(available, taken) < 0) return 'tecINSUFFICIENT_FUNDS';
  if (shares.value === shareIssuance(sandbox, vault)?.OutstandingAmount) {
    if (vault.LossUnrealized !== undefined) return 'tefINTERNAL';
    delete vault.AssetsTotal;
    delete vault.AssetsAvailable;
    return amountFromNum(vault.Asset, available);
  }
  putNumber(vault, 'AssetsTotal', numSubtract(numOfField(vault.AssetsTotal), taken));
  putNumber(vault, 'AssetsAvailable', numSubtract(available, taken));
  return assets;
}
