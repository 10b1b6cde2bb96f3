/** The documentation of `weir_state`. */
import { resolve } from 'node:path';
import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import type { MethodDoc } from '../../method-doc/method-doc.ts';

export const weirStateDoc: MethodDoc = {
  summary: 'Saves the whole chain to a file, or replaces it by the chain of a file; on a test bench only.',
  commandLine: {
    usage: 'save <file> [<snapshot>] | load <file>',
    min: 2,
    max: 3,
    words: [
      { name: 'save', text: 'Then the file to write, on the machine of the server.', values: ['save', 'load'] },
      { name: 'load', text: 'Then the file to read.' },
      { name: 'snapshot' },
    ],
    parse: state,
  },
  answer: {
    file: 'The file that was written or read.',
    ledger_index: 'Index of the last ledger in it.',
    ledger_hash: 'Its hash.',
  },
  difference: 'Weir only: on a [test bench](test-bench.md#save-a-chain-to-a-file)',
};

/** `save` or `load` and a file, which the server knows by its whole path. */
function state([what, file, snapshot]: readonly string[]): JsonObject {
  const path = resolve(file!);
  if (what === 'save') return { save: path, ...(snapshot === undefined ? {} : { snapshot }) };
  if (what === 'load' && snapshot === undefined) return { load: path };
  throw usageError('state: give save or load, and a file');
}
