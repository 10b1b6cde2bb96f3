/** Bugs of escrows and checks. */
import { type Mutant, mutantsOf } from './mutant.ts';

const ESCROW_TESTS = [
  'src/transactions/types/escrows/escrows.test.ts',
  'src/transactions/types/escrows/token-escrows.test.ts',
  'src/transactions/types/escrows/mpt-escrows.test.ts',
];
const CHECK_TESTS = ['src/transactions/types/checks/checks.test.ts'];

export const ESCROW_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/types/escrows/escrow-create.ts', ESCROW_TESTS, [
    [
      'if (!coversReserve(fees, account, account.Balance, 1)) return',
      'if (!coversReserve(fees, account, account.Balance)) return',
    ],
    ['coversReserve(fees, account, account.Balance - drops, 1)', 'coversReserve(fees, account, account.Balance, 1)'],
    ['CancelAfter <= FinishAfter', 'CancelAfter < FinishAfter'],
    ['    account.Balance -= drops;\n', ''],
    ['  if (rate !== PARITY_RATE) escrow.TransferRate = rate;\n', ''],
  ]),
  ...mutantsOf('src/transactions/types/escrows/escrow-finish.ts', ESCROW_TESTS, [
    ["if (isPast(sandbox, escrow.CancelAfter)) return 'tecNO_PERMISSION';\n", ''],
    ['if (Condition !== escrow.Condition) return false;\n', ''],
    ["if (issuerOf(asset) === destination) return 'tesSUCCESS';\n", ''],
    ['escrow.TransferRate ?? PARITY_RATE', 'PARITY_RATE'],
    ['isReceiverSender: escrow.Destination === tx.Account', 'isReceiverSender: escrow.Account === tx.Account'],
    ['const FULFILLMENT_FEES = 32;', 'const FULFILLMENT_FEES = 33;'],
  ]),
  ...mutantsOf('src/transactions/types/escrows/escrow-cancel.ts', ESCROW_TESTS, [
    ["if (!isPast(sandbox, escrow.CancelAfter)) return 'tecNO_PERMISSION';\n", ''],
    ['isReceiverSender: escrow.Account === tx.Account', 'isReceiverSender: true'],
  ]),
  ...mutantsOf('src/transactions/escrows/escrow.ts', ESCROW_TESTS, [
    ['view.parentCloseTimeSeconds > timeSeconds', 'view.parentCloseTimeSeconds >= timeSeconds'],
    ['  adjustOwnerCount(sandbox, account, -1);\n', ''],
    [
      "  if (isIssued(amount) && !unlist(sandbox, escrow, amount.issuer, escrow.IssuerNode)) return 'tefBAD_LEDGER';\n",
      '',
    ],
  ]),
  ...mutantsOf('src/transactions/escrows/unlock-tokens.ts', ESCROW_TESTS, [
    ['Math.min(lockedRate, transferRate(', 'Math.max(lockedRate, transferRate('],
    ['!isReceiverSender && exceedsLimit', 'exceedsLimit'],
    ['divideByRateRound(amount, rate, true)', 'divideByRateRound(amount, rate, false)'],
    ['net = isIssuer ? amount : ', 'net = ', 'the issuer takes both parts out of circulation'],
  ]),
  ...mutantsOf('src/transactions/escrows/lock-tokens.ts', ESCROW_TESTS, [
    ['for (const account of [owner, destination])', 'for (const account of [owner])'],
    ["return isMpt(amount) || canAdd(held, amount) ? 'tesSUCCESS' : 'tecPRECISION_LOSS'", "return 'tesSUCCESS'"],
    ['signOfIssued(balanceAt(line, sideOf(owner, issuer))) < 0', 'signOfIssued(line.Balance) < 0'],
  ]),
  ...mutantsOf(
    'src/transactions/escrows/crypto-condition.ts',
    ['src/transactions/escrows/crypto-condition.test.ts'],
    [
      ['const MAX_PREIMAGE_BYTES = 128;', 'const MAX_PREIMAGE_BYTES = 129;'],
      ['demanded.cost === preimage.length && ', ''],
      ['return length === 0 ? undefined : {', 'return {'],
      ['(first & HIGH_BIT) !== 0 || ', ''],
    ],
  ),
  ...mutantsOf('src/transactions/types/checks/check-create.ts', CHECK_TESTS, [
    ['{ currency, issuer: Destination }', '{ currency, issuer }'],
    ['coversReserve(fees, account, balanceBeforeFeeDrops, 1)', 'coversReserve(fees, account, account.Balance, 1)'],
  ]),
  ...mutantsOf('src/transactions/types/checks/check-cash.ts', CHECK_TESTS, [
    ['addAmounts(funds, fees.reserveIncrementDrops)', 'funds'],
    ['spendableDrops(sandbox, check.Account, fees, -1)', 'spendableDrops(sandbox, check.Account, fees)'],
    ["if (wanted.issuer === payee) return 'tesSUCCESS';\n", '', 'what is frozen for all, its writer has not got'],
    ['lesserAmount(availableDrops, check.SendMax as bigint)', 'availableDrops'],
  ]),
  ...mutantsOf('src/transactions/checks/cash-tokens.ts', CHECK_TESTS, [
    ['if (after !== undefined) after[limit] = saved;', ''],
    ['issuer > tx.Account ? LOW_SIDE : HIGH_SIDE', 'issuer > tx.Account ? HIGH_SIDE : LOW_SIDE'],
    ['isPartial: tx.DeliverMin !== undefined', 'isPartial: false'],
    ['  deliver(delivered);\n', ''],
  ]),
];
