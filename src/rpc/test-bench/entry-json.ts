/** Parses a ledger entry in the JSON form of `ledger_entry`. */

import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { entryFormat } from '../../protocol/tables/formats.ts';
import { checkTemplate } from '../../protocol/transaction/template-check.ts';
import { type Hash256, type JsonObject, type StObject, ZERO_HASH } from '../../protocol/values.ts';
import { invalidField, invalidParams, missingField } from '../method/errors.ts';

/** Singleton entries that the ledger maintains itself. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set(['LedgerHashes', 'FeeSettings', 'Amendments', 'NegativeUNL']);

/** Fields that the ledger sets itself: the last transaction, and the directory page. */
const FILLED_IN: StObject = { PreviousTxnID: ZERO_HASH, PreviousTxnLgrSeq: 0, OwnerNode: 0n };

/** Throws `RpcError` with the field's name for an invalid entry, or one that the ledger maintains itself. */
export function entryFromJson(json: JsonObject, key: Hash256): LedgerEntry {
  const { index: _, ...members } = json;
  const type = members.LedgerEntryType;
  if (type === undefined) throw missingField('entry.LedgerEntryType');
  const format = typeof type === 'string' ? entryFormat(type) : undefined;
  if (format === undefined || typeof type !== 'string') throw invalidField('entry.LedgerEntryType');
  if (OWN_ENTRIES.has(type))
    throw invalidField('entry.LedgerEntryType').because(`The ledger keeps its ${type} itself.`);
  const defaults = Object.fromEntries(Object.entries(FILLED_IN).filter(([name]) => format.byName.has(name)));
  const fields: StObject = { Flags: 0, ...defaults, ...parsed(members) };
  const fault = checkTemplate(fields, format);
  if (fault !== undefined) throw invalidParams(`Invalid field 'entry': ${fault}`);
  return { ...fields, index: key } as unknown as LedgerEntry;
}

function parsed(members: JsonObject): StObject {
  try {
    return objectFromJson(members, 'entry');
  } catch (error) {
    if (error instanceof JsonFieldError) throw invalidParams(error.message).because(error.what);
    throw error;
  }
}
