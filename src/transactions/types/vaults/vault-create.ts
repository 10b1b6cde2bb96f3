/**
 * VaultCreate: creates a vault for one asset. Its pseudo-account holds the asset and issues the vault shares, an MPT
 * (rippled: VaultCreate.cpp).
 */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import type { Vault } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  lineKeylet,
  mptIssuanceId,
  mptokenKeylet,
  vaultKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy, type TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { type AccountId, type Hash256, type Issue, ZERO_HASH } from '../../../protocol/values.ts';
import { insertOwnedEntry } from '../../accounts/owned-entries.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { createPseudoAccount, isPseudoAccount, pseudoAccountAddress } from '../../accounts/pseudo-account.ts';
import { checkFrozen } from '../../assets/asset-freeze.ts';
import { addEmptyHolding, canAddHolding, type ReserveSource } from '../../assets/asset-holding.ts';
import { assetIssuer, isMptAsset, isTokenAsset } from '../../assets/asset-kind.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { createMptIssuance } from '../../mpt/mpt-issuance.ts';
import { openHolding, setAuthorized } from '../../mpt/mptoken.ts';
import { defineTransaction, type PreclaimContext } from '../../transaction-type.ts';
import { FIRST_COME_FIRST_SERVED, isValidData } from '../../vaults/vault-fields.ts';

type VaultCreate = TransactionOf<'VaultCreate'>;

const MAX_METADATA_BYTES = 1024;
/** The default number of shares per whole token, as a power of ten. */
const DEFAULT_SCALE = 6;
const MAX_SCALE = 18;
/** The sequence in the share issuance's ID. */
const SHARE_SEQUENCE = 1;
const { tfVaultPrivate, tfVaultShareNonTransferable } = TransactionFlags.VaultCreate;
const ShareBits = EntryFlags.MPTokenIssuance;

export const vaultCreate = defineTransaction({
  name: 'VaultCreate',

  preflight({ tx }) {
    if (!isValidData(tx.Data)) return 'temMALFORMED';
    const { WithdrawalPolicy: policy = FIRST_COME_FIRST_SERVED, MPTokenMetadata: metadata } = tx;
    if (policy !== FIRST_COME_FIRST_SERVED) return 'temMALFORMED';
    const hasDomain = tx.DomainID !== undefined;
    if (hasDomain && (tx.DomainID === ZERO_HASH || !hasFlag(tx, tfVaultPrivate))) return 'temMALFORMED';
    if (numOfField(tx.AssetsMaximum).mantissa < 0n) return 'temMALFORMED';
    if (metadata === '' || (metadata?.length ?? 0) > 2 * MAX_METADATA_BYTES) return 'temMALFORMED';
    if (tx.Scale !== undefined && (!isTokenAsset(tx.Asset) || tx.Scale > MAX_SCALE)) return 'temMALFORMED';
    return 'tesSUCCESS';
  },

  preclaim(context) {
    const { view, tx } = context;
    const asset = tx.Asset;
    const holdable = canAddHolding(view, asset);
    if (holdable !== 'tesSUCCESS') return holdable;
    if (isIssuedByPseudoAccount(context)) return 'tecWRONG_ASSET';
    const frozen = checkFrozen(view, tx.Account, asset);
    if (frozen !== 'tesSUCCESS') return frozen;
    if (tx.DomainID !== undefined && view.read(domainById(tx.DomainID)) === undefined) return 'tecOBJECT_NOT_FOUND';
    const { key } = vaultKeylet(tx.Account, sequenceProxy(tx).value);
    return pseudoAccountAddress(view, key) === undefined ? 'terADDRESS_COLLISION' : 'tesSUCCESS';
  },

  apply({ sandbox, tx, fees, balanceBeforeFeeDrops: balanceDrops }) {
    const owner = sandbox.read(accountKeylet(tx.Account));
    if (owner === undefined) return 'tefINTERNAL';
    const vault = newVault(tx);
    const listed = insertOwnedEntry(sandbox, vault);
    if (listed !== 'tesSUCCESS') return listed;
    if (!coversReserve(fees, sandbox.read(accountKeylet(tx.Account))!, balanceDrops)) return 'tecINSUFFICIENT_RESERVE';
    const account = createPseudoAccount(sandbox, vault.index, 'VaultID');
    if (account === undefined) return 'tecDUPLICATE';
    const reserve = { fees, balanceDrops };
    const steps = [
      () => addEmptyHolding(sandbox, account.Account, tx.Asset, reserve),
      () => issueShares(sandbox, tx, account.Account),
      () => createOwnerHolding(sandbox, tx, account.Account, reserve),
    ];
    for (const step of steps) {
      const result = step();
      if (result !== 'tesSUCCESS') return result;
    }
    vault.Account = account.Account;
    vault.ShareMPTID = shareId(account.Account);
    associateAsset(vault, tx.Asset);
    sandbox.update(vault);
    return 'tesSUCCESS';
  },
});

/** True for shares of other vaults and LP tokens, which could not be clawed back from this vault. */
function isIssuedByPseudoAccount({ view, tx }: PreclaimContext<VaultCreate>): boolean {
  const issuer = assetIssuer(tx.Asset);
  const root = issuer === undefined ? undefined : view.read(accountKeylet(issuer));
  return root !== undefined && isPseudoAccount(root);
}

/** Without the fields that depend on its pseudo-account. */
function newVault(tx: Readonly<VaultCreate>): Vault {
  const sequence = sequenceProxy(tx).value;
  const vault = newEntry(vaultKeylet(tx.Account, sequence));
  vault.Flags = (tx.Flags ?? 0) & tfVaultPrivate;
  vault.Sequence = sequence;
  vault.Owner = tx.Account;
  vault.Asset = tx.Asset;
  vault.WithdrawalPolicy = FIRST_COME_FIRST_SERVED;
  putNumber(vault, 'AssetsMaximum', numOfField(tx.AssetsMaximum));
  if (tx.Data !== undefined) vault.Data = tx.Data;
  const scale = scaleOf(tx);
  if (scale !== 0) vault.Scale = scale;
  return vault;
}

function scaleOf(tx: Readonly<VaultCreate>): number {
  return isTokenAsset(tx.Asset) ? (tx.Scale ?? DEFAULT_SCALE) : 0;
}

function shareId(account: AccountId): string {
  return mptIssuanceId(SHARE_SEQUENCE, account);
}

function issueShares(sandbox: Sandbox, tx: Readonly<VaultCreate>, account: AccountId): Ter {
  const { lsfMPTCanEscrow, lsfMPTCanTrade, lsfMPTCanTransfer, lsfMPTRequireAuth } = ShareBits;
  const movable = hasFlag(tx, tfVaultShareNonTransferable) ? 0 : lsfMPTCanEscrow | lsfMPTCanTrade | lsfMPTCanTransfer;
  return createMptIssuance(sandbox, account, {
    sequence: SHARE_SEQUENCE,
    flags: movable | (hasFlag(tx, tfVaultPrivate) ? lsfMPTRequireAuth : 0),
    assetScale: scaleOf(tx),
    metadata: tx.MPTokenMetadata,
    domainId: tx.DomainID,
    referenceHolding: holdingKey(tx.Asset, account),
  });
}

/** The key of the pseudo-account's holding of the asset; undefined for XRP. */
function holdingKey(asset: Issue, account: AccountId): Hash256 | undefined {
  if (isMptAsset(asset)) return mptokenKeylet(asset.mptIssuanceId, account).key;
  return isTokenAsset(asset) ? lineKeylet(account, asset.issuer, asset.currency).key : undefined;
}

/** The owner may always hold shares. */
function createOwnerHolding(
  sandbox: Sandbox,
  tx: Readonly<VaultCreate>,
  account: AccountId,
  reserve: ReserveSource,
): Ter {
  const opened = openHolding(sandbox, shareId(account), tx.Account, reserve);
  if (opened !== 'tesSUCCESS' || !hasFlag(tx, tfVaultPrivate)) return opened;
  return setAuthorized(sandbox, shareId(account), { issuer: account, holder: tx.Account, isAuthorized: true });
}
