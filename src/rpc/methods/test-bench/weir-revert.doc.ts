/** The documentation of `weir_revert`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';

export const weirRevertDoc: MethodDoc = {
  summary: 'Returns to a snapshot or a past ledger and removes everything after it; on a test bench only.',
  commandLine: {
    usage: '<snapshot> | ledger <index>',
    min: 1,
    max: 2,
    words: [{ name: 'snapshot' }, { name: 'ledger', text: 'The word ledger: return to this one.', values: ['ledger'] }],
    parse: revert,
  },
  answer: {
    ledger_index: 'Index of the last ledger after the revert.',
    ledger_hash: 'Its hash.',
    reverted_from: 'Index of the last ledger before the revert.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#return-to-a-snapshot)',
};

/** The id or the name of a snapshot; or `ledger` and an index. */
function revert([first, index]: readonly string[]): JsonObject {
  if (first === 'ledger' && index !== undefined) return { ledger_index: wholeNumber(index, 'the index') };
  if (index === undefined) return { snapshot: first! };
  throw usageError('revert: give a snapshot, or the word ledger and an index');
}
