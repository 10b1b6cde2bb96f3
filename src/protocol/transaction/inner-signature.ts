/**
 * Signatures inside a transaction, beside its own. They are as expensive to check, and a transaction passes preflight
 * several times, so the result is cached with the transaction, on which alone it depends.
 */
import { verify } from '../../crypto/signature.ts';
import type { Hex } from '../values.ts';
import type { Transaction } from './transaction.ts';

const verdicts = new WeakMap<Transaction, boolean>();

/** True if the key signed the message. A transaction has only one such message. */
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
