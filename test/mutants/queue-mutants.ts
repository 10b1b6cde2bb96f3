/** Bugs of fee escalation and of the queue for the open ledger. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const QUEUE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/node/queue/fee-metrics.ts',
    ['src/node/queue/fee-metrics.test.ts', 'src/node/queue/transaction-queue.test.ts'],
    [
      [
        'if (count <= this.#expectedCount) return REFERENCE_LEVEL;',
        'if (count < this.#expectedCount) return REFERENCE_LEVEL;',
      ],
      ['square(count)) / square(this.#expectedCount)', 'BigInt(count)) / BigInt(this.#expectedCount)'],
      ['sorted[Math.floor((count - 1) / 2)]!', 'sorted[Math.floor(count / 2)]!'],
      [' + 1n) / 2n;', ') / 2n;'],
      ['if (median > this.#multiplier) this', 'if (median < this.#multiplier) this'],
      [
        'this.#recentCounts.length > Math.max(ledgersInQueue, 1)',
        'this.#recentCounts.length > Math.max(ledgersInQueue, 1) + 1',
      ],
      ['(expected * 9 + largest) / 10', '(expected + largest) / 2'],
      ['sumOfSquares(last) - sumOfSquares(count - 1)', 'sumOfSquares(last) - sumOfSquares(count)'],
      ['if (isSlow) this.#shrink(count);\n    else if', 'if'],
      ['    this.#multiplier = this.#options.minimumEscalationMultiplier;\n    if (count', '    if (count'],
    ],
  ),
  ...mutantsOf(
    'src/node/queue/transaction-queue.ts',
    [
      'src/node/queue/transaction-queue.test.ts',
      'src/node/queue/transaction-queue-rules.test.ts',
      'src/node/queue/transaction-queue-clear.test.ts',
    ],
    [
      [
        'if (feeLevelPaid(fields, view, context) < required) return undefined;',
        'if (feeLevelPaid(fields, view, context) <= required) return undefined;',
      ],
      ['if (!proxy.isTicket && proxy.value !== root.Sequence) return undefined;\n', ''],
      ['if (replaced !== undefined) this.#index.remove(replaced);\n    }', '}'],
      ['fields.LastLedgerSequence <= view.ledgerIndex', 'fields.LastLedgerSequence < view.ledgerIndex'],
      ["if (flags.dryRun) return notApplied('telCAN_NOT_QUEUE');\n", ''],
      [
        'if (price === undefined || paid < price) return undefined;',
        'if (price === undefined || paid > price) return undefined;',
      ],
      ['    for (const other of before) this.#index.remove(other);\n', ''],
      ['other.transaction.fields.Account !== account', 'other.transaction.fields.Account !== undefined'],
      ['{ ...flags, retry: false }', '{ retry: false }'],
      ['      this.#index.account(candidate.transaction.fields.Account)!.dropPenalty = true;\n', ''],
      ['candidate.feeLevel <= required || required <= REFERENCE_LEVEL', 'required <= REFERENCE_LEVEL'],
      ['candidate.feeLevel <= required || required', 'candidate.feeLevel < required || required'],
      [
        ' || required <= REFERENCE_LEVEL',
        '',
        'what waits while the open ledger asks for the base fee only has failed before, and is not tried then',
      ],
      [
        'candidate.isTicket || eligible[0]',
        'eligible[0]',
        'a ticket that pays more than the open ledger asks for has gone straight in',
      ],
      ['      other.retriesRemaining--;\n', ''],
      ["if (cheapest === undefined) return 'telCAN_NOT_QUEUE_FULL';\n    const", 'const'],
      ['feeLevel <= levelToBeat(', 'feeLevel < levelToBeat('],
      ['this.#index.remove(candidates.at(-1)!);', 'this.#index.remove(candidates[0]!);'],
      ['this.#index.remove(candidates.at(-1)!);', 'this.#index.remove(cheapest);'],
      [
        'cheapest.feeLevel > offered || candidates.length === 1',
        'candidates.length === 1',
        'the account pays no less on average than its cheapest, so the average is not beaten either',
      ],
      [' / BigInt(candidates.length)', ''],
      [
        'queueCandidate.replaced === undefined ? this.#makeRoom',
        'queueCandidate.replaced !== undefined ? this.#makeRoom',
      ],
      ['    this.#index.shuffle(view.parentHash);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/node/queue/transaction-queue-rules.ts',
    ['src/node/queue/transaction-queue-rules.test.ts', 'src/node/queue/transaction-queue.test.ts'],
    [
      ["return candidate.feeLevel > required ? 'tesSUCCESS'", "return candidate.feeLevel >= required ? 'tesSUCCESS'"],
      ["if (candidate.consequences.isBlocker && !replacesTheOnlyOne) return 'telCAN_NOT_QUEUE_BLOCKS';\n", ''],
      ["return isBlocked ? 'telCAN_NOT_QUEUE_BLOCKED' : 'tesSUCCESS';", "return 'tesSUCCESS';"],
      [
        'queue.candidates.length < options.maximumTxnPerAccount',
        'queue.candidates.length <= options.maximumTxnPerAccount',
      ],
      [
        'last < view.ledgerIndex + options.minimumLastLedgerBuffer',
        'last <= view.ledgerIndex + options.minimumLastLedgerBuffer',
      ],
      [' || candidate.flags.failHard', ''],
      [
        "if (feeDrops >= balance) return 'telCAN_NOT_QUEUE_BALANCE';",
        "if (feeDrops > balance) return 'telCAN_NOT_QUEUE_BALANCE';",
      ],
      [' - (spendDrops < spendable ? spendDrops : spendable)', ''],
      ['if (isReplaced && at === eligible.length - 1) continue;\n', ''],
      ["return value < root.Sequence ? 'tefNO_TICKET' : 'terPRE_TICKET';", "return 'terPRE_TICKET';"],
      ['    spendDrops += consequences.potentialSpendDrops;\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/node/queue/transaction-queue-index.ts',
    ['src/node/queue/transaction-queue-index.test.ts'],
    [['candidate.value + candidate.consequences.sequencesConsumed', 'candidate.value + 1']],
  ),
  ...mutantsOf(
    'src/node/queue/drain-queue.ts',
    ['src/node/queue/transaction-queue-index.test.ts', 'src/node/queue/transaction-queue.test.ts'],
    [
      [
        'if (candidate.feeLevel < target.requiredLevel()) return;',
        'if (candidate.feeLevel <= target.requiredLevel()) return;',
      ],
      ['candidate.retriesRemaining <= 0) {', 'candidate.retriesRemaining <= 1) {'],
      ['else candidate.retriesRemaining--;\n', ''],
      [
        'const wasPassedOver = follower !== undefined && (next',
        'const wasPassedOver = follower === undefined && (next',
      ],
      ['queue.retryPenalty = true;', 'queue.retryPenalty = false;'],
      ['else queue.dropPenalty = true;\n', ''],
      ['queue.dropPenalty && queue.candidates', 'queue.candidates'],
      [' && target.isNearlyFull()', ''],
      ['queue.candidates.length > 1 && ', ''],
      ['if (candidate.isTicket) return removeAndAdvance(index, candidate, queue);\n', ''],
      ['if (last !== candidate) index.remove(last);', 'if (last === candidate) index.remove(last);'],
      ['candidate.retriesRemaining > 2', 'candidate.retriesRemaining > 0'],
      ['!candidate.isTicket && compareWithinAccount', 'compareWithinAccount'],
      ['return wasPassedOver ? index.position(follower) : at;', 'return at;'],
      ['at = index.has(next) ? index.position(next) : 0;', 'at = 0;'],
      ['at = index.has(next) ? index.position(next) : 0;', 'at = at;'],
      ['return index.position(candidate) + 1;', 'return index.position(candidate);'],
    ],
  ),
  ...mutantsOf(
    'src/node/queue/transaction-queue-index.ts',
    ['src/node/queue/transaction-queue-rules.test.ts'],
    [
      ['    this.#byFee.sort((a, b) => this.#compare(a, b));\n', ''],
      ['    this.#salt = salt;\n', ''],
      ['return a.feeLevel > b.feeLevel ? -1 : 1;', 'return a.feeLevel > b.feeLevel ? 1 : -1;'],
      ['    this.#byId.delete(candidate.transaction.id);\n', ''],
      [
        '(Number.parseInt(a[at]!, 16) ^ mask) - (Number.parseInt(b[at]!, 16) ^ mask)',
        'Number.parseInt(a[at]!, 16) - Number.parseInt(b[at]!, 16)',
      ],
      [
        'if (candidates.length === 0) this.#byAccount.delete(id);',
        'if (candidates.length > 0) this.#byAccount.delete(id);',
      ],
    ],
  ),
];
