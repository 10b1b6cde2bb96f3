/** Completes, signs and submits a transaction, and waits on the server until its result is final. */

/** @import { Client, SubmittableTransaction, TransactionMetadata, Wallet } from 'xrpl' */

/**
 * @typedef {object} FinalResult
 * @property {string} hash
 * @property {number} ledger_index
 * @property {TransactionMetadata} meta
 */

/**
 * Rejects with the server's own words if the transaction did not do what it was meant to.
 *
 * @param {Client} client
 * @param {Wallet} wallet Of the account that sends it.
 * @param {SubmittableTransaction} transaction
 * @returns {Promise<FinalResult>}
 */
export async function submitAndWait(client, wallet, transaction) {
  const { tx_blob } = wallet.sign(await client.autofill(transaction));
  // `wait` is Weir's own: the answer comes with the validated result. With another server use `client.submitAndWait`.
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
