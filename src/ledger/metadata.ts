/**
 * Metadata: the list of every entry that a transaction created, modified or deleted, made from the sandbox that it ran
 * in. Making it also threads the entries: each records in PreviousTxnID which transaction touched it last, and an
 * owner's account is threaded when something it owns appears or goes (rippled: ApplyStateTable::apply, TxMeta.cpp).
 *
 * Equality of field values: by content, at any depth.
 *
 * Whose history a transaction belongs to (rippled: TxMeta.cpp, getAffectedAccounts).
 */

import { encodeObject } from '../protocol/codec/encode.ts';
import type { AccountRoot, LedgerEntry } from '../protocol/entries/entries.ts';
import { entryEnds } from '../protocol/entries/entry-ends.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { isDefaultValue } from '../protocol/entries/new-entry.ts';
import { entryFormat, fieldByName, METADATA_BITS } from '../protocol/tables/fields.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type FieldValue,
  type Hash256,
  type Hex,
  issuerOfMpt,
  type StObject,
  ZERO_ACCOUNT,
} from '../protocol/values.ts';
import type { EntryChange, Sandbox } from './sandbox.ts';

/** One element of AffectedNodes while it is being put together. */
export interface AffectedNode {
  kind: 'CreatedNode' | 'ModifiedNode' | 'DeletedNode';
  fields: Record<string, FieldValue>;
}

export interface MetadataInput {
  readonly sandbox: Sandbox;
  readonly transactionId: Hash256;
  readonly ledgerIndex: number;
  readonly result: Ter;
  /** Position of the transaction in its ledger. */
  readonly position: number;
  readonly deliveredAmount: Amount | undefined;
}

/** Serialized metadata, and what an index wants to know of it. */
export interface TransactionMetadata {
  readonly bytes: Buffer;
  /** Accounts whose history the transaction belongs to, ascending. */
  readonly accounts: readonly AccountId[];
}

/**
 * Makes the metadata and threads the sandbox's entries. Entries that are touched only by threading are put into the
 * sandbox as replaced ones, after all others have been looked at. Updates that changed nothing are taken back, so that
 * the sandbox changes exactly what the metadata says.
 */
export function createMetadata(input: MetadataInput): TransactionMetadata {
  const nodes = new Threading(input).run();
  const affected = [...nodes.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
  const metadata: Record<string, FieldValue> = {
    TransactionResult: input.result,
    TransactionIndex: input.position,
    AffectedNodes: affected.map(([, node]) => ({ [node.kind]: node.fields as StObject })),
  };
  if (input.deliveredAmount !== undefined) metadata.DeliveredAmount = input.deliveredAmount;
  return { bytes: encodeObject(metadata), accounts: affectedAccounts(nodes.values()) };
}

class Threading {
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

  run(): Map<Hash256, AffectedNode> {
    for (const change of this.#sandbox.changes()) {
      if (change.action === 'insert') this.#created(change);
      else if (change.action === 'erase') this.#deleted(change);
      else this.#modified(change);
    }
    for (const entry of this.#threaded.values()) this.#sandbox.rawReplace(entry);
    return this.#nodes;
  }

  #created({ key, after }: EntryChange): void {
    const node = this.#node(key, after, 'CreatedNode');
    this.#threadOwners(after);
    const { fields, isThreaded } = metadataFormat(after);
    if (isThreaded) this.#thread(after);
    const news: Record<string, FieldValue> = {};
    for (const { name, bits } of fields) {
      if ((bits & (METADATA_BITS.create | METADATA_BITS.always)) === 0) continue;
      const value = fieldValue(after, name);
      if (value !== undefined && !isDefaultValue(name, value)) news[name] = value;
    }
    if (Object.keys(news).length > 0) node.fields.NewFields = news;
  }

  #modified({ key, before, after }: EntryChange): void {
    const { fields, isThreaded } = metadataFormat(after);
    if (
      before !== undefined &&
      fields.every(({ name }) => isSameValue(fieldValue(before, name), fieldValue(after, name)))
    ) {
      // Nobody could tell from the metadata why the ledger has a version of its own of this entry.
      this.#sandbox.revert(key);
      return;
    }
    const node = this.#node(key, after, 'ModifiedNode');
    if (isThreaded) this.#thread(after);
    addPreviousFields(node, before!, after);
    addFinalFields(node, after, METADATA_BITS.always | METADATA_BITS.changeNew);
  }

  #deleted({ key, before, after }: EntryChange): void {
    const node = this.#node(key, after, 'DeletedNode');
    this.#threadOwners(before!);
    addPreviousFields(node, before!, after);
    addFinalFields(node, after, METADATA_BITS.always | METADATA_BITS.deleteFinal);
  }

  #node(key: Hash256, entry: LedgerEntry, kind: AffectedNode['kind']): AffectedNode {
    let node = this.#nodes.get(key);
    if (node === undefined) {
      node = { kind, fields: { LedgerEntryType: entry.LedgerEntryType, LedgerIndex: key } };
      this.#nodes.set(key, node);
    }
    node.kind = kind;
    return node;
  }

  /** Writes this transaction into the entry, and the one before it into its affected node. */
  #thread(entry: LedgerEntry): void {
    const threaded = entry as AccountRoot;
    const previousId = threaded.PreviousTxnID;
    if (previousId === this.#transactionId) return;
    const previousLedger = threaded.PreviousTxnLgrSeq;
    threaded.PreviousTxnID = this.#transactionId;
    threaded.PreviousTxnLgrSeq = this.#ledgerIndex;
    if (previousId === undefined || /^0+$/.test(previousId)) return;
    const node = this.#nodes.get(entry.index) ?? this.#node(entry.index, entry, 'ModifiedNode');
    node.fields.PreviousTxnID ??= previousId;
    node.fields.PreviousTxnLgrSeq ??= previousLedger;
  }

  #threadOwners(entry: Readonly<LedgerEntry>): void {
    if (entry.LedgerEntryType === 'AccountRoot') return;
    for (const account of entryEnds(entry)) this.#threadAccount(account);
  }

  /** An account that is gone is passed over: a channel may outlive its destination. */
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

/**
 * Values that changed or went. A field that is new leaves no value, but it makes the object appear, if need be empty:
 * the reference counts the absent field of the format (rippled: ApplyStateTable.cpp iterates the whole template).
 */
function addPreviousFields(node: AffectedNode, before: Readonly<LedgerEntry>, after: LedgerEntry): void {
  const previous: Record<string, FieldValue> = {};
  let isPresent = false;
  for (const { name, bits } of metadataFormat(before).fields) {
    if ((bits & METADATA_BITS.changeOrig) === 0) continue;
    const old = fieldValue(before, name);
    if (isSameValue(old, fieldValue(after, name))) continue;
    isPresent = true;
    if (old !== undefined) previous[name] = old;
  }
  if (isPresent) node.fields.PreviousFields = previous;
}

function addFinalFields(node: AffectedNode, after: LedgerEntry, wantedBits: number): void {
  const finals: Record<string, FieldValue> = {};
  for (const { name, bits } of metadataFormat(after).fields) {
    const value = (bits & wantedBits) === 0 ? undefined : fieldValue(after, name);
    if (value !== undefined) finals[name] = value;
  }
  node.fields.FinalFields = finals;
}

/** What metadata has to know of a type of entries. */
interface MetadataFormat {
  /** Every field of the format, with the occasions on which metadata shows it (`METADATA_BITS`). */
  readonly fields: readonly { readonly name: string; readonly bits: number }[];
  /** True for the types that carry PreviousTxnID. */
  readonly isThreaded: boolean;
}

const formats = new Map<string, MetadataFormat>();

function metadataFormat({ LedgerEntryType: type }: Readonly<LedgerEntry>): MetadataFormat {
  let format = formats.get(type);
  if (format === undefined) {
    const fields = entryFormat(type)!.fields.map(({ name }) => ({ name, bits: fieldByName(name)!.metadata }));
    format = { fields, isThreaded: fields.some(({ name }) => name === 'PreviousTxnID') };
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

/** The token amounts whose issuers count: the two sides of a trust line and of an offer. */
const AMOUNTS_WITH_ISSUERS = new Set(['LowLimit', 'HighLimit', 'TakerPays', 'TakerGets']);

/**
 * The accounts named in the new or final fields of affected nodes, ascending, each once. The account of zeros counts:
 * it is a usual regular key of an account that nobody shall control any more. It is nobody's issuer, though.
 */
export function affectedAccounts(
  nodes: Iterable<{ readonly kind: string; readonly fields: Readonly<Record<string, FieldValue>> }>,
): AccountId[] {
  const accounts = new Set<AccountId>();
  for (const { kind, fields } of nodes) {
    const values = fields[kind === 'CreatedNode' ? 'NewFields' : 'FinalFields'];
    if (values === undefined) continue;
    for (const [name, value] of Object.entries(values as Readonly<Record<string, FieldValue>>)) {
      const account = accountOf(name, value);
      if (account !== undefined && account !== '') accounts.add(account);
    }
  }
  return [...accounts].sort();
}

function accountOf(name: string, value: FieldValue): AccountId | undefined {
  if (fieldByName(name)?.type === 'AccountID') return value as AccountId;
  const issuer = issuerNamedBy(name, value);
  return issuer === ZERO_ACCOUNT ? undefined : issuer;
}

function issuerNamedBy(name: string, value: FieldValue): AccountId | undefined {
  if (AMOUNTS_WITH_ISSUERS.has(name)) return issuerOf(value as Amount);
  return name === 'MPTokenIssuanceID' ? issuerOfMpt(value as Hex) : undefined;
}

function issuerOf(amount: Amount): AccountId | undefined {
  if (typeof amount === 'bigint') return undefined;
  return 'issuer' in amount ? amount.issuer : issuerOfMpt(amount.mptIssuanceId);
}
