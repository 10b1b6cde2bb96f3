/** Bugs of what is stored: trees, rows of entries and histories, indexes, commits that fail, the journal. */
import { type Mutant, mutantsOf } from './mutant.ts';

const STORE_TESTS = ['src/storage/lmdb/lmdb-store.test.ts'];
const MEMORY_TESTS = ['src/storage/memory/memory-store.test.ts'];

export const STORAGE_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/shamap/state-tree.ts',
    ['src/shamap/state-tree.test.ts'],
    [
      ['    this.#gone.add(path);\n', ''],
      ['for (const path of this.#gone) changes.set(path, undefined);\n', ''],
      [
        '    this.#isChanged = false;\n    this.#unconfirmedTakes = 0;\n    this.#forget();',
        '    this.#unconfirmedTakes = 0;',
      ],
      ['if (child?.hash.equals(leaf.hash)) return false;\n', ''],
      ['record.length === EMPTY_RECORD_BYTES ? undefined : record', 'record'],
      ['  node.isChanged = false;\n}\n', '}\n'],
      ['if (child === undefined) this.#moved.add(leaf.key);\n', ''],
      ['if (isDeleted) this.#moved.add(key);\n', ''],
      ['if (!this.#deleteBelow(child, key, depth + 1)) return false;', 'this.#deleteBelow(child, key, depth + 1);'],
      ['} else if (child?.key === key) {', '} else if (child !== undefined) {'],
      ['    markChanged(node);\n    return true;\n  }\n\n  #collapse', '    return true;\n  }\n\n  #collapse'],
      ['    siblings[branch] = leaf;\n', ''],
      ['if (leaf !== undefined) this.#collapse(children, branch, leaf, key.slice(0, depth + 1));\n', ''],
      [
        'this.#unconfirmedTakes === 0 && !this.#isChanged && this.#loadedNodes',
        'this.#unconfirmedTakes === 0 && this.#loadedNodes',
      ],
    ],
  ),
  ...mutantsOf(
    'src/shamap/inner-node.ts',
    ['src/shamap/state-tree.test.ts'],
    [
      [
        'if (found !== undefined || child instanceof InnerNode) return undefined;',
        'if (found !== undefined) return undefined;',
      ],
      [
        'const bit = 1 << branch;\n    if (leaves & bit)',
        'const bit = 1 << (BRANCH_COUNT - branch);\n    if (leaves & bit)',
      ],
    ],
  ),
  ...mutantsOf(
    'src/shamap/inner-node.ts',
    ['src/shamap/state-tree.test.ts'],
    [
      ['  input.fill(0, CHILDREN_AT);\n', ''],
      ['input.set(HashPrefix.innerNode);', 'input.set(HashPrefix.leafNode);'],
    ],
  ),
  ...mutantsOf(
    'src/shamap/transaction-tree.ts',
    ['src/shamap/inner-node.test.ts'],
    [
      ['  writer.vlLength(metadata.length);\n', ''],
      ['  writer.hex(id, HASH_SIZE);\n', ''],
      ['leaves.toSorted((a, b) => (a.key < b.key ? -1 : 1))', 'leaves'],
      ['to - from === 1 ? leaf', 'to - from <= 2 ? leaf'],
    ],
  ),
  ...mutantsOf(
    'src/shamap/ascending-tree.ts',
    ['src/shamap/ascending-tree.test.ts'],
    [
      ['while (this.#open.length <= shared)', 'while (this.#open.length < shared)'],
      [
        'this.#onNode?.(key.slice(0, depth), encodeInnerNode(node));',
        'this.#onNode?.(key.slice(0, depth - 1), encodeInnerNode(node));',
      ],
    ],
  ),
  ...mutantsOf(
    'src/storage/append-check.ts',
    ['src/storage/append-check.test.ts'],
    [
      ['term < log.term', 'term <= log.term'],
      ['if (term < log.term)', 'if (term + 1 < log.term)'],
      ['!Number.isSafeInteger(term) || term < 0', 'term < 0'],
      [' || term < 0)', ')'],
      ['ledgerIndex !== last.ledgerIndex + 1', 'ledgerIndex <= last.ledgerIndex'],
      ['parentHash !== last.hash', 'parentHash === ledgerIndex.toString()'],
    ],
  ),
  ...mutantsOf('src/storage/append-check.ts', MEMORY_TESTS, [
    [' || ledgerIndex < range.first || ledgerIndex > range.last', ' || ledgerIndex > range.last'],
    [' || ledgerIndex > range.last', '', 'the count of ledgers is refused then'],
    ['ledgers.length === range.last - ledgerIndex;', 'ledgers.length <= range.last - ledgerIndex;'],
    [' || ledgers.some((ledger, at) => ledger.ledgerIndex !== ledgerIndex + 1 + at)', ''],
  ]),
  ...mutantsOf('src/storage/memory/memory-store.ts', MEMORY_TESTS, [
    ['this.keyTree.read(path, ledgerIndex)?.value });', 'this.keyTree.read(path, ledgerIndex - 2)?.value });'],
    [
      '    tables.undo(ledgerIndex, undone, paths);\n    this.#keep(values);',
      '    tables.undo(ledgerIndex, undone, paths);',
    ],
    ['    this.#writeNewest(undone);\n', ''],
    [
      '    for (const ledger of ledgers) tables.write(ledger);\n    this.#open = tables;',
      '    for (const ledger of ledgers) this.#open!.write(ledger);',
    ],
    ['first: this.range?.first ?? ledgerIndex, last', 'first: ledgerIndex, last'],
    ['    this.indexes.write(indexChanges);\n', ''],
    ['      for (const id of ledger.transactionIds) this.locations.delete(id);\n', ''],
    ['    for (const account of accounts) this.#truncateHistory(account, ledgerIndex);\n', ''],
    ['    for (const path of paths) this.keyTree.truncate(path, ledgerIndex);\n', ''],
    ['      order.put(key, bytes !== undefined);', '      order.put(key, true);'],
    ['version?.ledgerIndex === ledgerIndex ?', 'version !== undefined ?'],
  ]),
  ...mutantsOf('src/storage/changed-key-tree-paths.ts', MEMORY_TESTS, [
    ['for (const at of [ledgerIndex, ledgerIndex - 1])', 'for (const at of [ledgerIndex])'],
    ['for (const at of [ledgerIndex, ledgerIndex - 1])', 'for (const at of [ledgerIndex - 1])'],
    [
      '    if (isThere(key, ledgerIndex) === isThere(key, ledgerIndex - 1)) continue;\n',
      '',
      'paths where a ledger wrote nothing are looked at in vain',
    ],
  ]),
  ...mutantsOf('src/storage/memory/versions.ts', MEMORY_TESTS, [
    ['versions[at]!.ledgerIndex <= ledgerIndex', 'versions[at]!.ledgerIndex < ledgerIndex'],
    ['if (newest.ledgerIndex <= ledgerIndex) return', 'if (newest.ledgerIndex >= ledgerIndex) return'],
  ]),
  ...mutantsOf(
    'src/storage/lmdb/key-tree-table.ts',
    ['src/storage/lmdb/lmdb-store.test.ts'],
    [
      ['isNewest ? path', 'true ? path'],
      ['for (const [path, node] of changed) this.#cache.set(path, node ?? null);', ''],
    ],
  ),
  ...mutantsOf(
    'src/storage/memory/key-indexes.ts',
    ['src/storage/memory/memory-store.test.ts'],
    [
      ['        keys.delete(key);\n', ''],
      ['return key?.startsWith(prefix) ? key : undefined;', 'return key;'],
    ],
  ),
  ...mutantsOf(
    'src/history/packed-rows.ts',
    ['src/storage/memory/memory-store.test.ts'],
    [
      [
        'if (from !== undefined && forward && compareLocations(from, low) > 0) low = from;',
        'if (from !== undefined && forward) low = from;',
      ],
      [
        'compareLocations(historyRowLocation(bytes, end), high) === 0) end++;',
        'compareLocations(historyRowLocation(bytes, end), high) < 0) end++;',
      ],
      ['query.forward ? first + step : end - 1 - step', 'first + step'],
      ['one.ledgerIndex - other.ledgerIndex || one.position', 'one.position'],
    ],
  ),
  ...mutantsOf('src/storage/lmdb/ledger-writer.ts', STORE_TESTS, [
    [
      "if (record === undefined) batch.add('remove', 'tree', treeKey(path));\n    else batch",
      'if (record !== undefined) batch',
    ],
    ['bytes ?? TOMBSTONE', "bytes ?? Buffer.from('0')"],
    ['keyTree.put(key, bytes !== undefined);', 'keyTree.put(key, true);'],
    ["batch.add(isPresent ? 'put' : 'remove', 'indexes'", "batch.add('put', 'indexes'"],
    ["  batch.add('put', 'transactionIds', hexToBytes(id), key);\n", ''],
    ['else rows.push(row);', 'else rows.unshift(row);'],
  ]),
  ...mutantsOf(
    'src/storage/lmdb/row-batch.ts',
    ['src/storage/lmdb/row-batch.test.ts', ...STORE_TESTS],
    [
      ['    this.#closeChunk();\n    return this.#chunks;', '    return this.#chunks;'],
      ['if (this.#used + length > this.#chunk.length) {', 'if (this.#chunk.length === 0) {'],
      ['valueStart + chunk.readUInt32LE(at + 4)', 'valueStart + chunk.readUInt16LE(at + 4)'],
    ],
  ),
  ...mutantsOf('src/storage/lmdb/write-rows.ts', STORE_TESTS, [
    [
      "else if (action === 'remove') tables[table].removeSync(key);\n    else appendHistory",
      "else if (action === 'append') appendHistory",
    ],
  ]),
  ...mutantsOf('src/storage/lmdb/layout.ts', STORE_TESTS, [
    ['bytes.writeUInt32BE(MAX_INDEX - ledgerIndex, 32);', 'bytes.writeUInt32BE(ledgerIndex, 32);'],
    ['key.writeUInt32BE(position, 24);', 'key.writeUInt32LE(position, 24);'],
    [
      'overlappingSync: false,\n    readOnly',
      'overlappingSync: true, readOnly',
      'it is the disk that would tell, after a loss of power: what is flushed late is there until then',
    ],
  ]),
  ...mutantsOf('src/storage/lmdb/layout.ts', STORE_TESTS, [
    ['last.value.length < BLOCK_BYTES', 'last.value.length <= BLOCK_BYTES', 'the last block is written again as it is'],
    [
      'isOpen ? [last.value, ...newRows] : newRows',
      'newRows',
      'blocks are smaller than they could be, which only costs room',
    ],
    ['reverse: true })?.key ?? lowest) : first', 'reverse: true })?.key ?? lowest) : lowest'],
  ]),
  ...mutantsOf('src/storage/lmdb/layout.ts', STORE_TESTS, [
    ['start: last.key, exclusiveStart: true }', 'start: last.key }'],
    ['const last = batch[limit - 1];', 'const last = batch[limit];'],
  ]),
  ...mutantsOf('src/storage/lmdb/lmdb-reads.ts', STORE_TESTS, [
    ['start: keyTreeKey(path, ledgerIndex), end', 'start: keyTreeKey(path, 0xffff_ffff), end'],
    ['end: entryVersionKey(key, 0) };', "end: entryVersionKey('F'.repeat(64), 0) };"],
    ['return bytes?.length === 0 ? undefined : bytes;', 'return bytes;'],
  ]),
  ...mutantsOf('src/storage/lmdb/lmdb-store.ts', STORE_TESTS, [
    ['if (format !== STORE_FORMAT_VERSION) throw', 'if (format > STORE_FORMAT_VERSION) throw'],
    ["    this.#range = storedRange(this.view('headers'));\n    this.#keyTree", '    this.#keyTree'],
    ['    await this.#appending;\n    await this.#thread.end();', '    await this.#thread.end();'],
    ['    await this.#thread.end();\n', ''],
    ['    this.#environment.close();\n    this.#place', '    this.#place'],
    ['    this.#place.release();\n', ''],
    ['this.#closing ??= this.#close();', 'this.#closing = this.#close();'],
  ]),
  ...mutantsOf('src/storage/lmdb/data-place.ts', STORE_TESTS, [
    ['const lock = acquireWriterLock(directory);', 'const lock = { confirm() {}, writeHolder() {}, release() {} };'],
  ]),
  ...mutantsOf('src/storage/lmdb/environment.ts', STORE_TESTS, [
    ['    this.#root.close();\n', ''],
    [
      '    this.#root.resetReadTxn();\n    this.#frozen = this.#root',
      '    this.#frozen = this.#root',
      'nothing was written since the last commit, after which the reader was reset',
    ],
    ['return this.#frozen === undefined ? { table } : { table, transaction: this.#frozen };', 'return { table };'],
  ]),
  ...mutantsOf('src/storage/lmdb/ledger-writer.ts', STORE_TESTS, [
    ['    this.#environment.freeze();\n    if', '    if'],
    ['    this.#environment.thaw();\n  }\n\n  /**', '  }\n\n  /**'],
  ]),
  ...mutantsOf(
    'src/storage/lmdb/data-file.ts',
    ['src/storage/lmdb/data-file.test.ts'],
    [
      ['a.transaction > b.transaction ? a : b', 'a.transaction > b.transaction ? b : a'],
      ['page <= lastPage && missing', 'page < lastPage && missing'],
      ['let page = pagesThere; page', 'let page = pagesThere + 1; page'],
      ['page < first - entry', 'page < first - entry - 1'],
      [
        'if (this.#readsLeft-- === 0)',
        'if (this.#readsLeft-- === 1)',
        'two pages of a file are no part of any tree, so no walk that ends comes so far',
      ],
      ['(newest.lastPage + 1) * newest.pageBytes', 'newest.lastPage * newest.pageBytes'],
      ['if (length > available) throw', 'if (length >= available) throw'],
    ],
  ),
  ...mutantsOf(
    'src/storage/append-journal.ts',
    ['src/storage/append-journal.test.ts'],
    [
      ['rest.length !== length || !checksum', '!checksum'],
      [' || !checksum(rest).equals(file.subarray(at + 4, at + PREFIX_BYTES))', ''],
      ['else records.delete(key);\n', ''],
      ['if (batch.some(({ waiter }) => waiter !== undefined)) await this.#file.datasync();\n', ''],
      ['        this.#file = undefined;\n        for', '        for'],
      ['wasted > WASTE_BYTES && wasted > this.#fileBytes / 2', 'wasted > WASTE_BYTES * 100'],
      ['    await this.#flushing;\n', ''],
      [
        'at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;',
        'at += (await file.write(bytes, at, bytes.length - at)).bytesWritten && bytes.length - at;',
      ],
    ],
  ),
  ...mutantsOf(
    'src/node/submission-journal.ts',
    ['src/node/submission-journal.test.ts'],
    [
      ['(isAdmin ? OPTION_BITS.isAdmin : 0)', '0'],
      ['(failHard ? OPTION_BITS.failHard : 0)', '0'],
      ['return !isTem(result) && (applied', 'return (applied'],
      [' && (applied || queued || kept)', ''],
      [' || this.#saving.has(id)', ''],
      [' || this.#isInLedger(id)) return', ') return'],
      ['this.#saving.delete(id));', 'undefined);'],
      ['openLedger.pending(id) !== undefined || ', ''],
      [
        'for (const { id } of derived.transactions) this.#forget(id);\n',
        '',
        'the node lets go of what a ledger holds, so the next line forgets it',
      ],
      ['for (const id of this.#journal.records.keys()) if (!this.#isAlive(id)) this.#forget(id);\n', ''],
      [
        'if (outcome === undefined || !isTaken(outcome)) this.#forget(id);',
        'if (outcome === undefined) this.#forget(id);',
      ],
      [
        '    this.#saving.set(id, Promise.resolve());\n',
        '',
        'the same record is written once more in place of the first, which only costs room',
      ],
    ],
  ),
  ...mutantsOf(
    'src/node/found-chain.ts',
    ['src/node/found-chain.test.ts'],
    [
      [
        'return store.replace(ledgers, values);',
        '{ store.setMetaValues(values); return store.replace(ledgers, new Map()); }',
      ],
      ['return (log ?? store).append(firstChild(', 'return void (firstChild('],
    ],
  ),
  ...mutantsOf(
    'src/util/compiled-code.ts',
    ['src/util/compiled-code.test.ts'],
    [
      [' || script.cachedDataRejected === true', ''],
      [' && HASHED.test(file)', ''],
    ],
  ),
];
