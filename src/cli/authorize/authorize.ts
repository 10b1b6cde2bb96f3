/** `weir authorize`: approves the holders of an issuer's tokens in batches, each exactly once. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { type ApprovalResult, ApprovalRun, type RunSigner } from '../../../explorer/desk/approval-run.js';
import type { Candidate } from '../../../explorer/desk/candidates.js';
import { accountIdOfPublicKey, accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { acquireWriterLock } from '../../storage/lmdb/writer-lock.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { bytesToHex } from '../../util/hex.ts';
import { readKeyPair } from '../terminal/secret.ts';
import { processTerminal, type Terminal } from '../terminal/terminal.ts';
import { textTable } from '../terminal/text-table.ts';
import { type Holder, IssuerDesk } from './authorize-desk.ts';
import { ApprovalJournal } from './authorize-journal.ts';
import { type AuthorizeOptions, MAX_WINDOW, parseAuthorizeOptions } from './authorize-options.ts';

const POLL_MS = 250;

/** The result for one holder. */
interface Outcome {
  readonly holder: string;
  readonly text: string;
  readonly isApproved: boolean;
  readonly hash?: string | undefined;
  readonly ledgerIndex?: number | undefined;
}

/** Runs the command; gives the exit code. Rejects with a `CommandError`. */
export async function authorize(args: readonly string[], terminal: Terminal = processTerminal): Promise<number> {
  const options = parseAuthorizeOptions(args, terminal.environment);
  const desk = new IssuerDesk(options.url, options.issuer, options.currency);
  const regularKey = await desk.regularKey();
  const isSending = !options.dryRun && options.unsignedFile === undefined;
  const keys = isSending ? await readIssuerKeys(options, regularKey, terminal) : undefined;
  const outcomes = new Map<string, Outcome>();
  const lock = isSending ? lockJournal(options.journalFile) : undefined;
  try {
    const journal = new ApprovalJournal(options.journalFile, options.issuer, options.currency);
    try {
      const work = { desk, journal, options, outcomes, terminal };
      const refusal = keys === undefined ? await plan(work) : await approveAll(work, keys);
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

/** Sends nothing: prints what would be done, or writes unsigned transactions. */
async function plan(work: Work): Promise<undefined> {
  const { desk, journal, options, outcomes } = work;
  refuseUnfinished(journal, options);
  const waiting = await findWaiting(work);
  const { unsignedFile } = options;
  if (unsignedFile !== undefined) await writeUnsigned(desk, unsignedFile, waiting);
  const text = unsignedFile === undefined ? 'would be authorized' : 'written unsigned';
  for (const { holder } of waiting) outcomes.set(holder, { holder, text, isApproved: true });
}

/** Resolves to the result code of a refused transaction; undefined if all were sent. */
async function approveAll(work: Work, keys: KeyPair): Promise<string | undefined> {
  const { desk, journal, options, outcomes, terminal } = work;
  const windowSize = options.windowSize ?? Math.min(MAX_WINDOW, await desk.ledgerSize());
  const sleep = (milliseconds: number) => terminal.sleep(milliseconds);
  const run = new ApprovalRun(desk, options.issuer, journal, { windowSize, atOnce: 1, sleep });
  if (run.pendingCount > 0) terminal.note(`Following up ${run.pendingCount} transactions of an interrupted run.`);
  reportEvents(run, terminal);
  run.start(signerOf(keys, await desk.commonFields()), 0, () => findWaiting(work));
  for (;;) {
    await run.step();
    if (run.done + run.pendingCount > 0) {
      const all = run.total === 0 ? '' : ` of ${run.total}`;
      terminal.note(`ledger ${run.ledger}: ${run.done}${all} final, ${run.pendingCount} pending`);
    }
    if (!run.isBusy) break;
    do await terminal.sleep(POLL_MS);
    while ((await desk.validatedIndex()) === run.ledger);
  }
  for (const result of run.results) outcomes.set(result.candidate.holder, outcomeOf(result));
  for (const { holder } of run.unsent) outcomes.set(holder, { holder, text: 'not sent', isApproved: false });
  return run.refusal?.code;
}

function reportEvents(run: ApprovalRun, terminal: Terminal): void {
  let isWaiting = false;
  run.listen((event) => {
    if (event === 'sequenceConflict')
      terminal.note('Another program sends transactions of the issuer: checking again which holders need approval.');
    if (event === 'otherTransactions' && !isWaiting)
      terminal.note('The issuer has transactions that are not validated yet: waiting for them.');
    isWaiting = event === 'otherTransactions';
  });
}

function signerOf(keys: KeyPair, common: object): RunSigner {
  return {
    common,
    request(transaction) {
      const { id, blob } = signTransaction(
        objectFromJson({ ...transaction, SigningPubKey: keys.publicKey }, 'tx_json'),
        keys,
      );
      return { command: 'submit', params: { tx_blob: bytesToHex(blob) }, hash: id };
    },
  };
}

function outcomeOf({ candidate: { holder }, code, hash, ledgerIndex }: ApprovalResult): Outcome {
  const isApproved = code === 'tesSUCCESS';
  const failure = ledgerIndex === undefined ? `refused: ${code}` : `failed: ${code}`;
  const lost = 'expired without being validated; run this again';
  const text = isApproved ? 'authorized' : code === undefined ? lost : failure;
  return { holder, text, isApproved, hash, ledgerIndex };
}

/** Prevents a second run with the same journal. The lock ends with the process. */
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
    throw new CommandError(`another weir authorize uses the journal ${journalFile}: wait until it ends`);
  }
}

async function readIssuerKeys(
  { issuer, secret }: AuthorizeOptions,
  regularKey: string | undefined,
  terminal: Terminal,
): Promise<KeyPair> {
  const keys = await readKeyPair(secret, terminal);
  const signer = accountIdToAddress(accountIdOfPublicKey(keys.publicKey));
  if (signer === issuer || signer === regularKey) return keys;
  throw new CommandError(`the secret belongs neither to ${issuer} nor to its regular key`);
}

function refuseUnfinished(journal: ApprovalJournal, { journalFile }: AuthorizeOptions): void {
  const unfinished = journal.read();
  if (unfinished.length === 0) return;
  throw new CommandError(
    `${unfinished.length} transactions of an interrupted run may be pending (${journalFile}): ` +
      'first run this without --dry-run and --unsigned',
  );
}

/** Holders that await authorization. Other named holders get their outcome at once. */
async function findWaiting({ desk, options: { holdersFile }, outcomes, terminal }: Work): Promise<Candidate[]> {
  const waiting: Candidate[] = [];
  const sort = ({ candidate, state }: Holder) => {
    const { holder } = candidate;
    if (state === 'pending') waiting.push(candidate);
    else outcomes.set(holder, { holder, text: NOT_WAITING[state], isApproved: state === 'authorized' });
  };
  if (holdersFile === undefined) {
    for await (const holder of desk.pending()) sort(holder);
    return waiting;
  }
  for (const holder of parseHolders(await terminal.read(holdersFile), desk.issuer)) sort(await desk.holder(holder));
  return waiting;
}

const NOT_WAITING = {
  authorized: 'already authorized',
  'no account': 'no such account',
  'would be deleted': 'not sent: it would delete the trust line, since its limit is 0',
};

/** The addresses of a file, each once. Throws a usage error that names the line. */
function parseHolders(text: string, issuer: string): Set<string> {
  const holders = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    const address = line.replace(/#.*/, '').trim();
    if (address === '') continue;
    if (addressToAccountId(address) === undefined || address === issuer) {
      throw usageError(`line ${at + 1} of the holders is not the address of a holder: '${address}'`);
    }
    holders.add(address);
  }
  return holders;
}

/** Writes transactions to sign elsewhere, from the next sequence number of the issuer. They have no last ledger. */
async function writeUnsigned(desk: IssuerDesk, file: string, waiting: readonly Candidate[]): Promise<void> {
  const common = await desk.commonFields();
  const sequence = await desk.nextSequence();
  const lines = waiting.map(({ fields }, at) => {
    return `${JSON.stringify({ ...common, ...fields, Sequence: sequence + at })}\n`;
  });
  try {
    // Never overwrites: with two files of the same sequence numbers, some transactions of each would be applied.
    writeFileSync(file, lines.join(''), { flag: 'wx' });
  } catch (error) {
    throw new CommandError(`cannot write ${file}: ${(error as NodeJS.ErrnoException).code}`);
  }
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
