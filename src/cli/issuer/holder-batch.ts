/**
 * A batch of an issuer's transactions, one for each of many holders: `weir authorize`, and the actions of `weir holders`. Each is sent
 * exactly once.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Candidate } from '../../../explorer/desk/candidates.js';
import { IssuerRun, type RunResult, type RunSigner } from '../../../explorer/desk/issuer-run.js';
import { accountIdOfPublicKey, accountIdToAddress, addressToAccountId } from '../../crypto/address.ts';
import type { KeyPair } from '../../crypto/key-pair.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { acquireWriterLock } from '../../storage/lmdb/writer-lock.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { bytesToHex } from '../../util/hex.ts';
import { readKeyPair } from '../terminal/secret.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { textTable } from '../terminal/text-table.ts';
import { IssuerDesk } from './issuer-desk.ts';
import { IssuerJournal } from './issuer-journal.ts';
import { type BatchOptions, MAX_WINDOW } from './issuer-options.ts';

const POLL_MS = 250;

/** The result for one holder. */
export interface Outcome {
  readonly holder: string;
  readonly text: string;
  readonly isDone: boolean;
  /** True if the batch can be run again for this holder. */
  readonly isOpen?: boolean;
  readonly hash?: string | undefined;
  readonly ledgerIndex?: number | undefined;
}

/** A holder that needs the transaction of a candidate, or the outcome of one that does not. */
export type Holder = { readonly candidate: Candidate } | Outcome;

/** What a batch does to each holder. */
export interface HolderAction {
  /** The command, for messages. */
  readonly command: string;
  /** For the rows of the journal; undefined for authorization. */
  readonly name: string | undefined;
  /** True if the ledger does not show for which holders it is done, so that the journal must. */
  readonly keepsDone: boolean;
  /** What a holder needs, for messages. */
  readonly need: string;
  /** The outcome of a success, such as `authorized`. */
  readonly done: string;
  /** The outcome if nothing is sent. */
  planned(candidate: Candidate): string;
  /** Throws a `CommandError` if an issuer with these flags cannot do it. */
  checkIssuer(flags: number, issuer: string): void;
  /** All holders that need it, and those that need it but cannot get it. */
  all(desk: IssuerDesk): AsyncIterable<Holder>;
  one(desk: IssuerDesk, holder: string): Promise<Holder>;
}

/** Runs the batch; gives the exit code. Rejects with a `CommandError`. */
export async function runBatch(action: HolderAction, options: BatchOptions, terminal: Terminal): Promise<number> {
  const { issuer, currency, journalFile } = options;
  const desk = new IssuerDesk(options.url, issuer, currency);
  const { flags, regularKey } = await desk.account();
  action.checkIssuer(flags, issuer);
  const { holdersFile } = options;
  const named = holdersFile === undefined ? undefined : parseHolders(await terminal.read(holdersFile), issuer);
  const isSending = !options.dryRun && options.unsignedFile === undefined;
  const keys = isSending ? await readIssuerKeys(options, regularKey, terminal) : undefined;
  const outcomes = new Map<string, Outcome>();
  const lock = isSending ? lockJournal(journalFile, action) : undefined;
  try {
    const { name, keepsDone } = action;
    const journal = new IssuerJournal(journalFile, { issuer, currency, action: name, keepsDone });
    let isComplete = false;
    try {
      const work = { action, desk, journal, named, options, outcomes, terminal };
      const refusal = keys === undefined ? await plan(work) : await sendAll(work, keys);
      isComplete = keys !== undefined && isAllEnded(work);
      printTable([...outcomes.values()], terminal);
      if (refusal !== undefined) throw new CommandError(`the server refused a transaction: ${refusal}`);
      if (!isComplete && journal.done.size > 0) {
        terminal.note(`${journalFile} keeps what is done: run this again for the rest, or delete it to start anew.`);
      }
    } finally {
      journal.close(isComplete);
    }
  } finally {
    lock?.release();
  }
  return [...outcomes.values()].every(({ isDone }) => isDone) ? 0 : 1;
}

interface Work {
  readonly action: HolderAction;
  readonly desk: IssuerDesk;
  readonly journal: IssuerJournal;
  /** The holders of a file; undefined for all. */
  readonly named: ReadonlySet<string> | undefined;
  readonly options: BatchOptions;
  /** By holder. */
  readonly outcomes: Map<string, Outcome>;
  readonly terminal: Terminal;
}

/** True if nothing is left to do, neither here nor for other holders that the journal keeps. */
function isAllEnded({ journal, named, outcomes }: Work): boolean {
  const isCovered = named === undefined || [...journal.done.keys()].every((holder) => named.has(holder));
  return isCovered && ![...outcomes.values()].some(({ isOpen }) => isOpen);
}

/** Sends nothing: prints what would be done, or writes unsigned transactions. */
async function plan(work: Work): Promise<undefined> {
  const { action, desk, journal, options, outcomes } = work;
  refuseUnfinished(journal, options);
  const waiting = await findWaiting(work);
  const { unsignedFile } = options;
  if (unsignedFile !== undefined) await writeUnsigned(desk, unsignedFile, waiting);
  for (const candidate of waiting) {
    const { holder } = candidate;
    const text = unsignedFile === undefined ? action.planned(candidate) : 'written unsigned';
    outcomes.set(holder, { holder, text, isDone: true });
  }
}

/** Resolves to the result code of a refused transaction; undefined if all were sent. */
async function sendAll(work: Work, keys: KeyPair): Promise<string | undefined> {
  const { action, desk, journal, options, outcomes, terminal } = work;
  const windowSize = options.windowSize ?? Math.min(MAX_WINDOW, await desk.ledgerSize());
  const sleep = (milliseconds: number) => terminal.sleep(milliseconds);
  const run = new IssuerRun(desk, options.issuer, journal, { windowSize, atOnce: 1, sleep });
  if (run.pendingCount > 0) terminal.note(`Following up ${run.pendingCount} transactions of an interrupted run.`);
  reportEvents(run, action, terminal);
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
  for (const result of run.results) outcomes.set(result.candidate.holder, outcomeOf(result, action));
  for (const { holder } of run.unsent) outcomes.set(holder, { holder, text: 'not sent', isDone: false, isOpen: true });
  return run.refusal?.code;
}

function reportEvents(run: IssuerRun, { need }: HolderAction, terminal: Terminal): void {
  let isWaiting = false;
  run.listen((event) => {
    if (event === 'sequenceConflict')
      terminal.note(`Another program sends transactions of the issuer: checking again which holders need ${need}.`);
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

function outcomeOf({ candidate: { holder }, code, hash, ledgerIndex }: RunResult, { done }: HolderAction): Outcome {
  const isDone = code === 'tesSUCCESS';
  const failure = ledgerIndex === undefined ? `refused: ${code}` : `failed: ${code}`;
  const lost = 'expired without being validated; run this again';
  const text = isDone ? done : code === undefined ? lost : failure;
  return { holder, text, isDone, isOpen: ledgerIndex === undefined, hash, ledgerIndex };
}

/** Prevents a second run with the same journal. The lock ends with the process. */
function lockJournal(journalFile: string, { command }: HolderAction): { release(): void } {
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
    throw new CommandError(`another ${command} uses the journal ${journalFile}: wait until it ends`);
  }
}

async function readIssuerKeys(
  { issuer, secret }: BatchOptions,
  regularKey: string | undefined,
  terminal: Terminal,
): Promise<KeyPair> {
  const keys = await readKeyPair(secret, terminal);
  const signer = accountIdToAddress(accountIdOfPublicKey(keys.publicKey));
  if (signer === issuer || signer === regularKey) return keys;
  throw new CommandError(`the secret belongs neither to ${issuer} nor to its regular key`);
}

function refuseUnfinished(journal: IssuerJournal, { journalFile }: BatchOptions): void {
  const unfinished = journal.read();
  if (unfinished.length === 0) return;
  throw new CommandError(
    `${unfinished.length} transactions of an interrupted run may be pending (${journalFile}): ` +
      'first run this without --dry-run and --unsigned',
  );
}

/** Holders that need the action. Other named holders get their outcome at once. */
async function findWaiting({ action, desk, journal, named, outcomes }: Work): Promise<Candidate[]> {
  const waiting: Candidate[] = [];
  const sort = (found: Holder) => {
    const { holder } = 'candidate' in found ? found.candidate : found;
    const done = journal.done.get(holder);
    if (done !== undefined) outcomes.set(holder, { holder, text: `already ${action.done}`, isDone: true, ...done });
    else if ('candidate' in found) waiting.push(found.candidate);
    else outcomes.set(holder, found);
  };
  if (named === undefined) for await (const holder of action.all(desk)) sort(holder);
  else for (const holder of named) sort(await action.one(desk, holder));
  return waiting;
}

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
  const done = outcomes.filter(({ isDone }) => isDone).length;
  terminal.note(`${done} of ${outcomes.length} holders.`);
}
