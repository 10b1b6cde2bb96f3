/**
 * A change of one ledger entry by the operator of a test bench. It gets a ledger of its own with one pseudo-transaction: a SetFee
 * with the current fees, and a memo that names the entry. So the change is in metadata, for histories, streams, `tail` and
 * `weir verify`. The same ledger cannot be made from that transaction alone, so the chain is marked as altered.
 */
import { createMetadata } from '../../ledger/metadata.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { Fees } from '../../protocol/amounts/amount-math.ts';
import type { EntryName, LedgerEntry } from '../../protocol/entries/entries.ts';
import { ENTRY_RECORDS } from '../../protocol/tables/entry-types.ts';
import { isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import { createTransaction, type Transaction } from '../../protocol/transaction/transaction.ts';
import { type Hash256, ZERO_ACCOUNT } from '../../protocol/values.ts';
import {
  insertOwnedEntry,
  type OwnedEntry,
  removeNftokenOffer,
  removeOffer,
  removeOwnedEntry,
  removeTicket,
} from '../../transactions/accounts/owned-entries.ts';
import { brokenInvariants } from '../../transactions/invariants/check-invariants.ts';
import { appearedDrops } from '../../transactions/invariants/drops.ts';
import { deleteTrustLine } from '../../transactions/trust-lines/trust-line.ts';
import { bytesToHex } from '../../util/hex.ts';

export interface EntryEdit {
  readonly key: Hash256;
  /** What the entry is to be; undefined if it is to go. */
  readonly entry: Readonly<LedgerEntry> | undefined;
  /** Names of invariants that the change may break. */
  readonly overrides: readonly string[];
}

/** The change would break invariants that it was not allowed to. */
export class BrokenInvariantsError extends Error {
  override readonly name = 'BrokenInvariantsError';
  readonly invariants: readonly string[];

  constructor(invariants: readonly string[]) {
    super(`the change breaks ${invariants.join(', ')}`);
    this.invariants = invariants;
  }
}

/** The change cannot be made: there is nothing to remove, or the ledger has no place for what is put. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** Puts the change into the view of a ledger that is being made. */
export type AppliedEdit = (view: OpenView) => void;

/**
 * Tries the change on the last ledger; gives what puts it into the next one.
 * @throws BrokenInvariantsError and EditError
 */
export function prepareEdit(last: ReadView, edit: EntryEdit, fees: Fees): AppliedEdit {
  const carrier = carrierOf(edit, last.ledgerIndex + 1, fees);
  const broken = brokenInvariants(editedSandbox(last, edit), carrier);
  const forbidden = broken.filter((name) => !edit.overrides.includes(name));
  if (forbidden.length > 0) throw new BrokenInvariantsError(forbidden);
  return (view) => applyEdit(view, edit, carrier);
}

function editedSandbox(view: ReadView, { key, entry }: EntryEdit): Sandbox {
  const sandbox = new Sandbox(view);
  const existing = view.readAny(key);
  if (entry !== undefined && existing !== undefined) {
    sandbox.rawReplace({ ...entry } as LedgerEntry);
    return sandbox;
  }
  const result =
    entry === undefined ? removeEntry(sandbox, key, existing?.LedgerEntryType) : insertEntry(sandbox, entry);
  if (isTesSuccess(result)) return sandbox;
  throw new EditError(
    entry === undefined
      ? `The directories do not list the entry as it says (${result}).`
      : `The account that owns the entry is not there, or its directory has no room (${result}).`,
  );
}

/** Lists and counts an owned entry at its owner. An offer is not added to its book. */
function insertEntry(sandbox: Sandbox, entry: Readonly<LedgerEntry>): Ter {
  const copy = { ...entry } as LedgerEntry;
  if (ENTRY_RECORDS[copy.LedgerEntryType]?.listedBy !== undefined) return insertOwnedEntry(sandbox, copy as OwnedEntry);
  sandbox.insert(copy);
  return 'tesSUCCESS';
}

/** The reverse, books included. */
function removeEntry(sandbox: Sandbox, key: Hash256, type: EntryName | undefined): Ter {
  const entry = type === undefined ? undefined : sandbox.peek({ type, key });
  if (entry === undefined) throw new EditError('There is no entry of that key.');
  if (entry.LedgerEntryType === 'Offer') return removeOffer(sandbox, entry);
  if (entry.LedgerEntryType === 'NFTokenOffer') return removeNftokenOffer(sandbox, entry);
  if (entry.LedgerEntryType === 'RippleState') return deleteTrustLine(sandbox, entry);
  if (entry.LedgerEntryType === 'Ticket') return removeTicket(sandbox, entry.Account, entry.TicketSequence);
  const isListed = ENTRY_RECORDS[entry.LedgerEntryType]?.listedBy !== undefined;
  if (isListed) return removeOwnedEntry(sandbox, entry as OwnedEntry);
  sandbox.erase(entry);
  return 'tesSUCCESS';
}

function applyEdit(view: OpenView, edit: EntryEdit, transaction: Transaction): void {
  const sandbox = editedSandbox(view, edit);
  // The header counts the drops that there are.
  const changes = sandbox.changes();
  sandbox.destroyDrops(-appearedDrops(changes));
  const metadata = createMetadata({
    sandbox,
    changes,
    transactionId: transaction.id,
    ledgerIndex: view.ledgerIndex,
    result: 'tesSUCCESS',
    position: view.transactionCount,
    deliveredAmount: undefined,
  });
  view.addTransaction(transaction, 'tesSUCCESS', metadata);
  sandbox.applyTo(view);
}

function carrierOf({ key }: EntryEdit, ledgerIndex: number, fees: Fees): Transaction {
  const memo = { MemoType: hexOf('weir_set_entry'), MemoData: key };
  return createTransaction({
    TransactionType: 'SetFee',
    Account: ZERO_ACCOUNT,
    Fee: 0n,
    Sequence: 0,
    SigningPubKey: '',
    LedgerSequence: ledgerIndex,
    BaseFeeDrops: fees.baseDrops,
    ReserveBaseDrops: fees.reserveDrops,
    ReserveIncrementDrops: fees.reserveIncrementDrops,
    Memos: [{ Memo: memo }],
  });
}

/** True for a transaction that carries such a change: applying it again changes nothing. */
export function isEntryEdit({ fields }: Transaction): boolean {
  return fields.TransactionType === 'SetFee' && fields.Memos?.[0]?.Memo?.MemoType === hexOf('weir_set_entry');
}

function hexOf(text: string): string {
  return bytesToHex(Buffer.from(text));
}
