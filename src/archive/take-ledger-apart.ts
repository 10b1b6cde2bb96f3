/**
 * Splits a closed ledger into the archive's rows: indexes of transactions and entries, and their JSON for people. All
 * of it derives from the ledger's bytes, so the archive can be rebuilt from the log.
 */

import type { ClosedLedger, ClosedTransaction } from '../ledger/closed-ledger.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { deriveTransaction, readTransaction } from '../node/derived/derive-changes.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { objectToJson } from '../protocol/json/to-json.ts';
import type { AccountId, Hash256, IssuedAmount, StObject } from '../protocol/values.ts';
import { metadataToJson } from '../rpc/json/transaction-json.ts';
import type { JsonDraft } from '../rpc/params/json-values.ts';
import type { EntryToArchive, LedgerToArchive, TransactionToArchive } from '../storage/shared/ledger-archive.ts';
import type { Steps } from '../util/steps.ts';

export function* takeLedgerApart({ header, transactions, stateChanges }: ClosedLedger): Steps<LedgerToArchive> {
  const taken: TransactionToArchive[] = [];
  for (const transaction of transactions) {
    taken.push(takeTransaction(transaction, header));
    yield;
  }
  const entries = new Map<Hash256, EntryToArchive | undefined>();
  for (const [key, bytes] of stateChanges) {
    entries.set(key, bytes === undefined ? undefined : takeEntry(bytes));
    yield;
  }
  return { header, transactions: taken, entries };
}

function takeTransaction(transaction: ClosedTransaction, header: LedgerHeader): TransactionToArchive {
  const { blob, metadata } = transaction;
  const read = readTransaction(transaction);
  const { id, accounts, facts } = deriveTransaction(read);
  const json = objectToJson(read.fields) as JsonDraft;
  return {
    id,
    blob,
    metadata,
    histories: accounts.map((account, at) => ({ account, facts: facts[at]! })),
    json: JSON.stringify(json),
    metadataJson: JSON.stringify(metadataToJson(metadata, json, header.ledgerIndex, header.closeTimeSeconds)),
  };
}

function takeEntry(bytes: Uint8Array): EntryToArchive {
  const entry = decodeObject(bytes);
  return {
    bytes,
    type: entry.LedgerEntryType as string,
    account: (entry.Account ?? entry.Owner ?? issuerOf(entry.LowLimit)) as AccountId | undefined,
    peer: (entry.Destination ?? issuerOf(entry.HighLimit)) as AccountId | undefined,
    json: JSON.stringify(objectToJson(entry)),
  };
}

function issuerOf(limit: StObject[string]): AccountId | undefined {
  return (limit as IssuedAmount | undefined)?.issuer;
}
