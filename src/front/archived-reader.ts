/** What a front end of a cluster's member reads: the member's own store, and the archive for what that has forgotten. */
import type { ReadStore } from '../storage/ledger-store.ts';
import { PostgresArchiveReader } from '../storage/postgres/postgres-archive-reader.ts';
import { ArchivedReads } from '../storage/shared/archived-reads.ts';
import type { SharedState } from './shared-state.ts';

export class ArchivedReader extends ArchivedReads {
  readonly #archive: PostgresArchiveReader;

  /** It connects to the archive when something is asked that only that has. */
  constructor(reader: ReadStore, archiveUrl: string, shared: SharedState) {
    const archive = new PostgresArchiveReader(archiveUrl);
    super(reader, archive, () => shared.archived);
    this.#archive = archive;
  }

  close(): Promise<void> {
    return this.#archive.close();
  }
}
