/** The documentation of `feature`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { usageError } from '../../../util/command-error.ts';
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const featureDoc: MethodDoc = {
  summary: 'Lists the amendments that the server supports and those that are enabled.',
  commandLine: {
    usage: '[<name or id> [accept|reject]]',
    min: 0,
    max: 2,
    words: [
      { name: 'name or id', text: 'The amendment; all without it.' },
      { name: 'accept, reject', text: 'On a test bench, `accept` enables it.', values: ['accept', 'reject'] },
    ],
    parse: feature,
  },
  examples: () => [shown({ feature: 'Clawback' })],
  answer: {
    '<id>': 'An amendment, by its id.',
    '<id>.enabled': 'True if it is in force.',
    '<id>.supported': 'True if the server supports it.',
    '<id>.name': 'Its name.',
  },
  placeholders: { '': '<id>' },
  difference: 'there are no votes: amendments are in force from the first ledger on, or are enabled on a test bench',
  paramDifferences: {
    vetoed: '`notSupported`, except `false` on a test bench',
  },
};

function feature([name, action]: readonly string[]): JsonObject {
  if (name === undefined) return {};
  if (action === undefined) return { feature: name };
  if (action !== 'accept' && action !== 'reject') throw usageError('the second word of feature is accept or reject');
  return { feature: name, vetoed: action === 'reject' };
}
