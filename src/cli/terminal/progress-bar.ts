/** A progress bar on one line of a terminal. Draws nothing if the stream is not a terminal. */
import { escapeInvisible } from '../../../explorer/values/invisible.js';

const BAR_WIDTH = 30;
const CLEAR_LINE = '\r\x1b[K';

export class ProgressBar {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Draws the bar, filled to `share` (0 to 1), and a text. */
  draw(share: number, text: string): void {
    if (!this.#stream.isTTY) return;
    const filled = Math.round(Math.min(1, share) * BAR_WIDTH);
    this.#stream.write(
      `${CLEAR_LINE}[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${escapeInvisible(text)}`,
    );
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write(CLEAR_LINE);
  }
}
