/** xrpl.js pays from an account of the test bench to a new one. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, Wallet } from 'xrpl';
import { type StartedWeirContainer, WeirContainer } from './weir-container.ts';

/** The first funded account. Its seed is publicly known. */
const PAYER = Wallet.fromSeed('sEdSgth9xDJbCUt2myNuRJNHkSAnXbn');
const PAYEE = Wallet.generate().address;

let container: StartedWeirContainer;
let client: Client;
before(async () => {
  container = await new WeirContainer().start();
  client = new Client(container.webSocketUrl);
  await client.connect();
});
after(async () => {
  await client?.disconnect();
  await container?.stop();
});

test('a payment succeeds', async () => {
  const payment = await client.autofill({
    TransactionType: 'Payment',
    Account: PAYER.address,
    Destination: PAYEE,
    Amount: '5000000',
  });
  const { result } = await client.submit(payment, { wallet: PAYER });
  assert.equal(result.engine_result, 'tesSUCCESS');
  const info = await client.request({ command: 'account_info', account: PAYEE, ledger_index: 'current' });
  assert.equal(info.result.account_data.Balance, '5000000');
});
