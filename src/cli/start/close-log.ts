/**
 * What the log says of closes: each one for who looks closely, every hundredth for who looks now and then. A close that
 * fails is reported once, then less and less often while the next ones fail as well, for they are tried again every few
 * seconds; when it is over, that is said.
 */
import type { Logger } from 'pino';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { describeFailure } from '../../storage/disk-fault.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import type { Clock } from '../../util/clock.ts';

const LEDGERS_A_LINE = 100;
const FIRST_REMINDER_MS = 60_000;
const LONGEST_REMINDER_MS = 3_600_000;

interface Outage {
  readonly sinceMs: number;
  failures: number;
  nextReportMs: number;
  reminderMs: number;
}

/** Logs the node's closes from now on. */
export function logCloses(node: LedgerNode, log: Logger, clock: Clock): void {
  const now = () => clock.elapsedMs();
  let outage: Outage | undefined;
  const report = (error: unknown, { failures }: Outage) => {
    // A store says all there is to know; anything else is a bug and needs its stack.
    const details = error instanceof StoreError ? {} : { err: error };
    const ledger_index = node.validated.ledgerIndex + 1;
    log.error({ ledger_index, reason: describeFailure(error), failures, ...details }, 'a ledger could not be closed');
  };
  node.onCloseFailed((error) => {
    outage ??= { sinceMs: now(), failures: 0, nextReportMs: now(), reminderMs: FIRST_REMINDER_MS };
    outage.failures++;
    if (now() < outage.nextReportMs) return;
    report(error, outage);
    outage.nextReportMs = now() + outage.reminderMs;
    outage.reminderMs = Math.min(outage.reminderMs * 2, LONGEST_REMINDER_MS);
  });
  node.onValidated(({ ledgerIndex: ledger_index, hash }, { transactions }, seconds) => {
    if (outage !== undefined) {
      const outage_seconds = Math.round((now() - outage.sinceMs) / 1000);
      log.info({ ledger_index, failures: outage.failures, outage_seconds }, 'ledgers close again');
      outage = undefined;
    }
    const level = ledger_index % LEDGERS_A_LINE === 0 ? 'info' : 'debug';
    log[level]({ ledger_index, hash, transactions: transactions.length, seconds: rounded(seconds) }, 'a ledger closed');
  });
}

/** To the microsecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
