/** Bugs of a cluster: who may write, what is validated, what is said to whom, what members hold each other to. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const CLUSTER_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(
    'src/cluster/leader-log.ts',
    ['src/cluster/leader-log.test.ts'],
    [
      ['    await this.#appendShared(ledger);\n', ''],
      ['return range?.last.hash === ledger.header.hash;', 'return range !== undefined;'],
      ["      onLost('own store failed', error);\n", ''],
      ['settle(() => shared.log.range())', 'shared.log.range()'],
      ["      if (error instanceof FencedError) onLost('fenced', error);\n", ''],
    ],
  ),
  ...mutantsOf(
    'src/cluster/lease-keeper.ts',
    ['src/cluster/lease-keeper.test.ts'],
    [
      ['sentMs + terms.durationMs);', 'clock.elapsedMs() + terms.durationMs);'],
      ['Math.max(0, sentMs + terms.renewalMs - clock.elapsedMs())', 'terms.renewalMs'],
      ['if (error instanceof FencedError) onLost();', 'if (error === undefined) onLost();'],
      ['if (hadRunOut && this.remainingMs > 0) onResumed();', ''],
    ],
  ),
  ...mutantsOf(
    'src/cluster/lead.ts',
    ['src/cluster/cluster.test.ts'],
    [
      ['this.#isOpen && this.remainingMs > 0', 'this.#isOpen'],
      [
        'const mayPass = error instanceof UnreachableError || error instanceof UnknownOutcomeError;',
        'const mayPass = false;',
      ],
      ['    await this.#chooseForm();\n', ''],
    ],
  ),
  ...mutantsOf(
    'src/cluster/membership.ts',
    ['src/cluster/cluster.test.ts'],
    [['      await shared.lease.release(epoch).catch(() => {});\n', '']],
  ),
  ...mutantsOf(
    'src/cluster/ledger-forms.ts',
    ['src/cluster/ledger-forms.test.ts'],
    [
      ['written.filter((form) => form <= readByAll)', 'written'],
      ['if (readsLedgerVersion >= oldest) continue;', 'if (readsLedgerVersion >= 0) continue;'],
    ],
  ),
  ...mutantsOf(
    'src/cluster/ledger-follower.ts',
    ['src/cluster/ledger-follower.test.ts'],
    [
      [
        'if (header.ledgerIndex === last.ledgerIndex && header.hash !== last.hash) throw otherChain(last, header);',
        'if (header.ledgerIndex === 0) throw otherChain(last, header);',
      ],
    ],
  ),
  ...mutantsOf(
    'src/cluster/repeated-submission.ts',
    ['src/cluster/repeated-submission.test.ts'],
    [
      ["if (report.outcome.result === 'tefALREADY') return", "if (report.outcome.result === 'tefNO_AUTH') return"],
      ['  if (final !== undefined) return { ...report, outcome: taken(report.outcome, final) };\n', ''],
      [
        '  if (!isTef(report.outcome.result)) return report;\n',
        "  if (report.outcome.result === 'tesSUCCESS') return report;\n",
      ],
    ],
  ),
  ...mutantsOf(
    'src/cluster/shared-journal.ts',
    ['src/cluster/shared-journal.test.ts'],
    [
      ['      await this.#table.add(batch, this.#options.epoch);\n', ''],
      ['        if (error instanceof UnknownOutcomeError) this.#removed.add(id);\n', ''],
      ['if (error instanceof FencedError) this.#options.onFenced(error);', ''],
    ],
  ),
  ...mutantsOf(
    'src/link/request-link.ts',
    ['src/cluster/leader-link.test.ts'],
    [
      ["      this.#watches.delete(id);\n      this.#send({ kind: 'abandoned'", "      this.#send({ kind: 'abandoned'"],
      ['() => this.#sendAbandoned()', '() => {}'],
      ["new BrokenLinkError('the connection ended')", "new RefusedError('the connection ended')"],
    ],
  ),
  ...mutantsOf(
    'src/link/request-port.ts',
    ['src/cluster/leader-port.test.ts'],
    [
      ['    if (request !== undefined) request.isAbandoned = true;\n', ''],
      ['underWay.isAbandoned || this.#isEnded', 'underWay.isAbandoned'],
    ],
  ),
  ...mutantsOf(
    'src/cluster/cluster-relay.ts',
    ['src/cluster/cluster-relay.test.ts'],
    [
      ['if (isBroken && !mayRepeat()) throw', 'if (isBroken) throw'],
      ["new Set(['ledger_accept', 'stop'])", "new Set(['stop'])"],
      [' && request.watch?.isAbandoned() !== true', ''],
    ],
  ),
  ...mutantsOf(
    'src/storage/shared/archived-store.ts',
    ['src/storage/shared/archived-store.test.ts'],
    [['{ range: forgottenBy(own) }', '{ range: undefined }']],
  ),
  ...mutantsOf(
    'src/link/ledger-wait.ts',
    ['src/link/ledger-wait.test.ts'],
    [
      ["!(method === 'tx' && params.max_ledger !== undefined)", 'method.length > 0'],
      ['if (reached < demanded) throw', 'if (reached < 0) throw'],
    ],
  ),
  ...mutantsOf(
    'src/rpc/method/open-ledger-snapshot.ts',
    ['src/rpc/method/open-ledger-snapshot.test.ts'],
    [['  if (!(view instanceof OpenView)) return view;\n', '']],
  ),
  ...mutantsOf(
    'src/storage/postgres/postgres-lease.ts',
    ['src/storage/postgres/postgres-cluster-store.test.ts'],
    [
      ['    FOR UPDATE SKIP LOCKED)', '    FOR UPDATE)'],
      ['WHERE holder_id IS NULL OR holder_id = $1 OR expires_at <= clock_timestamp()', 'WHERE true'],
    ],
  ),
];
