/** The documentation of `server_definitions`. */
import { type MethodDoc, shown } from '../../method-doc/method-doc.ts';

export const serverDefinitionsDoc: MethodDoc = {
  summary: 'Lists fields, formats, flags and result codes, for client libraries.',
  commandLine: {
    usage: '[<hash>]',
    min: 0,
    max: 1,
    words: [{ name: 'hash' }],
    parse: ([hash]) => (hash === undefined ? {} : { hash }),
  },
  examples: () => [shown()],
  answer: {
    ACCOUNT_SET_FLAGS: 'Numbers for `SetFlag` and `ClearFlag`, by name.',
    FIELDS: 'All fields: name, and how it is serialized.',
    LEDGER_ENTRY_FLAGS: 'Flags by type of entry.',
    LEDGER_ENTRY_FORMATS: 'Fields by type of entry.',
    LEDGER_ENTRY_TYPES: 'Numbers by type of entry.',
    TRANSACTION_FLAGS: 'Flags by type of transaction.',
    TRANSACTION_FORMATS: 'Fields by type of transaction.',
    TRANSACTION_RESULTS: 'Numbers by result.',
    TRANSACTION_TYPES: 'Numbers by type of transaction.',
    TYPES: 'Numbers by type of field.',
    hash: 'Hash of the definitions: with it as `hash` the answer is short if nothing changed.',
  },
  whole: [
    'ACCOUNT_SET_FLAGS',
    'LEDGER_ENTRY_FLAGS',
    'LEDGER_ENTRY_FORMATS',
    'LEDGER_ENTRY_TYPES',
    'TRANSACTION_FLAGS',
    'TRANSACTION_FORMATS',
    'TRANSACTION_RESULTS',
    'TRANSACTION_TYPES',
    'TYPES',
  ],
};
