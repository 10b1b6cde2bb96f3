/** `weir holders`: lists the holders of a token, freezes their lines, or takes tokens back. */
import { usageError } from '../../util/command-error.ts';
import { suggestion } from '../../util/nearest-word.ts';
import { runBatch } from '../issuer/holder-batch.ts';
import { processTerminal, type Terminal } from '../terminal/terminal.ts';
import { holderAction } from './holder-actions.ts';
import { listHolders } from './holders-list.ts';
import { HOLDER_VERBS, holdersShape, isHolderVerb, parseActionOptions } from './holders-options.ts';

/** Runs the command in these words; gives the exit code. Rejects with a `CommandError`. */
export async function holders(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const [verb, ...rest] = args;
  if (args.includes('--help') || args.includes('-h')) {
    const { help, commands } = holdersShape();
    terminal.print(commands!.get(verb ?? '')?.help ?? help);
    return 0;
  }
  if (verb === undefined || verb.startsWith('-')) return listHolders(args, terminal);
  if (!isHolderVerb(verb)) {
    throw usageError(`weir holders has no '${verb}'${suggestion(verb, HOLDER_VERBS)} (see weir holders --help)`);
  }
  const { batch, amount } = parseActionOptions(verb, rest, terminal.environment);
  const token = { issuer: batch.issuer, currency: batch.currency };
  return runBatch(holderAction(verb, token, amount), batch, terminal);
}
