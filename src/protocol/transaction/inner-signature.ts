/**
 * A signature inside a transaction, beside its own, is as dear to check, and a transaction passes preflight several
 * times. The verdict depends on nothing but the transaction, so it is remembered with the value.
 */
import { verify } from '../../crypto/signature.ts';
import type { Hex } from '../values.ts';
import type { Transaction } from './transaction.ts';

const verdicts = new WeakMap<Transaction, boolean>();

/** True if the key signed the message, of which a transaction has one. */
export function isInnerSignatureGood(
  transaction: Transaction,
  messageOf: () => Uint8Array,
  publicKey: Hex,
  signature: Hex,
): boolean {
  let isGood = verdicts.get(transaction);
  if (isGood === undefined) {
    isGood = verify(messageOf(), publicKey, signature);
    verdicts.set(transaction, isGood);
  }
  return isGood;
}
