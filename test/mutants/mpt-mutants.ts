/** Bugs of multi-purpose tokens, and of what assets of every kind share: who may hold, pass on and lock them. */
import { type Mutant, mutantsOf } from './mutant.ts';

const TRANSFER_TESTS = ['src/transactions/mpt/mpt-transfer.test.ts', 'src/transactions/mpt/mpt-conservation.test.ts'];
const ESCROW_TESTS = ['src/transactions/mpt/mpt-escrow.test.ts'];
const AUTHORIZE_TESTS = ['src/transactions/types/mpt/mptoken-authorize.test.ts'];
const CREATE_TESTS = [
  'src/transactions/types/mpt/mptoken-issuance-create.test.ts',
  'src/transactions/mpt/mpt-issuance.test.ts',
];
const DESTROY_TESTS = ['src/transactions/types/mpt/mptoken-issuance-destroy.test.ts'];
const SET_TESTS = ['src/transactions/types/mpt/mptoken-issuance-set.test.ts'];
const PAYMENT_TESTS = ['src/transactions/types/payments/mpt-payment.test.ts'];

export const MPT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/mpt/mpt-transfer.ts', TRANSFER_TESTS, [
    ['issuance.OutstandingAmount = outstanding + amount.value;\n', ''],
    ['issuance.OutstandingAmount = outstanding - amount.value;\n', ''],
    ["if (held < value) return 'tecINSUFFICIENT_FUNDS';\n", ''],
    [
      "amount.value > availableAmount(issuance)) return 'tecPATH_DRY'",
      "amount.value >= availableAmount(issuance)) return 'tecPATH_DRY'",
    ],
    ['directSendMpt(sandbox, sender, issuer, cost)', 'directSendMpt(sandbox, sender, issuer, amount)'],
    ['waivesFee ? amount : costOf(sandbox, amount);', 'costOf(sandbox, amount);'],
    ['if (amount.value === 0n || sender === receiver) return', 'if (amount.value === 0n) return'],
    ['if (sender === issuer) available -= amount.value;\n', ''],
    ['if (amount.value === 0n || receiver === sender) continue;', 'if (amount.value === 0n) continue;'],
    ['(waivesFee ? amount : costOf(sandbox, amount)).value', 'amount.value'],
    ['setAmountHeld(token, amountHeld(token) + value);', 'setAmountHeld(token, value);'],
  ]),
  ...mutantsOf(
    'src/transactions/mpt/mpt-issuance.ts',
    [...CREATE_TESTS, ...TRANSFER_TESTS],
    [
      ['PARITY_RATE + transferFeeAsRate', 'transferFeeAsRate'],
      ['return maximumAmount(issuance) - issuance.OutstandingAmount;', 'return maximumAmount(issuance);'],
      ['return MaximumAmount ?? MAX_MPT_VALUE;', 'return MAX_MPT_VALUE;'],
      ['  if (terms.transferFee) issuance.TransferFee = terms.transferFee;\n', ''],
      ['if (terms.assetScale) issuance', 'if (terms.assetScale !== undefined) issuance'],
    ],
  ),
  ...mutantsOf('src/transactions/mpt/mpt-escrow.ts', ESCROW_TESTS, [
    [
      'held < value || !addLocked(token, value) || !addLocked(issuance, value)',
      'held < value || !addLocked(token, value)',
    ],
    ['held < value || !addLocked', '!addLocked'],
    ['setAmountHeld(token, held - value);', ''],
    ['takeOutOfCirculation(issuance, gross.value - net.value)', 'takeOutOfCirculation(issuance, 0n)'],
    ['subtractLocked(token, gross.value)', 'subtractLocked(token, net.value)'],
    ['subtractLocked(issuance, gross.value)', 'subtractLocked(issuance, net.value)'],
    ["if (!takeOutOfCirculation(issuance, net.value)) return 'tecINTERNAL';", ''],
    ['if (locked === value) delete entry.LockedAmount;\n  else entry', 'entry'],
    ['locked === undefined || locked < value', 'locked === undefined'],
  ]),
  ...mutantsOf(
    'src/transactions/mpt/mptoken.ts',
    [...AUTHORIZE_TESTS, ...TRANSFER_TESTS],
    [
      ['const FREE_OWNER_COUNT = 2;', 'const FREE_OWNER_COUNT = 3;'],
      [' && (token.LockedAmount ?? 0n) === 0n', ''],
      ['if (units === 0n) delete token.MPTAmount;\n  else token', 'token'],
      ['token.Flags & ~lsfMPTAuthorized', 'token.Flags'],
      ['isAuthorized ? token.Flags | lsfMPTAuthorized', '!isAuthorized ? token.Flags | lsfMPTAuthorized'],
    ],
  ),
  ...mutantsOf('src/transactions/types/mpt/mptoken-authorize.ts', AUTHORIZE_TESTS, [
    ["if (issuance.Issuer === tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ["return token === undefined ? 'tesSUCCESS' : 'tecDUPLICATE';", "return 'tesSUCCESS';"],
    ["if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ["if (!hasFlag(issuance, EntryFlags.MPTokenIssuance.lsfMPTRequireAuth)) return 'tecNO_AUTH';\n", ''],
    ['isAuthorized: !isRevoked', 'isAuthorized: isRevoked'],
    ["return isPseudoAccount(root) ? 'tecNO_PERMISSION' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
    ["hasFlag(token, EntryFlags.MPToken.lsfMPTLocked) ? 'tecNO_PERMISSION' : 'tesSUCCESS'", "'tesSUCCESS'"],
    ['balanceDrops: balanceBeforeFeeDrops', 'balanceDrops: balanceBeforeFeeDrops - (tx.Fee as bigint)'],
  ]),
  ...mutantsOf('src/transactions/types/mpt/mptoken-issuance-create.ts', CREATE_TESTS, [
    ['fee > MAX_TRANSFER_FEE', 'fee >= MAX_TRANSFER_FEE'],
    ['fee > 0 && !hasFlag(tx, tfMPTCanTransfer)', '!hasFlag(tx, tfMPTCanTransfer)'],
    [' || !hasFlag(tx, tfMPTRequireAuth)', ''],
    ['maximum === 0n || ', ''],
    ['(maximum ?? 0n) > MAX_MPT_VALUE', '(maximum ?? 0n) >= MAX_MPT_VALUE'],
    ['> 2 * MAX_METADATA_BYTES', '>= 2 * MAX_METADATA_BYTES'],
    ['coversReserve(fees, issuer, balanceBeforeFeeDrops, 1)', 'coversReserve(fees, issuer, issuer.Balance, 1)'],
  ]),
  ...mutantsOf('src/transactions/types/mpt/mptoken-issuance-destroy.ts', DESTROY_TESTS, [
    ["if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ['issuance.OutstandingAmount !== 0n || ', ''],
  ]),
  ...mutantsOf('src/transactions/types/mpt/mptoken-issuance-set.ts', SET_TESTS, [
    ["if (locks && !hasFlag(issuance, Bits.lsfMPTCanLock)) return 'tecNO_PERMISSION';\n", ''],
    ["if (issuance.Issuer !== tx.Account) return 'tecNO_PERMISSION';\n", ''],
    ["if (!hasFlag(issuance, Bits.lsfMPTRequireAuth)) return 'tecNO_PERMISSION';\n", ''],
    ['if (tx.DomainID === ZERO_HASH) delete issuance.DomainID;\n  else if', 'if'],
    ['flags & ~Bits.lsfMPTLocked', 'flags'],
    ["if (hasFlag(tx, tfMPTLock) && hasFlag(tx, tfMPTUnlock)) return 'temINVALID_FLAG';\n", ''],
    ["if (tx.DomainID !== undefined && tx.Holder !== undefined) return 'temMALFORMED';\n", ''],
  ]),
  ...mutantsOf('src/transactions/types/payments/mpt-payment.ts', PAYMENT_TESTS, [
    ['isBetweenHolders && isAnyFrozen', 'isAnyFrozen'],
    ['[tx.Account, tx.Destination], amount)) return', '[tx.Account], amount)) return'],
    ['isBetweenHolders ? mptTransferRate(sandbox, amount.mptIssuanceId) : PARITY_RATE', 'PARITY_RATE'],
    ["if (sent === 'tecINSUFFICIENT_FUNDS' || sent === 'tecPATH_DRY') return 'tecPATH_PARTIAL';\n", ''],
    [' && delivered.value !== amount.value) context', ') context'],
    ['for (const holder of [tx.Account, tx.Destination])', 'for (const holder of [tx.Account])'],
    ["transferable === 'tesSUCCESS' ? verifyDepositPreauth(sandbox, tx, destination) : transferable", 'transferable'],
    ['if (!hasFlag(tx, TransactionFlags.Payment.tfPartialPayment)) return undefined;\n', ''],
    ['divideByRate(limit, rate) as MptAmount', 'limit as MptAmount'],
    ['compareAmounts(delivered, minimum) < 0', 'compareAmounts(delivered, minimum) <= 0'],
    ['compareAmounts(multiplyByRate(amount, rate), limit) <= 0', 'compareAmounts(amount, limit) <= 0'],
  ]),
  ...mutantsOf(
    'src/transactions/assets/asset-auth.ts',
    ['src/transactions/assets/asset-auth.test.ts'],
    [
      ["if (issuance.Issuer === account) return 'tesSUCCESS';\n  const underlying", 'const underlying'],
      ["if (token === undefined && authType !== 'weak') return 'tecNO_AUTH';\n", ''],
      ["if (member === 'tesSUCCESS' || token === undefined) return member;", 'return member;'],
      ["if (root !== undefined && isPseudoAccount(root)) return 'tesSUCCESS';\n", ''],
      ["    if (permitted !== 'tesSUCCESS') return permitted;\n", ''],
      ["member === 'tecEXPIRED' ? 'tecEXPIRED' : 'tecNO_AUTH'", "'tecNO_AUTH'"],
      ["token === undefined ? openHolding(sandbox, issuanceId, account, reserve) : 'tesSUCCESS'", "'tesSUCCESS'"],
    ],
  ),
  ...mutantsOf(
    'src/transactions/assets/asset-freeze.ts',
    ['src/transactions/assets/asset-freeze.test.ts'],
    [
      ['if (isGloballyFrozen(view, asset)) return true;\n', ''],
      ['isAnyFrozen(view, [issuance!.Issuer, account], underlying)', 'isAnyFrozen(view, [account], underlying)'],
      ["return isMptAsset(asset) ? 'tecLOCKED' : 'tecFROZEN';", "return 'tecFROZEN';"],
      ['if (isMptAsset(asset)) return isFrozen(view, account, asset);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/assets/asset-funds.ts',
    ['src/transactions/assets/asset-funds.test.ts'],
    [
      ['(terms.zeroIfFrozen && isFrozen(view, account, asset))', 'false'],
      ['terms.zeroIfUnauthorized && requireAuth', 'requireAuth'],
      ['terms.zeroIfFrozen && !mayPassOn(view, account, token)', 'false'],
      ['value: issuance === undefined ? 0n : availableAmount(issuance)', 'value: 0n'],
      ['oppositeSide(sideOf(account, issuer)).limit', 'sideOf(account, issuer).limit'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/assets/asset-transferability.ts',
    ['src/transactions/assets/asset-transferability.test.ts'],
    [
      ['from === issuance.Issuer || to === issuance.Issuer', 'from === issuance.Issuer'],
      ['waivesMptCanTransfer || from', 'from'],
      ["if (!hasFlag(issuance, lsfMPTCanTrade)) return 'tecNO_PERMISSION';\n", ''],
      ["underlying === undefined ? 'tesSUCCESS' : canTransfer(view, underlying, from, to)", "'tesSUCCESS'"],
    ],
  ),
  ...mutantsOf(
    'src/transactions/assets/asset-holding.ts',
    ['src/transactions/assets/asset-holding.test.ts'],
    [
      ["hasFlag(issuance, IssuanceBits.lsfMPTCanTransfer) ? 'tesSUCCESS' : 'tecNO_AUTH'", "'tesSUCCESS'"],
      ["hasFlag(issuer, AccountBits.lsfDefaultRipple) ? 'tesSUCCESS' : 'terNO_RIPPLE'", "'tesSUCCESS'"],
      [' || hasFlag(issuance, IssuanceBits.lsfMPTLocked)', ''],
      [
        "isEmptyHolding(token) ? closeHolding(sandbox, issuanceId, account) : 'tecHAS_OBLIGATIONS'",
        'closeHolding(sandbox, issuanceId, account)',
      ],
    ],
  ),
];
