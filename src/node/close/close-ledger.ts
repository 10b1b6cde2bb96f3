/**
 * Makes the next closed ledger: applies a set of transactions in canonical order to the parent's state, updates the
 * tree and the skip lists, and completes the header. Nothing is stored here. It goes in steps, about one a transaction
 * and one an entry; whoever runs it must let nobody else touch the tree meanwhile (rippled: BuildLedger.cpp,
 * RCLConsensus::Adaptor::doAccept).
 *
 * After every 256th ledger the validators vote on fees and amendments. There is one vote on fees here, the chain's own:
 * where its ledger charges something else, the next one holds a SetFee transaction (rippled: FeeVoteImpl.cpp, doVoting,
 * without peers). There is none on amendments. Offline validators are never voted on: there are none to be so.
 *
 * Takes the state tree from one ledger to the next: for a close, and for whoever follows one.
 *
 * Applies a set of transactions in passes. In the first passes a transaction that fails in a way that may pass, a
 * claimed fee included, is put off, because another one may make it succeed; in the last ones it gets what it gets
 * (rippled: BuildLedger.cpp applyTransactions, OpenLedger.h).
 *
 * The order in which a set of transactions is applied: by account, salted so that nobody can choose to be first; then
 * an account's sequences before its tickets, each ascending; then by id (rippled: CanonicalTXSet.cpp).
 */
import { extendLongSkipList, extendsLongSkipList, shortSkipList } from '../../ledger/chain-entries.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { createLedgerHeader, type LedgerHeader, nextResolutionSeconds } from '../../ledger/ledger-header.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { type Fees, isSameFees } from '../../protocol/amounts/amount-math.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import type { Amendments, LedgerEntry } from '../../protocol/entries/entries.ts';
import { longSkipKeylet } from '../../protocol/entries/keylets.ts';
import { amendmentById } from '../../protocol/tables/amendments.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { createTransaction, sequenceProxy, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type AccountId, type Hash256, type StObject, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { transactionSetHash, transactionTreeHash } from '../../shamap/inner-node.ts';
import type { StateTree } from '../../shamap/state-tree.ts';
import { applyTransaction, type OnBug, passOutcome } from '../../transactions/engine/engine.ts';
import type { LedgerContext } from '../../transactions/transaction-type.ts';
import type { Steps } from '../../util/steps.ts';
import { deriveChanges, type ReadTransaction } from '../derive-changes.ts';

export interface CloseInput {
  readonly parent: LedgerHeader;
  readonly parentView: ReadView;
  /** Hashes of up to 256 ledgers, the parent's last. */
  readonly recentHashes: readonly Hash256[];
  readonly transactions: readonly Transaction[];
  readonly closeTimeSeconds: number;
  readonly context: LedgerContext;
  /** The parent's state tree; it is changed, and the caller confirms or discards the changes. */
  readonly tree: StateTree;
  readonly onBug: OnBug;
  /** What is to change beside the transactions, after them. */
  readonly edit?: ((view: OpenView) => void) | undefined;
}

export interface CloseResult {
  readonly ledger: PreparedLedger;
  /** Entries that changed: key → entry, or null for one that is gone. */
  readonly changedEntries: ReadonlyMap<Hash256, Readonly<LedgerEntry> | null>;
  /** What the ledger holds. */
  readonly applied: readonly Transaction[];
  /** Neither applied nor given up: they may fit into the next ledger. In canonical order. */
  readonly remaining: readonly Transaction[];
  /** Salt of the canonical order that was used. */
  readonly salt: Hash256;
}

export function* closeLedger(input: CloseInput): Steps<CloseResult> {
  const { parent } = input;
  const view = new OpenView(input.parentView, parent, false, expectedCloseTimeSeconds(input));
  const salt = yield* transactionSetHash(input.transactions.map(({ id }) => id));
  const ordered = canonicalOrder(input.transactions, salt);
  yield;
  const remaining = yield* applyInPasses(view, ordered, input.context, input.onBug);
  input.edit?.(view);
  if (extendsLongSkipList(parent.ledgerIndex)) {
    const list = view.read(longSkipKeylet(parent.ledgerIndex));
    view.rawReplace(extendLongSkipList(list, parent.ledgerIndex, parent.hash));
  }
  const stateChanges = yield* updateTree(input.tree, encodedEntries(view.changedEntries));
  updateShortSkipList(input.tree, input.recentHashes, parent.ledgerIndex);
  yield* input.tree.hashChanges();
  const transactions = closedTransactions(view);
  const header = createLedgerHeader({
    ledgerIndex: view.ledgerIndex,
    parentHash: parent.hash,
    transactionHash: yield* transactionTreeHash(transactions),
    accountHash: input.tree.rootHash(),
    totalDrops: parent.totalDrops - view.destroyedDrops,
    parentCloseTimeSeconds: parent.closeTimeSeconds,
    closeTimeSeconds: input.closeTimeSeconds,
    closeTimeResolutionSeconds: nextResolutionSeconds(
      parent.closeTimeResolutionSeconds,
      parent.closeFlags,
      view.ledgerIndex,
    ),
    closeFlags: 0,
  });
  const derived = yield* deriveChanges({
    before: input.parentView,
    transactions,
    changedEntries: view.changedEntries,
    tree: input.tree,
  });
  const blobs = transactions.map(({ blob, metadata }) => ({ blob, metadata }));
  const ledger: PreparedLedger = { header, transactions: blobs, stateChanges, derived };
  const applied = Array.from(view.transactions, ({ transaction }) => transaction);
  return { ledger, changedEntries: view.changedEntries, applied, remaining, salt };
}

/** What transactions see as the close time of the ledger that they get into (rippled: Ledger.cpp, the next ledger). */
export function expectedCloseTimeSeconds({
  parent,
  closeTimeSeconds,
}: Pick<CloseInput, 'parent' | 'closeTimeSeconds'>): number {
  if (parent.closeTimeSeconds === 0) return closeTimeSeconds;
  const { closeTimeResolutionSeconds: resolutionSeconds, closeFlags, ledgerIndex } = parent;
  return parent.closeTimeSeconds + nextResolutionSeconds(resolutionSeconds, closeFlags, ledgerIndex + 1);
}

function closedTransactions(view: OpenView): (ReadTransaction & { readonly blob: Uint8Array })[] {
  return Array.from(view.transactions, ({ transaction: { id, blob, fields }, metadata }) => {
    const { bytes, accounts } = metadata!;
    return { id, blob, fields, metadata: bytes, accounts };
  });
}

/** Ledgers after which there are votes. */
export const FLAG_LEDGER_INTERVAL = 256;

/** What the votes do to the ledger after `parentIndex`, whose fees and amendments are given. */
export function votedTransactions(
  parentIndex: number,
  current: { readonly fees: Fees; readonly amendments: Readonly<Amendments> | undefined },
  votedFees: Fees,
): Transaction[] {
  if (parentIndex % FLAG_LEDGER_INTERVAL !== 0) return [];
  const votes = [...feeVote(current.fees, votedFees), ...amendmentVotes(current.amendments)];
  return votes.map((fields) => pseudoTransaction(parentIndex, fields));
}

function feeVote(current: Fees, voted: Fees): StObject[] {
  if (isSameFees(current, voted)) return [];
  const { baseDrops, reserveDrops, reserveIncrementDrops } = voted;
  const fees = { BaseFeeDrops: baseDrops, ReserveBaseDrops: reserveDrops };
  return [{ TransactionType: 'SetFee', ...fees, ReserveIncrementDrops: reserveIncrementDrops }];
}

/** Nobody votes for an amendment, so those that had a majority lose it (rippled: AmendmentTable.cpp, doVoting). */
function amendmentVotes(current: Readonly<Amendments> | undefined): StObject[] {
  const { Amendments: enabled = [], Majorities: majorities = [] } = current ?? {};
  const lost = majorities
    .map(({ Majority }) => Majority?.Amendment as Hash256)
    .filter((id) => !enabled.includes(id) && (amendmentById(id)?.status ?? 'unsupported') !== 'unsupported');
  const Flags = TransactionFlags.EnableAmendment.tfLostMajority;
  return lost.map((Amendment) => ({ TransactionType: 'EnableAmendment', Flags, Amendment }));
}

/** From nobody, free, for the ledger after `parentIndex`. */
function pseudoTransaction(parentIndex: number, fields: StObject): Transaction {
  const common = { Account: ZERO_ACCOUNT, Fee: 0n, Sequence: 0, SigningPubKey: '' };
  return createTransaction({ ...common, LedgerSequence: parentIndex + 1, ...fields });
}

type StateChange = readonly [key: Hash256, bytes: Uint8Array | undefined];

/** Puts changed entries into the tree (undefined: gone). Yields what is a change for the store. */
export function* updateTree(
  tree: StateTree,
  changed: Iterable<StateChange>,
): Steps<Map<Hash256, Uint8Array | undefined>> {
  const changes = new Map<Hash256, Uint8Array | undefined>();
  for (const [key, bytes] of changed) {
    if (bytes !== undefined) {
      tree.set(key, bytes);
      changes.set(key, bytes);
    } else if (tree.delete(key)) {
      // An entry that was made and removed within the ledger was never in the tree.
      changes.set(key, undefined);
    }
    yield;
  }
  return changes;
}

/** The bytes of changed entries (null: gone), made one by one as they are asked for. */
export function* encodedEntries(changed: ReadonlyMap<Hash256, LedgerEntry | null>): Generator<StateChange, void> {
  for (const [key, entry] of changed) {
    yield [key, entry === null ? undefined : encodeObject(entry as unknown as StObject)];
  }
}

/**
 * The list of recent hashes belongs to the state, but derives from the headers, so only the tree gets it.
 * `recentHashes` are those of up to 256 ledgers up to the parent.
 */
export function updateShortSkipList(tree: StateTree, recentHashes: readonly Hash256[], parentIndex: number): void {
  const list = shortSkipList(recentHashes, parentIndex);
  tree.set(list.index, encodeObject(list as unknown as StObject));
}

const TOTAL_PASSES = 3;
const LAST_RETRY_PASS = 1;

/** Applies transactions in the given order; yields those that were neither applied nor given up. */
export function* applyInPasses(
  view: OpenView,
  transactions: readonly Transaction[],
  context: LedgerContext,
  onBug: OnBug,
): Steps<readonly Transaction[]> {
  let remaining = transactions;
  let retry = true;
  for (let pass = 0; pass < TOTAL_PASSES; pass++) {
    let applied = 0;
    const putOff: Transaction[] = [];
    for (const transaction of remaining) {
      const outcome = passOutcome(applyTransaction(view, transaction, context, { retry }, onBug));
      if (outcome === 'applied') applied++;
      if (outcome === 'retry') putOff.push(transaction);
      yield;
    }
    remaining = putOff;
    if (applied === 0 && !retry) break;
    if (applied === 0 || pass >= LAST_RETRY_PASS) retry = false;
  }
  return remaining;
}

/** The sequence or ticket that a transaction uses up. */
export interface SequenceProxy {
  readonly isTicket: boolean;
  readonly value: number;
}

interface Keyed extends SequenceProxy {
  readonly accountKey: string;
  readonly transaction: Transaction;
}

/** Sorts transactions canonically; the salt is usually the root hash of the set. */
export function canonicalOrder(transactions: Iterable<Transaction>, salt: Hash256): Transaction[] {
  const accountKeys = new Map<AccountId, string>();
  const keyed: Keyed[] = [];
  for (const transaction of transactions) {
    const { Account: account } = transaction.fields;
    let accountKey = accountKeys.get(account);
    if (accountKey === undefined) {
      accountKey = saltedKey(account, salt);
      accountKeys.set(account, accountKey);
    }
    keyed.push({ accountKey, ...sequenceProxy(transaction.fields), transaction });
  }
  return keyed.sort(compare).map(({ transaction }) => transaction);
}

/** What orders accounts: their id XOR the salt's first 20 bytes; the rest of the salt is the same for all. */
export function saltedKey(account: AccountId, salt: Hash256): string {
  let key = '';
  for (let at = 0; at < account.length; at += 8) {
    const mixed = (Number.parseInt(account.slice(at, at + 8), 16) ^ Number.parseInt(salt.slice(at, at + 8), 16)) >>> 0;
    key += mixed.toString(16).padStart(8, '0');
  }
  return key;
}

function compare(a: Keyed, b: Keyed): number {
  if (a.accountKey !== b.accountKey) return a.accountKey < b.accountKey ? -1 : 1;
  return compareWithinAccount(a, b) || (a.transaction.id < b.transaction.id ? -1 : 1);
}

/** What orders two transactions of one account: sequences go before tickets. Below zero if `a` comes first. */
export function compareWithinAccount(a: SequenceProxy, b: SequenceProxy): number {
  if (a.isTicket !== b.isTicket) return a.isTicket ? 1 : -1;
  return a.value - b.value;
}
