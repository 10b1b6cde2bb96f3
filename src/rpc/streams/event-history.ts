/**
 * The events of recent ledgers, and of older ones while somebody replays them. Subscribers hold no messages themselves,
 * only their place, so this bounded memory is all that the streams take, however slowly anybody reads: a ledger that
 * was dropped here is read from the store again.
 */
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { LedgerEvents } from './ledger-events.ts';

const MAX_LEDGERS = 16;
/** Pieces of larger buffers, which they keep alive: the process has up to twice as much for them. */
const MAX_BYTES = 32_000_000;

export class EventHistory {
  readonly #reader: LedgerReader;
  /** The least recently used first. */
  readonly #ledgers = new Map<number, LedgerEvents>();

  constructor(reader: LedgerReader) {
    this.#reader = reader;
  }

  /** Takes the ledger that was validated just now. */
  add(ledger: PreparedLedger): void {
    this.#ledgers.set(ledger.header.ledgerIndex, LedgerEvents.ofClosed(this.#reader, ledger));
    this.#makeRoom();
  }

  /** The events of a ledger in the validated range. */
  events(ledgerIndex: number): LedgerEvents {
    return this.#ledgers.get(ledgerIndex) ?? this.open(ledgerIndex);
  }

  /** The same for somebody who begins with this ledger: others are dropped before it. */
  open(ledgerIndex: number): LedgerEvents {
    const events = this.#ledgers.get(ledgerIndex) ?? LedgerEvents.ofStored(this.#reader, ledgerIndex);
    this.#ledgers.delete(ledgerIndex);
    this.#ledgers.set(ledgerIndex, events);
    this.#makeRoom();
    return events;
  }

  clear(): void {
    this.#ledgers.clear();
  }

  /** The last one stays: somebody is about to use it. */
  #makeRoom(): void {
    let bytes = 0;
    for (const { sizeBytes } of this.#ledgers.values()) bytes += sizeBytes;
    for (const [ledgerIndex, { sizeBytes }] of this.#ledgers) {
      if (this.#ledgers.size <= 1 || (this.#ledgers.size <= MAX_LEDGERS && bytes <= MAX_BYTES)) return;
      this.#ledgers.delete(ledgerIndex);
      bytes -= sizeBytes;
    }
  }
}
