/** Bugs of the invariants, which look at what a transaction did before it counts. */
import { type Mutant, mutantsOf } from './mutant.ts';

const TESTS = ['src/transactions/invariants/check-invariants.test.ts'];

export const INVARIANT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/invariants/check-invariants.ts', TESTS, [
    ['  noDropsAppear,\n  newAcc', '  newAcc'],
    ['deepFrozenLinesAreFrozen, frozenTokensStay,', 'deepFrozenLinesAreFrozen,'],
    ['if (error instanceof AmountError) return false;', 'if (error instanceof AmountError) return true;'],
    [
      "return result === 'tecINVARIANT_FAILED' ? 'tefINVARIANT_FAILED' : 'tecINVARIANT_FAILED';",
      "return 'tecINVARIANT_FAILED';",
    ],
  ]),
  ...mutantsOf('src/transactions/invariants/drops.ts', TESTS, [
    ['return drops <= 0n && -drops === feeDrops;', 'return drops <= 0n && -drops <= feeDrops;'],
    ['if (!isErased) drops += heldDrops(after);', 'drops += heldDrops(after);'],
    ['(holding.paidOut === undefined ? 0n : dropsIn(fields[holding.paidOut]))', '0n'],
    ['if (before !== undefined) drops -= heldDrops(before);\n', ''],
    [' && feeDrops <= (transaction.fields.Fee as bigint)', ''],
    ['balance >= 0n && balance <= TOTAL_DROPS', 'balance <= TOTAL_DROPS'],
  ]),
  ...mutantsOf('src/transactions/invariants/accounts.ts', TESTS, [
    ['deleted === (isDeletion ? 1 : 0)', 'deleted <= (isDeletion ? 1 : 0)'],
    ['if (!isErased || before === undefined) return true;', 'if (before === undefined) return true;'],
    [', ownerDirKeylet(account), signersKeylet(account)', ', signersKeylet(account)'],
    [', signersKeylet(account), didKeylet(account)]', ', didKeylet(account)]'],
    [', didKeylet(account)]', ']'],
    [' || ownsTokens(view, account)', ''],
    ["'removes' && isTesSuccess(result)", "'removes'"],
    ['if (after.Balance !== 0n || after.OwnerCount !== 0) return false;', 'if (after.Balance !== 0n) return false;'],
  ]),
  ...mutantsOf('src/transactions/invariants/accounts.ts', TESTS, [
    [' && account.Sequence === view.ledgerIndex', ''],
    [' && after.Sequence !== 0', ''],
    ['created.length === 1 && mayMake', 'mayMake'],
    ["'makes' && isTesSuccess(result)", "'makes'"],
    [' && !isPseudoAccount(account)', ''],
    [' || (before !== undefined && before.Sequence !== after.Sequence)', ''],
    ['hasFlag(after, PSEUDO_ACCOUNT_FLAGS) && ', ''],
    [' && after.RegularKey === undefined', ''],
    ['owners !== 1 || ', ''],
  ]),
  ...mutantsOf('src/transactions/invariants/invariant.ts', TESTS, [
    [
      'if (before !== undefined && before.LedgerEntryType !== type) continue;\n',
      '',
      'that an entry turned into another fails an invariant of its own, whatever the others say',
    ],
    ['else ofType.push(change);\n', ''],
  ]),
  ...mutantsOf('src/protocol/tables/entry-types.ts', TESTS, [
    ["holdsDrops: { putIn: 'Amount', paidOut: 'Balance' }", "holdsDrops: { putIn: 'Amount' }"],
  ]),
  ...mutantsOf('src/transactions/invariants/frozen-transfers.ts', TESTS, [
    [
      'const balanceAfter: IssuedQuantity = isErased ? ISSUED_ZERO : after.Balance;',
      'const balanceAfter: IssuedQuantity = after.Balance;',
    ],
    ['isIssuerLow: true, isGain: sign < 0', 'isIssuerLow: true, isGain: sign > 0'],
    ['return !isGain && hasFlag(line', 'return hasFlag(line'],
    ['isIssuerLow ? Line.lsfLowFreeze : Line.lsfHighFreeze', 'isIssuerLow ? Line.lsfHighFreeze : Line.lsfLowFreeze'],
    ['if (hasFlag(issuer, Account.lsfGlobalFreeze)) return true;\n', ''],
  ]),
  ...mutantsOf('src/transactions/invariants/trust-lines.ts', TESTS, [
    ['return !hasFlag(after, lsfHighDeepFreeze) || hasFlag(after, lsfHighFreeze);', 'return true;'],
    ['!isNativeLimit(after.LowLimit) && ', ''],
  ]),
  ...mutantsOf('src/transactions/invariants/clawback.ts', TESTS, [
    ['if (!isTesSuccess(result)) return changedLines === 0 && changedTokens === 0;\n', ''],
    ['holder < issuer ? sign < 0 : sign > 0', 'holder < issuer ? sign > 0 : sign < 0'],
  ]),
  ...mutantsOf('src/transactions/invariants/check-invariants.ts', TESTS, [
    ['if (before !== undefined && before.LedgerEntryType !== after.LedgerEntryType) return false;\n', ''],
  ]),
  ...mutantsOf('src/transactions/invariants/directories.ts', TESTS, [
    ['!isBook(page) || page.ExchangeRate === qualityOfIndex(page.index)', 'true'],
    ["return view.read({ type: 'DirectoryNode', key: page.RootIndex }) !== undefined;", 'return true;'],
  ]),
  ...mutantsOf('src/transactions/invariants/offers.ts', TESTS, [
    [' && !(isNative(pays) && isNative(gets))', ''],
    ['signOfAmount(pays) >= 0 && ', ''],
  ]),
];
