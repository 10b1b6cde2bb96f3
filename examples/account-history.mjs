/**
 * Reads an account's history page by page, with markers, and then subscribes to new transactions from the next ledger on, without
 * a gap. README.md says how to run it.
 */
import { connect, runExample } from './connect.mjs';
import { submitAndWait } from './submit-and-wait.mjs';

/** @import { Client, SubscribeRequest, TransactionStream, Wallet } from 'xrpl' */

const PAYMENTS = 25;
const PAGE = 10;

/**
 * Resolves to the lengths of the pages.
 *
 * @param {string} url
 * @param {(line: string) => void} print
 */
export async function accountHistory(url, print) {
  const { client, newWallets } = await connect(url);
  const [sender, receiver] = /** @type {[Wallet, Wallet]} */ (await newWallets(2));
  for (let count = 0; count < PAYMENTS; count++) await pay(client, sender, receiver);

  /** @type {number[]} */
  const pages = [];
  let lastLedger = 0;
  /** @type {unknown} */
  let marker;
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
  // The payment above was validated before this subscription. `start_ledger` (Weir only) sends it too.
  /** @type {Promise<TransactionStream>} */
  const next = new Promise((resolve) => client.once('transaction', resolve));
  /** @type {SubscribeRequest & { start_ledger: number }} */
  const request = { command: 'subscribe', accounts: [sender.address], start_ledger: lastLedger + 1 };
  await client.request(request);
  print(`Then ${(await next).hash} in ledger ${(await next).ledger_index}.`);
  await client.disconnect();
  return pages;
}

/**
 * @param {Client} client
 * @param {Wallet} sender
 * @param {Wallet} receiver
 */
async function pay(client, sender, receiver) {
  await submitAndWait(client, sender, {
    TransactionType: 'Payment',
    Account: sender.address,
    Destination: receiver.address,
    Amount: '1000000',
  });
}

await runExample(import.meta.url, accountHistory);
