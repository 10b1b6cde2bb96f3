/**
 * Logs closes: each one at `debug`, every hundredth at `info`. A failed close is logged once, then at growing intervals while the
 * retries fail, and when closes succeed again. A clock behind the last ledger is logged in the same way.
 */
import type { Logger } from 'pino';
import { ledgerSecondsToMs } from '../../node/close/ledger-clock.ts';
import { MOST_SECONDS_BEHIND } from '../../node/ledger-health.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { describeFailure } from '../../storage/disk-fault.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import type { Clock } from '../../util/clock.ts';

/** How often a clock that stays behind is logged. */
const CLOCK_REMINDER_MS = 3_600_000;
const LEDGERS_A_LINE = 100;
const FIRST_REMINDER_MS = 60_000;
const LONGEST_REMINDER_MS = 3_600_000;

interface Outage {
  readonly sinceMs: number;
  failures: number;
  nextReportMs: number;
  reminderMs: number;
}

/** Logs all closes of the node from now on. */
export function logCloses(node: LedgerNode, log: Logger, clock: Clock): void {
  logClock(node, log, clock);
  const now = () => clock.elapsedMs();
  let outage: Outage | undefined;
  const report = (error: unknown, { failures }: Outage) => {
    // The message of a StoreError is enough. Any other error is a bug and is logged with its stack.
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

/** Logs from now on that the clock is behind the last ledger, and when it no longer is. */
function logClock(node: LedgerNode, log: Logger, clock: Clock): void {
  let nextReportMs: number | undefined;
  const check = () => {
    const { behindSeconds: behind_seconds } = node.clock;
    if (behind_seconds <= MOST_SECONDS_BEHIND) {
      if (nextReportMs !== undefined) log.info('the clock has caught up with the chain');
      nextReportMs = undefined;
      return;
    }
    if (nextReportMs !== undefined && clock.elapsedMs() < nextReportMs) return;
    nextReportMs = clock.elapsedMs() + CLOCK_REMINDER_MS;
    const last_close = new Date(ledgerSecondsToMs(node.validated.closeTimeSeconds)).toISOString();
    log.warn(
      { behind_seconds, last_close },
      'the clock of this machine is behind the chain: the time of ledgers stands still',
    );
  };
  check();
  node.onValidated(check);
}

/** To the microsecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6;
}
