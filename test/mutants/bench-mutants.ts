/** Bugs of what a test bench may do: its clock, its hands, the way back, files of a chain's state, explanations. */
import { type Mutant, mutantsOf } from './mutant.ts';

const REVERT_TESTS = ['src/node/rewind.test.ts', 'src/rpc/methods/test-bench/weir-revert.test.ts'];

export const BENCH_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/node/close/ledger-clock.ts',
    [
      'src/node/close/ledger-clock.test.ts',
      'src/node/close/clock-control.test.ts',
      'src/rpc/methods/test-bench/weir-clock.test.ts',
    ],
    [
      ['    if (isFrozen) return shownMs;\n', ''],
      ['* rate), LAST_MS)', '), LAST_MS)'],
      ['shownMs + (machineMs - this.#anchor.machineMs) * rate), LAST_MS)', 'shownMs), LAST_MS)'],
      ['), LAST_MS);', '), Number.MAX_SAFE_INTEGER);'],
      ['if (kept !== undefined) this.#anchor = JSON.parse(kept) as Anchor;', ''],
      ['for (const [name, text] of kept) this.#store.setMetaValue(name, text);', ''],
      ['Math.max(shownMs - this.#machine.nowMs(), 0)', 'shownMs - this.#machine.nowMs()'],
      ['else if (shownMs > this.nowMs()) this.restore', 'else this.restore'],
      ['if (isTestBench || store.metaValue', 'if (store.metaValue'],
      ['if (isTestBench || store.metaValue(LEDGER_CLOCK) === undefined) return;', 'if (isTestBench) return;'],
      ['if (isTestBench || store.metaValue(LEDGER_CLOCK) === undefined) return;', 'return;'],
    ],
  ),
  ...mutantsOf(
    'src/node/test-bench/alterations.ts',
    ['src/node/test-bench/alterations.test.ts'],
    [
      ['  if (known[alteration] !== undefined) return known;\n', ''],
      ['  store.setMetaValue(ALTERED, JSON.stringify(altered));\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/node/test-bench/entry-edit.ts',
    ['src/rpc/methods/test-bench/weir-set-entry.test.ts'],
    [
      ['if (forbidden.length > 0) throw', 'if (forbidden.length > 1) throw'],
      ['!edit.overrides.includes(name)', 'edit.overrides.length === 0'],
      ['  sandbox.destroyDrops(-appearedDrops(changes));\n', ''],
      ['  view.addTransaction(transaction, metadata);\n', ''],
      ['  sandbox.applyTo(view);\n', ''],
      ["if (entry.LedgerEntryType === 'Offer') return removeOffer(sandbox, entry);\n", ''],
      ['if (isListed) return removeOwnedEntry(sandbox, entry as OwnedEntry);\n', ''],
      ['  if (isTesSuccess(result)) return sandbox;\n', '  return sandbox;\n'],
    ],
  ),
  ...mutantsOf(
    'src/node/test-bench/test-bench.ts',
    [
      'src/rpc/methods/test-bench/weir-set-entry.test.ts',
      'src/rpc/methods/test-bench/weir-impersonate.test.ts',
      'src/rpc/methods/test-bench/weir-drop.test.ts',
    ],
    [
      ["    if (isImpersonated(transaction)) this.#note('impersonate');\n", ''],
      ["      this.#note('set_entry');\n", ''],
      ["if (dropped !== undefined) this.#note('drop');", ''],
      ["if (dropped !== undefined) this.#note('drop');", "this.#note('drop');"],
      ['keeper.betweenCloses(true,', 'keeper.betweenCloses(false,'],
      ['validated.ledgerIndex + 1);', 'validated.ledgerIndex);'],
    ],
  ),
  ...mutantsOf(
    'src/node/rewind.ts',
    [...REVERT_TESTS, 'src/node/saved-chain.test.ts'],
    [
      ['if (store.header(ledgerIndex)?.hash !== hash)', 'if (store.header(ledgerIndex)?.hash === undefined)'],
      [
        '    if (clock !== undefined) this.#parts.clock.adopt(clock);\n    else this',
        '    if (clock === undefined) this',
      ],
      ['    onRestored(header, parts.recentHashes);\n    if', '    if'],
      ['    tree.discardChanges();\n    cache.forget(ledgerIndex', '    cache.forget(ledgerIndex'],
      ['    cache.forget(ledgerIndex, undone.entries.keys());\n', ''],
      ['    this.#records?.forgetAbove(ledgerIndex);\n', ''],
      ['    parts.openLedger.restore(openLedger);\n', ''],
      ['    store.requireRevertible();\n    this.#records', '    this.#records', 'the return is refused then'],
      ['ledgerIndex < FIRST_TARGET ?', 'ledgerIndex < 1 ?'],
      ['if (text.networkId !== networkId)', 'if (text.networkId > networkId)'],
    ],
  ),
  ...mutantsOf(
    'src/node/undo-ledgers.ts',
    [...REVERT_TESTS, 'src/node/undo-ledgers.test.ts'],
    [
      ['records.toReversed()', 'records'],
      ['if (records.length < last - ledgerIndex) return undefined;', ''],
      ['isPresent: !isPresent', 'isPresent'],
      ['undone <= last;', 'undone < last;'],
      ['    for (const key of ledger.keys) keys.add(key);\n', ''],
      ['store.entry(key, ledgerIndex)] as const', 'store.entry(key, last)] as const'],
      [
        '  if (ledgerIndex > 1) updateShortSkipList(tree, recentHashes(store, ledgerIndex - 1), ledgerIndex - 1);\n',
        '',
      ],
      ['if (tree.rootHash() !== store.header(ledgerIndex)?.accountHash)', 'if (tree.rootHash() === undefined)'],
      ['for (const account of affectedAccounts(affectedEntries(metadata))) accounts.add(account);', ''],
      ['transactionIds: transactions.map(({ blob }) => transactionIdOf(blob))', 'transactionIds: []'],
    ],
  ),
  ...mutantsOf(
    'src/storage/state-file.ts',
    ['src/storage/state-file.test.ts'],
    [
      ['  await checkPlace(path);\n', ''],
      ['    await rename(made, path);\n', ''],
      ['    await rm(made, { force: true });\n', ''],
      ['if (!buffer.equals(MARK)) throw', 'if (buffer.length === 0) throw'],
      ['if (version !== VERSION) {', 'if (version! > VERSION) {'],
      ['  if (!isWhole) throw new', '  if (end < HEADER_BYTES) throw new'],
      [' && checksum(bytes.subarray(0, end)).equals(bytes.subarray(end));', ';'],
      ['    hash.update(bytes);\n', ''],
      ['      await file.datasync();\n', '', 'it is the disk that would tell, after a loss of power'],
    ],
  ),
  ...mutantsOf(
    'src/protocol/transaction/transaction-signature.ts',
    [
      'src/protocol/transaction/transaction-signature.test.ts',
      'src/rpc/methods/test-bench/weir-impersonate.test.ts',
      'src/rpc/methods/transaction/explain.test.ts',
      'src/workers/engine-link.test.ts',
    ],
    [
      ['  verdicts.set(transaction, { problem: undefined });\n', ''],
      ['  verdicts.set(transaction, IMPERSONATED);\n', ''],
      ['verdicts.set(transaction, IMPERSONATED);', 'verdicts.set(transaction, GOOD);'],
      ['?.isImpersonated === true', '?.problem === undefined'],
      ['verdicts.set(transaction, { problem: undefined });', 'verdicts.set(transaction, IMPERSONATED);'],
      ['if (verdict !== undefined && (isPlain', 'if (verdict !== GOOD && verdict !== undefined && (isPlain'],
      ['if (!isSignedByOthers) verdicts.set(transaction, GOOD);', 'verdicts.set(transaction, GOOD);'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/explain/watched-ledger.ts',
    ['src/rpc/methods/transaction/explain.test.ts', 'test/explain-results.test.ts'],
    [
      ['return this.#base.hasTransaction(id) || super', 'return super'],
      ['return this.#base.transactionCount + super', 'return super'],
      ['ledgerIndex: ledgerIndex - 1, closeTimeSeconds', 'ledgerIndex, closeTimeSeconds'],
      ['super(base, parent, isOpen,', 'super(base, parent, true,'],
    ],
  ),
  ...mutantsOf(
    'src/transactions/explain/recorder.ts',
    ['src/transactions/explain/recorder.test.ts'],
    [
      ["stage === 'apply' || result !== 'tesSUCCESS';", "stage === 'apply';"],
      ['last.key === key) return', 'last.type === type) return'],
      ['for (const name of names) current().fields.delete(name);', ''],
    ],
  ),
  ...mutantsOf(
    'src/rpc/methods/transaction/explain.ts',
    ['src/rpc/methods/transaction/explain.test.ts'],
    [
      ['findings.metadata?.bytes.equals(stored.metadata) ?? false', 'findings.metadata !== undefined'],
      ['signature === undefined && signers === undefined', 'signers === undefined'],
      ['if (location === undefined) return CONTINUE_AT_ENGINE;', 'return CONTINUE_AT_ENGINE;'],
      ['given === undefined || others.length > 0', 'given === undefined'],
    ],
  ),
  ...mutantsOf(
    'src/embedded/create-ledger.ts',
    ['src/embedded/create-ledger.test.ts'],
    [
      ['  checkLedgerOptions(options);\n', ''],
      ['hasStateFiles: options.allowRemoteAdmin !== true,', 'hasStateFiles: true,'],
    ],
  ),
  ...mutantsOf(
    'src/embedded/ledger-options.ts',
    ['src/embedded/create-ledger.test.ts'],
    [
      ["if (!allowRemoteAdmin && hostReach(host) !== 'own')", "if (hostReach(host) !== 'own')"],
      ["hostReach(host) !== 'own'", "hostReach(host) === 'all'"],
      ['if (allowRemoteAdmin !== allowRemoteTestBench)', 'if (!allowRemoteAdmin && allowRemoteTestBench)'],
    ],
  ),
];
