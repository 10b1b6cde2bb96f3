/** The documentation of `weir_set_entry`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { parseJsonObject } from '../../method-doc/positional-words.ts';

export const weirSetEntryDoc: MethodDoc = {
  summary: 'Adds, changes or removes a ledger entry and closes the ledger; on a test bench only.',
  commandLine: {
    usage: "'<entry>' | remove <index> [<override>…]",
    min: 1,
    max: 30,
    words: [
      { name: 'entry', text: 'The entry in JSON, as ledger_entry shows it.' },
      { name: 'remove', text: 'The word remove: remove the entry of this key.', values: ['remove'] },
      { name: 'index' },
      { name: 'override', text: 'Names of the invariants that may break.' },
    ],
    parse: setEntry,
  },
  answer: {
    index: 'Key of the entry.',
    ledger_index: 'Index of the ledger with the change.',
    ledger_hash: 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md)',
};

/** An entry in JSON, or `remove` and a key; then the names of invariants that may break. */
function setEntry(words: readonly string[]): JsonObject {
  const [first, ...rest] = words;
  const isRemoval = first === 'remove';
  const override = isRemoval ? rest.slice(1) : rest;
  const names = override.length === 0 ? {} : { override };
  if (!isRemoval) return { entry: parseJsonObject(first!, 'the entry'), ...names };
  if (rest[0] === undefined) throw usageError('set_entry: remove is followed by the key of the entry');
  return { index: rest[0], remove: true, ...names };
}
