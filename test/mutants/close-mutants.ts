/** Bugs of closes: the order and the passes, what a ledger takes over from its parent, what waits for a later one, fees. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const CLOSE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/node/close/passes.ts',
    ['src/node/close/passes.test.ts'],
    [
      ['const TOTAL_PASSES = 3;', 'const TOTAL_PASSES = 2;'],
      ['const TOTAL_PASSES = 3;', 'const TOTAL_PASSES = 4;'],
      ['const LAST_RETRY_PASS = 1;', 'const LAST_RETRY_PASS = 0;'],
      ['const LAST_RETRY_PASS = 1;', 'const LAST_RETRY_PASS = 2;'],
      ["if (outcome === 'retry') putOff", "if (outcome !== 'applied') putOff"],
      ['if (applied === 0 || pass >= LAST_RETRY_PASS) retry = false;', 'if (pass >= LAST_RETRY_PASS) retry = false;'],
      ['    remaining = putOff;\n', ''],
      ['let retry = true;', 'let retry = false;'],
      ['    if (applied === 0 && !retry) break;\n', '', 'nothing changes in a further pass, which only costs time'],
    ],
  ),
  ...mutantsOf(
    'src/node/close/canonical-order.ts',
    ['src/node/close/canonical-order.test.ts', 'src/node/open-ledger/ordered-transactions.test.ts'],
    [
      ['return a.isTicket ? 1 : -1;', 'return a.isTicket ? -1 : 1;'],
      ['return a.value - b.value;', 'return b.value - a.value;'],
      ['(a.transaction.id < b.transaction.id ? -1 : 1)', '(a.transaction.id < b.transaction.id ? 1 : -1)'],
      ['keyed.push({ accountKey, ', 'keyed.push({ accountKey: account, '],
      [".padStart(8, '0')", ''],
    ],
  ),
  ...mutantsOf(
    'src/node/close/close-ledger.ts',
    ['src/node/close/close-ledger.test.ts', 'src/node/node.test.ts', 'test/simulation/simulation.test.ts'],
    [
      ['  updateShortSkipList(input.tree, input.recentHashes, parent.ledgerIndex);\n', ''],
      ['extendLongSkipList(list, parent', 'extendLongSkipList(undefined, parent'],
      ['extendsLongSkipList(parent.ledgerIndex)', 'extendsLongSkipList(view.ledgerIndex)'],
      ['parent.totalDrops - view.destroyedDrops', 'parent.totalDrops'],
      ['parentCloseTimeSeconds: parent.closeTimeSeconds', 'parentCloseTimeSeconds: parent.parentCloseTimeSeconds'],
      ['const ordered = canonicalOrder(input.transactions, salt);', 'const ordered = input.transactions;'],
      ['new OpenView(input.parentView, parent, false', 'new OpenView(input.parentView, parent, true'],
      ['      view.ledgerIndex,\n    ),', '      parent.ledgerIndex,\n    ),'],
    ],
  ),
  ...mutantsOf(
    'src/node/close/update-tree.ts',
    [
      'src/node/close/close-ledger.test.ts',
      'src/node/follow-ledger.test.ts',
      'src/node/node.test.ts',
      'test/simulation/simulation.test.ts',
    ],
    [
      ['      changes.set(key, bytes);\n', ''],
      ['} else if (tree.delete(key)) {', '} else {\n      tree.delete(key);'],
      ['      changes.set(key, undefined);\n', ''],
      ['shortSkipList(recentHashes, parentIndex)', 'shortSkipList(recentHashes, parentIndex - 1)'],
      ['shortSkipList(recentHashes, parentIndex)', 'shortSkipList(recentHashes.slice(1), parentIndex)'],
    ],
  ),
  ...mutantsOf(
    'src/node/follow-ledger.ts',
    ['src/node/follow-ledger.test.ts'],
    [['if (parent !== undefined) updateShortSkipList(tree, recentHashes, parent.header.ledgerIndex);\n', '']],
  ),
  ...mutantsOf(
    'src/node/close/ledger-time.ts',
    ['src/node/node.test.ts', 'src/node/close/close-ledger.test.ts', 'test/simulation/simulation.test.ts'],
    [['if (closeTimeSeconds <= parentSeconds) {', 'if (closeTimeSeconds < parentSeconds) {']],
  ),
  ...mutantsOf(
    'src/node/node.ts',
    ['src/node/node.test.ts', 'src/node/close/close-ledger.test.ts', 'test/simulation/simulation.test.ts'],
    [
      ['      this.#tree.discardChanges();\n', ''],
      [
        '    this.#tree.confirmChanges();\n',
        '',
        'only what the tree may forget depends on it, and each take is discarded or confirmed by the next',
      ],
      ['    await this.#closing;\n', ''],
      ['    if (!this.#keepsStore) await this.store.close();\n', ''],
      ["    assert(!this.#isStopped, 'a stopped node closes no ledger');\n", ''],
      ['.slice(-SKIP_LIST_LENGTH)', ''],
      ['header.hash].slice(-SKIP_LIST_LENGTH)', 'header.hash].slice(-SKIP_LIST_LENGTH + 1)'],
      [
        '    this.#cache.advance(closed.ledger.header.ledgerIndex, closed.changedEntries);\n',
        '',
        'the cache goes on to know an older ledger, and the newest one is read from the store',
      ],
      ['[...transactions, ...votedTransactions(parent.ledgerIndex, current, this.#votedFees)]', 'transactions'],
      ['    await paceSteps(this.#openLedger.applyHeld(), this.#pacer);\n', ''],
      ['if (ledgerIndex > this.#validated.ledgerIndex) return undefined;\n', ''],
      ['parameters.networkId !== genesis.networkId', 'parameters.networkId > genesis.networkId'],
      ['const closed = this.#closing.then(close);', 'const closed = close();'],
    ],
  ),
  ...mutantsOf(
    'src/node/stored-view.ts',
    ['src/node/stored-view.test.ts', 'src/node/node.test.ts'],
    [
      ['lastIndex - SKIP_LIST_LENGTH + 1', 'lastIndex - SKIP_LIST_LENGTH'],
      ['ledgerIndex === this.#ledgerIndex ? this.#entries.get(key) : undefined', 'this.#entries.get(key)'],
      ['if (ledgerIndex === this.#ledgerIndex) this.#entries.set(key, entry);', 'this.#entries.set(key, entry);'],
      ['    if (key === skipKeylet().key) return this.#readSkipList();\n', ''],
      ['    for (const [key, entry] of changes) this.#entries.set(key, entry);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/node/open-ledger/open-ledger.ts',
    ['src/node/node.test.ts', 'src/node/close/close-ledger.test.ts', 'src/node/close/paced-close.test.ts'],
    [
      [
        'isTem(result)) this.#malformed.set(transaction.id, true);',
        'isTef(result)) this.#malformed.set(transaction.id, true);',
      ],
      ['if (isTesSuccess(result)) released = this.#held.popFollowing(transaction);\n    else if', 'if'],
      ['this.#held.takeAll(this.view.parentHash)', "this.#held.takeAll('0'.repeat(64))"],
      [' && !failHard) {', ') {'],
      ["if (result === 'tefPAST_SEQ' || !(", 'if (!('],
      ['this.#heldOnce.set(transaction.id, true);\n', ''],
      ['    this.context = context;\n    onOpened', '    onOpened'],
      ['    this.#local.dropExpired(closed.header.ledgerIndex);\n', ''],
      ['const isDropped = failHard && !isTesSuccess(result);', 'const isDropped = false;'],
    ],
  ),
  ...mutantsOf(
    'src/node/close/votes.ts',
    ['src/node/close/votes.test.ts'],
    [
      ['parentIndex % FLAG_LEDGER_INTERVAL !== 0', '(parentIndex + 1) % FLAG_LEDGER_INTERVAL !== 0'],
      ['  if (isSameFees(current, voted)) return [];\n', ''],
      ['!enabled.includes(id) && ', ''],
    ],
  ),
  ...mutantsOf(
    'src/transactions/types/pseudo/set-fee.ts',
    ['src/transactions/types/pseudo/set-fee.test.ts'],
    [
      ['    for (const name of OLDER_FIELDS) delete settings[name];\n', ''],
      [' && OLDER_FIELDS.every((name) => tx[name] === undefined)', ''],
      ['.every((v) => v !== undefined)', '.some((v) => v !== undefined)'],
      ['    if (existing === undefined) sandbox.insert(settings);\n', ''],
      ['settings.ReserveBaseDrops = tx.ReserveBaseDrops', 'settings.ReserveBaseDrops = tx.ReserveIncrementDrops'],
      [
        'settings.ReserveIncrementDrops = tx.ReserveIncrementDrops',
        'settings.ReserveIncrementDrops = tx.ReserveBaseDrops',
      ],
    ],
  ),
  ...mutantsOf(
    'src/node/open-ledger/local-transactions.ts',
    ['src/node/open-ledger/local-transactions.test.ts', 'src/node/node.test.ts'],
    [
      ['ledgerIndex <= lastLedgerIndex', 'ledgerIndex < lastLedgerIndex'],
      ['root.Sequence <= value', 'root.Sequence < value'],
      ['return !isTicket || view.read', 'return view.read'],
      ['!isImpossible(entry, root, view) && !isInLedger(entry.transaction.id)', '!isImpossible(entry, root, view)'],
    ],
  ),
  ...mutantsOf(
    'src/node/open-ledger/held-transactions.ts',
    ['src/node/open-ledger/held-transactions.test.ts'],
    [
      ['return isTicket || value === proxy.value + 1;', 'return isTicket || value > proxy.value;'],
      ['end - start <= MAX_POPPED', 'end - start < MAX_POPPED'],
      ['    this.#salt = nextSalt;\n', ''],
      ['.length >= this.#limitPerAccount', '.length > this.#limitPerAccount'],
    ],
  ),
  ...mutantsOf(
    'src/node/open-ledger/ordered-transactions.ts',
    ['src/node/open-ledger/held-transactions.test.ts', 'src/node/open-ledger/ordered-transactions.test.ts'],
    [
      ['this.#byId.size < limit', 'this.#byId.size <= limit'],
      [' && this.#bytes + blob.length <= limitBytes', ''],
      ['this.#bytes -= blob.length', 'this.#bytes -= 0'],
    ],
  ),
];
