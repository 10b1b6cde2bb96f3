/** What the fields are in answers of the methods of a test bench: as in `field-texts.ts`. */

/** All of them, by path. */
export const TEST_BENCH_TEXTS: readonly (readonly [string, string])[] = [
  [
    'weir_clock time',
    'What the clock shows, in seconds since 2000-01-01T00:00:00Z; at least the close time of the last ledger.',
  ],
  ['weir_clock time_iso', 'The same as text.'],
  ['rate', 'Seconds of the ledger for a second of the machine.'],
  ['frozen', 'True while the clock stands still.'],
  ['moved', 'False as long as it is the clock of the machine.'],
  ['seconds_ahead', "How far it is ahead of the machine's clock; below zero if it is behind."],
  ['weir_clock close_time', 'Close time of the last ledger.'],
  ['next_close_time', 'Close time of a ledger that is closed now.'],
  ['weir_drop transaction', 'Its hash.'],
  ['dropped_from', 'Where it was: `open ledger`, `queue`, `held` (for another try), `local` (for later ledgers).'],
  ['dropped_from[]', 'One of the places.'],
  ['displaced', 'Hashes of transactions that cannot be in the open ledger without it.'],
  ['snapshot', 'Its id, for `weir_revert`.'],
  ['weir_snapshot name', 'Its name, if it has one.'],
  ['weir_snapshot ledger_index', 'Index of the last ledger then.'],
  ['weir_snapshot ledger_hash', 'Its hash.'],
  ['weir_revert ledger_index', 'Index of the ledger that is the last one again.'],
  ['weir_revert ledger_hash', 'Its hash.'],
  ['reverted_from', 'Index of the ledger that was the last one before.'],
  ['file', 'The file that was written or read.'],
  ['weir_state ledger_index', 'Index of the last ledger in it.'],
  ['weir_state ledger_hash', 'Its hash.'],
  ['weir_set_entry index', 'Key of the entry.'],
  ['weir_set_entry ledger_index', 'Index of the ledger that the change is in.'],
  ['weir_set_entry ledger_hash', 'Its hash.'],
];
