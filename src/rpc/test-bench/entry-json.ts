/** A ledger entry as a client spells it out: in the form in which `ledger_entry` shows one. */

import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import { objectFromJson } from '../../protocol/json/from-json.ts';
import { JsonFieldError } from '../../protocol/json/json-field-error.ts';
import { entryFormat } from '../../protocol/tables/formats.ts';
import { checkTemplate } from '../../protocol/transaction/template-check.ts';
import { type Hash256, type JsonObject, type StObject, ZERO_HASH } from '../../protocol/values.ts';
import { invalidField, invalidParams, missingField } from '../method/errors.ts';

/** Of which the ledger has one each, and keeps it itself. */
export const OWN_ENTRIES: ReadonlySet<string> = new Set(['LedgerHashes', 'FeeSettings', 'Amendments', 'NegativeUNL']);

/** What the ledger writes into an entry itself: which transaction touched it last, and where it is listed. */
const FILLED_IN: StObject = { PreviousTxnID: ZERO_HASH, PreviousTxnLgrSeq: 0, OwnerNode: 0n };

/** Throws `RpcError`, which names the field, for anything that is no entry, or one that the ledger keeps itself. */
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
