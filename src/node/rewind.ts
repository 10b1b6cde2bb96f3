/**
 * The node's way back: everything that it is at one moment, as a value, and the return to it. The store goes back first
 * and durably; then, in the same turn, everything that the node has in memory. Nobody sees one without the other.
 */
import type { PreparedLedger } from '../ledger/derived-changes.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { StateTree } from '../shamap/state-tree.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { LedgerContext } from '../transactions/transaction-type.ts';
import { assert } from '../util/assert.ts';
import { type Pacer, paceSteps } from '../util/steps.ts';
import type { ChainTip } from './chain-tip.ts';
import type { DeferredChannelCloses } from './close/deferred-channel-closes.ts';
import { type LedgerClock, type LedgerClockState, ledgerSecondsToMs } from './close/ledger-clock.ts';
import type { NodeSnapshot } from './ledger-node.ts';
import type { OpenLedger, SavedOpenLedger } from './open-ledger/open-ledger.ts';
import { openLedgerFromText, openLedgerToText } from './open-ledger/saved-open-ledger.ts';
import { chainRecords, readChainText, readLedgers } from './saved-chain.ts';
import type { SubmissionJournal } from './submission-journal.ts';
import { ALTERED } from './test-bench/alterations.ts';
import { deriveUndo, UndoRecords, undoRecordOf } from './undo-ledgers.ts';

/** The first ledger that a chain can go on from: both of those that it is founded with are there. */
const FIRST_TARGET = 2;

interface SavedParts {
  readonly openLedger: SavedOpenLedger;
  /** Undefined: nobody moved it, and it goes on with the machine's. */
  readonly clock: LedgerClockState | undefined;
  readonly deferredCloses: ReadonlyMap<Hash256, number>;
  readonly submissions: ReadonlyMap<Hash256, Buffer> | undefined;
}

/** What a `NodeSnapshot` is. Nothing in it ever changes. */
class SavedNode implements NodeSnapshot {
  readonly header: LedgerHeader;
  readonly parts: SavedParts;

  constructor(header: LedgerHeader, parts: SavedParts) {
    this.header = header;
    this.parts = parts;
  }
}

/** The parts of a node that go back. */
export interface RewindParts {
  readonly store: LedgerStore;
  readonly tree: StateTree;
  readonly tip: ChainTip;
  readonly openLedger: OpenLedger;
  readonly clock: LedgerClock;
  readonly deferredCloses: DeferredChannelCloses;
  readonly journal: SubmissionJournal | undefined;
  readonly pacer: Pacer;
  readonly networkId: number;
  contextOf(view: ReadView): LedgerContext;
}

export class Rewind {
  readonly #parts: RewindParts;
  /** Undefined until the first snapshot is taken. */
  #records: UndoRecords | undefined;

  constructor(parts: RewindParts) {
    this.#parts = parts;
  }

  /**
   * The node as it is after this ledger, which is the last one. From now on a record is kept of each ledger.
   * @throws StoreError if the store cannot return to it
   */
  save(): NodeSnapshot {
    const { store, tip, openLedger, clock, deferredCloses, journal } = this.#parts;
    store.requireRevertible();
    this.#records ??= new UndoRecords();
    return new SavedNode(tip.header, {
      openLedger: openLedger.save(),
      clock: clock.state(),
      deferredCloses: deferredCloses.state,
      submissions: journal?.records,
    });
  }

  /** Appends a ledger by `append`, and keeps a record of it if there is a snapshot. */
  async record(ledger: PreparedLedger, append: () => Promise<void>): Promise<void> {
    const { store, tip, pacer } = this.#parts;
    const record = this.#records && (await paceSteps(undoRecordOf(ledger, store, tip.cache), pacer));
    await append();
    if (record !== undefined) this.#records?.add(record);
  }

  /**
   * Returns to a snapshot or a ledger. `onRestored` is called at the very moment at which everything is as it was.
   * @throws RangeError if it is not there
   */
  async revert(target: NodeSnapshot | number, onRestored: () => void): Promise<void> {
    const { store, pacer, tree, tip, journal } = this.#parts;
    store.requireRevertible();
    const { header, parts } = typeof target === 'number' ? this.#afterStart(target) : ownSnapshot(target);
    const { ledgerIndex, hash } = header;
    if (store.header(ledgerIndex)?.hash !== hash) {
      throw new RangeError(`the chain has another ledger ${ledgerIndex} by now, or none`);
    }
    const { last } = store.ledgerRange()!;
    const undone =
      this.#records?.above(ledgerIndex, last) ?? (await paceSteps(deriveUndo(store, ledgerIndex, last), pacer));
    const clock = parts.clock && this.#parts.clock.keptAs(parts.clock);
    store.revert(ledgerIndex, undone, clock);
    this.#records?.forgetAbove(ledgerIndex);
    tree.discardChanges();
    tip.resetTo(header, undone.entries);
    if (clock !== undefined) this.#parts.clock.adopt(clock);
    else this.#parts.clock.resetTo(ledgerSecondsToMs(header.closeTimeSeconds));
    this.#restore(parts);
    onRestored();
    if (parts.submissions !== undefined) await journal?.restore(parts.submissions);
  }

  /** The chain up to a snapshot, with all that was in no ledger yet; good until the next close. */
  records(snapshot: NodeSnapshot): Iterable<Uint8Array> {
    const { header, parts } = ownSnapshot(snapshot);
    const { store, networkId } = this.#parts;
    return chainRecords(store, header, {
      networkId,
      clock: parts.clock,
      openLedger: openLedgerToText(parts.openLedger),
      closeRequests: [...parts.deferredCloses],
    });
  }

  /**
   * Has another chain take the place of this one: what `records` gave. `onRestored` as for `revert`.
   * @throws RangeError for records that are no such chain, or one of another network
   */
  async replace(records: readonly Uint8Array[], onRestored: () => void): Promise<void> {
    const { store, pacer, journal, networkId, openLedger, tree, tip } = this.#parts;
    const text = readChainText(records[0]);
    if (text.networkId !== networkId) {
      throw new RangeError(`the chain has network id ${text.networkId}, and this one ${networkId}`);
    }
    const ledgers = await paceSteps(readLedgers(records.slice(1)), pacer);
    const header = ledgers.at(-1)?.header;
    if (header?.hash !== text.ledgerHash) throw new RangeError('the last ledger is not the one that it should be');
    const clock = text.clock && this.#parts.clock.keptAs(text.clock);
    const values = new Map([[ALTERED, '{}'], ...Object.entries(text.values), ...(clock ?? [])]);
    store.replace(ledgers, values);
    this.#records = undefined;
    tree.discardChanges();
    tip.resetTo(header, undefined);
    if (clock !== undefined) this.#parts.clock.adopt(clock);
    const { parts } = this.#afterStart(header.ledgerIndex);
    this.#restore({ ...parts, deferredCloses: new Map(text.closeRequests) });
    const view = tip.viewOf(header);
    try {
      const context = this.#parts.contextOf(view);
      openLedger.restore(openLedgerFromText(text.openLedger, { header, view, context }, openLedger));
    } finally {
      // Should what was open not fit, the ledgers are there all the same.
      onRestored();
    }
    await journal?.restore(new Map());
  }

  /** What the node would be if it was started with this ledger as the last one. */
  #afterStart(ledgerIndex: number): SavedNode {
    const { store, tip, openLedger, journal, clock, contextOf } = this.#parts;
    const header = ledgerIndex < FIRST_TARGET ? undefined : store.header(ledgerIndex);
    if (header === undefined) throw new RangeError(`there is no way back to ledger ${ledgerIndex}`);
    const view = tip.viewOf(header);
    return new SavedNode(header, {
      openLedger: openLedger.emptyAfter(view, header, contextOf(view)),
      // All that is known of it then is the close time.
      clock: clock.isMoved ? { ...clock.state(), shownMs: ledgerSecondsToMs(header.closeTimeSeconds) } : undefined,
      deferredCloses: new Map(),
      submissions: journal && new Map(),
    });
  }

  #restore({ openLedger, deferredCloses }: SavedParts): void {
    const parts = this.#parts;
    parts.openLedger.restore(openLedger);
    parts.deferredCloses.restore(deferredCloses);
  }
}

function ownSnapshot(snapshot: NodeSnapshot): SavedNode {
  assert(snapshot instanceof SavedNode, 'a snapshot comes from the node');
  return snapshot;
}
