/**
 * Copies the ledgers of a server to a database, behind its closes. The end of the copy is in the database and moves with the rows, so
 * no ledger is missing or copied twice after a crash of either side. If the chain has returned to an earlier ledger, the copy begins again.
 */
import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { LedgerRange } from '../storage/history-store.ts';
import type { LedgerToArchive } from '../storage/shared/ledger-archive.ts';
import type { LedgerCopy, LedgerId } from '../storage/shared/ledger-copy.ts';
import type { Clock } from '../util/clock.ts';
import { type Pacer, paceSteps } from '../util/steps.ts';
import { takeLedgerApart } from './take-ledger-apart.ts';

const LEDGERS_AT_ONCE = 200;
/** A batch ends with the ledger that reaches this. */
const TRANSACTIONS_AT_ONCE = 500;
const FAILURE_PAUSE_MS = 2_000;
/** A stop waits so long for a batch under way. It can be written again. */
const STOP_GRACE_MS = 2_000;

/** The ledgers to copy. */
export interface CopiedHistory {
  ledgerRange(): LedgerRange | undefined;
  header(ledgerIndex: number): LedgerHeader | undefined;
  tail(afterIndex: number): Iterable<ClosedLedger>;
}

export interface HistoryCopyOptions {
  /** Called for each batch. */
  readonly history: () => CopiedHistory;
  readonly copy: LedgerCopy;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Called with the last ledger that is copied. */
  readonly onCopied: (ledgerIndex: number) => void;
  /** Called for each failure; the work is tried again. */
  readonly onFailure: (error: unknown) => void;
}

export class HistoryCopy {
  readonly #options: HistoryCopyOptions;
  #working: Promise<void> | undefined;
  #isStopping = false;
  #isAwake = false;
  /** Undefined if it has to be read. */
  #end: LedgerId | 'nothing' | undefined;
  #endPause: () => void = () => {};

  constructor(options: HistoryCopyOptions) {
    this.#options = options;
  }

  /** Copies new ledgers. */
  wake(): void {
    this.#isAwake = true;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  /** Waits a little for a batch under way. */
  async stop(): Promise<void> {
    const { clock, copy } = this.#options;
    this.#isStopping = true;
    this.#endPause();
    const timer = clock.after(STOP_GRACE_MS, () => copy.cutOff());
    await this.#working;
    timer.cancel();
    await copy.close();
  }

  async #work(): Promise<void> {
    while (this.#isAwake && !this.#isStopping) {
      this.#isAwake = false;
      try {
        if (await this.#copyBatch()) this.#isAwake = true;
      } catch (error) {
        this.#end = undefined;
        this.#isAwake = true;
        if (this.#isStopping) return;
        this.#options.onFailure(error);
        await this.#pause();
      }
    }
  }

  /** True if there may be more to copy now. */
  async #copyBatch(): Promise<boolean> {
    const { copy, onCopied } = this.#options;
    const history = this.#options.history();
    const range = history.ledgerRange();
    if (range === undefined) return false;
    this.#end ??= (await copy.end(markOf(history, range))) ?? 'nothing';
    if (this.#end !== 'nothing' && history.header(this.#end.ledgerIndex)?.hash !== this.#end.hash) {
      await copy.clear();
      this.#end = 'nothing';
    }
    const afterIndex = this.#end === 'nothing' ? 0 : this.#end.ledgerIndex;
    onCopied(afterIndex);
    const ledgers = await this.#readBatch(history, afterIndex);
    const last = ledgers.at(-1)?.header;
    if (last === undefined) return false;
    const isAppended = await copy.append(ledgers, afterIndex);
    this.#end = isAppended ? { ledgerIndex: last.ledgerIndex, hash: last.hash } : undefined;
    if (isAppended) onCopied(last.ledgerIndex);
    return true;
  }

  async #readBatch(history: CopiedHistory, afterIndex: number): Promise<LedgerToArchive[]> {
    const ledgers: LedgerToArchive[] = [];
    let transactions = 0;
    for (const ledger of history.tail(afterIndex)) {
      const parent = ledgers.at(-1);
      // The chain may return to an earlier ledger meanwhile.
      if (parent !== undefined && parent.header.hash !== ledger.header.parentHash) break;
      ledgers.push(await paceSteps(takeLedgerApart(ledger), this.#options.pacer));
      transactions += ledger.transactions.length;
      if (ledgers.length >= LEDGERS_AT_ONCE || transactions >= TRANSACTIONS_AT_ONCE || this.#isStopping) break;
    }
    return ledgers;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = this.#options.clock.after(FAILURE_PAUSE_MS, resolve).unref();
      this.#endPause = () => {
        timer.cancel();
        resolve();
      };
    });
  }
}

/** The second ledger, or the first one: a chain never returns to an earlier one. The first one may be the same in many chains. */
function markOf(history: CopiedHistory, { first, last }: LedgerRange): LedgerId {
  const ledgerIndex = Math.min(first + 1, last);
  return { ledgerIndex, hash: history.header(ledgerIndex)!.hash };
}
