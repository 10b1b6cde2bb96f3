/** Bugs of offers and order books: how they are placed, found, crossed, taken, limited and removed. */
import { type Mutant, mutantsOf } from './mutant.ts';

const TAKE_TESTS = [
  'src/transactions/flow/book-take.test.ts',
  'src/transactions/types/offers/cross-offers.test.ts',
  'src/transactions/flow/pay-through-books.test.ts',
  'test/order-book/order-book.test.ts',
];
const STREAM_TESTS = ['src/transactions/flow/offer-stream.test.ts', ...TAKE_TESTS.slice(1)];
const CREATE_TESTS = [
  'src/transactions/types/offers/offer-create.test.ts',
  'src/transactions/types/offers/cross-offers.test.ts',
];

export const OFFER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/ledger/has-expired.ts',
    ['src/ledger/has-expired.test.ts'],
    [
      ['view.parentCloseTimeSeconds >= expirationSeconds', 'view.parentCloseTimeSeconds > expirationSeconds'],
      ['view.parentCloseTimeSeconds >= expirationSeconds', 'view.closeTimeSeconds >= expirationSeconds'],
    ],
  ),
  ...mutantsOf('src/transactions/flow/offer-stream.ts', STREAM_TESTS, [
    ['if (this.#count >= MAX_OFFERS) return undefined;', 'if (this.#count > MAX_OFFERS) return undefined;'],
    ['      this.#count++;\n', ''],
    ['if (hasExpired(this.#sandbox, entry.Expiration)) return true;\n', ''],
    [
      'if (signOfAmount(pays) <= 0 || signOfAmount(gets) <= 0) return true;',
      'if (signOfAmount(pays) <= 0) return true;',
    ],
    ['if (isIssued(pays) && isDeeplyFrozen(this.#sandbox, owner, pays)) return true;\n', ''],
    ['return domain !== undefined && !isOfferInDomain(this.#sandbox, entry, domain);', 'return false;'],
    ['signOfAmount(funds) > 0 && !this.#isTooSmall(entry, funds)', 'signOfAmount(funds) > 0'],
    ['signOfAmount(funds) > 0 && !this', '!this'],
    ['isIssuer ? undefined : funds', 'funds'],
    [
      'if (compareAmounts(fundsOf(this.#untouched, entry, this.#fees), funds) === 0) this.discard(entry.index);',
      'this.discard(entry.index);',
    ],
    ['if (compareAmounts(fundsOf(this.#untouched, entry, this.#fees), funds) === 0) this.discard(entry.index);', ''],
    [
      'compareIssued(TakerPays, TakerGets) >= 0) return false;',
      'compareIssued(TakerPays, TakerGets) >= 0) return true;',
    ],
    ['owner !== TakerGets.issuer && compareAmounts', 'compareAmounts', 'an issuer has as much as it offers'],
    ['funds, false) : amounts', 'funds, true) : amounts', 'what rounds to nothing is too dear at a drop as well'],
    [' && compareQuality(qualityOf(left), this.#tip.quality) < 0', ''],
    [
      'compareQuality(qualityOf(left), this.#tip.quality) < 0',
      'compareQuality(qualityOf(left), this.#tip.quality) > 0',
    ],
    ['for (const view of [this.#sandbox, this.#untouched])', 'for (const view of [this.#sandbox])'],
  ]),
  ...mutantsOf('src/transactions/flow/book-tip.ts', STREAM_TESTS, [
    ['if (this.#entry !== undefined) removeOffer(this.#sandbox, this.#entry);\n', ''],
    ['    directory = view.nextKey(directory, end);\n', '    return undefined;\n'],
  ]),
  ...mutantsOf('src/transactions/flow/book-offer.ts', TAKE_TESTS, [
    ['ceilInStrict(this.quality, amounts, limit, false)', 'ceilInStrict(this.quality, amounts, limit, true)'],
    [
      'limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement {\n    return ceilOutStrict(this.quality, amounts, limit, roundUp)',
      'limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement {\n    return ceilOutStrict(this.quality, amounts, limit, !roundUp)',
    ],
    [
      'signOfAmount(this.#amounts.in) <= 0 || signOfAmount(this.#amounts.out) <= 0',
      'signOfAmount(this.#amounts.out) <= 0',
    ],
    ['    sandbox.update(this.#entry);\n', ''],
    ['    this.#entry.TakerGets = likeAmount(this.#entry.TakerGets, this.#amounts.out);\n', ''],
  ]),
  ...mutantsOf('src/transactions/flow/offer-taking.ts', TAKE_TESTS, [
    ['const cost = atRate(amounts.out, rates.out, false);', 'const cost = amounts.out;'],
    ['ownerFunds === undefined || compareAmounts(ownerFunds, cost) >= 0', 'ownerFunds === undefined'],
    ['const out = withoutRate(ownerFunds, rates.out);', 'const out = ownerFunds;'],
    ['offer.limitOut(amounts, out, false)', 'offer.limitOut(amounts, out, true)'],
    ['offer.limitIn(taking.offer, withoutRate(limit, rates.in))', 'offer.limitIn(taking.offer, limit)'],
    ['offer.limitOut(taking.offer, limit, true)', 'offer.limitOut(taking.offer, limit, false)'],
    [
      'step: { in: atRate(limited.in, rates.in, true), out: limit }',
      'step: { in: atRate(limited.in, rates.in, false), out: limit }',
    ],
    ['ownerGives: atRate(limit, rates.out, false)', 'ownerGives: limit'],
    ['ownerGives: atRate(limited.out, rates.out, false)', 'ownerGives: limited.out'],
    ['scale(amount, PARITY_RATE, rate, false)', 'scale(amount, PARITY_RATE, rate, true)'],
  ]),
  ...mutantsOf('src/transactions/flow/book-take.ts', TAKE_TESTS, [
    ['this.#missing = subtractAmounts(this.#wanted, this.#outs.total);\n', ''],
    ['if (signOfAmount(this.#missing) <= 0) return false;\n', ''],
    ['compareAmounts(whole.step.out, this.#missing) <= 0', 'compareAmounts(whole.step.out, this.#missing) < 0'],
    ['    // Rounding may have used it up all the same.\n    return offer.isConsumed;', '    return false;'],
    ['out: sign === 0 ? this.#wanted : this.#outs.total', 'out: this.#outs.total'],
    ['return takesWhole || offer.isConsumed;', 'return takesWhole;'],
    ['in: takesWhole ? this.#ins.total : this.#given', 'in: this.#ins.total'],
    ['const taking = this.#withinReverse(offer, whole, part, rates);', 'const taking = part;'],
    [
      'if (compareAmounts(reversed.step.in, this.#left) !== 0) {',
      'if (compareAmounts(reversed.step.in, this.#left) === 0) {',
    ],
    [
      'sendOrFail(offer.send(sandbox, owner, issuerOf(book.out), amountOf(book.out, taking.ownerGives)))',
      'sendOrFail(offer.send(sandbox, owner, issuerOf(book.out), amountOf(book.out, taking.offer.out)))',
    ],
    ["if (result !== 'tesSUCCESS') throw new StrandError(result);\n", ''],
    ['  offer.consume(sandbox, taking.offer);\n', ''],
  ]),
  ...mutantsOf(
    'src/transactions/flow/book-terms.ts',
    ['src/transactions/flow/book-terms.test.ts', ...TAKE_TESTS],
    [
      ['compareQuality(quality, limit) >= 0', 'compareQuality(quality, limit) > 0'],
      [
        'return isDefaultPath && isGoodEnough(quality) && ends.source === owner && ends.destination === owner;',
        'return false;',
      ],
      ['isDefaultPath && isGoodEnough(quality) && ends', 'isGoodEnough(quality) && ends'],
      ['isDefaultPath && isGoodEnough(quality) && ends', 'isDefaultPath && ends'],
      ['return !isDefaultPath || isGoodEnough(quality);', 'return true;'],
      ['return !isDefaultPath || isGoodEnough(quality);', 'return isGoodEnough(quality);'],
      ['previous?.lineSource === owner ? PARITY_RATE : rates.in', 'rates.in'],
      ['previous?.book !== undefined && owner === ends.destination ? PARITY_RATE : rates.out', 'rates.out'],
      ['composedQuality(qualityOf({ in: BigInt(rates.in), out: BigInt(rates.out) }), quality)', 'quality'],
    ],
  ),
  ...mutantsOf('src/transactions/flow/book-step.ts', TAKE_TESTS, [
    ['if (offer.quality !== taking.quality) return false;\n', ''],
    ['this.#terms.crossesItself(offer) || !this.#mayReceive(run.untouched, offer)', 'this.#terms.crossesItself(offer)'],
    ['if (offer.key !== undefined) offers.discard(offer.key);\n', ''],
    ['      if (!taking.isAttempted) taking.quality = undefined;\n', ''],
    ['if (!this.#terms.accepts(offer.quality)) return false;\n', ''],
    ['    taking.isAttempted = true;\n', ''],
    ['for (const key of offers.staleOffers) run.staleOffers.add(key);\n', ''],
    ['if (offers.count >= MAX_OFFERS) this.#isExhausted = true;\n', ''],
    [
      "in: previous === 'redeems' ? this.#rateOf(view, this.book.in) : PARITY_RATE",
      'in: this.#rateOf(view, this.book.in)',
    ],
    [
      'out: this.#ownerPaysTransferFee ? this.#rateOf(view, this.book.out) : PARITY_RATE',
      'out: this.#rateOf(view, this.book.out)',
    ],
    ['out: this.#ownerPaysTransferFee ? this.#rateOf(view, this.book.out) : PARITY_RATE', 'out: PARITY_RATE'],
    ['isNativeIssue(issue) || issuer === this.#destination ? PARITY_RATE', 'isNativeIssue(issue) ? PARITY_RATE'],
    ["this.#ownerPaysTransferFee ? 'issues' : 'redeems'", "'redeems'"],
    ['{ takerPays: into, takerGets: out, domain }', '{ takerPays: into, takerGets: out }'],
  ]),
  ...mutantsOf(
    'src/transactions/flow/book-step-check.ts',
    ['src/transactions/flow/strand-builder.test.ts', 'src/transactions/flow/pay-through-books.test.ts'],
    [
      ['  seenBookOuts.add(outKey);\n', ''],
      ['seenBookOuts.has(outKey) || seenSources.has(outKey) || ', 'seenBookOuts.has(outKey) || '],
      ["if (!issuerExists(view, into) || !issuerExists(view, out)) return 'tecNO_ISSUER';\n", ''],
      ["if (hasFlag(line, sideOf(issuer, previous.lineSource).noRipple)) return 'terNO_RIPPLE';\n", ''],
      ['sideOf(issuer, previous.lineSource).noRipple', 'sideOf(previous.lineSource, issuer).noRipple'],
      ['issueKey(into) === outKey || !isConsistent', '!isConsistent'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/offers/cross-offers.ts',
    [...TAKE_TESTS.slice(1, 3), CREATE_TESTS[0]!],
    [
      ["if (signOfAmount(funds) <= 0) return 'tecUNFUNDED_OFFER';\n", ''],
      ['isIssued(trade.in) && trade.in.issuer !== tx.Account ? transferRate', 'isIssued(trade.in) ? transferRate'],
      ['hasFlag(tx, Tf.tfPassive) ? price - 1n : price', 'price'],
      ['hasFlag(tx, Tf.tfPassive) ? price - 1n : price', 'hasFlag(tx, Tf.tfPassive) ? price + 1n : price'],
      ['compareAmounts(cost, funds) > 0 ? funds : cost', 'cost'],
      ['      removeOfferIfThere(sandbox, offerById(key));\n', ''],
      ['      removeOfferIfThere(cleanup, offerById(key));\n', ''],
      ['if (signOfAmount(left) <= 0) return { in: nothing(trade.in), out: nothing(trade.out) };\n', ''],
      ['isBridged ? [[{ currency: XRP_CURRENCY }]] : []', '[]'],
      ['ownerPaysTransferFee: true', 'ownerPaysTransferFee: false'],
      ['isPartial: !hasFlag(tx, Tf.tfFillOrKill)', 'isPartial: true'],
      ["crossing: isSell ? 'sell' : 'buy'", "crossing: 'buy'"],
      ['isSell ? mostOf(get) : get', 'get'],
      ['divideByRateRound(likeAmount(trade.in, spent), feeRate, true)', 'likeAmount(trade.in, spent)'],
      [
        'divideByRateRound(likeAmount(trade.in, spent), feeRate, true)',
        'divideByRateRound(likeAmount(trade.in, spent), feeRate, false)',
      ],
      ['assetOf(trade.out), false)', 'assetOf(trade.out), true)'],
      ['assetOf(trade.in), true)', 'assetOf(trade.in), false)'],
      ['    domain: tx.DomainID,\n', ''],
      [
        'return hasFlag(tx, Tf.tfSell) ? restOfSale(trade, outcome, feeRate) : restOfPurchase(trade, outcome);',
        'return restOfPurchase(trade, outcome);',
      ],
    ],
  ),
  ...mutantsOf('src/transactions/offers/offer-entry.ts', CREATE_TESTS, [
    ['  if (offer.expiration !== undefined) entry.Expiration = offer.expiration;\n', ''],
    ['  if (offer.domain !== undefined) entry.DomainID = offer.domain;\n', ''],
    ['listInBook(sandbox, offer, undefined, entry.index)', 'listInBook(sandbox, offer, offer.domain, entry.index)'],
    ['if ((offer.flags & EntryFlags.Offer.lsfHybrid) !== 0) {', 'if (offer.domain !== undefined) {'],
    ["if (open === undefined) return 'tecDIR_FULL';", ''],
    ['    if (domain !== undefined) page.DomainID = domain;\n', ''],
    ['    page.ExchangeRate = quality;\n', ''],
    [
      'directoryAppend(sandbox, directory, key, describeBookPage(offer, domain))',
      'directoryAppend(sandbox, directory, key, describeBookPage(offer, offer.domain))',
    ],
  ]),
  ...mutantsOf('src/transactions/offers/offer-entry.ts', STREAM_TESTS, [
    [' && offer.AdditionalBooks?.length !== 1) return false', ') return false'],
    ['return isInDomain(view, offer.Account, domainId);', 'return true;'],
  ]),
  ...mutantsOf('src/transactions/types/offers/offer-create.ts', CREATE_TESTS, [
    ['Math.min(tickSizeOf(view, offer.in), tickSizeOf(view, offer.out))', 'tickSizeOf(view, offer.in)'],
    [
      'Math.min(tickSizeOf(view, offer.in), tickSizeOf(view, offer.out))',
      'Math.max(tickSizeOf(view, offer.in), tickSizeOf(view, offer.out))',
    ],
    ['if (isSell) return', 'if (!isSell) return'],
  ]),
  ...mutantsOf(
    'src/protocol/amounts/quality.ts',
    ['src/protocol/amounts/quality.test.ts'],
    [
      ['const raised = (quality & MANTISSA_MASK) + tick - 1n;', 'const raised = quality & MANTISSA_MASK;'],
      ['compareAmounts(into, amounts.in) > 0 ? amounts.in : into', 'into'],
      ['compareAmounts(out, amounts.out) > 0 ? amounts.out : out', 'out'],
    ],
  ),
  ...mutantsOf('src/transactions/types/offers/offer-create.ts', CREATE_TESTS, [
    ["(result === 'tecKILLED' ? cleanup : work).applyTo", 'work.applyTo'],
    ["if (hasExpired(work, tx.Expiration)) return 'tecEXPIRED';\n", '', 'preclaim has looked at the same time'],
    ["return isCrossed ? 'tesSUCCESS' : 'tecKILLED';", "return 'tesSUCCESS';"],
    ["if (hasFlag(tx, Tf.tfFillOrKill)) return 'tecKILLED';\n", ''],
    [
      "if (!coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return isCrossed ? 'tesSUCCESS' : 'tecINSUF_RESERVE_OFFER';\n",
      '',
    ],
    [
      "balanceBeforeFeeDrops, 1)) return isCrossed ? 'tesSUCCESS' : 'tecINSUF_RESERVE_OFFER'",
      "balanceBeforeFeeDrops, 1)) return 'tecINSUF_RESERVE_OFFER'",
    ],
    ['quality: qualityOf(offer),', 'quality: qualityOf(rest),'],
    ['if (isZeroAmount(offer.in) || isZeroAmount(offer.out)) return', 'if (isZeroAmount(offer.in)) return'],
    ['if (isZeroAmount(crossing.in) || isZeroAmount(crossing.out)) return', 'if (isZeroAmount(crossing.out)) return'],
    ["if (error instanceof AmountError) return 'tefEXCEPTION';\n", ''],
    ['if (hasFlag(tx, Tf.tfSell)) flags |= Lsf.lsfSell;\n', ''],
    ['  const cancelled = cancelOther(work, tx);\n', "  const cancelled: Ter = 'tesSUCCESS';\n"],
  ]),
  ...mutantsOf('src/transactions/types/offers/offer-claim.ts', CREATE_TESTS, [
    ["if (signOfAmount(accountFunds(view, tx.Account, gets, fees)) <= 0) return 'tecUNFUNDED_OFFER';\n", ''],
    ['account.Sequence <= tx.OfferSequence', 'account.Sequence < tx.OfferSequence'],
    ["if (issuer === tx.Account) return 'tesSUCCESS';\n", ''],
    ['sideOf(issuer, tx.Account).auth', 'sideOf(tx.Account, issuer).auth'],
    ["flags.retry ? 'terNO_AUTH' : 'tecNO_AUTH'", "'tecNO_AUTH'"],
    ["isDeeplyFrozen(view, tx.Account, token) ? 'tecFROZEN' : 'tesSUCCESS'", "'tesSUCCESS'"],
    ["return isOutside ? 'tecNO_PERMISSION' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
    ['[pays, gets].some', '[pays].some'],
  ]),
  ...mutantsOf(
    'src/transactions/types/offers/offer-cancel.ts',
    ['src/transactions/types/offers/offer-cancel.test.ts'],
    [['account.Sequence <= tx.OfferSequence', 'account.Sequence < tx.OfferSequence']],
  ),
  ...mutantsOf(
    'src/rpc/books/book-page.ts',
    ['src/rpc/books/book-page.test.ts', 'src/rpc/methods/market/book-offers.test.ts'],
    [
      [
        'compareAmounts(spent, funds) > 0 ? funds : spent',
        'spent',
        'less than nothing is nothing where it is looked at',
      ],
      ['taker === this.#issuer ? PARITY_RATE', 'taker !== undefined ? PARITY_RATE'],
      ['owner === this.#issuer ? PARITY_RATE : this.#rate', 'this.#rate'],
      ['this.#left.get(owner) ?? this.#held(owner)', 'this.#held(owner)'],
      [
        'isGloballyFrozen(view, this.#issuer) || isGloballyFrozen(view, issuerOf(takerPays))',
        'isGloballyFrozen(view, this.#issuer)',
      ],
      ['if (left === 0) return;\n', ''],
      ['lesserAmount(pays, multiply(funded, price, assetOf(pays)))', 'multiply(funded, price, assetOf(pays))'],
    ],
  ),
  ...mutantsOf(
    'src/rpc/books/affected-books.ts',
    ['src/rpc/books/affected-books.test.ts', 'test/book-streams.test.ts'],
    [
      [
        '[assetOf(TakerGets as Amount), assetOf(TakerPays as Amount)]',
        '[assetOf(TakerPays as Amount), assetOf(TakerGets as Amount)]',
      ],
      ['if (metadata.at(-1) !== SUCCESS) return keys;\n', ''],
      ["[issueKey(takerPays), issueKey(takerGets), domain ?? '']", '[issueKey(takerPays), issueKey(takerGets)]'],
    ],
  ),
  ...mutantsOf(
    'src/node/derived/order-book-index.ts',
    ['src/node/derived/order-book-index.test.ts'],
    [
      ['prefix + assetCode(gets) + LAST_KEY', 'prefix + assetCode(gets)'],
      ['entry.RootIndex === entry.index;', 'true;'],
      ["(domain === undefined ? '00'", "(domain !== null ? '00'"],
      ['      { takerPays: Asset2, takerGets: Asset },\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/history/history-facts.ts',
    ['src/history/history-facts.test.ts', 'src/rpc/account-tx/trade-filter.test.ts'],
    [['const others = new Set(trades.map(({ owner }) => owner));', 'const others = new Set<AccountId>();']],
  ),
];
