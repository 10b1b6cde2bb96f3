/** Bugs of workers: who counts what, what a follower sees, who is replaced. */
import { type Mutant, mutantsOf } from './mutant.ts';

const COUNT_TESTS = ['src/server/admission/client-counts.test.ts'];

export const FRONT_MUTANTS: readonly Mutant[] = [
  ...mutantsOf('src/server/admission/client-counts.ts', COUNT_TESTS, [
    ['at < (kind + 1) * threads; at++) total', 'at < kind * threads + 1; at++) total'],
    ['kind * this.#shape.threads + this.#thread, amount', 'kind * this.#shape.threads, amount'],
    ['if (this.#total(kind) <= size) return true;', 'if (this.#total(kind) < size) return true;'],
    ['        this.#addTotal(kind, -amount);\n        return false;', '        return false;'],
    ['if (row === undefined) return Number.POSITIVE_INFINITY;', 'if (row === undefined) return 0;'],
    ['        });\n        this.#addTotal(kind, -1);', '        });'],
    ['kind * threads, (kind + 1) * threads);', 'kind * threads, kind * threads + 1);'],
    ['const own = kind * threads + this.#thread;', 'const own = this.#thread;'],
    ['    this.#lock.releaseOf(thread + 1);\n', ''],
    ['this.#rows.setFullAtMs(row, bucket.fullAtMs);', ''],
  ]),
  ...mutantsOf('src/server/admission/client-rows.ts', COUNT_TESTS, [
    ['if (this.count(row, 0, this.#rowWords - HEAD_WORDS) === 0) best = row;', 'best = row;'],
    [
      'if (best !== undefined && this.fullAtMs(row) >= this.fullAtMs(best)) continue;',
      'if (best !== undefined && this.fullAtMs(row) <= this.fullAtMs(best)) continue;',
    ],
    ['    this.setFullAtMs(best, 0);\n', ''],
  ]),
  ...mutantsOf(
    'src/rpc/methods/transaction/sign.ts',
    ['src/rpc/execute.test.ts'],
    [['  runLocally: requireSigner,\n', '']],
  ),
  ...mutantsOf(
    'src/rpc/params/ledger-lookup.ts',
    ['src/rpc/execute.test.ts'],
    [
      [
        "if (hasParam(params, 'ledger') || !namesLedger(params)) return true;",
        'if (!namesLedger(params)) return true;',
      ],
      ["name === 'current' || name === '' || ", "name === 'current' || "],
      ['parseLedgerIndex(name) === validated.ledgerIndex + 1', 'name === validated.ledgerIndex + 1'],
    ],
  ),
  ...mutantsOf(
    'src/workers/followed-node.ts',
    ['src/workers/followed-node.test.ts'],
    [
      [
        'this.#cache.forget(header.ledgerIndex, isNext ? changedKeys : undefined);',
        'this.#cache.forget(header.ledgerIndex, []);',
      ],
      ['isNext ? changedKeys : undefined', 'changedKeys'],
      ['    this.#reader.follow?.(header.ledgerIndex);\n    // Where', '    // Where'],
      ['    this.#validated = header;\n    this.#fees', '    this.#fees'],
      ['    this.#fees = undefined;\n', ''],
      ['return this.#store;', 'return this.#reader;'],
    ],
  ),
  ...mutantsOf(
    'src/workers/worker-port.ts',
    ['src/workers/engine-link.test.ts'],
    [
      ['if (!isRefusal) this.#options.log.error', 'if (isRefusal) this.#options.log.error'],
      ['    this.#followed.resolve();\n    this.#closed.resolve();', '    this.#closed.resolve();'],
      ['        this.#options.weir.composed?.hint();\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/link/request-port.ts',
    ['src/workers/engine-link.test.ts'],
    [
      ['      trustSignature(transaction);\n', '', 'the engine verifies once more, which only costs time'],
      ['if (this.#reports.length === 0) setImmediate', 'setImmediate', 'the same, with some checks more'],
      ['    this.sendReports();\n    this.#options.send(message);', '    this.#options.send(message);'],
      ['    if (error instanceof RpcError) return error;\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/link/ledger-wait.ts',
    ['src/link/ledger-wait.test.ts'],
    [
      ['if (ledgerIndex <= reachedIndex()) end();', 'if (ledgerIndex < reachedIndex()) end();'],
      ['if (reachedIndex() >= ledgerIndex) return undefined;', 'if (reachedIndex() > ledgerIndex) return undefined;'],
      ['        timer.cancel();\n', ''],
      ['    onHint();\n', ''],
      ['if (reached < demanded) throw', 'if (reached > demanded) throw'],
      [' || result.weir_node !== undefined) return result;', ') return result;'],
    ],
  ),
  ...mutantsOf(
    'src/workers/shared-state.ts',
    ['src/workers/shared-state.test.ts'],
    [
      ['return last === 0 ? undefined :', 'return'],
      ['this.#words, ARCHIVE_LAST, range?.last ?? 0', 'this.#words, ARCHIVE_LAST, range?.first ?? 0'],
    ],
  ),
  ...mutantsOf(
    'src/workers/worker-pool.ts',
    ['test/cluster-workers.test.ts'],
    [
      [
        'if (ledgerIndex > this.#announced.ledgerIndex) this.#announce(this.#node.store.header(ledgerIndex)!, undefined);',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'src/workers/worker-pool.ts',
    ['test/workers.test.ts'],
    [
      ['this.#all().filter(({ port }) => port.follows(ledgerIndex)).length === count', 'this.#all().length <= count'],
      ['    await this.close();\n    throw new Error(', '    throw new Error('],
      ['await Promise.race([port.close(), isLate.promise])', 'await port.close()'],
    ],
  ),
  ...mutantsOf(
    'src/storage/postgres/lane.ts',
    ['src/storage/postgres/postgres-cluster-store.test.ts'],
    [['    if (this.#client !== undefined) this.#drop(this.#client);\n', '']],
  ),
  ...mutantsOf(
    'src/storage/lmdb/lmdb-reader.ts',
    ['test/postgres-archive.test.ts'],
    [['{ first: this.#firstLedger(), last', '{ first: this.#range?.first ?? this.#firstLedger(), last']],
  ),
  ...mutantsOf(
    'src/util/new-space.ts',
    ['src/util/new-space.test.ts'],
    [
      ['hasLittleRoom(space) ? DOUBLE : STAY', 'STAY'],
      ['hasLittleRoom(space) ? DOUBLE : STAY', 'DOUBLE'],
      ['  space.setGrowthFactor(STAY);\n', ''],
      ['space.utilization() >= BUSY_SHARE && ', ''],
    ],
  ),
];
