/**
 * Signing transactions and checking their signatures, by one key or by a list of signers (rippled: STTx.cpp and
 * Sign.cpp). Whether a key may sign for an account depends on the ledger and is not checked here.
 *
 * Verifying a signature is the most expensive step of a submission, and it is needed several times: at submission, in the
 * open ledger, at the close. The result for a transaction never changes, so it is cached with the transaction. A
 * transaction signed here is known to be valid. Only this file writes results, so no request can claim one; on a test
 * bench the operator can set one (`impersonate`).
 */

import { accountIdToAddress } from '../../crypto/address.ts';
import { type KeyPair, publicKeyType } from '../../crypto/key-pair.ts';
import { sign, verify } from '../../crypto/signature.ts';
import { hexToBytes } from '../../util/hex.ts';
import { encodeObject, inFieldOrder } from '../codec/encode.ts';
import { HashPrefix } from '../tables/hash-prefix.ts';
import type { Rules } from '../tables/rules.ts';
import { type AccountId, type Hex, type StArray, type StObject, ZERO_ACCOUNT } from '../values.ts';
import { batchSigningData, elementsOf, isInnerTransaction, knowsBatches } from './batch.ts';
import { createTransaction, feePayer, parseTransaction, type Transaction } from './transaction.ts';

const MAX_SIGNERS = 32;
/** Texts, numbers and drops have one form each, so a short transaction of only these is not parsed again. */
const MAX_PLAIN_BYTES = 4_096;

const INNER_TRANSACTION = 'Batch inner transactions are never considered validly signed.';

interface Verdict {
  readonly problem: string | undefined;
  /** True for a transaction that counts as signed without a signature. */
  readonly isImpersonated?: true;
}

const GOOD: Verdict = { problem: undefined };
const IMPERSONATED: Verdict = { ...GOOD, isImpersonated: true };
const verdicts = new WeakMap<Transaction, Verdict>();
/** Results of `BatchSigners`. */
const batchVerdicts = new WeakMap<Transaction, Verdict>();

/** The bytes that a single signer signs. */
function signingData(fields: StObject): Buffer {
  return Buffer.concat([HashPrefix.transactionSign, encodeObject(fields, { signingOnly: true })]);
}

/** The bytes that one of several signers signs. */
export function multiSigningData(fields: StObject, signer: AccountId): Buffer {
  return Buffer.concat([multiSigningStart(fields), hexToBytes(signer)]);
}

function multiSigningStart(fields: StObject): Buffer {
  return Buffer.concat([HashPrefix.transactionMultiSign, encodeObject(fields, { signingOnly: true })]);
}

/**
 * The transaction of these fields, signed by this key alone.
 * @throws InvalidTransactionError when the fields do not fit the format of the transaction's type
 */
export function signTransaction(fields: StObject, keyPair: KeyPair): Transaction {
  const signed: StObject = { ...fields, SigningPubKey: keyPair.publicKey };
  const transaction = createTransaction({ ...signed, TxnSignature: sign(signingData(signed), keyPair) });
  const isSignedByOthers = signed.Signers !== undefined || signed.CounterpartySignature !== undefined;
  if (!isSignedByOthers) verdicts.set(transaction, GOOD);
  return transaction;
}

/**
 * The transaction with this key's signature in one of its objects, such as that of a counterparty. All that the sender
 * signs must be there (rippled: STTx.cpp, sign).
 * @throws InvalidTransactionError when the fields do not fit the format of the transaction's type
 */
export function signInObject(fields: StObject, target: string, keyPair: KeyPair): Transaction {
  const object = { ...(fields[target] as StObject | undefined), SigningPubKey: keyPair.publicKey };
  const signature = sign(signingData({ ...fields, [target]: object }), keyPair);
  return createTransaction({ ...fields, [target]: { ...object, TxnSignature: signature } });
}

/**
 * The transaction as parsed from its bytes. The cached result of its signature is kept if its fields equal those in the
 * bytes, as they nearly always do.
 * @throws InvalidTransactionError when the bytes cannot be parsed
 */
export function rereadTransaction(transaction: Transaction): Transaction {
  const { blob, fields } = transaction;
  let isPlain = blob.length <= MAX_PLAIN_BYTES;
  for (const name in fields) if (typeof fields[name] === 'object') isPlain = false;
  const read: Transaction = isPlain
    ? { ...transaction, fields: inFieldOrder(fields) as Transaction['fields'] }
    : parseTransaction(blob);
  const verdict = verdicts.get(transaction);
  if (verdict !== undefined && (isPlain || encodeObject(read.fields).equals(blob))) verdicts.set(read, verdict);
  return read;
}

/** Marks the signatures as valid: another thread of this process has verified them. */
export function trustSignature(transaction: Transaction): void {
  verdicts.set(transaction, { problem: undefined });
}

/**
 * Makes the unsigned transaction count as signed by its account. For the operator of a test bench; a copy that arrives
 * over the network is an unsigned transaction like any other.
 */
export function impersonate(transaction: Transaction): Transaction {
  verdicts.set(transaction, IMPERSONATED);
  return transaction;
}

/** True for a transaction that `impersonate` gave. */
export function isImpersonated(transaction: Transaction): boolean {
  return verdicts.get(transaction)?.isImpersonated === true;
}

/** The reference's message about the transaction's signatures; undefined when they are valid. */
export function signatureProblem(transaction: Transaction, rules: Rules): string | undefined {
  if (isInnerTransaction(transaction.fields) && knowsBatches(rules)) return INNER_TRANSACTION;
  return ownSignatureProblem(transaction) ?? (knowsBatches(rules) ? batchSignatureProblem(transaction) : undefined);
}

function ownSignatureProblem(transaction: Transaction): string | undefined {
  let verdict = verdicts.get(transaction);
  if (verdict === undefined) {
    verdict = { problem: checkTransactionSignature(transaction.fields) };
    verdicts.set(transaction, verdict);
  }
  return verdict.problem;
}

function checkTransactionSignature(fields: Transaction['fields']): string | undefined {
  const fault = checkSignature(fields, messagesOf(fields), feePayer(fields));
  const counterparty = fields.CounterpartySignature as StObject | undefined;
  if (fault !== undefined || counterparty === undefined) return fault;
  const counterpartyFault = checkSignature(counterparty, messagesOf(fields), undefined);
  return counterpartyFault === undefined ? undefined : `Counterparty: ${counterpartyFault}`;
}

function batchSignatureProblem(batch: Transaction): string | undefined {
  if (batch.fields.BatchSigners === undefined) return undefined;
  let verdict = batchVerdicts.get(batch);
  if (verdict === undefined) {
    verdict = { problem: checkBatchSigners(batch) };
    batchVerdicts.set(batch, verdict);
  }
  return verdict.problem;
}

function checkBatchSigners(batch: Transaction): string | undefined {
  for (const element of batch.fields.BatchSigners as StArray) {
    const [[name, signer] = ['', {}]] = Object.entries(element);
    // Elements under other names have no format, so their fields may be missing.
    const missing = ['SigningPubKey', 'Account'].find((field) => signer[field] === undefined);
    if (missing !== undefined && name !== 'BatchSigner') {
      return `Internal batch signature check failure: Field not found: ${missing}`;
    }
    const account = (signer.Account as AccountId) || ZERO_ACCOUNT;
    const message = () => batchSigningData(batch, account);
    const fault = checkSignature(signer, { ofOne: message, ofSeveral: message }, account);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The bytes that a single signer signs, and those to which each of several appends its account. */
interface Messages {
  readonly ofOne: () => Buffer;
  readonly ofSeveral: () => Buffer;
}

function messagesOf(fields: StObject): Messages {
  return { ofOne: () => signingData(fields), ofSeveral: () => multiSigningStart(fields) };
}

/** `signed` holds the signature or the signers; `excluded` is the account that cannot be among its own signers. */
function checkSignature(signed: StObject, messages: Messages, excluded: AccountId | undefined): string | undefined {
  const isSingle = signed.SigningPubKey !== undefined && signed.SigningPubKey !== '';
  if (!isSingle) return checkMulti(signed, messages, excluded);
  if (signed.Signers !== undefined) return 'Cannot both single- and multi-sign.';
  return isSignedBy(signed, messages.ofOne()) ? undefined : 'Invalid signature.';
}

function checkMulti(signed: StObject, { ofSeveral }: Messages, excluded: AccountId | undefined): string | undefined {
  if (signed.Signers === undefined) return 'Empty SigningPubKey.';
  if (signed.TxnSignature !== undefined) return 'Cannot both single- and multi-sign.';
  const signers = elementsOf(signed.Signers);
  if (signers.length < 1 || signers.length > MAX_SIGNERS) return 'Invalid Signers array size.';
  const start = ofSeveral();
  let last = ZERO_ACCOUNT;
  for (const signer of signers) {
    // Elements under other names than Signer have no format, so their fields may be missing.
    if (signer.Account === undefined) return 'Internal signature check failure.';
    // An account field may be empty on the wire and then stands for the account of zeros.
    const account = (signer.Account as AccountId) || ZERO_ACCOUNT;
    if (account === excluded) return 'Invalid multisigner.';
    if (account === last) return 'Duplicate Signers not allowed.';
    if (account < last) return 'Unsorted Signers array.';
    last = account;
    const missing = missingField(signer);
    if (missing !== undefined || !isSignedBy(signer, Buffer.concat([start, hexToBytes(account)]))) {
      const reason = missing === undefined ? '' : `Field not found: ${missing}`;
      return `Invalid signature on account ${accountIdToAddress(account)}${reason}.`;
    }
  }
  return undefined;
}

/** The field whose absence prevents the check; an invalid key needs no signature. */
function missingField({ SigningPubKey: key, TxnSignature: signature }: StObject): string | undefined {
  if (key === undefined) return 'SigningPubKey';
  return signature === undefined && publicKeyType(key as Hex) !== undefined ? 'TxnSignature' : undefined;
}

function isSignedBy(signed: StObject, message: Buffer): boolean {
  return verify(message, signed.SigningPubKey as Hex, (signed.TxnSignature ?? '') as Hex);
}
