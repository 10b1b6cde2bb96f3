/** VaultDelete: removes an empty vault with its share issuance and pseudo-account (rippled: VaultDelete.cpp). */
import type { Sandbox } from '../../../ledger/sandbox.ts';
import type { Vault } from '../../../protocol/entries/entries.ts';
import { mptIssuanceKeylet, mptokenKeylet, vaultById } from '../../../protocol/entries/keylets.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type AccountId, ZERO_HASH } from '../../../protocol/values.ts';
import { removeOwnedEntry } from '../../accounts/owned-entries.ts';
import { removePseudoAccount } from '../../accounts/pseudo-account.ts';
import { removeEmptyHolding } from '../../assets/asset-holding.ts';
import { defineTransaction } from '../../transaction-type.ts';
import { shareAsset, shareIssuance } from '../../vaults/vault-shares.ts';

export const vaultDelete = defineTransaction({
  name: 'VaultDelete',

  preflight({ tx }) {
    return tx.VaultID === ZERO_HASH ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const vault = view.read(vaultById(tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    if (vault.Owner !== tx.Account) return 'tecNO_PERMISSION';
    // Default values are left out.
    if (vault.AssetsAvailable !== undefined || vault.AssetsTotal !== undefined) return 'tecHAS_OBLIGATIONS';
    const issuance = shareIssuance(view, vault);
    if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
    if (issuance.Issuer !== vault.Account) return 'tecNO_PERMISSION';
    return issuance.OutstandingAmount === 0n ? 'tesSUCCESS' : 'tecHAS_OBLIGATIONS';
  },

  apply({ sandbox, tx }) {
    const vault = sandbox.peek(vaultById(tx.VaultID));
    if (vault === undefined) return 'tefINTERNAL';
    const steps = [
      () => removeEmptyHolding(sandbox, vault.Account, vault.Asset),
      () => removeShares(sandbox, vault, tx.Account),
      () => removePseudoAccount(sandbox, vault.Account),
    ];
    for (const step of steps) {
      const result = step();
      if (result !== 'tesSUCCESS') return result;
    }
    return removeOwnedEntry(sandbox, vault);
  },
});

/** Removes the share issuance, and the owner's holding of shares if there is one. */
function removeShares(sandbox: Sandbox, vault: Readonly<Vault>, owner: AccountId): Ter {
  const issuance = sandbox.peek(mptIssuanceKeylet(vault.ShareMPTID));
  if (issuance === undefined) return 'tefINTERNAL';
  if (sandbox.read(mptokenKeylet(vault.ShareMPTID, owner)) !== undefined) {
    const removed = removeEmptyHolding(sandbox, owner, shareAsset(vault));
    if (removed !== 'tesSUCCESS') return removed;
  }
  return removeOwnedEntry(sandbox, issuance);
}
