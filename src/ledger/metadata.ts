/**
 * Metadata: the list of every entry that a transaction created, modified or deleted, made from the sandbox that it ran
 * in. Making it also threads the entries: each records in PreviousTxnID which transaction touched it last, and an
 * owner's account is threaded when something it owns appears or goes (rippled: ApplyStateTable::apply, TxMeta.cpp).
 *
 * Equality of field values: by content, at any depth.
 */

import { encodePieces, type FieldWriter, objectOfPieces } from '../protocol/codec/encode.ts';
import type { AccountRoot, EntryName, LedgerEntry } from '../protocol/entries/entries.ts';
import { entryEnds } from '../protocol/entries/entry-ends.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { isDefaultValue } from '../protocol/entries/new-entry.ts';
import { type Field, type FieldName, fieldByName, METADATA_BITS } from '../protocol/tables/fields.ts';
import { entryFormat } from '../protocol/tables/formats.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type FieldValue,
  type Hash256,
  type StObject,
  ZERO_HASH,
} from '../protocol/values.ts';
import { assert } from '../util/assert.ts';
import { sortShortList } from '../util/sort-short-list.ts';
import { accountNamedBy } from './affected-accounts.ts';
import { type TakenOffer, takenOffer } from './affected-offers.ts';
import type { EntryChange, Sandbox } from './sandbox.ts';

/** Some fields of an entry in canonical order, with their values. */
interface FieldList {
  readonly fields: Field[];
  readonly values: FieldValue[];
}

/** One element of AffectedNodes under construction. */
interface AffectedNode {
  readonly key: Hash256;
  readonly type: EntryName;
  kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  /** Its previous PreviousTxnID. */
  previousId: Hash256 | undefined;
  previousLedger: number | undefined;
  previous: FieldList | undefined;
  finals: FieldList | undefined;
  news: FieldList | undefined;
}

export interface MetadataInput {
  readonly sandbox: Sandbox;
  /** Those of the sandbox. */
  readonly changes: readonly EntryChange[];
  readonly transactionId: Hash256;
  readonly ledgerIndex: number;
  readonly result: Ter;
  /** Position of the transaction in its ledger. */
  readonly position: number;
  readonly deliveredAmount: Amount | undefined;
  /** The batch that the transaction is in. */
  readonly parentBatchId?: Hash256 | undefined;
  /** With the metadata as an object. */
  readonly asObject?: boolean;
}

/** Serialized metadata, and the data that indexes need. */
export interface TransactionMetadata {
  readonly bytes: Buffer;
  /** The same as an object, if requested. */
  readonly object: StObject | undefined;
  /** Accounts whose history the transaction belongs to, ascending. */
  readonly accounts: readonly AccountId[];
  /** The offers that it consumed, in the order of their keys. */
  readonly takenOffers: readonly TakenOffer[];
}

/**
 * Makes the metadata and threads the sandbox's entries. Entries that are touched only by threading are put into the
 * sandbox as replaced ones, after all others have been looked at. Updates that changed nothing are taken back, so that
 * the sandbox changes exactly what the metadata says.
 */
export function createMetadata(input: MetadataInput): TransactionMetadata {
  const threading = new Threading(input);
  const nodes = sortShortList(threading.run(input.changes), compareNodes);
  const write = (out: FieldWriter) => writeMetadata(out, input, nodes);
  return {
    bytes: encodePieces(write),
    object: input.asObject ? objectOfPieces(write) : undefined,
    accounts: sortShortList([...threading.accounts], compareAccounts),
    takenOffers: takenOffersIn(nodes),
  };
}

function takenOffersIn(nodes: readonly AffectedNode[]): TakenOffer[] {
  const taken: TakenOffer[] = [];
  for (const { type, kind, previous, finals } of nodes) {
    if (type !== 'Offer' || kind === 'CreatedNode') continue;
    const offer = takenOffer(objectOf(previous), objectOf(finals), kind === 'DeletedNode');
    if (offer !== undefined) taken.push(offer);
  }
  return taken;
}

function compareNodes(a: AffectedNode, b: AffectedNode): number {
  return a.key < b.key ? -1 : 1;
}

function compareAccounts(a: AccountId, b: AccountId): number {
  return a < b ? -1 : 1;
}

function field(name: FieldName): Field {
  const found = fieldByName(name);
  assert(found !== undefined, `there is a field ${name}`);
  return found;
}

const Fields = {
  TransactionIndex: field('TransactionIndex'),
  ParentBatchID: field('ParentBatchID'),
  DeliveredAmount: field('DeliveredAmount'),
  AffectedNodes: field('AffectedNodes'),
  TransactionResult: field('TransactionResult'),
  CreatedNode: field('CreatedNode'),
  ModifiedNode: field('ModifiedNode'),
  DeletedNode: field('DeletedNode'),
  LedgerEntryType: field('LedgerEntryType'),
  PreviousTxnLgrSeq: field('PreviousTxnLgrSeq'),
  PreviousTxnID: field('PreviousTxnID'),
  LedgerIndex: field('LedgerIndex'),
  PreviousFields: field('PreviousFields'),
  FinalFields: field('FinalFields'),
  NewFields: field('NewFields'),
};

function writeMetadata(out: FieldWriter, input: MetadataInput, nodes: readonly AffectedNode[]): void {
  out.field(Fields.TransactionIndex, input.position);
  if (input.parentBatchId !== undefined) out.field(Fields.ParentBatchID, input.parentBatchId);
  if (input.deliveredAmount !== undefined) out.field(Fields.DeliveredAmount, input.deliveredAmount);
  out.open(Fields.AffectedNodes);
  for (const node of nodes) writeNode(out, node);
  out.closeArray();
  out.field(Fields.TransactionResult, input.result);
}

function writeNode(out: FieldWriter, node: AffectedNode): void {
  out.open(Fields[node.kind]);
  out.field(Fields.LedgerEntryType, node.type);
  if (node.previousLedger !== undefined) out.field(Fields.PreviousTxnLgrSeq, node.previousLedger);
  if (node.previousId !== undefined) out.field(Fields.PreviousTxnID, node.previousId);
  out.field(Fields.LedgerIndex, node.key);
  writeList(out, Fields.PreviousFields, node.previous);
  writeList(out, Fields.FinalFields, node.finals);
  writeList(out, Fields.NewFields, node.news);
  out.closeObject();
}

function writeList(out: FieldWriter, holder: Field, list: FieldList | undefined): void {
  if (list === undefined) return;
  out.open(holder);
  for (let at = 0; at < list.fields.length; at++) out.field(list.fields[at] as Field, list.values[at] as FieldValue);
  out.closeObject();
}

class Threading {
  /** Named in new or final fields so far. */
  readonly accounts = new Set<AccountId>();
  readonly #sandbox: Sandbox;
  readonly #transactionId: Hash256;
  readonly #ledgerIndex: number;
  readonly #nodes = new Map<Hash256, AffectedNode>();
  /** Accounts that change by threading alone. */
  readonly #threaded = new Map<Hash256, LedgerEntry>();

  constructor(input: MetadataInput) {
    this.#sandbox = input.sandbox;
    this.#transactionId = input.transactionId;
    this.#ledgerIndex = input.ledgerIndex;
  }

  run(changes: readonly EntryChange[]): AffectedNode[] {
    for (const change of changes) {
      if (change.action === 'insert') this.#created(change);
      else if (change.action === 'erase') this.#deleted(change);
      else this.#modified(change);
    }
    for (const entry of this.#threaded.values()) this.#sandbox.rawReplace(entry);
    return [...this.#nodes.values()];
  }

  #created({ key, after }: EntryChange): void {
    const node = this.#node(key, after, 'CreatedNode');
    this.#threadOwners(after);
    const { fields, isThreaded } = metadataFormat(after);
    if (isThreaded) this.#thread(after);
    const news = emptyList();
    for (const field of fields) {
      if ((field.metadata & (METADATA_BITS.create | METADATA_BITS.always)) === 0) continue;
      const value = fieldValue(after, field.name);
      if (value !== undefined && !isDefaultValue(field.name, value)) addField(news, field, value);
    }
    if (news.fields.length === 0) return;
    node.news = news;
    this.#noteAccounts(news);
  }

  #modified({ key, before, after }: EntryChange): void {
    const format = metadataFormat(after);
    const lists = compareEntries(format, before!, after, METADATA_BITS.always | METADATA_BITS.changeNew);
    if (lists.isSame) {
      // The metadata would not show why this ledger has a new version of the entry.
      this.#sandbox.revert(key);
      return;
    }
    const node = this.#node(key, after, 'ModifiedNode');
    if (format.isThreaded) this.#thread(after);
    this.#noteLists(node, lists);
  }

  #deleted({ key, before, after }: EntryChange): void {
    const node = this.#node(key, after, 'DeletedNode');
    this.#threadOwners(before!);
    const wantedBits = METADATA_BITS.always | METADATA_BITS.deleteFinal;
    this.#noteLists(node, compareEntries(metadataFormat(after), before!, after, wantedBits));
  }

  #noteLists(node: AffectedNode, { previous, finals }: EntryComparison): void {
    node.previous = previous;
    node.finals = finals;
    this.#noteAccounts(finals);
  }

  #node(key: Hash256, { LedgerEntryType: type }: LedgerEntry, kind: AffectedNode['kind']): AffectedNode {
    let node = this.#nodes.get(key);
    if (node === undefined) {
      const absent = { previousId: undefined, previousLedger: undefined };
      node = { key, type, kind, ...absent, previous: undefined, finals: undefined, news: undefined };
      this.#nodes.set(key, node);
    }
    node.kind = kind;
    return node;
  }

  #noteAccounts({ fields, values }: FieldList): void {
    for (let at = 0; at < fields.length; at++) {
      const account = accountNamedBy(fields[at] as Field, values[at] as FieldValue);
      if (account !== undefined && account !== '') this.accounts.add(account);
    }
  }

  /** Writes this transaction's id into the entry, and the previous one into its affected node. */
  #thread(entry: LedgerEntry): void {
    const threaded = entry as AccountRoot;
    const previousId = threaded.PreviousTxnID;
    if (previousId === this.#transactionId) return;
    const previousLedger = threaded.PreviousTxnLgrSeq;
    threaded.PreviousTxnID = this.#transactionId;
    threaded.PreviousTxnLgrSeq = this.#ledgerIndex;
    if (previousId === undefined || previousId === ZERO_HASH) return;
    const node = this.#nodes.get(entry.index) ?? this.#node(entry.index, entry, 'ModifiedNode');
    node.previousId ??= previousId;
    node.previousLedger ??= previousLedger;
  }

  #threadOwners(entry: Readonly<LedgerEntry>): void {
    if (entry.LedgerEntryType === 'AccountRoot') return;
    for (const account of entryEnds(entry)) this.#threadAccount(account);
  }

  /** A deleted account is skipped: a channel may outlive its destination. */
  #threadAccount(account: AccountId): void {
    const { key } = accountKeylet(account);
    let entry = this.#threaded.get(key);
    if (entry === undefined) {
      const pending = this.#sandbox.pending(key);
      if (pending === 'erased') return;
      entry = pending;
    }
    if (entry === undefined) {
      const original = this.#sandbox.original(key);
      if (original === undefined) return;
      entry = { ...original } as LedgerEntry;
      this.#threaded.set(key, entry);
    }
    this.#thread(entry);
  }
}

interface EntryComparison {
  /** True if all fields are as they were. */
  readonly isSame: boolean;
  /**
   * Values that changed or were removed. A new field has no previous value, but the object appears, empty if necessary:
   * the reference counts the absent field of the format (rippled: ApplyStateTable.cpp iterates the whole template).
   */
  readonly previous: FieldList | undefined;
  /** Values for FinalFields or NewFields. */
  readonly finals: FieldList;
}

/**
 * In one pass, since looking up a field of an entry is the most expensive step. Both entries are of the format's type.
 */
function compareEntries(
  { fields }: MetadataFormat,
  before: Readonly<LedgerEntry>,
  after: LedgerEntry,
  wantedBits: number,
): EntryComparison {
  let isSame = true;
  let previous: FieldList | undefined;
  const finals = emptyList();
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] as Field;
    const old = fieldValue(before, field.name);
    const now = fieldValue(after, field.name);
    if (now !== undefined && (field.metadata & wantedBits) !== 0) addField(finals, field, now);
    if (isSameValue(old, now)) continue;
    isSame = false;
    if ((field.metadata & METADATA_BITS.changeOrig) === 0) continue;
    previous ??= emptyList();
    if (old !== undefined) addField(previous, field, old);
  }
  return { isSame, previous, finals };
}

function objectOf(list: FieldList | undefined): StObject | undefined {
  if (list === undefined) return undefined;
  const object: Record<string, FieldValue> = {};
  for (let at = 0; at < list.fields.length; at++) object[list.fields[at]!.name] = list.values[at]!;
  return object;
}

function emptyList(): FieldList {
  return { fields: [], values: [] };
}

function addField({ fields, values }: FieldList, field: Field, value: FieldValue): void {
  fields.push(field);
  values.push(value);
}

/** What metadata needs to know about an entry type. */
interface MetadataFormat {
  /** Every field of the format, in canonical order. */
  readonly fields: readonly Field[];
  /** True for the types that carry PreviousTxnID. */
  readonly isThreaded: boolean;
}

const formats = new Map<string, MetadataFormat>();

function metadataFormat({ LedgerEntryType: type }: Readonly<LedgerEntry>): MetadataFormat {
  let format = formats.get(type);
  if (format === undefined) {
    const fields = entryFormat(type)!
      .fields.map(({ name }) => field(name))
      .sort((a, b) => a.order - b.order);
    format = { fields, isThreaded: fields.includes(Fields.PreviousTxnID) };
    formats.set(type, format);
  }
  return format;
}

function fieldValue(entry: Readonly<LedgerEntry>, name: string): FieldValue | undefined {
  return (entry as unknown as StObject)[name];
}

/** True if both are absent, or both are equal in every part. Keys whose value is undefined count as absent. */
function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    return one.every((element, i) => isSameValue(element as FieldValue, other[i] as FieldValue));
  }
  const a = one as Readonly<Record<string, FieldValue | undefined>>;
  const b = other as Readonly<Record<string, FieldValue | undefined>>;
  for (const key in a) if (!isSameValue(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
}
