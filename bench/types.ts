/**
 * Submissions of several transaction types over HTTP to a server that has just started, with closes between them. For
 * comparison, the same client's rate with a server of Node.js that only reads JSON and verifies one signature for each
 * request.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Transaction } from '../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { AccountId, StObject } from '../src/protocol/values.ts';
import { MASTER, type Party, party } from '../test/support/env.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { tokens } from '../test/support/token-ledger.ts';
import { type Benchmark, median } from './benchmark.ts';
import { buildBundle } from './bundle.ts';
import { Comparison, type Contestant, contestants } from './comparison.ts';
import { CONNECTIONS, verifyingRate } from './http-load.ts';
import { roomyLimits } from './limits-file.ts';
import { type SubmissionLoad, sequenceOf, submissionBody, submitAll } from './submission-load.ts';
import { threadTime } from './thread-time.ts';

const RUNS = 5;
const SUBMISSIONS = 1_500;
const SUBMISSIONS_A_LEDGER = 500;
const HOLDERS = Array.from({ length: 60 }, (_, at) => party(`holder ${at}`));
const ISSUER = party('issuer');
const POOL_MAKER = party('pool maker');
const FUNDS_DROPS = 50_000_000_000n;
/** Seconds of the ledger's time, years from now. */
const FAR_FUTURE = 2_000_000_000;

const usd = (text: string) => tokens(text, ISSUER.id);
const to = (k: number): AccountId => HOLDERS[(k + 1) % HOLDERS.length]!.id;

/** Name of a load → fields of its transaction number `k`, which holder number `k` sends. */
const TYPES: Readonly<Record<string, (k: number) => StObject>> = {
  'payment of XRP': (k) => ({ TransactionType: 'Payment', Destination: to(k), Amount: 1_000n }),
  'payment of tokens': (k) => ({ TransactionType: 'Payment', Destination: to(k), Amount: usd('1'), SendMax: usd('1') }),
  'offer that rests': (k) => sale(usd('1'), 100_000n + BigInt((k * 7) % 5_000)),
  'offer that crosses': (k) => (k % 2 === 1 ? sale(100_000_000n, usd('99')) : sale(usd('99'), 100_000_000n)),
  'payment through a pool': (k) => ({
    ...{ TransactionType: 'Payment', Destination: to(k), Amount: usd('0.5'), SendMax: 5_000_000n },
  }),
  escrow: (k) => ({
    ...{ TransactionType: 'EscrowCreate', Destination: to(k), Amount: 1_000n, FinishAfter: FAR_FUTURE },
  }),
  'NFT mint': () => ({ TransactionType: 'NFTokenMint', NFTokenTaxon: 0, URI: 'AABBCCDD' }),
};
const ALL = Object.values(TYPES);
const LOADS = { ...TYPES, 'all of these': (k: number) => ALL[k % ALL.length]!(k) };

export const types: Benchmark = {
  name: 'types',
  question:
    `Submissions a second, without the closes, over ${CONNECTIONS} keep-alive connections to a server that has just ` +
    `started, LMDB store: ${SUBMISSIONS} of each type one type after the other, from ${HOLDERS.length} accounts, with a ` +
    `ledger_accept after every ${SUBMISSIONS_A_LEDGER}. The book of the offers has a pool. Times are processor time of ` +
    'the server for a submission and its share of the close. --against measures another checkout in alternation.',
  async measure(options) {
    buildBundle();
    const comparison = new Comparison();
    for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) {
      const turns = contestants(options);
      for (const contestant of run % 2 === 0 ? turns : turns.toReversed()) await measureAll(contestant, comparison);
    }
    return comparison.measurements();
  },
};

function sale(TakerPays: StObject[string], TakerGets: StObject[string]): StObject {
  return { TransactionType: 'OfferCreate', TakerPays, TakerGets };
}

async function measureAll(contestant: Contestant, comparison: Comparison): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const running = new ServerProcess([...roomyLimits(directory), ...contestant.args], contestant.place);
  let sender: Sender | undefined;
  try {
    await running.ready();
    sender = new Sender(new HttpClient(running.port, CONNECTIONS));
    await sender.openMarket();
    for (const [what, fields] of Object.entries(LOADS)) {
      const before = threadTime(running.pid);
      const { bodies, perSecond, closeMs } = await sender.load(fields);
      const after = threadTime(running.pid);
      comparison.add(contestant, { what, unit: 'a second', value: perSecond });
      comparison.add(contestant, { what: `${what}, close`, unit: 'ms', value: closeMs });
      if (before !== undefined && after !== undefined) {
        const us = (after.allUs - before.allUs) / SUBMISSIONS;
        comparison.add(contestant, { what: `${what}, time of all threads`, unit: 'µs', value: us });
      }
      if (contestant.name !== undefined || what !== 'payment of XRP') continue;
      const least = {
        what: 'comparison: HTTP, JSON and one signature',
        unit: 'a second',
        value: await verifyingRate(bodies, 4 * HOLDERS.length),
      };
      comparison.add(contestant, least);
    }
  } finally {
    sender?.client.close();
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

interface LoadFigures {
  /** The requests that were sent. */
  readonly bodies: readonly string[];
  readonly perSecond: number;
  /** The median. */
  readonly closeMs: number;
}

/** Signs and submits transactions, with the accounts' next sequences. */
class Sender {
  readonly client: HttpClient;
  readonly #sequences = new Map<Party, number>();

  constructor(client: HttpClient) {
    this.client = client;
  }

  /** Funds the holders with XRP and tokens, and makes a pool. */
  async openMarket(): Promise<void> {
    const owners = [POOL_MAKER, ...HOLDERS];
    const funding = (to: Party) => ({ TransactionType: 'Payment', Destination: to.id, Amount: FUNDS_DROPS });
    const tokenPayment = (to: Party) => ({ TransactionType: 'Payment', Destination: to.id, Amount: usd('1000000') });
    await this.#inLedger([ISSUER, ...owners].map((owner) => [MASTER, funding(owner)]));
    await this.#inLedger([[ISSUER, { TransactionType: 'AccountSet', SetFlag: 8 }]]);
    await this.#inLedger(
      owners.map((owner) => [owner, { TransactionType: 'TrustSet', LimitAmount: usd('1000000000') }]),
    );
    await this.#inLedger(owners.map((owner) => [ISSUER, tokenPayment(owner)]));
    const pool = { TransactionType: 'AMMCreate', Amount: 20_000_000_000n, Amount2: usd('20000'), TradingFee: 100 };
    await this.#inLedger([[POOL_MAKER, { ...pool, Fee: 2_000_000n }]]);
  }

  async load(fields: (k: number) => StObject): Promise<LoadFigures> {
    await this.#readSequences(HOLDERS);
    const transactions = Array.from({ length: SUBMISSIONS }, (_, k) =>
      this.#sign(HOLDERS[k % HOLDERS.length]!, fields(k)),
    );
    const { perSecond, closesMs } = await this.#submit(transactions, SUBMISSIONS_A_LEDGER);
    const ms = (SUBMISSIONS * 1_000) / perSecond - closesMs.reduce((sum, one) => sum + one, 0);
    return {
      bodies: transactions.map(submissionBody),
      perSecond: (SUBMISSIONS * 1_000) / ms,
      closeMs: median(closesMs),
    };
  }

  async #inLedger(sent: readonly (readonly [Party, StObject])[]): Promise<void> {
    await this.#readSequences(new Set(sent.map(([sender]) => sender)));
    const transactions = sent.map(([sender, fields]) => this.#sign(sender, fields));
    await this.#submit(transactions, transactions.length, 1);
  }

  async #submit(transactions: readonly Transaction[], inLedger: number, atOnce?: number): Promise<SubmissionLoad> {
    const load = await submitAll(this.client, transactions, inLedger, atOnce);
    if (load.failures.length > 0) throw new Error(`transactions failed: ${load.failures.join(', ')}`);
    return load;
  }

  async #readSequences(senders: Iterable<Party>): Promise<void> {
    for (const sender of senders) this.#sequences.set(sender, await sequenceOf(this.client, sender.address));
  }

  #sign(sender: Party, fields: StObject): Transaction {
    const Sequence = this.#sequences.get(sender)!;
    this.#sequences.set(sender, Sequence + 1);
    const common = { Account: sender.id, Fee: 10n, Flags: 0, Sequence, SigningPubKey: sender.keys.publicKey };
    return signTransaction({ ...common, ...fields }, sender.keys);
  }
}
