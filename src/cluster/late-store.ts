/**
 * The database of a cluster that may not be there yet: a member with data of its own starts without it, serves what it has,
 * and finds it later. Each call tries to open it, and fails as unreachable until that has succeeded once.
 */
import type {
  ChainValues,
  ClusterStore,
  LeaseTable,
  MemberTable,
  SharedLog,
  SnapshotShelf,
  SubmissionTable,
} from '../storage/shared/cluster-store.ts';

export class LateClusterStore implements ClusterStore {
  readonly #openStore: () => Promise<ClusterStore>;
  readonly #hints = new Map<() => void, (() => void) | undefined>();
  #opening: Promise<ClusterStore> | undefined;
  #opened: ClusterStore | undefined;
  #isClosed = false;

  constructor(openStore: () => Promise<ClusterStore>) {
    this.#openStore = openStore;
  }

  get durability(): string {
    return this.#opened?.durability ?? 'not known: the database was not reached yet';
  }

  readonly lease: LeaseTable = {
    read: async () => (await this.open()).lease.read(),
    take: async (...args) => (await this.open()).lease.take(...args),
    renew: async (...args) => (await this.open()).lease.renew(...args),
    release: async (...args) => (await this.open()).lease.release(...args),
  };

  readonly log: SharedLog = {
    range: async () => (await this.open()).log.range(),
    append: async (...args) => (await this.open()).log.append(...args),
    read: async (...args) => (await this.open()).log.read(...args),
  };

  readonly submissions: SubmissionTable = {
    all: async () => (await this.open()).submissions.all(),
    add: async (...args) => (await this.open()).submissions.add(...args),
    remove: async (...args) => (await this.open()).submissions.remove(...args),
  };

  readonly chain: ChainValues = {
    read: async () => (await this.open()).chain.read(),
    found: async (...args) => (await this.open()).chain.found(...args),
  };

  readonly snapshots: SnapshotShelf = {
    newest: async () => (await this.open()).snapshots.newest(),
    put: async (...args) => (await this.open()).snapshots.put(...args),
    read: (ledgerIndex) => this.#readSnapshot(ledgerIndex),
  };

  readonly members: MemberTable = {
    report: async (...args) => (await this.open()).members.report(...args),
    list: async (...args) => (await this.open()).members.list(...args),
    leave: async (...args) => (await this.open()).members.leave(...args),
  };

  onAppended(listener: () => void): () => void {
    this.#hints.set(listener, this.#opened?.onAppended(listener));
    return () => {
      this.#hints.get(listener)?.();
      this.#hints.delete(listener);
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening?.catch(() => {});
    await this.#opened?.close();
  }

  /** Rejects as whatever opens it does. */
  open(): Promise<ClusterStore> {
    this.#opening ??= this.#openStore().then(
      (opened) => this.#noteOpened(opened),
      (error) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }

  async #noteOpened(opened: ClusterStore): Promise<ClusterStore> {
    this.#opened = opened;
    if (this.#isClosed) return opened;
    for (const listener of this.#hints.keys()) this.#hints.set(listener, opened.onAppended(listener));
    return opened;
  }

  async *#readSnapshot(ledgerIndex: number): AsyncGenerator<Uint8Array> {
    yield* (await this.open()).snapshots.read(ledgerIndex);
  }
}
