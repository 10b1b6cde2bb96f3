/**
 * Cost of a submission and of its share of a close as one count grows: offers in a book, trust lines of an account,
 * NFTs of an account, accounts. The transaction types create the state directly, without ledgers; it is the first
 * ledger of the chain.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_GENESIS, genesisEntries } from '../src/ledger/genesis.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import { AccountSetFlags } from '../src/protocol/tables/flags.ts';
import type { AccountId, IssuedAmount, StObject } from '../src/protocol/values.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { Env, type Party, party, submitNow } from '../test/support/env.ts';
import { NftokenLedger } from '../test/support/nftoken-ledger.ts';
import { testCurrency, tokens } from '../test/support/token-ledger.ts';
import type { Benchmark, BenchmarkOptions } from './benchmark.ts';
import { GrowthTable, sizesFor } from './growth-table.ts';
import { ownThreadUs } from './thread-time.ts';

const TRADERS = Array.from({ length: 20 }, (_, at) => party(`trader ${at}`));
const ISSUER = party('issuer');
const USD = testCurrency('USD');
const EUR = testCurrency('EUR');
const DROPS = 1_000_000n;
const FUNDS = { Balance: 1_000_000n * DROPS };
const OFFERS_A_MAKER = 100;

const DEEPER_TREE = 'a larger state has more tree nodes above each changed entry';

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000];
const TRANSACTIONS_A_LEDGER = 200;
const WARM_UP_LEDGERS = 4;
const LEDGERS = 3;

interface Dimension {
  /** The counted objects, as `offers in a book`. */
  readonly things: string;
  /** Adds this number of objects for the issuer and for traders who hold its tokens. */
  readonly fill: (ledger: NftokenLedger, size: number) => void;
  /** Name of a workload → sender and fields of its transaction number `k`. */
  readonly works: Readonly<Record<string, (k: number) => readonly [Party, StObject]>>;
}

const trader = (k: number): Party => TRADERS[k % TRADERS.length]!;
const usd = (text: string): IssuedAmount => tokens(text, ISSUER.id, USD);
const tokenPayment = (k: number, more: StObject = {}): readonly [Party, StObject] => [
  trader(k),
  { TransactionType: 'Payment', Destination: trader(k + 1).id, Amount: usd('0.1'), ...more },
];

const DIMENSIONS: readonly Dimension[] = [
  {
    things: 'offers in a book',
    fill: fillBook,
    works: {
      'offer that rests': (k) => [trader(k), sale(2_000_000n + BigInt((k * 7919) % 1_000_000))],
      'offer that crosses': (k) => [
        trader(k),
        { TransactionType: 'OfferCreate', TakerPays: usd('0.1'), TakerGets: DROPS },
      ],
      'payment through the book': (k) => tokenPayment(k, { SendMax: DROPS }),
    },
  },
  {
    things: 'trust lines of an account',
    fill: fillLines,
    works: {
      'token payment': (k) => tokenPayment(k),
      'new trust line': (k) => [
        trader(k),
        { TransactionType: 'TrustSet', LimitAmount: tokens('1', ISSUER.id, numberedCurrency(k)) },
      ],
      'end of a trust line': (k) => [
        trader(k),
        { TransactionType: 'TrustSet', LimitAmount: tokens('0', ISSUER.id, numberedCurrency(k)) },
      ],
    },
  },
  {
    things: 'NFTs of an account',
    fill: (ledger, size) => {
      for (let at = 0; at < size; at++) ledger.mint(trader(0).id, { NFTokenTaxon: at % 1_000 });
    },
    works: { 'NFT mint': (k) => [trader(0), { TransactionType: 'NFTokenMint', NFTokenTaxon: k % 1_000 }] },
  },
  {
    things: 'accounts',
    fill: (ledger, size) => {
      for (let at = 0; at < size; at++) ledger.fund(holder(at), FUNDS);
    },
    works: {
      'payment of XRP': (k) => [
        trader(k),
        { TransactionType: 'Payment', Destination: holder((k * 7919) % 100), Amount: 1_000n },
      ],
      'payment of tokens': (k) => tokenPayment(k),
      escrow: (k) => [
        trader(k),
        { TransactionType: 'EscrowCreate', Destination: holder(k % 100), Amount: 1_000n, FinishAfter: 1_000_000_000 },
      ],
    },
  },
];

export const growthEntries: Benchmark = {
  name: 'growth-entries',
  question:
    "The engine thread's own processor time for a submission whose signature is already verified, and for its share of a " +
    `close of ${TRANSACTIONS_A_LEDGER}, as one thing grows. LMDB store, books without a pool, a run is one ledger. A million only with --full ` +
    'and NODE_OPTIONS=--max-old-space-size=14000.',
  async measure(options) {
    const measurements = [];
    for (const dimension of DIMENSIONS) {
      const table = new GrowthTable();
      // A first run without recorded values, so that the code is compiled.
      await measureSize(dimension, SIZES[0]!, options, new GrowthTable());
      for (const size of sizesFor({ ...options, isQuick: !options.isFull }, SIZES))
        await measureSize(dimension, size, options, table);
      measurements.push(...table.measurements(dimension.things));
    }
    return measurements;
  },
};

async function measureSize(
  dimension: Dimension,
  size: number,
  { isQuick }: BenchmarkOptions,
  table: GrowthTable,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-bench-'));
  const env = await Env.create({
    store: openLmdbStore(directory),
    genesis: { entries: filledEntries(dimension, size) },
    queue: { minimumTxnInLedger: 2 * TRANSACTIONS_A_LEDGER },
  });
  try {
    for (const [what, work] of Object.entries(dimension.works)) {
      for (let run = 0; run < WARM_UP_LEDGERS + (isQuick ? 1 : LEDGERS); run++) {
        const [submitUs, closeUs] = await timesOfLedger(env, work, run * TRANSACTIONS_A_LEDGER);
        if (run < WARM_UP_LEDGERS) continue;
        table.add({ what: `${what}, submission`, unit: 'µs' }, size, submitUs);
        table.add({ what: `${what}, share of the close`, unit: 'µs', reason: DEEPER_TREE }, size, closeUs);
      }
    }
  } finally {
    await env.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Processor time of this thread for each submission, and for its share of the close. */
async function timesOfLedger(env: Env, work: Dimension['works'][string], first: number): Promise<[number, number]> {
  const sequences = new Map<Party, number>();
  const transactions = Array.from({ length: TRANSACTIONS_A_LEDGER }, (_, at) => {
    const [sender, fields] = work(first + at);
    const Sequence = sequences.get(sender) ?? env.account(sender)!.Sequence;
    sequences.set(sender, Sequence + 1);
    return env.sign(sender, { ...fields, Sequence });
  });
  const startUs = await ownThreadUs();
  for (const transaction of transactions) {
    const { result } = submitNow(env.node, transaction);
    if (result !== 'tesSUCCESS') throw new Error(`${transaction.fields.TransactionType}: ${result}`);
  }
  const submittedUs = await ownThreadUs();
  await env.close();
  const closedUs = await ownThreadUs();
  return [(submittedUs - startUs) / TRANSACTIONS_A_LEDGER, (closedUs - submittedUs) / TRANSACTIONS_A_LEDGER];
}

/** The issuer and the traders, each with tokens. */
function market(): NftokenLedger {
  const ledger = new NftokenLedger();
  for (const entry of genesisEntries(DEFAULT_GENESIS)) ledger.put(entry);
  for (const { id } of [ISSUER, ...TRADERS]) ledger.fund(id, FUNDS);
  ledger.apply({ TransactionType: 'AccountSet', Account: ISSUER.id, SetFlag: AccountSetFlags.asfDefaultRipple });
  for (const { id } of TRADERS) giveTokens(ledger, id);
  return ledger;
}

function giveTokens(ledger: NftokenLedger, account: AccountId): void {
  ledger.trust(account, ISSUER.id, '1000000');
  ledger.pay(ISSUER.id, account, '1000', ISSUER.id);
}

function fillBook(ledger: NftokenLedger, size: number): void {
  for (let at = 0; at < size; at++) {
    const maker = holder(Math.floor(at / OFFERS_A_MAKER));
    if (at % OFFERS_A_MAKER === 0) {
      ledger.fund(maker, FUNDS);
      giveTokens(ledger, maker);
    }
    const { result } = ledger.apply({ ...sale(2_000_000n + BigInt((at * 104_729) % 1_000_000)), Account: maker });
    if (result !== 'tesSUCCESS') throw new Error(`an offer: ${result}`);
  }
}

function fillLines(ledger: NftokenLedger, size: number): void {
  for (let at = 0; at < size; at++) {
    ledger.fund(holder(at), FUNDS);
    ledger.trust(holder(at), ISSUER.id, '1000');
  }
}

/** An offer that sells one dollar. */
function sale(drops: bigint): StObject {
  return { TransactionType: 'OfferCreate', TakerPays: drops, TakerGets: usd('1') };
}

function holder(at: number): AccountId {
  return (BigInt(at + 1) * 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835n)
    .toString(16)
    .toUpperCase()
    .padStart(40, '7')
    .slice(-40);
}

function numberedCurrency(k: number): string {
  return EUR.slice(0, -10) + k.toString(16).toUpperCase().padStart(10, '0');
}

/** The entries of the market with this number of things: key → bytes in hex. */
function filledEntries(dimension: Dimension, size: number): Map<string, string> {
  const ledger = market();
  dimension.fill(ledger, size);
  const entries = new Map<string, string>();
  for (const [key, entry] of ledger.view.changedEntries) {
    if (entry !== null) entries.set(key, bytesToHex(encodeObject(entry as unknown as StObject)));
  }
  return entries;
}
