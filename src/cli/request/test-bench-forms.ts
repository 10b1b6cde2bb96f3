/** Which words the methods of a test bench take on the command line. */
import type { PositionalForm } from './positional-form.ts';
import { parseJsonObject } from './positional-words.ts';
import { CLOCK_WORDS, clock, fund, revert, setEntry, state } from './test-bench-words.ts';

/** Method → its words. */
export const TEST_BENCH_FORMS: readonly (readonly [string, PositionalForm])[] = [
  [
    'weir_clock',
    {
      usage: '[set <time>] [advance <span>] [rate <n>] [freeze|resume]',
      min: 0,
      max: 7,
      words: [
        {
          name: 'set',
          text: 'Then a time like 2030-01-01T00:00:00Z, or in seconds of the ledger.',
          values: CLOCK_WORDS,
        },
        { name: 'advance', text: 'Then a span like 90s, 15m, 1h or 7d, or in seconds.' },
        { name: 'rate', text: 'Then how many seconds of the ledger a second of the machine is.' },
        { name: 'freeze', text: 'Stop the clock.' },
        { name: 'resume', text: 'Let it go on from where it stands.' },
      ],
      parse: clock,
    },
  ],
  [
    'weir_drop',
    {
      usage: '<transaction>',
      min: 1,
      max: 1,
      words: [{ name: 'transaction' }],
      parse: ([transactionId]) => ({ transaction: transactionId! }),
    },
  ],
  [
    'weir_fund',
    {
      usage: '<account> [<amount>]',
      min: 1,
      max: 2,
      words: [
        { name: 'account' },
        { name: 'amount', text: 'Such as 10XRP (1000XRP), 500drops, or 10/USD/r… of that issuer.' },
      ],
      parse: fund,
    },
  ],
  [
    'weir_impersonate',
    {
      usage: "'<tx_json>'",
      min: 1,
      max: 1,
      words: [{ name: 'tx_json' }],
      parse: ([text]) => ({ tx_json: parseJsonObject(text!, 'the transaction') }),
    },
  ],
  [
    'weir_revert',
    {
      usage: '<snapshot> | ledger <index>',
      min: 1,
      max: 2,
      words: [
        { name: 'snapshot' },
        { name: 'ledger', text: 'The word ledger: return to this one.', values: ['ledger'] },
      ],
      parse: revert,
    },
  ],
  [
    'weir_set_entry',
    {
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
  ],
  [
    'weir_snapshot',
    {
      usage: '[<name>]',
      min: 0,
      max: 1,
      words: [{ name: 'name' }],
      parse: ([name]) => (name === undefined ? {} : { name }),
    },
  ],
  [
    'weir_state',
    {
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
  ],
];
