/**
 * The snapshots of one server, by id and by name. A revert keeps its snapshot and forgets later ones. If nothing happened since
 * an earlier snapshot, taking one gives the earlier one; so a test suite that takes a snapshot before each test and reverts
 * after it holds only one.
 */
import { dirname } from 'node:path';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { makeDirectories } from '../storage/make-directories.ts';
import { readStateFile, stateBytes, stateFilePath, stateRecords, writeStateFile } from '../storage/state-file.ts';
import type { ClosingNode, NodeSnapshot } from './ledger-node.ts';

/** Most snapshots without a name; the oldest are forgotten. */
const MAX_UNNAMED = 1000;
/** Most snapshots with a name, which are never forgotten. */
const MAX_NAMED = 1000;
const NAME = /^(?!\d+$)[\w.-]{1,64}$/;

/** A snapshot that can be returned to. */
export interface TakenSnapshot {
  /** A number as text. Later snapshots have higher numbers. */
  readonly id: string;
  readonly name: string | undefined;
  /** The last ledger at that moment. */
  readonly header: LedgerHeader;
}

/** There is no snapshot with that id or name, or it was forgotten. */
export class UnknownSnapshotError extends Error {
  override readonly name = 'UnknownSnapshotError';

  constructor(idOrName: string) {
    super(`there is no snapshot ${idOrName}, or not any more`);
  }
}

/** A chain that was written to a file, or read from it: its path, and the last ledger. */
interface MovedChain {
  readonly file: string;
  readonly header: LedgerHeader;
}

interface Held extends TakenSnapshot {
  readonly state: NodeSnapshot;
  /** Counts changes of the node: two snapshots with the same moment have the same state. */
  readonly moment: number;
}

export class Snapshots {
  readonly #node: ClosingNode;
  /** The oldest first. */
  readonly #held = new Map<string, Held>();
  #lastId = 0;
  #moment = 0;
  #lastMoment = 0;
  #seenChanges = 0;
  /** The moment right after the last revert. */
  #revertMoment = 0;

  /** Where files with chains are; undefined if there are none. */
  readonly stateDirectory: string | undefined;

  constructor(node: ClosingNode, stateDirectory?: string) {
    this.#node = node;
    this.stateDirectory = stateDirectory;
    node.onSubmitted(() => this.#moveOn());
    node.onValidated(() => this.#moveOn());
    node.onReverted(({ ledgerIndex }) => {
      this.#moveOn();
      this.#revertMoment = this.#moment;
      for (const { id, header } of this.#held.values()) if (header.ledgerIndex > ledgerIndex) this.#held.delete(id);
    });
  }

  /**
   * Takes a snapshot. If another snapshot has the name, it loses it.
   * @throws RangeError for a name that is not letters, digits, `.`, `_` and `-`, up to 64 of them, or is a number, and if
   * too many have a name
   */
  async take(name?: string): Promise<TakenSnapshot> {
    if (name !== undefined) this.#checkName(name);
    const state = await this.#node.snapshot();
    if (this.#changesByHand !== this.#seenChanges) this.#moveOn();
    const same = this.#held.values().find((held) => held.moment === this.#moment && hasRoomFor(name, held));
    const id = same?.id ?? String(++this.#lastId);
    const held = { ...(same ?? { id, header: state.header, state, moment: this.#moment }), name: name ?? same?.name };
    for (const other of this.#held.values()) {
      if (other.id !== id && name !== undefined && other.name === name) {
        this.#held.set(other.id, { ...other, name: undefined });
      }
    }
    this.#held.set(id, held);
    this.#forgetOldest();
    return held;
  }

  /** All snapshots, the oldest first. */
  list(): readonly TakenSnapshot[] {
    return [...this.#held.values()].sort((a, b) => Number(a.id) - Number(b.id));
  }

  /**
   * Writes a file in the state directory with the whole chain at a snapshot, or at the current state. Resolves with its path
   * and its last ledger. Rejects with a `StateFileError`, a RangeError or an `UnknownSnapshotError`.
   */
  async save(name: string, idOrName?: string): Promise<MovedChain> {
    const file = this.#fileOf(name);
    makeDirectories(dirname(file));
    const header = await this.#export((records) => writeStateFile(file, records), idOrName);
    return { file, header };
  }

  /**
   * Replaces the node's chain by that of a file in the state directory. All snapshots are forgotten. Rejects with a
   * `StateFileError` or a RangeError.
   */
  async load(name: string): Promise<MovedChain> {
    const file = this.#fileOf(name);
    return { file, header: await this.#import(await readStateFile(file)) };
  }

  /** The content of a file with the whole chain at a snapshot, or at the current state. */
  async saved(idOrName?: string): Promise<Buffer> {
    let bytes = Buffer.alloc(0);
    await this.#export(async (records) => {
      bytes = Buffer.concat([...stateBytes(records)]);
    }, idOrName);
    return bytes;
  }

  /** Does the same as `load` with the content of a file. */
  async loadSaved(bytes: Buffer): Promise<LedgerHeader> {
    return this.#import(stateRecords(bytes, 'the content'));
  }

  async #export(use: (records: Iterable<Uint8Array>) => Promise<void>, idOrName?: string): Promise<LedgerHeader> {
    const snapshot = idOrName === undefined ? await this.#node.snapshot() : this.#find(idOrName).state;
    await this.#node.exportChain(snapshot, use);
    return snapshot.header;
  }

  async #import(records: readonly Uint8Array[]): Promise<LedgerHeader> {
    const header = await this.#node.importChain(records);
    this.#held.clear();
    return header;
  }

  #fileOf(name: string): string {
    if (this.stateDirectory === undefined) throw new RangeError('this server has no directory for files');
    return stateFilePath(this.stateDirectory, name);
  }

  /** Returns to the ledger with this index. Rejects with a RangeError if the chain does not have it. */
  revertToLedger(ledgerIndex: number): Promise<LedgerHeader> {
    return this.#node.revert(ledgerIndex);
  }

  /** Returns to a snapshot. Rejects with an `UnknownSnapshotError`. */
  async revert(idOrName: string): Promise<LedgerHeader> {
    const held = this.#find(idOrName);
    const header = await this.#node.revert(held.state);
    for (const id of [...this.#held.keys()]) if (Number(id) > Number(held.id)) this.#held.delete(id);
    if (this.#moment === this.#revertMoment) this.#moment = held.moment;
    return header;
  }

  #checkName(name: string): void {
    if (!NAME.test(name)) throw new RangeError('a name has up to 64 letters, digits, . _ and -, and is no number');
    const named = this.#held.values().filter((held) => held.name !== undefined && held.name !== name);
    if (named.toArray().length < MAX_NAMED) return;
    throw new RangeError(
      `${MAX_NAMED} snapshots have names already: use one of these again, or return to an older one, which forgets the later`,
    );
  }

  #forgetOldest(): void {
    const unnamed = this.list().filter(({ name }) => name === undefined);
    for (const { id } of unnamed.slice(0, -MAX_UNNAMED)) this.#held.delete(id);
  }

  #find(idOrName: string): Held {
    const held = this.#held.get(idOrName) ?? this.#held.values().find(({ name }) => name === idOrName);
    if (held === undefined) throw new UnknownSnapshotError(idOrName);
    return held;
  }

  #moveOn(): void {
    this.#moment = ++this.#lastMoment;
    this.#seenChanges = this.#changesByHand;
  }

  /** Changes of the clock, and other changes by hand. */
  get #changesByHand(): number {
    return this.#node.bench?.changeCount ?? 0;
  }
}

/** A snapshot has at most one name. */
function hasRoomFor(name: string | undefined, held: TakenSnapshot): boolean {
  return name === undefined || held.name === undefined || held.name === name;
}
