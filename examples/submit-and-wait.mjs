/** Completes, signs and submits a transaction, and waits on the server until its result is final. */

/** @import { Client, SubmittableTransaction, TransactionMetadata, Wallet } from 'xrpl' */

/**
 * @typedef {object} FinalResult
 * @property {string} hash
 * @property {number} ledger_index
 * @property {TransactionMetadata} meta
 */

/**
 * Rejects with the server's explanation if the transaction fails.
 *
 * @param {Client} client
 * @param {Wallet} wallet Wallet of the sender.
 * @param {SubmittableTransaction} transaction
 * @returns {Promise<FinalResult>}
 */
export async function submitAndWait(client, wallet, transaction) {
  const { tx_blob } = wallet.sign(await client.autofill(transaction));
  // `wait` (Weir only): the answer has the validated result. With other servers use `client.submitAndWait`.
  const request = /** @type {const} */ ({ command: 'submit', tx_blob, wait: true });
  const { result } = await client.request(request);
  const outcome = /** @type {FinalResult & { validated: boolean, explanation?: string }} */ (
    /** @type {unknown} */ (result)
  );
  if (!outcome.validated || result.engine_result !== 'tesSUCCESS') {
    throw new Error(`${transaction.TransactionType}: ${result.engine_result}. ${outcome.explanation}`);
  }
  return outcome;
}
