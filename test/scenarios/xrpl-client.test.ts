/** xrpl.js, unmodified, over WebSocket. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import {
  Client,
  classicAddressToXAddress,
  ECDSA,
  isValidClassicAddress,
  multisign,
  type Payment,
  type SubmittableTransaction,
  signPaymentChannelClaim,
  type TransactionMetadata,
  type TxResponse,
  verifyPaymentChannelClaim,
  Wallet,
  xrpToDrops,
} from 'xrpl';
import { developmentAccounts } from '../../src/node/development-funds.ts';
import { type DevelopmentServer, startDevelopmentServer } from '../support/development-server.ts';

describe('xrpl.js', { concurrency: true }, () => {
  let server: DevelopmentServer;
  let client: Client;
  /** Each test has its own accounts, so that tests can run in parallel. */
  const wallets = developmentAccounts().map(({ seed }) => Wallet.fromSeed(seed));
  before(async () => {
    server = await startDevelopmentServer();
    client = new Client(server.webSocketUrl);
    await client.connect();
  });
  after(async () => {
    await client.disconnect();
    await server.stop();
  });

  const payment = (from: Wallet, more: Partial<Payment> = {}): Payment => ({
    TransactionType: 'Payment',
    Account: from.address,
    Destination: wallets[9]!.address,
    Amount: xrpToDrops(1),
    ...more,
  });
  const resultOf = ({ result }: TxResponse<SubmittableTransaction>) =>
    (result.meta as TransactionMetadata).TransactionResult;

  test('connects, and reads the network, ledgers and fees', async () => {
    assert.equal(client.buildVersion, '3.2.0');
    assert.ok((await client.getLedgerIndex()) >= 3);
    const { result } = await client.request({ command: 'server_info' });
    assert.equal(result.info.server_state, 'full');
    assert.equal((await client.autofill(payment(wallets[0]!))).Fee, '12');
  });

  test('fills in, signs, submits and waits', async () => {
    const response = await client.submitAndWait(payment(wallets[0]!), { wallet: wallets[0]!, autofill: true });
    assert.equal(resultOf(response), 'tesSUCCESS');
    assert.equal(response.result.validated, true);
    assert.equal(response.result.tx_json.Account, wallets[0]!.address);
  });

  test('signs with both kinds of keys', async () => {
    const secp256k1 = Wallet.generate(ECDSA.secp256k1);
    await client.submitAndWait(payment(wallets[1]!, { Destination: secp256k1.address, Amount: xrpToDrops(50) }), {
      wallet: wallets[1]!,
    });
    assert.equal(resultOf(await client.submitAndWait(payment(secp256k1), { wallet: secp256k1 })), 'tesSUCCESS');
    assert.equal(await client.getXrpBalance(secp256k1.address), 48.999988);
  });

  test('signs with several keys', async () => {
    const [owner, one, two] = [wallets[2]!, wallets[3]!, wallets[4]!];
    await client.submitAndWait(
      {
        TransactionType: 'SignerListSet',
        Account: owner.address,
        SignerQuorum: 2,
        SignerEntries: [one, two].map(({ address }) => ({ SignerEntry: { Account: address, SignerWeight: 1 } })),
      },
      { wallet: owner },
    );
    const prepared = await client.autofill(payment(owner), 2);
    const blob = multisign([one, two].map((wallet) => wallet.sign(prepared, true).tx_blob));
    assert.equal(resultOf(await client.submitAndWait(blob)), 'tesSUCCESS');
  });

  test('uses tickets', async () => {
    const wallet = wallets[5]!;
    await client.submitAndWait(
      { TransactionType: 'TicketCreate', Account: wallet.address, TicketCount: 2 },
      { wallet },
    );
    const { result } = await client.request({ command: 'account_objects', account: wallet.address, type: 'ticket' });
    const tickets = result.account_objects.map((ticket) => (ticket as { TicketSequence: number }).TicketSequence);
    assert.equal(tickets.length, 2);
    const used = payment(wallet, { TicketSequence: tickets[1]!, Sequence: 0 });
    assert.equal(resultOf(await client.submitAndWait(used, { wallet })), 'tesSUCCESS');
  });

  test('pays to X-addresses, with their tags', async () => {
    const wallet = wallets[6]!;
    const destination = classicAddressToXAddress(wallets[9]!.address, 77, false);
    const { result } = await client.submitAndWait(payment(wallet, { Destination: destination }), { wallet });
    const tx = result.tx_json as Payment;
    assert.deepEqual([tx.Destination, tx.DestinationTag], [wallets[9]!.address, 77]);
  });

  test('gets test money from the faucet', async () => {
    const page = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8');
    const words = /client\.fundWallet\(null, \{ (.*?) \}\)/.exec(page)?.[1] ?? '';
    const documented = Object.fromEntries(
      [...words.matchAll(/(\w+): '(.*?)'/g)].map(([, name, value]) => [name, value]),
    );
    assert.equal(documented.faucetHost, '127.0.0.1:5005');
    const { wallet, balance } = await client.fundWallet(null, { ...documented, faucetHost: server.host, amount: '25' });
    assert.ok(isValidClassicAddress(wallet.address));
    assert.equal(balance, 25);
  });

  test('receives ledgers and transactions', async () => {
    const listener = new Client(server.webSocketUrl);
    await listener.connect();
    const wallet = wallets[7]!;
    await listener.request({ command: 'subscribe', streams: ['ledger'], accounts: [wallet.address] });
    const ledger = new Promise<number>((resolve) =>
      listener.once('ledgerClosed', (event) => resolve(event.ledger_index)),
    );
    const transaction = new Promise<unknown>((resolve) =>
      listener.once('transaction', ({ hash, validated }) => resolve([hash, validated])),
    );
    const { result } = await client.submitAndWait(payment(wallet), { wallet });
    assert.ok((await ledger) <= result.ledger_index!);
    assert.deepEqual(await transaction, [result.hash, true]);
    await listener.disconnect();
  });

  test('shows why a transaction failed and that an account does not exist', async () => {
    const wallet = wallets[8]!;
    const tooMuch = payment(wallet, { Amount: xrpToDrops(1_000_000) });
    assert.equal(resultOf(await client.submitAndWait(tooMuch, { wallet })), 'tecUNFUNDED_PAYMENT');
    await assert.rejects(client.request({ command: 'account_info', account: Wallet.generate().address }), {
      name: 'RippledError',
      message: 'Account not found.',
    });
  });

  test('signs and checks claims as the server does', async () => {
    const wallet = wallets[8]!;
    const channel = 'A'.repeat(64);
    const signature = signPaymentChannelClaim(channel, '1.5', wallet.privateKey);
    const { result } = await client.request({
      command: 'channel_verify',
      channel_id: channel,
      amount: xrpToDrops('1.5'),
      public_key: wallet.publicKey,
      signature,
    });
    assert.equal(result.signature_verified, true);
    assert.ok(verifyPaymentChannelClaim(channel, '1.5', signature, wallet.publicKey));
  });

  test('works on a network that demands its id', async () => {
    const other = await startDevelopmentServer(21_337);
    const connected = new Client(other.webSocketUrl);
    await connected.connect();
    assert.equal(connected.networkID, 21_337);
    const response = await connected.submitAndWait(payment(wallets[0]!), { wallet: wallets[0]! });
    assert.equal(response.result.tx_json.NetworkID, 21_337);
    await connected.disconnect();
    await other.stop();
  });
});
