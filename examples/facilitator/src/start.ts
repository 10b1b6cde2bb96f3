/**
 * `npm start`: a facilitator and a resource server with a paywall, against a running ledger server. Options: --ledger URL,
 * --facilitator-port, --paywall-port, --price DROPS, --settle-at DROPS, --min-seconds-left, --journal FILE. The payee's seed is in
 * the variable PAYEE_SEED.
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Wallet } from 'xrpl';
import { Facilitator } from './facilitator.ts';
import { createFacilitatorServer } from './facilitator-server.ts';
import { createPaywall } from './paywall.ts';

/** Attempts to redeem within `--min-seconds-left`, so that a failed one is not the last. */
const ATTEMPTS = 20;

const { values: options } = parseArgs({
  options: {
    ledger: { type: 'string', default: 'http://127.0.0.1:5005' },
    'facilitator-port': { type: 'string', default: '4021' },
    'paywall-port': { type: 'string', default: '4022' },
    price: { type: 'string', default: '1000' },
    'settle-at': { type: 'string', default: '10000' },
    'min-seconds-left': { type: 'string', default: '3600' },
    journal: { type: 'string', default: 'claims.jsonl' },
  },
});
const seed = process.env.PAYEE_SEED;
if (seed === undefined) throw new Error('set PAYEE_SEED to the seed of the payee');
const minSecondsLeft = Number.parseInt(options['min-seconds-left'], 10);

const facilitator = await Facilitator.open({
  ledgerUrl: options.ledger,
  payee: Wallet.fromSeed(seed),
  journal: options.journal,
  settleAtDrops: BigInt(options['settle-at']),
  minSecondsLeft,
});
const facilitatorServer = createFacilitatorServer(facilitator);
const facilitatorUrl = await listen(facilitatorServer, options['facilitator-port']);
const paywall = createPaywall({
  facilitatorUrl,
  network: facilitator.network,
  payTo: facilitator.payTo,
  priceDrops: BigInt(options.price),
  description: 'The report of this hour',
  content: () => ({ report: 'The weather is fine.', time: new Date().toISOString() }),
});
const paywallUrl = await listen(paywall, options['paywall-port']);
console.log(`The facilitator listens on ${facilitatorUrl}, and ${paywallUrl}/report costs ${options.price} drops.`);

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
while (!stop.signal.aborted) {
  await redeemDue();
  await delay((minSecondsLeft * 1000) / ATTEMPTS, undefined, { signal: stop.signal }).catch(() => {});
}
for (const server of [paywall, facilitatorServer]) {
  server.close();
  server.closeIdleConnections();
  await once(server, 'close');
}
await facilitator.close();

async function redeemDue(): Promise<void> {
  try {
    const { redeemed, failed } = await facilitator.redeemDue();
    for (const { amount, hash } of redeemed) console.log(`Redeemed a claim for ${amount} drops: ${hash}`);
    for (const error of failed) console.error(`Not redeemed: ${error.message}`);
  } catch (error) {
    console.error(`What is due was not redeemed: ${(error as Error).message}`);
  }
}

async function listen(server: Server, port: string): Promise<string> {
  server.listen(Number.parseInt(port, 10), '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
