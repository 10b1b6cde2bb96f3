/** VaultSet: changes a vault's data, its maximum, or the domain of a private vault (rippled: VaultSet.cpp). */
import { numOfField, putNumber } from '../../../protocol/amounts/asset-number.ts';
import { numCompare } from '../../../protocol/amounts/number.ts';
import { mptIssuanceKeylet, vaultById } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../../protocol/tables/flags.ts';
import { ZERO_HASH } from '../../../protocol/values.ts';
import { associateAsset } from '../../assets/associate-asset.ts';
import { domainById } from '../../credentials/permissioned-domain.ts';
import { defineTransaction } from '../../transaction-type.ts';
import { isValidData } from '../../vaults/vault-fields.ts';
import { shareIssuance } from '../../vaults/vault-shares.ts';

export const vaultSet = defineTransaction({
  name: 'VaultSet',

  preflight({ tx }) {
    if (tx.VaultID === ZERO_HASH || !isValidData(tx.Data)) return 'temMALFORMED';
    if (numOfField(tx.AssetsMaximum).mantissa < 0n) return 'temMALFORMED';
    const changes = [tx.DomainID, tx.AssetsMaximum, tx.Data];
    return changes.every((change) => change === undefined) ? 'temMALFORMED' : 'tesSUCCESS';
  },

  preclaim({ view, tx }) {
    const vault = view.read(vaultById(tx.VaultID));
    if (vault === undefined) return 'tecNO_ENTRY';
    if (vault.Owner !== tx.Account) return 'tecNO_PERMISSION';
    const issuance = shareIssuance(view, vault);
    if (issuance === undefined) return 'tefINTERNAL';
    const { DomainID: domainId } = tx;
    if (domainId === undefined) return 'tesSUCCESS';
    if (!hasFlag(vault, EntryFlags.Vault.lsfVaultPrivate)) return 'tecNO_PERMISSION';
    if (domainId !== ZERO_HASH && view.read(domainById(domainId)) === undefined) return 'tecOBJECT_NOT_FOUND';
    return hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTRequireAuth) ? 'tesSUCCESS' : 'tefINTERNAL';
  },

  apply({ sandbox, tx }) {
    const vault = sandbox.peek(vaultById(tx.VaultID));
    const issuance = vault && sandbox.peek(mptIssuanceKeylet(vault.ShareMPTID));
    if (vault === undefined || issuance === undefined) return 'tefINTERNAL';
    if (tx.Data !== undefined) vault.Data = tx.Data;
    if (tx.AssetsMaximum !== undefined) {
      const maximum = numOfField(tx.AssetsMaximum);
      const isTooLow = maximum.mantissa !== 0n && numCompare(maximum, numOfField(vault.AssetsTotal)) < 0;
      if (isTooLow) return 'tecLIMIT_EXCEEDED';
      putNumber(vault, 'AssetsMaximum', maximum);
    }
    if (tx.DomainID !== undefined) {
      if (tx.DomainID === ZERO_HASH) delete issuance.DomainID;
      else issuance.DomainID = tx.DomainID;
      sandbox.update(issuance);
    }
    associateAsset(vault, vault.Asset);
    sandbox.update(vault);
    return 'tesSUCCESS';
  },
});
