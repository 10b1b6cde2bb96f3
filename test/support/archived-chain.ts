/** Ledgers in the log and the archive of PostgreSQL, copied from the store that closed them. */

import { Archivist } from '../../src/archive/archivist.ts';
import type { LedgerLog } from '../../src/storage/ledger-log.ts';
import { type ArchiveSizes, PostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import { openPostgresClusterStore } from '../../src/storage/postgres/postgres-cluster-store.ts';
import type { ClusterStore, Term } from '../../src/storage/shared/cluster-store.ts';
import type { LedgerArchive } from '../../src/storage/shared/ledger-archive.ts';
import { withoutPause } from '../../src/util/steps.ts';
import { memberOf, reportOf } from '../contracts/cluster-store/cluster-under-test.ts';
import { TEST_KEYS } from './cluster/test-keys.ts';
import { TestClock } from './test-clock.ts';

const WRITER = 'writer';
const LEASE_MS = 600_000;

export class ArchivedChain {
  readonly cluster: ClusterStore;
  readonly archive: LedgerArchive;
  readonly archivist: Archivist;
  readonly #term: Term;
  #lastIndex = 0;

  private constructor(cluster: ClusterStore, archive: LedgerArchive, term: Term) {
    this.cluster = cluster;
    this.archive = archive;
    this.#term = term;
    this.archivist = new Archivist({
      log: cluster.log,
      archive,
      clock: new TestClock(),
      pacer: withoutPause,
      onRange: () => {},
      onFailure: (error) => {
        throw error;
      },
    });
  }

  /** Opens an empty database. */
  static async open(url: string, sizes?: ArchiveSizes): Promise<ArchivedChain> {
    const cluster = await openPostgresClusterStore(url, TEST_KEYS);
    await cluster.members.report(reportOf(WRITER));
    const member = memberOf(WRITER);
    const epoch = await cluster.lease.take(member, LEASE_MS);
    const archive = new PostgresArchive(url, TEST_KEYS, sizes);
    return new ArchivedChain(cluster, archive, { epoch: epoch!, token: member.token });
  }

  /** Appends new ledgers of a store to the log, and archives them. */
  async take(store: LedgerLog): Promise<void> {
    for (const ledger of store.tail(this.#lastIndex)) {
      await this.cluster.log.append(ledger, this.#term);
      this.#lastIndex = ledger.header.ledgerIndex;
    }
    // The archive keeps the ledgers that a member lacks.
    await this.cluster.members.report(reportOf(WRITER, this.#lastIndex));
    while ((await this.archivist.step()) === 'done');
  }

  async close(): Promise<void> {
    await Promise.all([this.archive.close(), this.cluster.close()]);
  }
}
