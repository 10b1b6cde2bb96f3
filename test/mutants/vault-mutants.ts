/** Bugs of vaults: what shares are worth, who may put in and take out, and what is left. */
import { type Mutant, mutantsOf } from './mutant.ts';

const VAULT_TESTS = ['src/transactions/types/vaults/vaults.test.ts'];

export const VAULT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/vaults/vault-shares.ts', VAULT_TESTS, [
    [
      'return toShares(vault, numTruncate(numDivide(product, total)));',
      'return toShares(vault, numDivide(product, total));',
    ],
    ['exponent + (vault.Scale ?? 0)', 'exponent'],
    ['waivesUnrealizedLoss ? total : numSubtract(total, numOfField(vault.LossUnrealized))', 'total'],
    ['truncates ? numTruncate(shares) : shares', 'shares'],
    ['amountHeld(token) === outstanding', 'amountHeld(token) <= outstanding'],
    ["if (holder === vault.Owner) return 'tesSUCCESS';\n", ''],
    ["removed === 'tecHAS_OBLIGATIONS' ? 'tesSUCCESS' : removed", 'removed'],
    ["if (error instanceof AmountOverflowError) return 'tecPATH_DRY';\n", ''],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-create.ts', VAULT_TESTS, [
    ['tx.DomainID === ZERO_HASH || !hasFlag(tx, tfVaultPrivate)', 'tx.DomainID === ZERO_HASH'],
    ['!isTokenAsset(tx.Asset) || tx.Scale > MAX_SCALE', 'tx.Scale > MAX_SCALE'],
    ["if (isIssuedByObject(context)) return 'tecWRONG_ASSET';\n", ''],
    ['hasFlag(tx, tfVaultPrivate) ? lsfMPTRequireAuth : 0', '0'],
    ['hasFlag(tx, tfVaultShareNonTransferable) ? 0 : lsfMPTCanEscrow', 'lsfMPTCanEscrow'],
    [
      "if (!coversReserve(fees, sandbox.read(accountKeylet(tx.Account))!, balanceDrops)) return 'tecINSUFFICIENT_RESERVE';\n",
      '',
      'the holding that the owner gets then asks for more',
    ],
    ['    referenceHolding: holdingKey(tx.Asset, account),\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-delete.ts', VAULT_TESTS, [
    ["if (vault.Owner !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ["if (vault.AssetsAvailable !== undefined || vault.AssetsTotal !== undefined) return 'tecHAS_OBLIGATIONS';\n", ''],
    ["return issuance.OutstandingAmount === 0n ? 'tesSUCCESS' : 'tecHAS_OBLIGATIONS';", "return 'tesSUCCESS';"],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-deposit.ts', VAULT_TESTS, [
    ["if (shares.value === 0n) return 'tecPRECISION_LOSS';\n", ''],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-set.ts', VAULT_TESTS, [
    ["if (vault.Owner !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ['maximum.mantissa !== 0n && numCompare', 'numCompare'],
    ['numOfField(vault.AssetsTotal)) < 0', 'numOfField(vault.AssetsTotal)) <= 0'],
    ["if (!hasFlag(vault, EntryFlags.Vault.lsfVaultPrivate)) return 'tecNO_PERMISSION';\n", ''],
    ['if (tx.DomainID === ZERO_HASH) delete issuance.DomainID;\n      else issuance', 'issuance'],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-withdraw.ts', VAULT_TESTS, [
    ["if (compareAmounts(held, shares) < 0) return 'tecINSUFFICIENT_FUNDS';\n", ''],
    ["if (numCompare(available, taken) < 0) return 'tecINSUFFICIENT_FUNDS';\n", ''],
    ["putNumber(vault, 'AssetsTotal', numSubtract(numOfField(vault.AssetsTotal), taken));", ''],
    ["putNumber(vault, 'AssetsAvailable', numSubtract(available, taken));", ''],
    ["if (vault.LossUnrealized !== undefined) return 'tefINTERNAL';\n", ''],
    ["if (shares.value === 0n) return 'tecPRECISION_LOSS';\n", ''],
    ['() => checkFrozen(view, to, vault.Asset),\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/vaults/vault-clawback.ts', VAULT_TESTS, [
    ["if (tx.Account !== vault.Owner) return 'tecNO_PERMISSION';\n", ''],
    ['=== 0n || hasAssets', '=== 0n'],
    ['tx.Account !== assetIssuer(asset) || tx.Account === tx.Holder', 'tx.Account === tx.Holder'],
    ['if (numCompare(amountToNum(assets), available) <= 0) return { shares: wanted, assets };\n', ''],
    ['{ truncates: true }', '{ truncates: false }'],
    ['isZeroAmount(amount) ? all : sharesForWithdrawal', 'sharesForWithdrawal'],
  ]),
];
