/**
 * What a transaction is about, from its fields and its metadata: who sent it, whom it is directed at, which amount it
 * moved, whose offers it took. The index of histories and the answers to questions about them share these definitions.
 */
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
import { salesIn, type Trade, tradesIn } from './trade.ts';

/** What the facts of all its accounts derive from. */
export interface TransactionSubject {
  readonly typeCode: number;
  readonly resultCode: number;
  readonly fields: StObject;
  readonly sender: AccountId;
  /** Whom it is directed at, if anybody. */
  readonly destination: AccountId | undefined;
  /** What it is about: what it delivered, or else the amount that it names. */
  readonly amount: Amount | undefined;
  readonly isDelivered: boolean;
  /** Whose offers it took. */
  readonly trades: readonly Trade[];
}

/** The fields in which a transaction names amounts; the first that it has is the one that it is about. */
export const AMOUNT_FIELDS = ['Amount', 'LimitAmount', 'TakerGets', 'SendMax', 'TakerPays'] as const;
const SUCCESS = 0;
/** Metadata begins with the position, six bytes; the nodes follow at once unless there is more to say. */
const NODES_AT = 6;
const NODES_HEADER = 0xf8;

/** The subject of a transaction with its serialized metadata. */
export function transactionSubject(fields: StObject, metadata: Uint8Array): TransactionSubject {
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
    trades: isSale(fields, resultCode) ? salesIn(metadata) : tradesIn(metadata, sender),
  };
}

/** A sale that failed may have removed expired offers, which is no trade. */
function isSale({ TransactionType: type }: StObject, resultCode: number): boolean {
  return type === 'NFTokenAcceptOffer' && resultCode === SUCCESS;
}

function firstAmount(fields: StObject): Amount | undefined {
  for (const name of AMOUNT_FIELDS) if (fields[name] !== undefined) return fields[name] as Amount;
  return undefined;
}

/** The field that says who else the transaction is about, if it has one. */
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

/** The account in the field; the issuer of an amount, who is the other end of a line or the holder of what is clawed back. */
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
