/**
 * Snapshots of a node, and the return to them. The store returns first, durably; then, in the same turn, everything that the node
 * has in memory, so both always agree.
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
import { chainRecords, ledgersBefore, readChainText, readLedgers } from './saved-chain.ts';
import type { SubmissionJournal } from './submission-journal.ts';
import { ALTERED } from './test-bench/alterations.ts';
import { deriveUndo, UndoRecords, undoRecordOf } from './undo-ledgers.ts';

/** The first ledger that a chain can return to: the second of the two that found it. */
const FIRST_TARGET = 2;

interface SavedParts {
  readonly openLedger: SavedOpenLedger;
  /** Undefined if the clock was not moved; it follows the machine's clock. */
  readonly clock: LedgerClockState | undefined;
  readonly deferredCloses: ReadonlyMap<Hash256, number>;
  readonly submissions: ReadonlyMap<Hash256, Buffer> | undefined;
}

/** The implementation of `NodeSnapshot`. It is immutable. */
class SavedNode implements NodeSnapshot {
  readonly header: LedgerHeader;
  readonly parts: SavedParts;

  constructor(header: LedgerHeader, parts: SavedParts) {
    this.header = header;
    this.parts = parts;
  }
}

/** The parts of a node that return to a snapshot. */
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
   * Takes a snapshot. From now on an undo record of each ledger is kept.
   * @throws StoreError if the store cannot return to earlier ledgers
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

  /** Appends a ledger by `append`, and keeps an undo record of it if there is a snapshot. */
  async record(ledger: PreparedLedger, append: () => Promise<void>): Promise<void> {
    const { store, tip, pacer } = this.#parts;
    const record = this.#records && (await paceSteps(undoRecordOf(ledger, store, tip.cache), pacer));
    await append();
    if (record !== undefined) this.#records?.add(record);
  }

  /**
   * Returns to a snapshot or a ledger. `onRestored` is called in the turn in which everything is restored.
   * @throws RangeError if the chain does not have that ledger
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

  /** The chain up to a snapshot, with its open transactions. Valid until the next close. */
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
   * Replaces the chain by one from `records`. `onRestored` as for `revert`.
   * @throws RangeError for other records, or for a chain of another network
   */
  async replace(records: readonly Uint8Array[], onRestored: () => void): Promise<void> {
    const { store, pacer, journal, networkId, openLedger, tree, tip } = this.#parts;
    const text = readChainText(records[0]);
    if (text.networkId !== networkId) {
      throw new RangeError(`the chain has network id ${text.networkId}, and this one ${networkId}`);
    }
    const ledgers = await paceSteps(readLedgers(records.slice(1), ledgersBefore(text)), pacer);
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
      // The ledgers are replaced even if the open transactions do not fit.
      onRestored();
    }
    await journal?.restore(new Map());
  }

  /** The state of a node that starts with this ledger as the last one. */
  #afterStart(ledgerIndex: number): SavedNode {
    const { store, tip, openLedger, journal, clock, contextOf } = this.#parts;
    const header = ledgerIndex < FIRST_TARGET ? undefined : store.header(ledgerIndex);
    if (header === undefined) throw new RangeError(`there is no way back to ledger ${ledgerIndex}`);
    const view = tip.viewOf(header);
    return new SavedNode(header, {
      openLedger: openLedger.emptyAfter(view, header, contextOf(view)),
      // Only the close time is known of the clock at that ledger.
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
