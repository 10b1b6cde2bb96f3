/** The documentation of `ledger_entry`. */
import { hidden, type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger } from '../../method-doc/positional-words.ts';

export const ledgerEntryDoc: MethodDoc = {
  summary: 'Shows one entry of the ledger.',
  commandLine: {
    usage: '<index> [<ledger>]',
    min: 1,
    max: 2,
    words: [{ name: 'index', text: 'Key of the entry, 64 hex digits.' }, LEDGER_WORD],
    parse: ([index, ledgerWord]) => ({ index: index!, ...optionalLedger(ledgerWord) }),
  },
  examples: ({ holder, issuer }) => [
    shown({ ripple_state: { accounts: [holder.address, issuer.address], currency: 'USD' }, ...VALIDATED }),
    hidden({ account_root: holder.address, binary: true, ...VALIDATED }),
    hidden({ account_root: holder.address, ledger_index: 'current' }),
  ],
  answer: {
    index: 'Key of the entry.',
    node: 'The entry with all its fields.',
    node_binary: 'With `binary`: the entry as bytes, in hex.',
  },
};
