/**
 * An account's history, page by page, and then as it grows: first what happened, with markers, then new transactions
 * from the very ledger at which the pages ended.
 *
 *     weir start --ephemeral --dev --close-interval 0
 *     node examples/account-history.ts ws://127.0.0.1:5005
 */
import type { Client, SubscribeRequest, TransactionStream, Wallet } from 'xrpl';
import { connect, runExample } from './connect.ts';
import { submitAndWait } from './submit-and-wait.ts';

const PAYMENTS = 25;
const PAGE = 10;

export async function accountHistory(url: string, print: (line: string) => void): Promise<number[]> {
  const { client, newWallets } = await connect(url);
  const [sender, receiver] = (await newWallets(2)) as [Wallet, Wallet];
  for (let count = 0; count < PAYMENTS; count++) await pay(client, sender, receiver);

  const pages: number[] = [];
  let lastLedger = 0;
  let marker: unknown;
  do {
    const { result } = await client.request({
      command: 'account_tx',
      account: sender.address,
      ledger_index_min: -1,
      ledger_index_max: -1,
      forward: true,
      limit: PAGE,
      ...(marker === undefined ? {} : { marker }),
    });
    pages.push(result.transactions.length);
    lastLedger = result.ledger_index_max;
    marker = result.marker;
  } while (marker !== undefined);
  print(`${pages.length} pages of ${pages.join(', ')} transactions, up to ledger ${lastLedger}.`);

  await pay(client, sender, receiver);
  // Paid before anybody listened, and yet not missed: `start_ledger` is Weir's own.
  const next = new Promise<TransactionStream>((resolve) => client.once('transaction', resolve));
  const request: SubscribeRequest & { start_ledger: number } = {
    command: 'subscribe',
    accounts: [sender.address],
    start_ledger: lastLedger + 1,
  };
  await client.request(request);
  print(`Then ${(await next).hash} in ledger ${(await next).ledger_index}.`);
  await client.disconnect();
  return pages;
}

async function pay(client: Client, sender: Wallet, receiver: Wallet): Promise<void> {
  await submitAndWait(client, sender, {
    TransactionType: 'Payment',
    Account: sender.address,
    Destination: receiver.address,
    Amount: '1000000',
  });
}

if (import.meta.main) await runExample(accountHistory);
