/**
 * The subject of a transaction, from its fields and its metadata: sender, destination, amount, and the owners of the
 * offers that it consumed. The history index and filtered queries share these definitions.
 */
import { type TakenOffer, takenOffers } from '../ledger/affected-offers.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { escrowKeylet } from '../protocol/entries/keylets.ts';
import { type Field, fieldByName } from '../protocol/tables/fields.ts';
import { DELIVERING_TYPES } from '../protocol/tables/transaction-traits.ts';
import {
  TRANSACTION_TYPES,
  type TransactionTypeName,
  type TransactionTypeRecord,
} from '../protocol/tables/transaction-types.ts';
import type { AccountId, Amount, Hash256, IssuedAmount, StArray, StObject } from '../protocol/values.ts';
import { salesIn, type Trade, tradesOf } from './trade.ts';

/** The source of the facts for all its accounts. */
export interface TransactionSubject {
  readonly typeCode: number;
  readonly resultCode: number;
  readonly fields: StObject;
  readonly sender: AccountId;
  /** Its other party, if any. */
  readonly destination: AccountId | undefined;
  /** The delivered amount, or else the amount that it names. */
  readonly amount: Amount | undefined;
  readonly isDelivered: boolean;
  /** The trades with the owners of consumed offers. */
  readonly trades: readonly Trade[];
}

/** The fields in which a transaction names amounts; the first one present counts. */
export const AMOUNT_FIELDS = ['Amount', 'LimitAmount', 'TakerGets', 'SendMax', 'TakerPays'] as const;
const SUCCESS = 0;
/** Metadata begins with the position, six bytes; normally the nodes follow directly. */
const NODES_AT = 6;
const NODES_HEADER = 0xf8;

/** The subject of a transaction with its serialized metadata, which is decoded for the taken offers unless they are given. */
export function transactionSubject(
  fields: StObject,
  metadata: Uint8Array,
  taken?: readonly TakenOffer[],
): TransactionSubject {
  const sender = fields.Account as AccountId;
  // The result is the last field of metadata, and its code the last byte.
  const resultCode = metadata[metadata.length - 1] as number;
  const type = TRANSACTION_TYPES[fields.TransactionType as TransactionTypeName] as TransactionTypeRecord;
  const party = otherPartyField(type, fields);
  const entryId = entryIdOf(party, fields);
  const saysMore = metadata[NODES_AT] !== NODES_HEADER;
  const meta = entryId !== undefined || saysMore ? decodeObject(metadata) : undefined;
  const delivers = resultCode === SUCCESS && DELIVERING_TYPES.has(fields.TransactionType);
  const delivered = (meta?.DeliveredAmount ?? (delivers ? fields.Amount : undefined)) as Amount | undefined;
  return {
    typeCode: type.code,
    resultCode,
    fields,
    sender,
    destination: entryId === undefined ? accountOf(party, fields) : otherEnd(meta!, entryId, sender),
    amount: delivered ?? firstAmount(fields),
    isDelivered: delivered !== undefined,
    trades: isSale(fields, resultCode) ? salesIn(metadata) : tradesOf(taken ?? takenOffers(metadata), sender),
  };
}

/** A failed sale may have removed expired offers, which are no trades. */
function isSale({ TransactionType: type }: StObject, resultCode: number): boolean {
  return type === 'NFTokenAcceptOffer' && resultCode === SUCCESS;
}

function firstAmount(fields: StObject): Amount | undefined {
  for (const name of AMOUNT_FIELDS) if (fields[name] !== undefined) return fields[name] as Amount;
  return undefined;
}

/** The field that names the transaction's other party, if any. */
function otherPartyField({ otherParty = [] }: TransactionTypeRecord, fields: StObject): Field | undefined {
  const name = otherParty.find((candidate) => fields[candidate] !== undefined);
  return name === undefined ? undefined : fieldByName(name);
}

/** The entry with two ends that the field names. */
function entryIdOf(party: Field | undefined, fields: StObject): Hash256 | undefined {
  if (party?.type === 'Hash256') return fields[party.name] as Hash256;
  if (party?.name !== 'OfferSequence') return undefined;
  return escrowKeylet(fields.Owner as AccountId, fields.OfferSequence as number).key;
}

/** The account in the field; for an amount its issuer: the other end of a trust line, or the holder in a clawback. */
function accountOf(party: Field | undefined, fields: StObject): AccountId | undefined {
  if (party === undefined) return undefined;
  const value = fields[party.name];
  if (party.type === 'AccountID') return value as AccountId;
  return typeof value === 'object' && 'issuer' in value ? (value as IssuedAmount).issuer : undefined;
}

/** The other end of the channel, check or escrow that the metadata shows. */
function otherEnd(meta: StObject, entryId: Hash256, sender: AccountId): AccountId | undefined {
  for (const element of meta.AffectedNodes as StArray) {
    for (const node of Object.values(element as Readonly<Record<string, StObject>>)) {
      if (node.LedgerIndex !== entryId) continue;
      const { Account, Destination } = (node.FinalFields ?? node.NewFields ?? {}) as StObject;
      return (Account === sender ? Destination : Account) as AccountId | undefined;
    }
  }
  return undefined;
}
