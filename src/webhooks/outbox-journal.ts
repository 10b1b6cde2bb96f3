/**
 * What the outbox keeps on disk: for each endpoint, how far it has delivered, and its dead letters. Everything else follows from
 * the stored ledgers.
 */
import { sha512HalfHex } from '../crypto/hash.ts';
import type { Hash256 } from '../protocol/values.ts';
import { type AppendJournal, openAppendJournal } from '../storage/append-journal.ts';
import type { DeliveredLedger, LedgerName } from './delivered-ledgers.ts';

/** How far an endpoint has delivered. */
export interface Cursor {
  /** The last ledger that is delivered, in part if there is `after`. */
  readonly ledger: LedgerName;
  /** The place of the last delivered event in that ledger. */
  readonly after?: string | undefined;
  /**
   * Where the endpoint began, and then ledgers whose events were delivered. After a return to an earlier ledger they show which
   * events are void.
   */
  readonly delivered: readonly DeliveredLedger[];
}

export interface DeadLetter {
  readonly id: string;
  readonly type: string;
  readonly ledger_index: number;
  readonly failed_at: string;
  readonly attempts: number;
  readonly reason: string;
  readonly body: string;
}

type JournalRecord = { readonly endpoint: string } & ({ readonly cursor: Cursor } | { readonly letter: DeadLetter });

type Records = Pick<AppendJournal, 'records' | 'append' | 'remove' | 'close'>;

export class OutboxJournal {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** `path`: undefined to keep nothing. */
  static async open(path: string | undefined): Promise<OutboxJournal> {
    return new OutboxJournal(path === undefined ? recordsInMemory() : await openAppendJournal(path));
  }

  cursor(endpoint: string): Cursor | undefined {
    const found = this.#all().find((record) => record.endpoint === endpoint && 'cursor' in record);
    return found && 'cursor' in found ? found.cursor : undefined;
  }

  deadLetters(endpoint: string): DeadLetter[] {
    return this.#all().flatMap((record) => (record.endpoint === endpoint && 'letter' in record ? [record.letter] : []));
  }

  /** Resolves when it is durable; rejects if it may not be. */
  setCursor(endpoint: string, cursor: Cursor): Promise<void> {
    return this.#write(cursorKey(endpoint), { endpoint, cursor });
  }

  /** As `setCursor`. */
  addLetter(endpoint: string, letter: DeadLetter): Promise<void> {
    return this.#write(letterKey(endpoint, letter.id), { endpoint, letter });
  }

  removeLetter(endpoint: string, id: string): void {
    this.#records.remove(letterKey(endpoint, id));
  }

  close(): Promise<void> {
    return this.#records.close();
  }

  #write(key: Hash256, record: JournalRecord): Promise<void> {
    return this.#records.append(key, Buffer.from(JSON.stringify(record)));
  }

  #all(): JournalRecord[] {
    return Array.from(this.#records.records.values(), (body) => JSON.parse(body.toString()) as JournalRecord);
  }
}

function recordsInMemory(): Records {
  const records = new Map<Hash256, Buffer>();
  return {
    records,
    append: async (key, body) => void records.set(key, body),
    remove: (key) => void records.delete(key),
    close: async () => {},
  };
}

function cursorKey(endpoint: string): Hash256 {
  return sha512HalfHex(Buffer.from(`cursor/${endpoint}`));
}

function letterKey(endpoint: string, id: string): Hash256 {
  return sha512HalfHex(Buffer.from(`letter/${endpoint}/${id}`));
}
