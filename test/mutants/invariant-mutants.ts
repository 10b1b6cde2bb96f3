/** Bugs of the invariants, which look at what a transaction did before it counts. */
import { type Mutant, mutantsOf } from './mutant.ts';

const TESTS = ['src/transactions/invariants/check-invariants.test.ts'];

export const INVARIANT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/transactions/invariants/check-invariants.ts', TESTS, [
    ['  [noDropsAppear, About.any],\n', ''],
    ['  [frozenTokensStay, About.RippleState],\n', ''],
    ['if (error instanceof AmountError) return error.name;', 'if (error instanceof AmountError) return undefined;'],
    ['if (before === undefined) done |= About.newAccount;\n', ''],
    ['if (isErased) done |= About.deletedAccount;\n', ''],
    ['if (after.Sequence === 0 || isPseudoAccount(after)) done', 'if (isPseudoAccount(after)) done'],
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
    ["deleted === (rule === 'removes' ? 1 : 0)", "deleted <= (rule === 'removes' ? 1 : 0)"],
    ["if (rule === 'mayRemove') return deleted <= 1;", "if (rule === 'mayRemove') return true;"],
    ['if (!isErased || before === undefined) return true;', 'if (before === undefined) return true;'],
    [', ownerDirKeylet(account), signersKeylet(account)', ', signersKeylet(account)'],
    [', signersKeylet(account), didKeylet(account)]', ', didKeylet(account)]'],
    [', didKeylet(account)]', ']'],
    [' || ownsTokens(view, account)', ''],
    ['isTesSuccess(result) ? accountsRule(transaction) : undefined', 'accountsRule(transaction)'],
    ['if (after.Balance !== 0n || after.OwnerCount !== 0) return false;', 'if (after.Balance !== 0n) return false;'],
  ]),
  ...mutantsOf('src/transactions/invariants/accounts.ts', TESTS, [
    ['return account.Sequence === view.ledgerIndex;', 'return true;'],
    [' && after.Sequence !== 0', ''],
    ['created.length > 1 || !isTesSuccess(result)', '!isTesSuccess(result)'],
    ['created.length > 1 || !isTesSuccess(result)', 'created.length > 1'],
    ["rule === 'makesPseudo' && account.Sequence", 'account.Sequence'],
    [' && account.Sequence === 0 && account.Flags', ' && account.Flags'],
    [' && account.Flags === PSEUDO_ACCOUNT_FLAGS', ''],
    [' || (before !== undefined && before.Sequence !== after.Sequence)', ''],
    ['hasFlag(after, PSEUDO_ACCOUNT_FLAGS) && ', ''],
    [' && after.RegularKey === undefined', ''],
    ['owners !== 1 || ', ''],
  ]),
  ...mutantsOf('src/transactions/invariants/invariant.ts', TESTS, [
    [
      'if (change.before !== undefined && change.before.LedgerEntryType !== type) continue;\n',
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
  ...mutantsOf(
    'src/transactions/invariants/check-invariants.ts',
    [
      ...TESTS,
      'src/transactions/invariants/mpt-issuances.test.ts',
      'src/transactions/invariants/nftoken-pages.test.ts',
      'src/transactions/invariants/permissioned-domains.test.ts',
    ],
    [
      [' | (ABOUT_TRANSACTIONS.get(fields.TransactionType) ?? 0)', ''],
      ['own | account | vault | mpt', 'own | account | vault'],
      [' || (before !== undefined && countsNftokens(before))', ''],
    ],
  ),
  ...mutantsOf('src/transactions/invariants/domain-trades.ts', TESTS, [
    ['offer.DomainID === undefined || offer.AdditionalBooks?.length !== 1', 'offer.DomainID === undefined'],
    ["if ((type !== 'Payment' && type !== 'OfferCreate') || result", "if (type !== 'Payment' || result"],
    ['return !isOtherBook && !isOtherOffer;', 'return !isOtherBook;'],
    ['return !isOtherBook && !isOtherOffer;', 'return !isOtherOffer;'],
    [' && !(isErased && after.DomainID === undefined)', ''],
  ]),
  ...mutantsOf(
    'src/transactions/invariants/escrows.ts',
    [...TESTS, 'src/transactions/invariants/mpt-issuances.test.ts'],
    [
      ['signOfAmount(amount) <= 0 || isBadCurrency(amount)', 'signOfAmount(amount) < 0 || isBadCurrency(amount)'],
      ['return amount < TOTAL_DROPS;', 'return amount <= TOTAL_DROPS;'],
      ['locked <= outstanding', 'locked <= MAX_MPT_VALUE'],
      ['held <= MAX_MPT_VALUE && locked <= MAX_MPT_VALUE', 'held <= MAX_MPT_VALUE'],
      ['&& (before === undefined || holdsSomething(before))', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/invariants/mpt-issuances.ts',
    ['src/transactions/invariants/mpt-issuances.test.ts'],
    [
      ['if (!isTesSuccess(input.result)) return isNothing(counts);\n', ''],
      ['return issuancesMade === 1 && issuancesEnded === 0;', 'return issuancesEnded === 0;'],
      ['return issuancesMade === 0 && issuancesEnded === 1;', 'return issuancesMade === 0;'],
      ['if (holder !== undefined) return keepsIssuances && changed === 0;\n', ''],
      ["rules.includes('mustAuthorize') ? changed === 1 : changed <= 1", 'changed <= 1'],
      [
        "const most = type === 'AMMCreate' ? 2 : type === 'CheckCash' ? 1 : Number.POSITIVE_INFINITY;",
        'const most = Number.POSITIVE_INFINITY;',
      ],
      [
        'if (before !== undefined) return before.ReferenceHolding === after.ReferenceHolding;',
        'if (before !== undefined) return true;',
      ],
      [' || isVault(after.HighLimit.issuer)', ''],
      ['  if (losesToken) return false;\n', ''],
      ['issuerOfMpt(token.MPTokenIssuanceID) === token.Account', 'false'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/invariants/nftoken-pages.ts',
    ['src/transactions/invariants/nftoken-pages.test.ts'],
    [
      ['tokens.length > MAX_TOKENS_PER_PAGE || ', ''],
      ["compareNftokenIds(last, id) >= 0 || uri === ''", 'compareNftokenIds(last, id) >= 0'],
      ['compareNftokenIds(last, id) >= 0', 'compareNftokenIds(last, id) > 0'],
      ['pageDigits(id) >= pageDigits(index)', 'pageDigits(id) > pageDigits(index)'],
      ['pageDigits(id) < lowest || ', '', 'the limit of the page before stands in front of the first token'],
      ['return !isLast || before.PreviousPageMin === undefined', 'return true'],
      ['ownerDigits(lower) === ownerDigits(upper) && ', ''],
      ['isTesSuccess(result) ? change > 0 : change === 0', 'change >= 0'],
      ['return hasGrown(minted) && burned === 0;', 'return hasGrown(minted);'],
      ['return minted === 0 && burned === 0;', 'return minted === 0;'],
      ['(before === undefined || isPageValid(before, isErased)) && ', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/invariants/permissioned-domains.ts',
    ['src/transactions/invariants/permissioned-domains.test.ts'],
    [
      ['if (!isTesSuccess(result)) return domains.length === 0;\n', ''],
      ['if (another !== undefined) return false;\n', ''],
      [' && !domain.isErased && namesAreValid(domain.after)', ' && !domain.isErased'],
      ['names[position - 1]! < name', 'names[position - 1]! <= name'],
      ['AcceptedCredentials.length === 0 || ', ''],
      ['AcceptedCredentials.length > MAX_DOMAIN_CREDENTIALS', 'AcceptedCredentials.length >= MAX_DOMAIN_CREDENTIALS'],
    ],
  ),
];
