/**
 * Searches of the reference's own tests, with their search level and what they find (rippled: Path_test.cpp, pathFind01, 02,
 * 04, 05).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Env, party } from '../../../test/support/env.ts';
import { offer } from '../../../test/support/market.ts';
import { testCurrency, textOf, tokens } from '../../../test/support/token-ledger.ts';
import { XRP_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { AccountSetFlags } from '../../protocol/tables/flags.ts';
import { type Amount, type IssuedAmount, isNative, type PathStep, XRP_CURRENCY } from '../../protocol/values.ts';
import { finishSteps } from '../../util/steps.ts';
import { bestPaths } from './best-paths.ts';
import { LineCache } from './line-cache.ts';
import { orderBooksOf } from './order-books.ts';
import { RippleCalc } from './path-flow.ts';
import { pathGoal } from './path-goal.ts';
import { PathSearch } from './path-search.ts';

const LEVEL = 7;
const DROPS = 1_000_000n;
const NAMES = ['A1', 'A2', 'A3', 'G1', 'G2', 'G3', 'M1', 'M2'];
const PEOPLE = NAMES.map((name) => party(name));
const partyOf = (name: string) => PEOPLE[NAMES.indexOf(name)]!;

/** `10/ABC/G1`, or `10` for XRP. */
function amountOf(text: string): Amount {
  const [value = '', code, issuer = ''] = text.split('/');
  return code === undefined ? BigInt(value) * DROPS : tokens(value, partyOf(issuer).id, testCurrency(code));
}

function stepName({ account, issuer }: PathStep): string {
  const nameOf = (id: string) => NAMES[PEOPLE.findIndex((one) => one.id === id)]!;
  if (account !== undefined) return nameOf(account);
  return issuer === undefined ? 'XRP' : `book:${nameOf(issuer)}`;
}

interface Market {
  /** Holder and limit: `A1 5000/XYZ/G1`. */
  readonly lines: readonly string[];
  /** Holder and what its issuer pays: `A1 3500/XYZ/G1`. */
  readonly issued: readonly string[];
}

async function createMarket({ lines, issued }: Market): Promise<Env> {
  const env = await Env.create();
  await env.fund(100_000, ...PEOPLE);
  const SetFlag = AccountSetFlags.asfDefaultRipple;
  for (const who of PEOPLE) env.submit(who, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
  await env.close();
  for (const [holder = '', limit = ''] of lines.map((line) => line.split(' ')))
    env.submit(
      partyOf(holder),
      { TransactionType: 'TrustSet', LimitAmount: amountOf(limit) as IssuedAmount },
      'tesSUCCESS',
    );
  await env.close();
  for (const [holder = '', amount = ''] of issued.map((line) => line.split(' '))) {
    const payment = { TransactionType: 'Payment', Destination: partyOf(holder).id, Amount: amountOf(amount) };
    env.submit(partyOf(amount.slice(-2)), payment, 'tesSUCCESS');
  }
  await env.close();
  return env;
}

/** An offer of an owner: TakerPays and TakerGets. */
function trade(env: Env, owner: string, takes: string, gives: string): void {
  offer(env, partyOf(owner), amountOf(takes), amountOf(gives));
}

/** The price in the source's currency, and the paths, sorted. */
function find(env: Env, ends: string, amount: string, code: string): [price: string | undefined, paths: string[]] {
  const { openLedger, fees } = env.node;
  const { view } = openLedger;
  const [from, to] = ends.split('>').map((name) => partyOf(name).id) as [string, string];
  const deliver = amountOf(amount);
  const currency = code === 'XRP' ? XRP_CURRENCY : testCurrency(code);
  const goal = pathGoal(view, fees, { source: from, currency, issuer: undefined, destination: to }, deliver);
  if (goal === undefined) return [undefined, []];
  const spend = code === 'XRP' ? XRP_ISSUE : { currency, issuer: from };
  const terms = { sendMax: undefined, usesDefaultPath: true, isPartial: false, domain: undefined };
  const payment = { source: from, destination: to, spend, deliver, paths: [], ...terms };
  const search = new PathSearch(new LineCache(view), orderBooksOf(env.node, view), goal);
  const candidates = finishSteps(search.upTo(LEVEL));
  const open = () => new RippleCalc(view, fees);
  const { paths } = finishSteps(bestPaths({ payment, candidates, issuer: undefined, isConvertAll: false, open }));
  const outcome = open().pay({ ...payment, paths });
  const spent = typeof outcome === 'object' ? outcome.spent : undefined;
  const names = paths.map((path) => path.map(stepName).join(' ')).sort();
  if (spent === undefined) return [undefined, names];
  return [isNative(spent) ? String(spent / DROPS) : textOf(spent as IssuedAmount), names];
}

test('paths for drops lead through a book, its issuer, and accounts that trust it', async () => {
  const env = await createMarket({
    lines: [
      ...['A1 5000/XYZ/G1', 'A1 5000/ABC/G3', 'A2 5000/XYZ/G2', 'A2 5000/ABC/G3', 'A3 1000/ABC/A2'],
      ...['M1 100000/XYZ/G1', 'M1 100000/XYZ/G2', 'M1 100000/ABC/G3'],
    ],
    issued: ['A1 3500/XYZ/G1', 'A1 1200/ABC/G3', 'M1 25000/XYZ/G2', 'M1 25000/ABC/G3'],
  });
  trade(env, 'M1', '1000/XYZ/G1', '1000/XYZ/G2');
  trade(env, 'M1', '10000', '1000/ABC/G3');
  await env.close();
  assert.deepEqual(find(env, 'A2>G3', '10/ABC/G3', 'XRP'), ['100', ['book:G3']]);
  assert.deepEqual(find(env, 'A1>A2', '1/ABC/A2', 'XRP'), ['10', ['book:G3 G3']]);
  assert.deepEqual(find(env, 'A1>A3', '1/ABC/A3', 'XRP'), ['10', ['book:G3 G3 A2']]);
  assert.deepEqual(find(env, 'A1>A2', '10', 'XRP')[1], []);
});

test('paths for tokens lead through their issuer to drops', async () => {
  const env = await createMarket({
    lines: ['A1 1000/ABC/G3', 'A2 1000/ABC/G3', 'M1 100000/ABC/G3'],
    issued: ['A1 1000/ABC/G3', 'A2 1000/ABC/G3', 'M1 1200/ABC/G3'],
  });
  trade(env, 'M1', '1000/ABC/G3', '10000');
  assert.deepEqual(find(env, 'A1>A2', '10', 'ABC'), ['1', ['G3 XRP']]);
});

test('paths for tokens of one currency lead through holders of both issuers, books and drops', async () => {
  const makers = ['M1', 'M2'].flatMap((maker) => [`${maker} 100000/HKD/G1`, `${maker} 100000/HKD/G2`]);
  const env = await createMarket({
    lines: ['A1 2000/HKD/G1', 'A2 2000/HKD/G2', 'A3 2000/HKD/G1', ...makers],
    issued: [
      ...['A1 1000/HKD/G1', 'A2 1000/HKD/G2', 'A3 1000/HKD/G1', 'M1 1200/HKD/G1', 'M1 5000/HKD/G2'],
      ...['M2 1200/HKD/G1', 'M2 5000/HKD/G2'],
    ],
  });
  assert.deepEqual(find(env, 'A1>A2', '10/HKD/A2', 'HKD'), ['10', ['G1 M1 G2', 'G1 M2 G2']]);
  assert.deepEqual(find(env, 'A2>A1', '10/HKD/A1', 'HKD'), ['10', ['G2 M1 G1', 'G2 M2 G1']]);
  assert.deepEqual(find(env, 'G1>A2', '10/HKD/A2', 'HKD'), ['10', ['M1 G2', 'M2 G2']]);
  assert.deepEqual(find(env, 'M1>G1', '10/HKD/M1', 'HKD'), ['10', []]);

  trade(env, 'M1', '1000/HKD/G1', '1000/HKD/G2');
  trade(env, 'M2', '10000', '1000/HKD/G2');
  trade(env, 'M2', '1000/HKD/G1', '10000');
  assert.deepEqual(find(env, 'A1>G1', '10/HKD/G1', 'HKD'), ['10', []]);
  assert.deepEqual(find(env, 'A1>G1', '10/HKD/A1', 'HKD'), ['10', []]);
  assert.deepEqual(find(env, 'A1>A3', '10/HKD/A3', 'HKD'), ['10', ['G1']]);
  assert.deepEqual(find(env, 'G1>G2', '10/HKD/G2', 'HKD'), ['10', ['M1', 'M2', 'XRP book:G2', 'book:G2']]);
  const unlinked = ['G1 M1', 'G1 M2', 'G1 XRP book:G2', 'G1 book:G2'];
  assert.deepEqual(find(env, 'A1>G2', '10/HKD/G2', 'HKD'), ['10', unlinked]);
  assert.deepEqual(find(env, 'A1>A2', '10/HKD/A2', 'HKD'), ['10', unlinked.map((path) => `${path} G2`)]);
});
