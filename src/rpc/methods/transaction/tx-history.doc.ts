/** The documentation of `tx_history`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';

export const txHistoryDoc: MethodDoc = {
  summary: 'Lists 20 of the newest transactions.',
  commandLine: {
    usage: '<start>',
    min: 1,
    max: 1,
    words: [{ name: 'start' }],
    parse: ([start]) => ({ start: wholeNumber(start!, 'start') }),
  },
  examples: () => [shown({ start: 0 })],
  answer: {
    index: 'The `start` of the request.',
    txs: 'The transactions.',
    'txs[]': 'A transaction with its fields.',
  },
  whole: ['txs[]'],
};
