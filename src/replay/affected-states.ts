/**
 * The entries that a transaction changed, each before and after it, as its metadata shows them. Metadata omits the
 * default values of a created entry, fields such as `Indexes` of directories, and the content of an entry that only got a
 * new `PreviousTxnID` (rippled: SField.h, ApplyStateTable.cpp).
 */
import type { DirectoryNode, EntryName, LedgerEntry } from '../protocol/entries/entries.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import { entryFormat } from '../protocol/tables/formats.ts';
import type { FieldValue, Hash256, StArray, StObject } from '../protocol/values.ts';
import type { RecordedTransaction } from './recorded-ledger.ts';

export interface AffectedState {
  readonly key: Hash256;
  /** Null: no entry. Undefined: its content is not known. */
  readonly before: LedgerEntry | null | undefined;
  readonly after: LedgerEntry | null | undefined;
}

/** The entries that a transaction of the ledger with that index changed. */
export function affectedStates({ id, meta }: RecordedTransaction, ledgerIndex: number): AffectedState[] {
  const thread = { PreviousTxnID: id, PreviousTxnLgrSeq: ledgerIndex };
  return ((meta.AffectedNodes ?? []) as StArray).map((wrapper) => {
    const [kind, node] = Object.entries(wrapper)[0] as [string, StObject];
    return affectedState(kind, node, thread);
  });
}

function affectedState(kind: string, node: StObject, newThread: StObject): AffectedState {
  const type = node.LedgerEntryType as EntryName;
  const key = node.LedgerIndex as Hash256;
  const entryOf = (...parts: (object | undefined)[]) =>
    Object.assign({}, ...parts, { LedgerEntryType: type, index: key }) as LedgerEntry;
  const thread = isThreaded(type) ? newThread : undefined;
  if (kind === 'CreatedNode') {
    return { key, before: null, after: entryOf(newEntry({ type, key }), node.NewFields as StObject, thread) };
  }
  const { PreviousTxnID, PreviousTxnLgrSeq } = node;
  const oldThread = PreviousTxnID === undefined ? undefined : { PreviousTxnID, PreviousTxnLgrSeq };
  const finals = node.FinalFields as StObject | undefined;
  const before = finals && entryOf(finals, oldThread, node.PreviousFields as StObject | undefined);
  if (kind === 'DeletedNode') return { key, before, after: null };
  if (before?.LedgerEntryType === 'DirectoryNode' && isEmpty(node.PreviousFields)) removeNewLinks(before);
  return { key, before, after: finals && entryOf(finals, thread) };
}

/** `PreviousFields` is empty if the only changes are new fields. */
function isEmpty(fields: FieldValue | undefined): boolean {
  return typeof fields === 'object' && Object.keys(fields).length === 0;
}

/** The only new fields of a page are its links to a page that was appended. */
function removeNewLinks(page: DirectoryNode): void {
  delete page.IndexNext;
  if (page.index === page.RootIndex) delete page.IndexPrevious;
}

function isThreaded(type: EntryName): boolean {
  return entryFormat(type)?.fields.some(({ name }) => name === 'PreviousTxnID') === true;
}
