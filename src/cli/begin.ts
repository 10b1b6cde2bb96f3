/** Loads and runs the program. The caller can run checks while it loads. */

/**
 * Loads the program, and runs it with the words after its name if it may. Resolves to false, and leaves nothing behind, if not. A
 * worker's thread begins before anything else.
 */
export async function begin(words: readonly string[], mayRun: () => boolean = () => true): Promise<boolean> {
  const early = words[0] === 'start' ? await import('./start/early-start.ts') : undefined;
  early?.startEarly(words.slice(1));
  const { runProgram } = await import('./program.ts');
  if (!mayRun()) {
    early?.endEarly();
    return false;
  }
  process.exitCode = await runProgram(words);
  return true;
}
