/**
 * What a transaction is about, from its fields and its metadata: who sent it, whom it is directed at, which amount it
 * moved. The index of histories and the answers to questions about them share these definitions.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import { transactionTypeCode } from '../protocol/tables/type-codes.ts';
import type { AccountId, Amount, FieldValue, StArray, StObject } from '../protocol/values.ts';
import type { TransactionSubject } from './history-index-row.ts';

/** Types whose `Amount` is delivered when the metadata does not say otherwise. */
const DELIVERING_TYPES: ReadonlySet<unknown> = new Set(['Payment', 'CheckCash', 'AccountDelete']);
/** Fields that name whom a transaction is directed at, in order of preference. */
const DESTINATION_FIELDS = ['Destination', 'Authorize', 'Unauthorize', 'Holder', 'Owner'] as const;
/** Entries with two ends, by the field of a transaction that names one of them. */
const ENTRY_ID_FIELDS = ['Channel', 'CheckID'] as const;
const AMOUNT_FIELDS = ['Amount', 'LimitAmount', 'TakerGets', 'SendMax'] as const;
const SUCCESS = 0;
/** Metadata begins with the position, six bytes; the nodes follow at once unless there is more to say. */
const NODES_AT = 6;
const NODES_HEADER = 0xf8;

/** The subject of a transaction with its serialized metadata. */
export function transactionSubject(fields: StObject, metadata: Uint8Array): TransactionSubject {
  const sender = fields.Account as AccountId;
  // The result is the last field of metadata, and its code the last byte.
  const resultCode = metadata[metadata.length - 1] as number;
  const entryId = ENTRY_ID_FIELDS.map((name) => fields[name]).find((value) => value !== undefined);
  const saysMore = metadata[NODES_AT] !== NODES_HEADER;
  const meta = entryId !== undefined || saysMore ? decodeObject(metadata) : undefined;
  const delivers = resultCode === SUCCESS && DELIVERING_TYPES.has(fields.TransactionType);
  const delivered = (meta?.DeliveredAmount ?? (delivers ? fields.Amount : undefined)) as Amount | undefined;
  return {
    typeCode: transactionTypeCode(fields.TransactionType as string) as number,
    resultCode,
    fields,
    sender,
    destination: destinationOf(fields, sender, meta, entryId),
    amount: delivered ?? firstAmount(fields),
    isDelivered: delivered !== undefined,
  };
}

function firstAmount(fields: StObject): Amount | undefined {
  for (const name of AMOUNT_FIELDS) if (fields[name] !== undefined) return fields[name] as Amount;
  return undefined;
}

function destinationOf(
  fields: StObject,
  sender: AccountId,
  meta: StObject | undefined,
  entryId: FieldValue | undefined,
): AccountId | undefined {
  for (const name of DESTINATION_FIELDS) if (fields[name] !== undefined) return fields[name] as AccountId;
  // The issuer of a limit is the other end of the line; that of an amount clawed back, its holder.
  const limit = (fields.LimitAmount ?? (fields.TransactionType === 'Clawback' ? fields.Amount : undefined)) as
    | Amount
    | undefined;
  if (typeof limit === 'object' && 'issuer' in limit) return limit.issuer;
  return entryId === undefined || meta === undefined ? undefined : otherEnd(meta, entryId, sender);
}

/** The other end of the channel or check that the metadata shows. */
function otherEnd(meta: StObject, entryId: FieldValue, sender: AccountId): AccountId | undefined {
  for (const element of meta.AffectedNodes as StArray) {
    for (const node of Object.values(element as Readonly<Record<string, StObject>>)) {
      if (node.LedgerIndex !== entryId) continue;
      const { Account, Destination } = (node.FinalFields ?? node.NewFields ?? {}) as StObject;
      return (Account === sender ? Destination : Account) as AccountId | undefined;
    }
  }
  return undefined;
}
