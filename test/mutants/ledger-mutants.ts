/** Bugs of the ledger's state: sandboxes, metadata and its threads, directories, skip lists, close times. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const LEDGER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/ledger/directory.ts',
    ['src/ledger/directory.test.ts'],
    [
      ['if (number !== 1n) page.IndexPrevious = number - 1n;', 'if (number !== 1n) page.IndexPrevious = 1n;'],
      ['  next.IndexPrevious = previousNumber;\n', ''],
      ['  previous.IndexNext = nextNumber;\n', ''],
      ['  root.IndexPrevious = number;\n', ''],
      ['    root.IndexPrevious = previousNumber;\n', ''],
      ['last.Indexes.length < MAX_ENTRIES_PER_PAGE', 'last.Indexes.length <= MAX_ENTRIES_PER_PAGE'],
      ['[...last.Indexes, key].sort()', '[...last.Indexes, key]'],
      ['if (lastNumber === MAX_PAGE) return undefined;\n', ''],
      [
        'if (!keepRoot && next === 0n && previous === 0n) sandbox.erase(root);',
        'if (next === 0n && previous === 0n) sandbox.erase(root);',
      ],
      ['if (!keepRoot && next === 0n && previous === 0n) sandbox.erase(root);', 'if (!keepRoot) sandbox.erase(root);'],
      [
        'if (!keepRoot && nextNumber === 0n && previousNumber === 0n && previous',
        'if (!keepRoot && nextNumber === 0n && previous',
      ],
      [
        'if (next !== 0n && next === previous && peekPage(sandbox, directory, next).Indexes.length > 0) return false;\n',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'src/ledger/sandbox.ts',
    [
      'src/ledger/sandbox.test.ts',
      'src/ledger/key-order.test.ts',
      'src/ledger/metadata.test.ts',
      'test/simulation/simulation.test.ts',
    ],
    [
      ['entry: { ...entry } as LedgerEntry', 'entry: entry as LedgerEntry'],
      [
        "    item.action = 'modify';\n    item.entry = entry;\n    this.#order?.add(",
        "    item.action = 'insert';\n    item.entry = entry;\n    this.#order?.add(",
      ],
      [
        "if (item.action === 'insert') this.#items.delete(entry.index);\n    else item.action = 'erase';",
        "item.action = 'erase';",
      ],
      ["else if (item.action === 'insert') this.#items.delete(entry.index);\n    else {", 'else {'],
      ["else item.action = 'erase';\n    this.#order?.remove(entry.index);", "else item.action = 'erase';"],
      ['      this.#order?.add(entry.index);\n      return;', '      return;'],
      ["?.action === 'erase',\n      addedKeys", "?.action === 'insert',\n      addedKeys"],
      ['    this.#order = undefined;\n', ''],
      [
        "action === 'insert' ? undefined : (known",
        'action === undefined ? undefined : (known',
        'what is inserted was not there, or its item would be an update',
      ],
      ['sortFew(changes, compareKeys)', 'changes'],
      ["if (item.action !== 'cache') count++;", 'count++;'],
      ['    this.#items.clear();\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/protocol/entries/entry-ends.ts',
    ['src/ledger/metadata.test.ts', 'src/node/node.test.ts', 'test/simulation/simulation.test.ts'],
    [
      ['[entry.LowLimit.issuer, entry.HighLimit.issuer]', '[entry.LowLimit.issuer]'],
      ['[account, destination].filter', '[account].filter'],
    ],
  ),
  ...mutantsOf(
    'src/ledger/metadata.ts',
    ['src/ledger/metadata.test.ts', 'src/node/node.test.ts', 'test/simulation/simulation.test.ts'],
    [
      ['return a.key < b.key ? -1 : 1;', 'return a.key < b.key ? 1 : -1;'],
      ['    threaded.PreviousTxnLgrSeq = this.#ledgerIndex;\n', ''],
      ['    for (const entry of this.#threaded.values()) this.#sandbox.rawReplace(entry);\n', ''],
      ['      this.#sandbox.revert(key);\n', ''],
      ["if (pending === 'erased') return;\n", ''],
      ['      this.#threaded.set(key, entry);\n', ''],
      ['this.#threadOwners(before!);\n', ''],
      ['this.#threadOwners(after);\n', ''],
      [' && !isDefaultValue(field.name, value)', ''],
      [
        'node.previousId ??= previousId;',
        'node.previousId = previousId;',
        'an entry is threaded once for a transaction: the second time its id is there already',
      ],
      ['METADATA_BITS.always | METADATA_BITS.deleteFinal', 'METADATA_BITS.always | METADATA_BITS.changeNew'],
      ['if (old !== undefined) addField(previous, field, old);', 'addField(previous, field, old as FieldValue);'],
      ['    isSame = false;\n', ''],
      ['if (now !== undefined && (field.metadata & wantedBits) !== 0)', 'if (now !== undefined)'],
    ],
  ),
  ...mutantsOf(
    'src/ledger/affected-accounts.ts',
    ['src/ledger/affected-accounts.test.ts'],
    [
      ["kind === 'CreatedNode' ? 'NewFields' : 'FinalFields'", "'FinalFields'"],
      ['return issuer === ZERO_ACCOUNT ? undefined : issuer;', 'return issuer;'],
      ['[...accounts].sort()', '[...accounts]'],
    ],
  ),
  ...mutantsOf(
    'src/ledger/chain-entries.ts',
    ['src/ledger/chain-entries.test.ts'],
    [
      ['list.Hashes = [...list.Hashes, parentHash];\n  list', 'list.Hashes = [parentHash];\n  list'],
      ['parentIndex % SKIP_LIST_LENGTH === 0', '(parentIndex + 1) % SKIP_LIST_LENGTH === 0'],
      [
        'newEntry(longSkipKeylet(parentIndex)) : { ...previous }',
        'newEntry(longSkipKeylet(parentIndex)) : newEntry(longSkipKeylet(parentIndex))',
      ],
    ],
  ),
  ...mutantsOf(
    'src/ledger/ledger-header.ts',
    ['src/ledger/ledger-header.test.ts'],
    [
      ['Math.floor(resolutionSeconds / 2)', 'Math.ceil(resolutionSeconds / 2) - 1'],
      ['parentCloseTimeSeconds + 1)', 'parentCloseTimeSeconds)'],
      ['if (closeTimeSeconds === 0) return 0;\n', ''],
      ['return RESOLUTIONS_SECONDS[at + 1] ?? parentResolutionSeconds', 'return parentResolutionSeconds'],
      ['ledgerIndex % REFINE_EVERY_LEDGERS === 0', 'ledgerIndex % REFINE_EVERY_LEDGERS === 1'],
    ],
  ),
  ...mutantsOf(
    'src/ledger/open-view.ts',
    ['src/ledger/open-view.test.ts', 'src/ledger/key-order.test.ts', 'src/node/queue/transaction-queue-clear.test.ts'],
    [
      ['this.ledgerIndex = parentHeader.ledgerIndex + 1;', 'this.ledgerIndex = parentHeader.ledgerIndex;'],
      [
        'for (const { transaction, metadata } of series.transactions) this.addTransaction(transaction, metadata);\n',
        '',
      ],
      ['if (entry === null) this.#order?.remove(key);\n', 'if (entry === null) return;\n'],
      ['this.#entries.get(erased) === null', '!this.#entries.get(erased)'],
      ['this.#entries.get(added) !== null', 'this.#entries.get(added) !== undefined'],
      [
        'const entry = this.#entries.get(keylet.key);\n    if (entry === undefined)',
        'const entry = this.#entries.get(keylet.key);\n    if (!entry)',
      ],
    ],
  ),
  ...mutantsOf(
    'src/ledger/key-order.ts',
    ['src/ledger/key-order.test.ts'],
    [
      [
        'while (next !== undefined && this.#changes.isErased(next))',
        'if (next !== undefined && this.#changes.isErased(next))',
      ],
      ['next >= before ? undefined', 'next > before ? undefined'],
      ['parents < own', 'parents > own'],
      ['    if (this.#changes.isParentFixed) for', '    for'],
      ['for (const key of changes.addedKeys()) addTreeKey(this.#added, key);', ''],
      ['  add(key: Hash256): void {\n    addTreeKey(this.#added, key);', '  add(key: Hash256): void {'],
      ['    deleteTreeKey(this.#added, key);', ''],
    ],
  ),
  ...mutantsOf(
    'src/util/key-tree.ts',
    ['src/util/key-tree.test.ts'],
    [
      ['if (child > key) return firstKey', 'if (child >= key) return firstKey'],
      ['if (child.length === key.length || !key', 'if (!key'],
      ["if (path === '' || left.length > 1)", "if (path === '' || left.length > 0)"],
    ],
  ),
  ...mutantsOf(
    'src/ledger/deferred-credits.ts',
    ['src/ledger/payment-sandbox.test.ts'],
    [
      [
        'lowOriginalBalance: isFromLow ? senderBalance : negateAmount(senderBalance)',
        'lowOriginalBalance: senderBalance',
      ],
      ['if (known === undefined || known < count)', 'if (known === undefined || known > count)'],
      ['known.lowDebits = addAmounts(known.lowDebits, amount);', 'known.lowDebits = amount;'],
      ['known.highDebits = addAmounts(known.highDebits, pair.highDebits);\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/ledger/payment-sandbox.ts',
    ['src/ledger/payment-sandbox.test.ts'],
    [
      ['if (compareAmounts(original, least) < 0) least = original;\n', ''],
      ['if (target instanceof PaymentSandbox) this.#credits.mergeInto(target.#credits);\n', ''],
      ['usable < 0n ? 0n : usable', 'usable'],
    ],
  ),
];
