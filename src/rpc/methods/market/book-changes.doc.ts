/** The documentation of `book_changes`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const bookChangesDoc: MethodDoc = {
  summary: 'Lists the trades of a ledger: volumes and rates of each pair of assets.',
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
    'changes[].volume_a': 'Traded amount of the first asset.',
    'changes[].volume_b': 'Traded amount of the second asset.',
    'changes[].high': 'Highest price: first asset for one of the second.',
    'changes[].low': 'Lowest price.',
    'changes[].open': 'First price.',
    'changes[].close': 'Last price.',
  },
};
