/** Batches for tests: a chain whose rules allow them, and batches that are signed by all their accounts. */
import { sign } from '../../src/crypto/signature.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import { batchSigningData } from '../../src/protocol/transaction/batch.ts';
import { createTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { StArray, StObject } from '../../src/protocol/values.ts';
import type { Env, Party } from './env.ts';

const { tfInnerBatchTxn } = TransactionFlags.universal;

export type BatchMode = keyof typeof TransactionFlags.Batch;

/** A chain with batches. */
export const BATCH_GENESIS = { unlistedRules: ['BatchV1_1'] };

/** The fields of an inner transaction. `Sequence` is the account's next one if it is missing. */
export function inner(env: Env, who: Party, fields: StObject): StObject {
  const { Flags = 0, ...rest } = fields;
  return {
    Account: who.id,
    Sequence: env.account(who)?.Sequence ?? 0,
    Fee: 0n,
    SigningPubKey: '',
    Flags: (Flags as number) | tfInnerBatchTxn,
    ...rest,
  };
}

/** A signed batch. `signers` are the accounts beside the sender that have transactions in it. */
export function signedBatch(
  env: Env,
  sender: Party,
  mode: BatchMode,
  transactions: readonly StObject[],
  signers: readonly Party[] = [],
): Transaction {
  const fields: StObject = {
    TransactionType: 'Batch',
    Account: sender.id,
    Sequence: env.account(sender)?.Sequence ?? 0,
    Fee: env.node.fees.baseDrops * BigInt(2 + transactions.length + signers.length),
    SigningPubKey: sender.keys.publicKey,
    Flags: TransactionFlags.Batch[mode],
    RawTransactions: transactions.map((RawTransaction) => ({ RawTransaction })),
  };
  return signTransaction({ ...fields, ...signedBy(fields, signers) }, sender.keys);
}

function signedBy(fields: StObject, signers: readonly Party[]): StObject {
  if (signers.length === 0) return {};
  const unsigned = createTransaction(fields);
  const BatchSigners: StArray = [...signers]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, keys }) => {
      const TxnSignature = sign(batchSigningData(unsigned, id), keys);
      return { BatchSigner: { Account: id, SigningPubKey: keys.publicKey, TxnSignature } };
    });
  return { BatchSigners };
}
