/**
 * The events of recent ledgers, and of older ones while a subscriber replays them. Subscriptions keep only a position,
 * no messages, so this bounded cache is all the memory that streams use, even with slow readers: a dropped ledger is
 * read from the store again.
 */
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import type { LedgerReader } from '../../node/ledger-node.ts';
import { LedgerEvents } from './ledger-events.ts';

const MAX_LEDGERS = 16;
/** Messages are slices of larger buffers, so the process may use twice as much. */
const MAX_BYTES = 32_000_000;

export class EventHistory {
  readonly #reader: LedgerReader;
  /** The least recently used first. */
  readonly #ledgers = new Map<number, LedgerEvents>();

  constructor(reader: LedgerReader) {
    this.#reader = reader;
  }

  /** Adds a newly validated ledger. */
  add(ledger: PreparedLedger): void {
    this.#ledgers.set(ledger.header.ledgerIndex, LedgerEvents.ofClosed(this.#reader, ledger));
    this.#makeRoom();
  }

  /** The events of a ledger in the validated range. */
  events(ledgerIndex: number): LedgerEvents {
    return this.#ledgers.get(ledgerIndex) ?? this.open(ledgerIndex);
  }

  /** The same for a subscriber that begins with this ledger; other ledgers are dropped first. */
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

  /** Keeps the last one, which is about to be used. */
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
