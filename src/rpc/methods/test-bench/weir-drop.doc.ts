/** The documentation of `weir_drop`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirDropDoc: MethodDoc = {
  summary: 'Removes a transaction that is in no closed ledger; on a test bench only.',
  commandLine: {
    usage: '<transaction>',
    min: 1,
    max: 1,
    words: [{ name: 'transaction' }],
    parse: ([transactionId]) => ({ transaction: transactionId! }),
  },
  answer: {
    transaction: 'Its hash.',
    dropped_from: 'Where it was: `open ledger`, `queue`, `held` (to be retried), `local` (for later ledgers).',
    displaced: 'Hashes of transactions that cannot be in the open ledger without it.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md)',
};
