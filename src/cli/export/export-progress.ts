/** The progress of an export, on standard error: a bar that is drawn again and again on a terminal, else one last line. */

const BAR_WIDTH = 30;
const REDRAW_MS = 100;

export interface ExportProgress {
  /** The share of the ledgers that were passed, 0 to 1, and the rows so far. */
  show(share: number, rows: number): void;
  finish(rows: number): void;
}

export function createProgress(stream: NodeJS.WriteStream, nowMs: () => number): ExportProgress {
  const startMs = nowMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  const clear = stream.isTTY ? '\r\x1b[K' : '';
  return {
    show(share, rows) {
      if (!stream.isTTY || nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs();
      const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
      const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}`;
      stream.write(`${clear}[${bar}] ${Math.floor(share * 100)}% of ledgers, ${rows.toLocaleString('en')} rows`);
    },
    finish(rows) {
      const seconds = Math.max(0.001, (nowMs() - startMs) / 1000);
      stream.write(`${clear}${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s\n`);
    },
  };
}
