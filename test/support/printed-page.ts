/**
 * Documents whose commands are run as they are printed. Fenced blocks come in pairs: commands (`sh`), and what they print
 * (`json` or `text`). A block may have several commands if each of them prints a JSON object: the answers stand below each
 * other, and each begins with `{` at the start of a line. Blocks of other kinds are not run.
 */
import assert from 'node:assert/strict';

export interface PrintedStep {
  readonly command: string;
  /** What is printed below the command. */
  readonly shown: string;
}

/** All steps of a page, in order. */
export function printedSteps(page: string): PrintedStep[] {
  const blocks = [...page.matchAll(/^```(sh|json|text)\n(.*?)^```$/gms)];
  return blocks.flatMap(([, kind, text], index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    assert.ok(next !== undefined && next[1] !== 'sh', `nothing is shown for: ${text}`);
    const commands = text!.trimEnd().split(/\n(?=curl |npm )/);
    const shown = next[1] === 'json' ? next[2]!.trimEnd().split(/\n(?=\{)/) : [next[2]!.trimEnd()];
    assert.equal(shown.length, commands.length, `each command has its answer: ${text}`);
    return commands.map((command, at) => ({ command: command.replaceAll(/ \\\n\s*/g, ' '), shown: shown[at]! }));
  });
}
