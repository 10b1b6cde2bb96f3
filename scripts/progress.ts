/** Shows how far a long step of a script is: a bar on a terminal, otherwise a line each ten seconds. */
import { ProgressBar } from '../src/cli/terminal/progress-bar.ts';

const REDRAW_MS = 200;
const LINE_MS = 10_000;

interface ShownProgress {
  /** Removes the bar, so that a text can be written in its place. */
  clear(): void;
  stop(): void;
}

/** `read` returns the share that is done, 0 to 1, and a text about it. */
export function showProgress(
  read: () => { readonly share: number; readonly text: string },
  stream: NodeJS.WriteStream = process.stderr,
): ShownProgress {
  const bar = new ProgressBar(stream);
  const startMs = Date.now();
  const show = () => {
    const { share, text } = read();
    const line = `${text}, ${Math.round((Date.now() - startMs) / 1000)} s`;
    if (stream.isTTY) bar.draw(share, line);
    else stream.write(`${line}\n`);
  };
  const timer = setInterval(show, stream.isTTY ? REDRAW_MS : LINE_MS);
  return {
    clear: () => bar.clear(),
    stop() {
      clearInterval(timer);
      bar.clear();
    },
  };
}
