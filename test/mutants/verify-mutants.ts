/** Bugs of those who check a store: `weir verify`, and the look at the newest ledger before a start. */
import { type Mutant, mutantsOf } from './mutant.ts';

const TESTS = ['test/verify.test.ts'];

export const VERIFY_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/verify/verify-store.ts', TESTS, [
    ["    compare('tree', found.treeNodes, state.treeNodes);\n", ''],
    ["    if (!isFuller) compare('account_history', found.historyRows, expected.historyRows);\n", ''],
    ["    compare('indexes', found.indexKeys, state.indexKeys);\n", ''],
    ["    compare('transaction_ids', found.transactionIds, expected.transactions);\n", ''],
    [
      'superfluous > 0 && superfluous <= store',
      'superfluous <= store',
      'a version that is missing changes the hash of its state, which is noticed before',
    ],
  ]),
  ...mutantsOf('src/verify/verify-ledgers.ts', TESTS, [
    ['parent !== undefined && parentHash !== parent.hash', 'parent === undefined'],
    ['if (root !== transactionHash) {', 'if (root === undefined) {'],
    ['at?.ledgerIndex !== index || at.position !== stored.position', 'at?.ledgerIndex !== index'],
    [
      'if (row?.equals(encodeHistoryRow({ ledgerIndex: index, position }, expected))) continue;',
      'if (row !== undefined) continue;',
    ],
  ]),
  ...mutantsOf('src/verify/verify-state.ts', TESTS, [
    ['if (entriesHash !== accountHash) yield*', 'if (entriesHash === undefined) yield*'],
    [
      'if (differing.length === 0 && !(stored && record.equals(stored))) differing.push(path);',
      'if (differing.length === 0 && !stored) differing.push(path);',
    ],
    [
      "if (found !== key) damage.add('indexes'",
      "if (found === undefined) damage.add('indexes'",
      'keys of an index are all of one length, so the first that begins with a key is that key',
    ],
  ]),
  ...mutantsOf('src/verify/verify-replay.ts', TESTS, [
    ['tree.rootHash() !== store.header(index)?.accountHash', 'tree.rootHash() === undefined'],
    ['if (isDeepStrictEqual(stored, node)) continue;', 'if (stored !== undefined) continue;'],
  ]),
  ...mutantsOf('src/verify/derived-rows.ts', TESTS, []),
  ...mutantsOf(
    'src/verify/startup-check.ts',
    ['src/verify/startup-check.test.ts', ...TESTS],
    [
      ['innerNodeHash(children)) !== accountHash', 'innerNodeHash(children)) === undefined'],
      [
        'finishSteps(transactionTreeHash(listed)) !== transactionHash',
        'finishSteps(transactionTreeHash(listed)) === undefined',
      ],
      ['store.ledgerIndexByHash(header.hash) !== index', 'store.ledgerIndexByHash(header.hash) === undefined'],
      ['index > from && header.parentHash !==', 'index > last && header.parentHash !=='],
    ],
  ),
];
