/** What the documents and the command line say of `book_changes`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const bookChangesDoc: MethodDoc = {
  summary: 'Lists what one ledger traded in its order books: volumes and rates of each pair of assets.',
  commandLine: {
    usage: '[<ledger>]',
    min: 0,
    max: 1,
    words: [LEDGER_WORD],
    parse: ([ledgerWord]) => optionalLedger(ledgerWord),
  },
  examples: () => [shown(VALIDATED)],
  answer: {
    type: '`bookChanges`.',
    changes: 'The pairs of assets that were traded, by name.',
    'changes[]': 'A pair of assets.',
    'changes[].currency_a': '`XRP_drops`, or `issuer/currency`.',
    'changes[].currency_b': 'The other asset.',
    'changes[].volume_a': 'How much of the first was traded.',
    'changes[].volume_b': 'How much of the other.',
    'changes[].high': 'Most of the first that was given for one of the other.',
    'changes[].low': 'Least of it.',
    'changes[].open': 'What was given at first.',
    'changes[].close': 'What was given at last.',
  },
};
