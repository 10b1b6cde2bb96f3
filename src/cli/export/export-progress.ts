/** The progress of an export, on standard error: a bar on a terminal, and one last line anywhere. */
import { ProgressBar } from '../progress-bar.ts';

const REDRAW_MS = 100;

export interface ExportProgress {
  /** The share of the ledgers that were passed, 0 to 1, and the rows so far. */
  show(share: number, rows: number): void;
  finish(rows: number): void;
}

export function createProgress(stream: NodeJS.WriteStream, nowMs: () => number): ExportProgress {
  const bar = new ProgressBar(stream);
  const startMs = nowMs();
  let drawnMs = Number.NEGATIVE_INFINITY;
  return {
    show(share, rows) {
      if (nowMs() - drawnMs < REDRAW_MS) return;
      drawnMs = nowMs();
      bar.draw(share, `${Math.floor(share * 100)}% of ledgers, ${rows.toLocaleString('en')} rows`);
    },
    finish(rows) {
      const seconds = Math.max(0.001, (nowMs() - startMs) / 1000);
      bar.clear();
      stream.write(`${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s\n`);
    },
  };
}
