/** Completes, signs and submits a transaction, and waits on the server until its result is final. */
import type { Client, SubmittableTransaction, TransactionMetadata, Wallet } from 'xrpl';

export interface FinalResult {
  readonly hash: string;
  readonly ledger_index: number;
  readonly meta: TransactionMetadata;
}

/** Rejects with the server's own words if the transaction did not do what it was meant to. */
export async function submitAndWait(
  client: Client,
  wallet: Wallet,
  transaction: SubmittableTransaction,
): Promise<FinalResult> {
  const { tx_blob } = wallet.sign(await client.autofill(transaction));
  // `wait` is Weir's own: the answer comes with the validated result. With another server use `client.submitAndWait`.
  const request = { command: 'submit', tx_blob, wait: true } as const;
  const { result } = await client.request(request);
  const outcome = result as unknown as FinalResult & { validated: boolean; explanation?: string };
  if (!outcome.validated || result.engine_result !== 'tesSUCCESS') {
    throw new Error(`${transaction.TransactionType}: ${result.engine_result}. ${outcome.explanation}`);
  }
  return outcome;
}
