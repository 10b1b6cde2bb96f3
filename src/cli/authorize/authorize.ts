/** `weir authorize`: approves the holders of an issuer's tokens in batches, each exactly once. */
import { holderCandidate, type LineCandidate, lineCandidate, pendingPages } from '../../../explorer/desk/candidates.js';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import { CommandError } from '../../util/command-error.ts';
import { type Holder, type HolderAction, runBatch } from '../issuer/holder-batch.ts';
import type { IssuerDesk } from '../issuer/issuer-desk.ts';
import { processTerminal, type Terminal } from '../terminal/terminal.ts';
import { parseAuthorizeOptions } from './authorize-options.ts';

/** Runs the command; gives the exit code. Rejects with a `CommandError`. */
export async function authorize(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  return runBatch(AUTHORIZATION, parseAuthorizeOptions(args, terminal.environment), terminal);
}

const AUTHORIZATION: HolderAction = {
  command: 'weir authorize',
  name: undefined,
  keepsDone: false,
  need: 'approval',
  done: 'authorized',
  planned: () => 'would be authorized',
  checkIssuer(flags, issuer) {
    if ((flags & EntryFlags.AccountRoot.lsfRequireAuth) !== 0) return;
    throw new CommandError(`${issuer} does not require authorization: no holder needs approval`);
  },
  async *all(desk) {
    for await (const page of pendingPages(desk, { account: desk.issuer, currency: desk.currency })) {
      yield* page.map(unauthorized);
    }
  },
  one: unauthorizedHolder,
};

/** A holder without a trust line can be approved, but not one without an account. */
async function unauthorizedHolder(desk: IssuerDesk, holder: string): Promise<Holder> {
  const line = await desk.line(holder);
  if (line?.authorized === true) return { holder, text: 'already authorized', isDone: true };
  if (line !== undefined) return unauthorized(await lineCandidate(desk, desk.issuer, line));
  if (await desk.hasAccount(holder)) return { candidate: holderCandidate(holder, desk.currency, '0') };
  return { holder, text: 'no such account', isDone: false };
}

function unauthorized({ candidate, wouldDelete }: LineCandidate): Holder {
  if (!wouldDelete) return { candidate };
  const text = 'not sent: it would delete the trust line, since its limit is 0';
  return { holder: candidate.holder, text, isDone: false };
}
