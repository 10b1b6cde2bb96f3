/** The documentation of `ledger_accept`. */
import type { MethodDoc } from '../../method-doc/method-doc.ts';
import { wholeNumber } from '../../method-doc/positional-words.ts';

export const ledgerAcceptDoc: MethodDoc = {
  summary: 'Closes the open ledger and waits until it is durable.',
  commandLine: {
    usage: '[<close_time>]',
    min: 0,
    max: 1,
    words: [{ name: 'close_time' }],
    parse: ([time]) => (time === undefined ? {} : { close_time: wholeNumber(time, 'close_time') }),
  },
  answer: {
    ledger_current_index: 'Index of the new open ledger: one more than that of the closed one.',
  },
  paramDifferences: {
    close_time: 'Weir only: the exact close time',
  },
};
