/** `weir authorize`: approves the holders of an issuer's tokens, many at a time, each exactly once. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { accountIdOfPublicKey, accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { acquireWriterLock } from '../../storage/lmdb/writer-lock.ts';
import { readKeyPair } from '../channel/channel-secret.ts';
import { processTerminal, type Terminal } from '../channel/channel-terminal.ts';
import { CommandError, usageError } from '../command-error.ts';
import { textTable } from '../text-table.ts';
import { type Candidate, IssuerDesk } from './authorize-desk.ts';
import { ApprovalJournal } from './authorize-journal.ts';
import { AUTHORIZE_HELP, type AuthorizeOptions, MAX_WINDOW, parseAuthorizeOptions } from './authorize-options.ts';
import { ApprovalRun, type Outcome } from './authorize-run.ts';

const POLL_MS = 250;

/** Runs the command; gives the exit code. Rejects with a `CommandError`. */
export async function authorize(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.print(AUTHORIZE_HELP);
    return 0;
  }
  const options = parseAuthorizeOptions(args, terminal.environment);
  const desk = new IssuerDesk(options.url, options.issuer, options.currency);
  const { regularKey } = await desk.account('validated');
  const isSending = !options.dryRun && options.unsignedFile === undefined;
  const keys = isSending ? await readIssuerKeys(options, regularKey, terminal) : undefined;
  const outcomes = new Map<string, Outcome>();
  const decide = (outcome: Outcome) => outcomes.set(outcome.holder, outcome);
  const lock = isSending ? lockJournal(options.journalFile) : undefined;
  try {
    const journal = new ApprovalJournal(options.journalFile, options.issuer, options.currency);
    try {
      const work = { desk, journal, options, outcomes, terminal };
      const refusal = keys === undefined ? await plan(work, decide) : await approveAll(work, keys, decide);
      printTable([...outcomes.values()], terminal);
      if (refusal !== undefined) throw new CommandError(`the server refused a transaction: ${refusal}`);
    } finally {
      journal.close();
    }
  } finally {
    lock?.release();
  }
  return [...outcomes.values()].every(({ isApproved }) => isApproved) ? 0 : 1;
}

interface Work {
  readonly desk: IssuerDesk;
  readonly journal: ApprovalJournal;
  readonly options: AuthorizeOptions;
  /** By holder. */
  readonly outcomes: Map<string, Outcome>;
  readonly terminal: Terminal;
}

type Decide = (outcome: Outcome) => void;

/** Sends nothing: says what would be done, or writes the transactions. */
async function plan(work: Work, decide: Decide): Promise<undefined> {
  const { desk, journal, options } = work;
  refuseUnfinished(journal, options);
  const waiting = await findWaiting(work);
  if (options.unsignedFile !== undefined) await writeUnsigned(desk, options.unsignedFile, waiting, decide);
  else for (const { holder } of waiting) decide({ holder, text: 'would be authorized', isApproved: true });
}

/** Gives the result with which the server refused one; undefined if all were sent. */
async function approveAll(work: Work, keys: KeyPair, decide: Decide): Promise<string | undefined> {
  const { desk, journal, options, terminal } = work;
  const windowSize = options.windowSize ?? Math.min(MAX_WINDOW, await desk.ledgerSize());
  const run = new ApprovalRun(desk, journal, terminal, windowSize, decide);
  for (;;) {
    // Read before the holders: what others send from here on, the first sequence number shows.
    const sequence = await finishOld(run, work);
    if (await run.approve(await findWaiting(work), sequence, keys)) return run.refusal;
    terminal.note('Another program sends transactions of the issuer: looking again who has to be approved.');
  }
}

/** Keeps a second run off the journal. The lock ends with the process, however that ends. */
function lockJournal(journalFile: string): { release(): void } {
  const directory = `${journalFile}.lock`;
  try {
    mkdirSync(directory, { recursive: true });
    const lock = acquireWriterLock(directory);
    return {
      release() {
        rmSync(directory, { recursive: true, force: true });
        lock.release();
      },
    };
  } catch (error) {
    if (!(error instanceof StoreError)) {
      rmSync(directory, { recursive: true, force: true });
      throw new CommandError(`cannot use the journal ${journalFile}: ${(error as Error).message}`);
    }
    throw new CommandError(
      `another weir authorize is at work with the journal ${journalFile}: wait until it has ended`,
    );
  }
}

async function readIssuerKeys(
  { issuer, secretFile, keyType }: AuthorizeOptions,
  regularKey: string | undefined,
  terminal: Terminal,
): Promise<KeyPair> {
  const keys = await readKeyPair(
    {
      ...(secretFile === undefined ? {} : { 'secret-file': secretFile }),
      ...(keyType === undefined ? {} : { 'key-type': keyType }),
    },
    terminal,
  );
  const signer = accountIdToAddress(accountIdOfPublicKey(keys.publicKey));
  if (signer === issuer || signer === regularKey) return keys;
  throw new CommandError(`the secret is neither of ${issuer} nor of its regular key`);
}

function refuseUnfinished({ unfinished }: ApprovalJournal, { journalFile }: AuthorizeOptions): void {
  if (unfinished.length === 0) return;
  throw new CommandError(
    `${unfinished.length} transactions of an interrupted run may be on their way (${journalFile}): ` +
      'run this again without --dry-run and --unsigned first',
  );
}

/**
 * Waits until everything of the issuer's that is on its way is final, so that what the ledger says about holders is the
 * truth. Gives the issuer's next sequence number.
 */
async function finishOld(run: ApprovalRun, { journal, desk, terminal }: Work): Promise<number> {
  const count = journal.unfinished.length;
  if (count > 0) terminal.note(`Following up ${count} transactions of an interrupted run.`);
  await run.finishOld();
  let isTold = false;
  for (;;) {
    const current = await desk.account('current');
    const { sequence } = await desk.account('validated');
    if (current.sequence === sequence && current.queuedCount === 0) return sequence;
    if (!isTold) terminal.note('The issuer has transactions that are in no validated ledger yet: waiting for them.');
    isTold = true;
    await terminal.sleep(POLL_MS);
  }
}

async function findWaiting({ desk, options: { holdersFile }, outcomes, terminal }: Work): Promise<Candidate[]> {
  const waiting: Candidate[] = [];
  const sort = (candidate: Candidate) => {
    const { holder, state } = candidate;
    if (state === 'pending') waiting.push(candidate);
    else if (state !== 'authorized' || outcomes.get(holder)?.isApproved !== true)
      outcomes.set(holder, { holder, text: NOT_WAITING[state], isApproved: state === 'authorized' });
  };
  if (holdersFile === undefined) {
    for await (const candidate of desk.pending()) sort(candidate);
    return waiting;
  }
  for (const holder of parseHolders(await terminal.read(holdersFile), desk.issuer)) sort(await desk.candidate(holder));
  return waiting;
}

const NOT_WAITING = {
  authorized: 'authorized already',
  'no account': 'no such account',
  'would be deleted': 'not sent: it would delete the trust line, for which the holder has no limit',
};

/** The addresses of a file, each once. Throws a usage error that names the line. */
function parseHolders(text: string, issuer: string): Set<string> {
  const holders = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    const address = line.replace(/#.*/, '').trim();
    if (address === '') continue;
    if (addressToAccountId(address) === undefined || address === issuer) {
      throw usageError(`line ${at + 1} of the holders is no address of a holder: '${address}'`);
    }
    holders.add(address);
  }
  return holders;
}

/** Transactions for someone who signs elsewhere, numbered on from the issuer's next. None has a last ledger. */
async function writeUnsigned(
  desk: IssuerDesk,
  file: string,
  waiting: readonly Candidate[],
  decide: Decide,
): Promise<void> {
  const { common, sequence } = await desk.nextTransactions();
  const lines = waiting.map((candidate, at) => {
    return `${JSON.stringify({ ...common, ...desk.approvalFields(candidate), Sequence: sequence + at })}\n`;
  });
  try {
    // Never over an older one: two files with the same numbers would be half of each in the end.
    writeFileSync(file, lines.join(''), { flag: 'wx' });
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
  for (const { holder } of waiting) decide({ holder, text: 'written unsigned', isApproved: true });
}

function printTable(outcomes: readonly Outcome[], terminal: Terminal): void {
  const heads = ['holder', 'outcome', 'ledger', 'transaction'];
  const rows = outcomes.map(({ holder, text, ledgerIndex = '', hash = '' }) => [
    holder,
    text,
    String(ledgerIndex),
    hash,
  ]);
  terminal.print(textTable([heads, ...rows]));
  const approved = outcomes.filter(({ isApproved }) => isApproved).length;
  terminal.note(`${approved} of ${outcomes.length} holders.`);
}
