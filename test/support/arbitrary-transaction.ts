/** Random transactions of a type, as objects: all required fields, and some of the optional ones. */

import fc from 'fast-check';
import { fieldByName } from '../../src/protocol/tables/fields.ts';
import { transactionFormat } from '../../src/protocol/tables/formats.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { arbitraryValue } from './arbitrary-object.ts';

/** Fields that signing sets. */
const SIGNATURES = new Set(['SigningPubKey', 'TxnSignature']);

/** An unsigned transaction. */
export function arbitraryTransaction(type: string): fc.Arbitrary<StObject> {
  const format = transactionFormat(type)!.fields.filter(
    ({ name }) => name !== 'TransactionType' && !SIGNATURES.has(name),
  );
  const values = Object.fromEntries(format.map(({ name }) => [name, arbitraryValue(fieldByName(name)!)]));
  const requiredKeys = format.filter(({ presence }) => presence === 'required').map(({ name }) => name);
  return fc
    .record(values, { requiredKeys, noNullPrototype: true })
    .map((fields) => ({ ...(fields as StObject), TransactionType: type }));
}
