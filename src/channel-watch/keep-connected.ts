/** Keeps a watch connected to its server: reconnects after each failure until it is stopped. */
import { LinkError } from '../client/ledger-link.ts';
import { LedgerAnswerError } from './ledger-requests.ts';
import type { PayeeWatch } from './payee-watch.ts';
import { type Report, warning } from './watch-events.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

export interface KeepConnectedOptions {
  readonly report: Report;
  /** Resolves after this time, or earlier when the watch stops. */
  sleep(milliseconds: number): Promise<void>;
  readonly isStopped: () => boolean;
}

/** Resolves when stopped and disconnected. The same failure is reported once in a row. */
export async function keepConnected(watch: PayeeWatch, options: KeepConnectedOptions): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  let lastFailure = '';
  while (!options.isStopped()) {
    try {
      const { closed } = await watch.connect();
      waitMs = FIRST_WAIT_MS;
      lastFailure = '';
      await closed;
    } catch (error) {
      if (!(error instanceof LinkError || error instanceof LedgerAnswerError)) throw error;
      const message = `no connection: ${error.message}`;
      if (message !== lastFailure && !options.isStopped()) options.report(warning('disconnected', message));
      lastFailure = message;
    }
    if (options.isStopped()) return;
    await options.sleep(waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
}
