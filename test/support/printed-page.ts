/**
 * Documents whose commands are run as they are printed. Fenced blocks come in pairs: commands (`sh`), and what they print
 * (`json` or `text`). A block may have several commands if each of them prints a JSON object: the answers stand below each
 * other, and each begins with `{` at the start of a line. What goes over a WebSocket is in blocks of two further kinds: a
 * message (`json sent`) with its answer (`json received`) below it, and messages that come later (`json received`).
 * Blocks of other kinds are not run.
 */
import assert from 'node:assert/strict';

export interface PrintedStep {
  readonly command: string;
  /** The expected output. */
  readonly shown: string;
}

/** Prefix of a step that is a WebSocket message. */
export const SENT = 'sent: ';
/** The step that waits for the next WebSocket message. */
export const RECEIVED = 'received';

/** All steps of a page, in order. */
export function printedSteps(page: string): PrintedStep[] {
  const blocks = [...page.matchAll(/^```(sh|json|text|json sent|json received)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, text], index) => {
    const next = blocks[index + 1];
    if (kind === 'json received' && blocks[index - 1]?.[1] !== 'json sent') {
      return objectsOf(text!).map((shown) => ({ command: RECEIVED, shown }));
    }
    if (kind === 'json sent') {
      assert.equal(next?.[1], 'json received', `no answer is shown for: ${text}`);
      return [{ command: SENT + text, shown: next![2]! }];
    }
    if (kind !== 'sh') return [];
    assert.ok(next !== undefined && next[1] !== 'sh', `nothing is shown for: ${text}`);
    const commands = text!.trimEnd().split(/\n(?=curl |npm )/);
    const shown = next[1] === 'json' ? objectsOf(next[2]!) : [next[2]!.trimEnd()];
    assert.equal(shown.length, commands.length, `each command has its answer: ${text}`);
    return commands.map((command, at) => ({ command: command.replaceAll(/ \\\n\s*/g, ' '), shown: shown[at]! }));
  });
}

function objectsOf(text: string): string[] {
  return text.trimEnd().split(/\n(?=\{)/);
}
