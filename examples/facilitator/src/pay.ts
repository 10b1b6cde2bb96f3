/**
 * `npm run pay -- [URL [COUNT]]`: requests a resource COUNT times and pays each time. Options: --ledger URL, --max-price DROPS,
 * --channel DROPS. The payer's seed is in the variable PAYER_SEED.
 */
import { parseArgs } from 'node:util';
import { Wallet } from 'xrpl';
import { PayingClient } from './paying-client.ts';
import { decodeHeader, PAYMENT_RESPONSE_HEADER, type SettlementResponse } from './x402.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ledger: { type: 'string', default: 'http://127.0.0.1:5005' },
    'max-price': { type: 'string', default: '10000' },
    channel: { type: 'string', default: '10000000' },
  },
});
const [url = 'http://127.0.0.1:4022/report', count = '12'] = positionals;
const seed = process.env.PAYER_SEED;
if (seed === undefined) throw new Error('set PAYER_SEED to the seed of the payer');

const client = new PayingClient({
  ledgerUrl: options.ledger,
  payer: Wallet.fromSeed(seed),
  maxPriceDrops: BigInt(options['max-price']),
  channelDrops: BigInt(options.channel),
});
for (let payment = 1; payment <= Number.parseInt(count, 10); payment += 1) {
  const response = await client.fetch(url);
  const settlement = settlementOf(response);
  const redeemed = settlement?.transaction ? ` Redeemed by ${settlement.transaction}.` : '';
  console.log(`${payment}: status ${response.status}.${redeemed} ${(await response.text()).trim()}`);
  if (!response.ok) process.exitCode = 1;
}

function settlementOf(response: Response): SettlementResponse | undefined {
  const header = response.headers.get(PAYMENT_RESPONSE_HEADER);
  return header === null ? undefined : (decodeHeader(header) as SettlementResponse);
}
