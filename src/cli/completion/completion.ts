/** `weir completion SHELL`: prints the completion script of a shell. */

import { usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';
import type { Command } from '../options/command.ts';
import { COMPLETED_SHELLS, type CompletedShell } from './completed-shells.ts';
import { bashScript } from './completion-bash.ts';
import { fishScript } from './completion-fish.ts';
import { type CompletionPlace, completionPlaces } from './completion-places.ts';
import { zshScript } from './completion-zsh.ts';

const SCRIPTS: Record<CompletedShell, (places: readonly CompletionPlace[]) => string> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Runs the command; gives the exit code. Throws a usage error. */
export async function completion(
  args: readonly string[],
  print: (text: string) => void,
  commands: readonly Command[],
): Promise<number> {
  const [shell = '', ...rest] = args;
  const known = COMPLETED_SHELLS.find((name) => name === shell);
  if (known === undefined || rest.length > 0) {
    const near = suggestion(shell, COMPLETED_SHELLS);
    throw usageError(`completion takes one word, ${COMPLETED_SHELLS.join(' or ')}${near} (see weir completion --help)`);
  }
  print(SCRIPTS[known](await completionPlaces(commands)));
  return 0;
}
