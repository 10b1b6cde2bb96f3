/** The archive in PostgreSQL as those read it who do not fill it; another member has made its tables. */
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { ArchivedEntry, ArchiveReader } from '../shared/ledger-archive.ts';
import { ArchiveQuestions } from './archive-questions.ts';
import { Lane, type LaneOptions, type Patience } from './lane.ts';
import { parseServers } from './servers.ts';

const ASKING: Patience = { answerMs: 10_000, lockMs: 2000 };
/** Questions that are asked at the same time. */
const QUESTION_LANES = 3;

export class PostgresArchiveReader implements ArchiveReader {
  readonly #lanes: readonly Lane[];
  readonly #questions: readonly ArchiveQuestions[];
  #next = 0;

  /** Connects when it is asked. `url`: as PostgreSQL's own tools take it. `setup`: see `Lane`. */
  constructor(url: string, setup?: LaneOptions['setup']) {
    const servers = parseServers(url);
    this.#lanes = Array.from({ length: QUESTION_LANES }, () => new Lane({ servers, patience: ASKING, setup }));
    this.#questions = this.#lanes.map((lane) => new ArchiveQuestions(lane));
  }

  range(): Promise<LedgerRange | undefined> {
    return this.#ask.range();
  }

  headers(range: LedgerRange): Promise<readonly LedgerHeader[]> {
    return this.#ask.headers(range);
  }

  ledgerIndexByHash(hash: Hash256): Promise<number | undefined> {
    return this.#ask.ledgerIndexByHash(hash);
  }

  location(id: Hash256): Promise<TransactionLocation | undefined> {
    return this.#ask.location(id);
  }

  transactions(places: readonly TransactionLocation[]): Promise<readonly StoredTransaction[]> {
    return this.#ask.transactions(places);
  }

  ledgerTransactions(ledgerIndex: number): Promise<readonly StoredTransaction[]> {
    return this.#ask.ledgerTransactions(ledgerIndex);
  }

  accountRows(query: AccountTransactionQuery, limit: number): Promise<Buffer> {
    return this.#ask.accountRows(query, limit);
  }

  entries(keys: readonly Hash256[], ledgerIndex: number): Promise<readonly ArchivedEntry[]> {
    return this.#ask.entries(keys, ledgerIndex);
  }

  entryLedger(key: Hash256, ledgerIndex: number): Promise<number | undefined> {
    return this.#ask.entryLedger(key, ledgerIndex);
  }

  entriesAfter(key: Hash256, ledgerIndex: number, limit: number): Promise<readonly ArchivedEntry[]> {
    return this.#ask.entriesAfter(key, ledgerIndex, limit);
  }

  /** Nobody waits for an answer any more: a database that does not give it is not waited for either. */
  async close(): Promise<void> {
    for (const lane of this.#lanes) lane.cutOff();
  }

  /** One connection after the other, so that a long answer holds up few. */
  get #ask(): ArchiveQuestions {
    this.#next = (this.#next + 1) % this.#questions.length;
    return this.#questions[this.#next]!;
  }
}
