/** The transactions and the state in the result of `ledger` (rippled: LedgerToJson.cpp, fillJsonTx, fillJsonState). */

import type { ReadView } from '../../ledger/read-view.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import { encodeObject } from '../../protocol/codec/encode.ts';
import { decodeToJson, objectToJson } from '../../protocol/json/to-json.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import { type Hash256, type Json, type StObject, ZERO_HASH } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { Steps } from '../../util/steps.ts';
import { ownerFundsJson } from '../books/owner-funds.ts';
import type { RpcContext } from '../method/context.ts';
import type { JsonDraft } from '../params/json-values.ts';
import type { LedgerLookup } from '../params/ledger-lookup.ts';
import { ledgerTimeToIso } from './ledger-time.ts';
import { LongList } from './long-json.ts';
import { addLedgerFacts, insertDeliverMax, metadataWithoutNftokens } from './transaction-json.ts';

export interface FillOptions {
  readonly expand: boolean;
  readonly binary: boolean;
  /** Whether to add `owner_funds` of new offers. */
  readonly ownerFunds: boolean;
}

/** A transaction to list; in the open ledger it has no metadata. */
interface ListedTransaction {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  readonly metadata: Uint8Array | undefined;
}

/** The ledger's transactions in the order of their ids, as in the transaction tree. */
export function* ledgerTransactionsJson(context: RpcContext, ledger: LedgerLookup, options: FillOptions): Steps<Json> {
  const listed = yield* listTransactions(context, ledger);
  listed.sort((a, b) => (a.id < b.id ? -1 : 1));
  const json = new LongList();
  for (const item of listed) {
    yield;
    json.push(listedJson(context, item, ledger, options));
  }
  return json.toJson();
}

/** A transaction that is in no closed ledger: its hash, its fields, or its bytes. */
export function openTransactionJson(
  context: RpcContext,
  { id, blob }: Pick<ListedTransaction, 'id' | 'blob'>,
  view: ReadView,
  options: FillOptions,
): Json {
  const ledger = { header: undefined, validated: false, view };
  return listedJson(context, { id, blob, metadata: undefined }, ledger, options);
}

function listedJson(
  context: RpcContext,
  item: ListedTransaction,
  ledger: Pick<LedgerLookup, 'header' | 'validated' | 'view'>,
  options: FillOptions,
): Json {
  if (!options.expand) return item.id;
  const json = expandedJson(context, item, ledger, options);
  return options.ownerFunds ? { ...json, ...ownerFundsJson(ledger.view, decodeObject(item.blob)) } : json;
}

function expandedJson(
  context: RpcContext,
  item: ListedTransaction,
  ledger: Pick<LedgerLookup, 'header' | 'validated'>,
  options: FillOptions,
): JsonDraft {
  if (options.binary) return binaryTransaction(item, context);
  return context.apiVersion > 1 ? transactionV2(item, ledger) : transactionV1(item, ledger);
}

/** Every entry of the ledger's state in the order of their keys: its key, its fields, or its bytes. */
export function* ledgerStateJson(view: ReadView, options: FillOptions): Steps<Json> {
  const state = new LongList();
  let key = view.readAny(ZERO_HASH) === undefined ? view.nextKey(ZERO_HASH) : ZERO_HASH;
  for (; key !== undefined; key = view.nextKey(key)) {
    state.push(stateEntry(view, key, options));
    yield;
  }
  return state.toJson();
}

function stateEntry(view: ReadView, key: Hash256, { binary, expand }: FillOptions): Json {
  if (!binary && !expand) return key;
  const entry = view.readAny(key) as unknown as StObject;
  return binary ? { hash: key, tx_blob: bytesToHex(encodeObject(entry)) } : objectToJson(entry);
}

/** The open ledger's transactions are copied at once, since it changes. */
function* listTransactions(
  { reader, openLedger }: RpcContext,
  { header, view }: LedgerLookup,
): Steps<ListedTransaction[]> {
  if (header === undefined && openLedger !== undefined) {
    return Array.from(openLedger.view.transactions, ({ transaction: { id, blob } }) => ({
      id,
      blob,
      metadata: undefined,
    }));
  }
  const listed: ListedTransaction[] = [];
  for (const { blob, metadata } of reader.store.ledgerTransactions(view.ledgerIndex)) {
    listed.push({ id: transactionIdOf(blob), blob, metadata });
    yield;
  }
  return listed;
}

function binaryTransaction({ id, blob, metadata }: ListedTransaction, { apiVersion }: RpcContext): JsonDraft {
  const json: JsonDraft = { tx_blob: bytesToHex(blob) };
  if (apiVersion > 1) json.hash = id;
  if (metadata !== undefined) json[apiVersion > 1 ? 'meta_blob' : 'meta'] = bytesToHex(metadata);
  return json;
}

function transactionV1({ id, blob, metadata }: ListedTransaction, { header }: Pick<LedgerLookup, 'header'>): JsonDraft {
  const json = decodeToJson(blob) as JsonDraft;
  addLedgerFacts(json, id, 1);
  insertDeliverMax(json, 1);
  const meta = metadataOf(metadata, json, header);
  if (meta !== undefined) json.metaData = meta;
  return json;
}

function transactionV2(
  { id, blob, metadata }: ListedTransaction,
  { header, validated }: Pick<LedgerLookup, 'header' | 'validated'>,
): JsonDraft {
  const tx = decodeToJson(blob) as JsonDraft;
  const json: JsonDraft = { hash: id, validated };
  const meta = metadataOf(metadata, tx, header);
  if (meta !== undefined) json.meta = meta;
  insertDeliverMax(tx, 2);
  json.tx_json = tx;
  if (header === undefined) return json;
  json.ledger_hash = header.hash;
  json.ledger_index = header.ledgerIndex;
  json.close_time_iso = ledgerTimeToIso(header.closeTimeSeconds);
  return json;
}

/** Unlike others, this method omits the delivered amount of an AccountDelete and the ids of minted or sold NFTokens. */
function metadataOf(
  metadata: Uint8Array | undefined,
  tx: JsonDraft,
  header: LedgerLookup['header'],
): JsonDraft | undefined {
  if (metadata === undefined || header === undefined) return undefined;
  if (tx.TransactionType === 'AccountDelete') return decodeToJson(metadata) as JsonDraft;
  return metadataWithoutNftokens(metadata, tx, header.ledgerIndex, header.closeTimeSeconds);
}
