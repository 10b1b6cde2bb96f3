/** Bugs of who somebody is: credentials, permissioned domains, identifiers; and of price oracles. */
import { type Mutant, mutantsOf } from './mutant.ts';

const CREDENTIAL_TESTS = [
  'src/transactions/types/identity/credentials.test.ts',
  'src/transactions/credentials/credential-ids.test.ts',
  'src/transactions/types/accounts/deposit-preauth.test.ts',
];
const DOMAIN_TESTS = ['src/transactions/types/identity/permissioned-domain.test.ts'];
const DID_TESTS = ['src/transactions/types/identity/did.test.ts'];
const ORACLE_TESTS = ['src/transactions/types/oracles/oracle.test.ts'];

export const IDENTITY_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/credentials/credential.ts', CREDENTIAL_TESTS, [
    ['view.parentCloseTimeSeconds > Expiration', 'view.parentCloseTimeSeconds >= Expiration'],
    ["type !== '' && ", ''],
    ['const MAX_TYPE_BYTES = 64;', 'const MAX_TYPE_BYTES = 65;'],
  ]),
  ...mutantsOf('src/transactions/credentials/credential-ids.ts', CREDENTIAL_TESTS, [
    [' && isAccepted(credential);', ';'],
    [' && credential.Subject === tx.Account', ''],
    ['ids.length > MAX_CREDENTIALS ||', 'ids.length >= MAX_CREDENTIALS ||'],
    [' || new Set(ids).size !== ids.length', ''],
    ['credential === undefined || !isCredentialExpired(sandbox, credential)', 'credential === undefined'],
    ['    wasExpired = true;\n', ''],
  ]),
  ...mutantsOf(
    'src/transactions/credentials/credential-list.ts',
    [...DOMAIN_TESTS, ...CREDENTIAL_TESTS],
    [
      ['credentials.length > maxLength', 'credentials.length >= maxLength'],
      ['order(a) < order(b) ? -1 : 1', 'order(a) < order(b) ? 1 : -1'],
      [' || seen.has(issuer + credentialType)', ''],
      ['issuer + credentialType;\n  return [...credentials]', 'issuer;\n  return [...credentials]'],
    ],
  ),
  ...mutantsOf('src/transactions/credentials/permissioned-domain.ts', DOMAIN_TESTS, [
    ['isAccepted(credential) && !isCredentialExpired', '!isCredentialExpired'],
    ['isAccepted(credential) && !isCredentialExpired(view, credential)', 'isAccepted(credential)'],
    ['if (domain.Owner === account) return true;\n', ''],
  ]),
  ...mutantsOf(
    'src/transactions/credentials/domain-credentials.ts',
    ['src/transactions/assets/asset-auth.test.ts'],
    [
      ['if (unexpired.some(isAccepted))', 'if (unexpired.length > 0)'],
      ["unexpired.length < credentials.length ? 'tecEXPIRED' : 'tecNO_AUTH'", "'tecNO_AUTH'"],
      ["if (left.some(isAccepted)) return 'tesSUCCESS';", "if (left.length > 0) return 'tesSUCCESS';"],
      ["wasExpired ? 'tecEXPIRED' : 'tecNO_PERMISSION'", "'tecNO_PERMISSION'"],
    ],
  ),
  ...mutantsOf('src/transactions/types/identity/credential-accept.ts', CREDENTIAL_TESTS, [
    ['    adjustOwnerCount(sandbox, issuer, -1);\n', ''],
    ['    adjustOwnerCount(sandbox, subject, 1);\n', ''],
    ["return isAccepted(credential) ? 'tecDUPLICATE' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
    ['coversReserve(fees, subject, balanceBeforeFeeDrops, 1)', 'coversReserve(fees, subject, subject.Balance, 1)'],
    ["return removed === 'tesSUCCESS' ? 'tecEXPIRED' : removed;", 'return removed;'],
    ['    credential.Flags = EntryFlags.Credential.lsfAccepted;\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/identity/credential-create.ts', CREDENTIAL_TESTS, [
    ['if (subject === issuer) credential.Flags = EntryFlags.Credential.lsfAccepted;\n', ''],
    ["if (isCredentialExpired(sandbox, credential)) return 'tecEXPIRED';\n", ''],
    ['coversReserve(fees, root, balanceBeforeFeeDrops, 1)', 'coversReserve(fees, root, root.Balance, 1)'],
    ['credentialKeylet(subject, issuer, tx.CredentialType)', 'credentialKeylet(issuer, subject, tx.CredentialType)'],
    ["return existing === undefined ? 'tesSUCCESS' : 'tecDUPLICATE';", "return 'tesSUCCESS';"],
  ]),
  ...mutantsOf('src/transactions/types/identity/credential-delete.ts', CREDENTIAL_TESTS, [
    ["if (!isParty && !isCredentialExpired(sandbox, credential)) return 'tecNO_PERMISSION';\n", ''],
    ['!isParty && !isCredentialExpired(sandbox, credential)', '!isParty'],
    [' || credential.Issuer === tx.Account', ''],
    ['credential.Subject === tx.Account || ', ''],
  ]),
  ...mutantsOf(
    'src/protocol/tables/entry-types.ts',
    [...CREDENTIAL_TESTS, ...ORACLE_TESTS, 'src/transactions/accounts/owned-entries.test.ts'],
    [["paidOnceFlagged: { flag: 'lsfAccepted', by: 'Subject' },", '']],
  ),
  ...mutantsOf('src/transactions/types/identity/permissioned-domain-set.ts', DOMAIN_TESTS, [
    ["return domain.Owner === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';", "return 'tesSUCCESS';"],
    ['coversReserve(fees, owner, owner.Balance, 1)', 'coversReserve(fees, owner, owner.Balance)'],
    [
      'domain.AcceptedCredentials = sortedCredentialArray(tx.AcceptedCredentials);\n    sandbox',
      'domain.AcceptedCredentials = tx.AcceptedCredentials;\n    sandbox',
    ],
    ['    sandbox.update(domain);\n', ''],
    ["return issuers === 'tesSUCCESS' ? checkDomain(context) : issuers;", 'return checkDomain(context);'],
  ]),
  ...mutantsOf('src/transactions/types/identity/permissioned-domain-delete.ts', DOMAIN_TESTS, [
    ["return domain.Owner === tx.Account ? 'tesSUCCESS' : 'tecNO_PERMISSION';", "return 'tesSUCCESS';"],
  ]),
  ...mutantsOf('src/transactions/types/identity/did-set.ts', DID_TESTS, [
    [" || FIELDS.every((name) => tx[name] === '')", ''],
    ['> 2 * MAX_BYTES', '>= 2 * MAX_BYTES'],
    ["if (value === '') delete did[name];\n    else if", 'if'],
    ["    if (isEmpty(existing)) return 'tecEMPTY_DID';\n", ''],
    ['coversReserve(fees, owner, owner.Balance, 1)', 'coversReserve(fees, owner, owner.Balance)'],
    ['    sandbox.update(existing);\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/oracles/oracle-set.ts', ORACLE_TESTS, [
    ['deltaSeconds > MAX_UPDATE_TIME_DELTA_SECONDS', 'deltaSeconds >= MAX_UPDATE_TIME_DELTA_SECONDS'],
    ['Math.abs(updateTimeSeconds - view.closeTimeSeconds)', 'updateTimeSeconds - view.closeTimeSeconds'],
    ['updateTimeSeconds - view.closeTimeSeconds)', 'updateTimeSeconds - view.parentCloseTimeSeconds)'],
    ['tx.LastUpdateTime <= oracle.LastUpdateTime', 'tx.LastUpdateTime < oracle.LastUpdateTime'],
    ['ownerCountOfPairs(pairs.size) - countedBefore', 'ownerCountOfPairs(pairs.size)'],
    ['adjustOwnerCount(sandbox, owner, change);', ''],
    ['if (pairs.size > MAX_PAIRS)', 'if (pairs.size >= MAX_PAIRS)'],
    ["if (pairs.size === 0) return 'tecARRAY_EMPTY';\n", ''],
    ['tx.PriceDataSeries.length > MAX_PAIRS', 'tx.PriceDataSeries.length >= MAX_PAIRS'],
    [
      "Provider === oracle.Provider && AssetClass === oracle.AssetClass ? 'tesSUCCESS' : 'temMALFORMED'",
      "'tesSUCCESS'",
    ],
    ["if (view.closeTimeSeconds < MAX_UPDATE_TIME_DELTA_SECONDS) return 'tecINTERNAL';\n", ''],
    ['  oracle.LastUpdateTime = tx.LastUpdateTime;\n  oracle.OracleDocumentID', '  oracle.OracleDocumentID'],
  ]),
  ...mutantsOf('src/transactions/types/oracles/price-data.ts', ORACLE_TESTS, [
    ['count > longerThan ? long : usual', 'count >= longerThan ? long : usual'],
    ['(data.Scale ?? 0) > MAX_SCALE', '(data.Scale ?? 0) >= MAX_SCALE'],
    ['data.BaseAsset === data.QuoteAsset || ', ''],
    [' || deleted.has(key)) return', ') return'],
    ["if (data.AssetPrice === undefined && !isUpdate) return 'temMALFORMED';\n", ''],
    ['if (AssetPrice === undefined) pairs.delete(key);\n    else pairs', 'if (AssetPrice !== undefined) pairs'],
    ['pairs.set(pairKey({ BaseAsset, QuoteAsset }), { BaseAsset, QuoteAsset });', ''],
    ['[...pairs].sort(([a], [b]) => (a < b ? -1 : 1))', '[...pairs]'],
    ['for (const key of deleted) if (!present.has(key)) return undefined;\n', ''],
  ]),
  ...mutantsOf(
    'src/transactions/engine/claimed-removals.ts',
    ['src/transactions/engine/claimed-removals.test.ts', ...CREDENTIAL_TESTS],
    [
      ["results: ['tecOVERSIZE', 'tecKILLED']", "results: ['tecKILLED']"],
      ['counts: (before, after) => compareAmounts(before.TakerPays, after.TakerPays) === 0,', ''],
      ['.slice(0, limit)', ''],
      ['limit: 256', 'limit: 257'],
      ['if (before?.LedgerEntryType !== type) return false;\n', ''],
      ["'tecINCOMPLETE', 'tecEXPIRED']", "'tecINCOMPLETE']"],
      ["filter(({ action }) => action === 'erase')", "filter(({ action }) => action !== 'insert')"],
    ],
  ),
  ...mutantsOf(
    'src/rpc/oracles/oracle-prices.ts',
    ['src/rpc/methods/market/get-aggregate-price.test.ts'],
    [
      ['const MAX_TRANSACTIONS = 3;', 'const MAX_TRANSACTIONS = 2;'],
      ['if (NewFields !== undefined && count === 1) return;\n', '', 'the same state once more has no price either'],
      ['        AssetPrice !== undefined &&\n', ''],
      ['data.AssetPrice as bigint, -scale', 'data.AssetPrice as bigint, scale'],
    ],
  ),
];
