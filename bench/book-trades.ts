/** Offers placed, taken and cancelled, and payments through order books. No HTTP, no disk. */
import { DROPS_PER_XRP } from '../src/protocol/amounts/amount-math.ts';
import { AccountSetFlags } from '../src/protocol/tables/flags.ts';
import { parseTransaction } from '../src/protocol/transaction/transaction.ts';
import { signatureProblem } from '../src/protocol/transaction/transaction-signature.ts';
import { type Currency, type IssuedAmount, type StObject, XRP_CURRENCY } from '../src/protocol/values.ts';
import { Env, type Party, party, submitNow } from '../test/support/env.ts';
import { testCurrency, tokens, USD } from '../test/support/token-ledger.ts';
import type { Measurement } from './benchmark.ts';

const EUR = testCurrency('EUR');
/** What paths lead through beside XRP. */
const LEGS = ['AAA', 'BBB', 'CCC', 'DDD'].map(testCurrency);
/** What payments give, and what they deliver. */
const [FROM, TO] = [testCurrency('GBP'), testCurrency('JPY')];
const TRADERS = Array.from({ length: 20 }, (_, at) => party(`trader ${at}`));
const TAKERS = Array.from({ length: 20 }, (_, at) => party(`taker ${at}`));
const MAKER = party('maker');
const ISSUER = party('issuer');
const STRANDS = [1, 2, 6];
const PLENTY = '1000000000';

/** Transactions a second. */
export interface Rates {
  readonly submitted: number;
  readonly closed: number;
}

type NextFields = (turn: number, sequence: number) => StObject;

interface Work {
  readonly what: string;
  readonly senders: readonly Party[];
  readonly next: NextFields;
}

/** Rates of each kind, `count` transactions a run, the kinds by turns. */
export async function tradeRates(runs: number, count: number): Promise<Measurement[]> {
  const env = await openMarket(count);
  const works = worksOf(count);
  const rates = works.map((): Rates[] => []);
  const walks: number[][] = [[], []];
  // The first run of each warms up.
  for (let run = 0; run <= runs; run++) {
    for (const [at, { senders, next }] of works.entries()) {
      const figures = await submitAndClose(env, signAll(env, senders, count, next));
      if (run > 0) rates[at]!.push(figures);
    }
    const figures = await takeAllAtOnce(env, count);
    if (run > 0) for (const at of [0, 1]) walks[at]!.push(figures[at]!);
  }
  await env.stop();
  return [
    ...works.flatMap(({ what }, at): Measurement[] => [
      { what: `${what}: read, verify and apply`, unit: 'a second', runs: rates[at]!.map(({ submitted }) => submitted) },
      { what: `${what}: close`, unit: 'a second', runs: rates[at]!.map(({ closed }) => closed) },
    ]),
    { what: `one offer that takes ${count} others: read, verify and apply`, unit: 'ms', runs: walks[0]! },
    { what: `one offer that takes ${count} others: close`, unit: 'ms', runs: walks[1]! },
  ];
}

/** Signs `count` transactions, the senders taking turns. */
export function signAll(env: Env, senders: readonly Party[], count: number, next: NextFields): Buffer[] {
  const sequences = senders.map((sender) => env.account(sender)!.Sequence);
  return Array.from({ length: count }, (_, turn) => {
    const sender = senders[turn % senders.length]!;
    const Sequence = sequences[turn % senders.length]! + Math.floor(turn / senders.length);
    return Buffer.from(env.sign(sender, { ...next(turn, Sequence), Sequence }).blob);
  });
}

/** Throws if one does not succeed at once. */
export async function submitAndClose(env: Env, blobs: readonly Buffer[]): Promise<Rates> {
  const startMs = performance.now();
  for (const blob of blobs) {
    const transaction = parseTransaction(blob);
    if (signatureProblem(transaction) !== undefined) throw new Error('a good signature was refused');
    const { result } = submitNow(env.node, transaction);
    if (result !== 'tesSUCCESS') throw new Error(`a transaction failed: ${result}`);
  }
  const closeMs = performance.now();
  await env.close();
  const endMs = performance.now();
  return { submitted: (blobs.length * 1000) / (closeMs - startMs), closed: (blobs.length * 1000) / (endMs - closeMs) };
}

function token(text: string, currency: Currency): IssuedAmount {
  return tokens(text, ISSUER.id, currency);
}

async function openMarket(count: number): Promise<Env> {
  // Nothing shall wait in the queue.
  const env = await Env.create({ queue: { minimumTxnInLedger: 4 * count } });
  const holders = [MAKER, ...TRADERS, ...TAKERS];
  await env.fund(1_000_000, ISSUER, ...holders);
  env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
  await env.close();
  for (const currency of [USD, EUR, FROM, TO, ...LEGS]) {
    for (const holder of holders) {
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: token(PLENTY, currency) }, 'tesSUCCESS');
      const Amount = token('1000000', currency);
      env.submit(ISSUER, { TransactionType: 'Payment', Destination: holder.id, Amount }, 'tesSUCCESS');
    }
    await env.close();
  }
  for (const terms of deepOffers()) env.submit(MAKER, { TransactionType: 'OfferCreate', ...terms }, 'tesSUCCESS');
  await env.close();
  return env;
}

/** Offers that no run exhausts: the best price is the direct one. */
function deepOffers(): StObject[] {
  const drops = 100_000n * DROPS_PER_XRP;
  const legs = LEGS.map((currency) => [
    { TakerPays: token('100000', FROM), TakerGets: token('99000', currency) },
    { TakerPays: token('100000', currency), TakerGets: token('99000', TO) },
  ]);
  return [
    { TakerPays: token('100000', FROM), TakerGets: token('100000', TO) },
    { TakerPays: token('100000', FROM), TakerGets: drops },
    { TakerPays: drops, TakerGets: token('99000', TO) },
    ...legs.flat(),
  ];
}

function worksOf(count: number): Work[] {
  const [euros, dollars] = [token('1', EUR), token('1', USD)];
  const ofEach = count / TRADERS.length;
  return [
    // They stay, and are cancelled; then come some that are taken.
    { what: 'place an offer', senders: TRADERS, next: (turn) => offer(token(risingPrice(turn), USD), euros) },
    { what: 'cancel an offer', senders: TRADERS, next: (_turn, sequence) => cancellation(sequence - ofEach) },
    { what: 'place an offer at the one price', senders: TRADERS, next: () => offer(dollars, euros) },
    { what: 'take an offer', senders: TAKERS, next: () => offer(euros, dollars) },
    ...STRANDS.map((strands): Work => {
      const what = `payment between tokens, ${strands} ${strands > 1 ? 'strands' : 'strand'}`;
      return { what, senders: TRADERS, next: (turn) => payment(turn, strands) };
    }),
  ];
}

function offer(TakerPays: IssuedAmount, TakerGets: IssuedAmount): StObject {
  return { TransactionType: 'OfferCreate', TakerPays, TakerGets };
}

function cancellation(OfferSequence: number): StObject {
  return { TransactionType: 'OfferCancel', OfferSequence };
}

function risingPrice(turn: number): string {
  return (2 + turn / 10_000).toFixed(4);
}

/** The direct strand, and so many less one through another asset. */
function payment(turn: number, strands: number): StObject {
  const last = { currency: TO, issuer: ISSUER.id };
  const between = [{ currency: XRP_CURRENCY }, ...LEGS.map((currency) => ({ currency, issuer: ISSUER.id }))];
  const Paths = between.slice(0, strands - 1).map((step) => [step, last]);
  return {
    TransactionType: 'Payment',
    Destination: TAKERS[turn % TAKERS.length]!.id,
    Amount: token('1', TO),
    SendMax: token('2', FROM),
    ...(Paths.length > 0 ? { Paths } : {}),
  };
}

/** Milliseconds to apply it, and to close a ledger with it alone. */
async function takeAllAtOnce(env: Env, count: number): Promise<[applyMs: number, closeMs: number]> {
  await submitAndClose(
    env,
    signAll(env, TRADERS, count, (turn) => offer(token(risingPrice(turn), USD), token('1', EUR))),
  );
  const taking = signAll(env, [MAKER], 1, () => offer(token(String(count), EUR), token(String(count * 3), USD)));
  const { submitted, closed } = await submitAndClose(env, taking);
  return [1000 / submitted, 1000 / closed];
}
