/**
 * Order books: offers placed, taken and cancelled, payments through them, and whether a book of very many offers costs more
 * than one of a few. `node bench/books.ts [--offers N | --full]`; 1,000,000 offers are full.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { Currency, JsonObject } from '../src/protocol/values.ts';
import type { LedgerStore } from '../src/storage/ledger-store.ts';
import { openLmdbStore } from '../src/storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../src/storage/memory/memory-store.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { Env, MASTER, party } from '../test/support/env.ts';
import { HttpClient } from '../test/support/http-client.ts';
import { ServerProcess } from '../test/support/server-process.ts';
import { testCurrency, USD } from '../test/support/token-ledger.ts';
import { type Benchmark, type Measurement, median, USUAL_OPTIONS } from './benchmark.ts';
import { signAll, submitAndClose, tradeRates } from './book-trades.ts';
import { askedAt, bookGenesis, ISSUER, OFFERED_DROPS, pricesOf } from './book-world.ts';
import { CONNECTIONS, calibrationRate, jsonRpc, rateOf } from './http-load.ts';
import { fundingPayments, PAYER_COUNT, PaymentWorld } from './payment-world.ts';
import { terminalTable } from './table.ts';

const DEFAULT_OFFERS = 100_000;
const FULL_OFFERS = 1_000_000;
const RUNS = 7;
const OFFERS = 1_000;
const PAGE = 100;
const PAGES = 30;
const HTTP_RUNS = 3;
const HTTP_OFFERS = 1_500;
const FEE_DROPS = 10n;
const HTTP_OFFERS_A_LEDGER = 500;
/** Accounts that come to life in it start with its index as their sequence. */
const FIRST_OPEN_LEDGER = 3;
const EUR = testCurrency('EUR');
const PLACERS = Array.from({ length: 20 }, (_, at) => party(`placer ${at}`));

export const books: Benchmark = bookBenchmark(DEFAULT_OFFERS);

function bookBenchmark(offerCount: number): Benchmark {
  return {
    name: 'books',
    question:
      `Offers and payments per second without HTTP, ${OFFERS} a run: read, verified and applied to the open ledger, and ` +
      `ledgers closed with them. Then the same with an empty book and with ${offerCount.toLocaleString('en')} offers in ` +
      `it, and pages of ${PAGE} of book_offers from that book and from one of ${OFFERS}. Then offers submitted over ` +
      `HTTP, LMDB store, with a ledger_accept after every ${HTTP_OFFERS_A_LEDGER}, which counts.`,
    async measure() {
      const measurements = [
        ...(await tradeRates(RUNS, OFFERS)),
        ...(await measureSizes('memory', new MemoryStore(), offerCount)),
      ];
      const directory = mkdtempSync(join(tmpdir(), 'weir-books-'));
      try {
        measurements.push(...(await measureSizes('LMDB', openLmdbStore(directory), offerCount)));
      } finally {
        rmSync(directory, { recursive: true, force: true });
      }
      return [...measurements, ...(await measureHttp())];
    },
  };
}

/** The same work in the large book and in one that was empty, by turns. */
async function measureSizes(name: string, store: LedgerStore, offerCount: number): Promise<Measurement[]> {
  const env = await Env.create({ store, genesis: bookGenesis(offerCount), queue: { minimumTxnInLedger: 2 * OFFERS } });
  await env.fund(100_000, ...PLACERS);
  const kinds = [
    { what: 'empty', currency: EUR, placed: [] as number[], closed: [] as number[], pages: [] as number[] },
    {
      what: `${offerCount.toLocaleString('en')} offers`,
      currency: USD,
      placed: [] as number[],
      closed: [] as number[],
      pages: [] as number[],
    },
  ];
  // The first run of each warms up.
  for (let run = 0; run <= RUNS; run++) {
    for (const { currency, placed, closed, pages } of kinds) {
      const rates = await submitAndClose(env, placements(env, currency, pricesOf(offerCount)));
      const pageMs = await readPages(env, currency);
      await cancelAll(env);
      if (run === 0) continue;
      placed.push(rates.submitted);
      closed.push(rates.closed);
      pages.push(pageMs);
    }
  }
  await env.stop();
  const [few, many] = kinds as [(typeof kinds)[0], (typeof kinds)[0]];
  const times = (part: 'placed' | 'closed' | 'pages') => {
    const ratio = median(many[part]) / median(few[part]);
    return `${(part === 'pages' ? ratio : 1 / ratio).toFixed(2)} times the cost`;
  };
  const rows = (part: 'placed' | 'closed' | 'pages', what: string, unit: string): Measurement[] => [
    { what: `${name}, ${what}, ${part === 'pages' ? `a book of ${OFFERS}` : few.what}`, unit, runs: few[part] },
    { what: `${name}, ${what}, ${many.what}`, unit, runs: many[part], note: times(part) },
  ];
  return [
    ...rows('placed', 'place an offer', 'a second'),
    ...rows('closed', 'close', 'a second'),
    ...rows('pages', 'first page of book_offers', 'ms'),
  ];
}

/** Offers at prices all over the large book. */
function placements(env: Env, currency: Currency, priceCount: number): Buffer[] {
  return signAll(env, PLACERS, OFFERS, (turn) => ({
    TransactionType: 'OfferCreate',
    TakerPays: { ...askedAt((turn * 7_919) % priceCount), currency },
    TakerGets: OFFERED_DROPS,
  }));
}

/** Milliseconds of a page, of which the first ones of a book are all the same. */
async function readPages(env: Env, currency: Currency): Promise<number> {
  const code = currency === USD ? 'USD' : 'EUR';
  const params = {
    taker_pays: { currency: code, issuer: ISSUER.address },
    taker_gets: { currency: 'XRP' },
    limit: PAGE,
    ledger_index: 'validated',
  };
  const figures: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const startMs = performance.now();
    const { offers } = (await env.weir.request('book_offers', params)) as unknown as { offers: readonly JsonObject[] };
    figures.push(performance.now() - startMs);
    if (offers.length !== PAGE) throw new Error(`a page of ${offers.length} offers`);
  }
  return median(figures);
}

async function cancelAll(env: Env): Promise<void> {
  const ofEach = OFFERS / PLACERS.length;
  const cancellation = (_turn: number, sequence: number) => {
    return { TransactionType: 'OfferCancel', OfferSequence: sequence - ofEach };
  };
  await submitAndClose(env, signAll(env, PLACERS, OFFERS, cancellation));
}

/** Offers of XRP for dollars of an issuer, as `bench/server.ts` submits payments. */
async function measureHttp(): Promise<Measurement[]> {
  const calibration = await calibrationRate();
  const directory = mkdtempSync(join(tmpdir(), 'weir-books-'));
  const running = await ServerProcess.start(['--data', directory, '--manual']);
  const client = new HttpClient(running.port, CONNECTIONS);
  try {
    const world = new PaymentWorld();
    for (const { blob } of fundingPayments(MASTER, world, 1)) await client.post(submission(blob));
    await client.post(jsonRpc('ledger_accept'));
    const runs: number[] = [];
    for (let run = 0; run <= HTTP_RUNS; run++) {
      const bodies = httpOffers(world, run).map(submission);
      const startMs = performance.now();
      for (let at = 0; at < HTTP_OFFERS; at += HTTP_OFFERS_A_LEDGER) {
        await rateOf(client, HTTP_OFFERS_A_LEDGER, (turn) => bodies[at + turn]!);
        await client.post(jsonRpc('ledger_accept'));
      }
      if (run > 0) runs.push((HTTP_OFFERS * 1000) / (performance.now() - startMs));
    }
    const note = `${(median(runs) / calibration).toFixed(3)} of calibration`;
    return [
      { what: 'calibration: empty HTTP server', unit: 'a second', runs: [calibration] },
      { what: 'submit an offer over HTTP', unit: 'a second', runs, note },
    ];
  } finally {
    client.close();
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

function httpOffers(world: PaymentWorld, run: number): Uint8Array[] {
  return Array.from({ length: HTTP_OFFERS }, (_, turn) => {
    const { id, keys } = world.payers[turn % PAYER_COUNT]!;
    const fields = {
      TransactionType: 'OfferCreate',
      Account: id,
      TakerPays: { ...askedAt(run * HTTP_OFFERS + turn), issuer: MASTER.id },
      TakerGets: OFFERED_DROPS,
      Fee: FEE_DROPS,
      Sequence: FIRST_OPEN_LEDGER + Math.floor((run * HTTP_OFFERS + turn) / PAYER_COUNT),
      Flags: 0,
      SigningPubKey: keys.publicKey,
    };
    return signTransaction(fields, keys).blob;
  });
}

function submission(blob: Uint8Array): string {
  return jsonRpc('submit', { tx_blob: bytesToHex(blob) });
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { offers: { type: 'string' }, full: { type: 'boolean', default: false } } });
  const benchmark = bookBenchmark(values.full ? FULL_OFFERS : Number(values.offers ?? DEFAULT_OFFERS));
  process.stdout.write(`${terminalTable({ benchmark, measurements: await benchmark.measure(USUAL_OPTIONS) })}\n`);
}
