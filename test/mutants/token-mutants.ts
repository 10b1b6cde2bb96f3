/** Bugs of tokens: trust lines and their reserves, authorization, freezes, and the ways of payments over them. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const TOKEN_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/transactions/types/tokens/trust-set.ts',
    ['src/transactions/types/tokens/trust-set.test.ts'],
    [
      ["if (hasFlag(tx, Tf.tfSetfAuth) && !hasFlag(account, Bits.lsfRequireAuth)) return 'tefNO_AUTH_REQUIRED';\n", ''],
      ['hasFlag(tx, Tf.tfSetNoRipple) && !hasFlag(tx, Tf.tfClearNoRipple)', 'hasFlag(tx, Tf.tfSetNoRipple)'],
      ['signOfIssued(limitOf(tx)) === 0 && keepsQuality && !hasFlag', 'signOfIssued(limitOf(tx)) === 0 && !hasFlag'],
      ["if (peer === tx.Account) return 'temDST_IS_SRC';\n", ''],
      ['refusesLines && !hasLine(view, tx)', 'refusesLines'],
      ['limit: { ...limit, issuer: tx.Account }', 'limit'],
      ["if (signOfAmount(limit) < 0) return 'temBAD_LIMIT';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/tokens/trust-set-change.ts',
    ['src/transactions/types/tokens/trust-set.test.ts'],
    [
      ['ownerCount < FREE_OBJECTS ||', 'ownerCount <= FREE_OBJECTS ||'],
      ['accountReserve(fees, ownerCount + 1)', 'accountReserve(fees, ownerCount)'],
      ['if (hasFlag(tx, Tf.tfSetfAuth)) line.Flags |= own.auth;\n', ''],
      ["if (signOfIssued(balanceAt(line, own)) < 0) return 'tecNO_PERMISSION';\n", ''],
      ['if (needsReserve === isReserved) return false;', 'if (needsReserve === isReserved) return needsReserve;'],
      ['  line.Flags ^= side.reserve;\n', ''],
      ['signOfIssued(balanceAt(line, side)) > 0', 'signOfIssued(balanceAt(line, side)) !== 0'],
      ['if (isDefault) return deleteTrustLine(sandbox, line);\n', ''],
      ["if (needsMoreReserve && !isAffordable) return 'tecINSUF_RESERVE_LINE';\n", ''],
      ['side === own ? account : peerAccount', 'account'],
      ['hasFlag(line, side.freeze) ||\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/tokens/trust-set-freeze.ts',
    ['src/transactions/types/tokens/trust-set.test.ts'],
    [
      ["if (sets && hasFlag(account, EntryFlags.AccountRoot.lsfNoFreeze)) return 'tecNO_PERMISSION';\n", ''],
      ["if (sets && clears) return 'tecNO_PERMISSION';\n", ''],
      ['return switched(frozen, own.deepFreeze', 'return switched(flags, own.deepFreeze'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/trust-lines/trust-line.ts',
    ['src/transactions/types/tokens/trust-set.test.ts', 'src/transactions/trust-lines/token-transfer.test.ts'],
    [
      ['own.isHigh ? [peer, owner.Account] : [owner.Account, peer]', '[owner.Account, peer]'],
      ['if (!hasFlag(peerAccount, EntryFlags.AccountRoot.lsfDefaultRipple)) line.Flags |= other.noRipple;\n', ''],
      ['  adjustOwnerCount(sandbox, owner, 1);\n', ''],
      ['    [line.HighLimit.issuer, line.HighNode],\n', ''],
      ['  line.HighNode = highNode;\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/trust-lines/trust-line-freeze.ts',
    ['src/transactions/trust-lines/account-funds.test.ts'],
    [
      ['sideOf(issuer, account).freeze', 'sideOf(account, issuer).freeze'],
      ['hasFlag(line, LOW_SIDE.deepFreeze) || ', ''],
      ['isGloballyFrozen(view, token.issuer) || ', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/trust-lines/trust-line-auth.ts',
    [
      'src/transactions/trust-lines/account-funds.test.ts',
      'src/transactions/trust-lines/token-transfer.test.ts',
      'src/transactions/types/payments/pay-tokens.test.ts',
    ],
    [
      ["hasFlag(line, sideOf(issuer, account).auth) ? 'tesSUCCESS' : 'tecNO_AUTH'", "'tesSUCCESS'"],
      ['sideOf(issuer, account).auth', 'sideOf(account, issuer).auth'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/trust-lines/token-transfer.ts',
    ['src/transactions/trust-lines/token-transfer.test.ts'],
    [
      [
        'signOfIssued(before) > 0 && signOfIssued(after) <= 0 && releaseSettledSide',
        'signOfIssued(after) <= 0 && releaseSettledSide',
      ],
      [' && !hasFlag(line, oppositeSide(side).reserve)', ''],
      ['const cost = waivesFee ? amount', 'const cost = !waivesFee ? amount'],
      ['recordCredit(sandbox, sender, receiver, amount, before);\n', ''],
      ['if (from.Balance < drops) return', 'if (from.Balance <= drops) return'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/flow/direct-step.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts'],
    [
      [
        'wanted = mulRatioIssued(out as IssuedAmount, PARITY_RATE, prices.destinationIn, true)',
        'wanted = mulRatioIssued(out as IssuedAmount, PARITY_RATE, prices.destinationIn, false)',
      ],
      [
        'Math.max(this.#previous.lineQualityIn(view), this.#lineQualityOut(view))',
        'Math.min(this.#previous.lineQualityIn(view), this.#lineQualityOut(view))',
      ],
      [
        "sourceOut: previous === 'redeems' ? transferRate(view, this.lineSource) : PARITY_RATE",
        'sourceOut: transferRate(view, this.lineSource)',
      ],
      ['destinationIn: this.#isLast ? Math.min(qualityIn, PARITY_RATE) : qualityIn', 'destinationIn: qualityIn'],
      [
        "debt === 'redeems' ? this.#destination : this.lineSource",
        'this.lineSource',
        'a line is found by its two accounts, whichever of them is named as the issuer',
      ],
      ['limit: addIssued(withoutIssue(limit), redeemable)', 'limit: withoutIssue(limit)'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/flow/direct-step-check.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts', 'src/transactions/flow/strand-builder.test.ts'],
    [
      ["if (needsAuth && signOfIssued(line.Balance) === 0) return 'terNO_AUTH';\n", ''],
      ['if (!(isFirst && isLast)) {', 'if (!(isFirst || isLast)) {'],
      ["if (rippling !== 'tesSUCCESS') return rippling;\n", ''],
      ["if (seenSources.has(sourceKey)) return 'temBAD_PATH_LOOP';\n", ''],
      ['  seenDestinations.add(destinationKey);\n', ''],
      [
        "compareIssued(held, line[peer.limit]) >= 0 ? 'tecPATH_DRY'",
        "compareIssued(held, line[peer.limit]) > 0 ? 'tecPATH_DRY'",
      ],
    ],
  ),
  ...mutantsOf(
    'src/transactions/flow/step-checks.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts', 'src/transactions/flow/strand-builder.test.ts'],
    [
      [
        'hasFlag(into, sideOf(through, from).noRipple) && hasFlag(out',
        'hasFlag(into, sideOf(through, from).noRipple) || hasFlag(out',
      ],
      ['hasFlag(line, sideOf(destination, source).freeze)', 'hasFlag(line, sideOf(source, destination).freeze)'],
      [
        "if (account !== undefined && hasFlag(account, EntryFlags.AccountRoot.lsfGlobalFreeze)) return 'terNO_LINE';\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'src/transactions/flow/flow.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts'],
    [
      ["if (missed < 0 && !isPartial && crossing !== 'sell') return 'tecPATH_PARTIAL';\n", ''],
      ['this.#left = sendMax === undefined ? undefined : subtractAmounts(sendMax, this.#ins.total);\n', ''],
      ['this.#missing = subtractAmounts(this.#request.deliver, this.#outs.total);\n', ''],
      ['if (!isGoodEnough(qualityOf(best), limitQuality, isAdjusted)) continue;\n', ''],
      ["if (missed < 0 && isPartial && signOfAmount(this.#outs.total) === 0) return 'tecPATH_DRY';\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/flow/active-strands.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts'],
    [['compareQuality(b.quality, a.quality)', 'compareQuality(a.quality, b.quality)']],
  ),
  ...mutantsOf(
    'src/transactions/flow/strand-flow.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts'],
    [
      ['compareAmounts(maxIn, moved.in) < 0', 'compareAmounts(maxIn, moved.in) > 0'],
      ['      run = { sandbox: new PaymentSandbox(base), untouched, staleOffers };\n', ''],
      ['strand.slice(limitingStep + 1)', 'strand.slice(limitingStep)'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/payments/pay-tokens.ts',
    ['src/transactions/types/payments/pay-tokens.test.ts'],
    [
      ["return isTer(delivered) ? 'tecPATH_DRY' : delivered;", 'return delivered;'],
      ['compareAmounts(delivered, tx.DeliverMin) < 0', 'compareAmounts(delivered, tx.DeliverMin) <= 0'],
      ['  context.deliver(delivered);\n', ''],
      ['usesDefaultPath: !hasFlag(tx, tfNoRippleDirect)', 'usesDefaultPath: true'],
      ['hasFlag(tx, tfLimitQuality) ? qualityOf({ in: sendMax, out: tx.Amount }) : undefined', 'undefined'],
    ],
  ),
];
