/**
 * Worlds in which the reference's own tests look for paths, with the effort that they ask for, and what is found there
 * (rippled: Path_test.cpp, pathFind01, 02, 04, 05).
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Env, type Party, party } from '../../../test/support/env.ts';
import { offer } from '../../../test/support/market.ts';
import { testCurrency, textOf, tokens } from '../../../test/support/token-ledger.ts';
import { XRP_ISSUE } from '../../protocol/amounts/amount-math.ts';
import { AccountSetFlags } from '../../protocol/tables/flags.ts';
import {
  type Amount,
  type Currency,
  type IssuedAmount,
  isNative,
  type PathStep,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import { finishSteps } from '../../util/steps.ts';
import { bestPaths } from './best-paths.ts';
import { LineCache } from './line-cache.ts';
import { orderBooksOf } from './order-books.ts';
import { RippleCalc } from './path-flow.ts';
import { pathGoal } from './path-goal.ts';
import { PathSearch } from './path-search.ts';

const LEVEL = 7;
const DROPS = 1_000_000n;
const [ABC, XYZ, HKD] = ['ABC', 'XYZ', 'HKD'].map(testCurrency) as [Currency, Currency, Currency];
const NAMES = ['A1', 'A2', 'A3', 'G1', 'G2', 'G3', 'M1', 'M2'] as const;
type People = readonly [Party, Party, Party, Party, Party, Party, Party, Party];
const PEOPLE = NAMES.map((name) => party(name)) as unknown as People;
const [a1, a2, a3, g1, g2, g3, m1, m2] = PEOPLE;

class World {
  readonly env: Env;

  constructor(env: Env) {
    this.env = env;
  }

  static async create(): Promise<World> {
    const env = await Env.create();
    await env.fund(100_000, ...PEOPLE);
    for (const who of PEOPLE) {
      env.submit(who, { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfDefaultRipple }, 'tesSUCCESS');
    }
    await env.close();
    return new World(env);
  }

  trust(holder: Party, issuer: Party, currency: Currency, limit: string): void {
    const LimitAmount = tokens(limit, issuer.id, currency);
    this.env.submit(holder, { TransactionType: 'TrustSet', LimitAmount }, 'tesSUCCESS');
  }

  issue(issuer: Party, holder: Party, currency: Currency, value: string): void {
    const Amount = tokens(value, issuer.id, currency);
    this.env.submit(issuer, { TransactionType: 'Payment', Destination: holder.id, Amount }, 'tesSUCCESS');
  }

  /** The price in the source's currency, and the paths, sorted. */
  find(from: Party, to: Party, amount: Amount, currency: Currency): [price: string | undefined, paths: string[]] {
    const { openLedger, fees } = this.env.node;
    const { view } = openLedger;
    const ends = { source: from.id, currency, issuer: undefined, destination: to.id };
    const goal = pathGoal(view, fees, ends, amount);
    if (goal === undefined) return [undefined, []];
    const spend = currency === XRP_CURRENCY ? XRP_ISSUE : { currency, issuer: from.id };
    const terms = { sendMax: undefined, usesDefaultPath: true, isPartial: false, domain: undefined };
    const payment = { source: from.id, destination: to.id, spend, deliver: amount, paths: [], ...terms };
    const search = new PathSearch(
      new LineCache(view),
      orderBooksOf(this.env.node, this.env.node.openLedger.view),
      goal,
    );
    const candidates = finishSteps(search.upTo(LEVEL));
    const open = () => new RippleCalc(view, fees);
    const { paths } = finishSteps(bestPaths({ payment, candidates, issuer: undefined, isConvertAll: false, open }));
    const outcome = open().pay({ ...payment, paths });
    const spent = typeof outcome === 'object' ? outcome.spent : undefined;
    const price =
      spent === undefined ? undefined : isNative(spent) ? String(spent / DROPS) : textOf(spent as IssuedAmount);
    return [price, paths.map((path) => path.map(stepName).join(' ')).sort()];
  }
}

function stepName({ account, issuer }: PathStep): string {
  const nameOf = (id: string) => NAMES[PEOPLE.findIndex((one) => one.id === id)]!;
  if (account !== undefined) return nameOf(account);
  return issuer === undefined ? 'XRP' : `book:${nameOf(issuer)}`;
}

describe('paths that the reference finds', () => {
  describe('for drops', () => {
    let world: World;
    before(async () => {
      world = await World.create();
      world.trust(a1, g1, XYZ, '5000');
      world.trust(a1, g3, ABC, '5000');
      world.trust(a2, g2, XYZ, '5000');
      world.trust(a2, g3, ABC, '5000');
      world.trust(a3, a2, ABC, '1000');
      for (const [gate, currency] of [
        [g1, XYZ],
        [g2, XYZ],
        [g3, ABC],
      ] as const) {
        world.trust(m1, gate, currency, '100000');
      }
      await world.env.close();
      world.issue(g1, a1, XYZ, '3500');
      world.issue(g3, a1, ABC, '1200');
      world.issue(g2, m1, XYZ, '25000');
      world.issue(g3, m1, ABC, '25000');
      await world.env.close();
      offer(world.env, m1, tokens('1000', g1.id, XYZ), tokens('1000', g2.id, XYZ));
      offer(world.env, m1, 10_000n * DROPS, tokens('1000', g3.id, ABC));
      await world.env.close();
    });
    const abc = (issuer: Party, value: string) => tokens(value, issuer.id, ABC);

    test('lead through a book to the issuer, and on to who trusts it, and further', () => {
      assert.deepEqual(world.find(a2, g3, abc(g3, '10'), XRP_CURRENCY), ['100', ['book:G3']]);
      assert.deepEqual(world.find(a1, a2, abc(a2, '1'), XRP_CURRENCY), ['10', ['book:G3 G3']]);
      assert.deepEqual(world.find(a1, a3, abc(a3, '1'), XRP_CURRENCY), ['10', ['book:G3 G3 A2']]);
    });

    test('are none to pay drops with', () => {
      assert.deepEqual(world.find(a1, a2, 10n * DROPS, XRP_CURRENCY)[1], []);
    });
  });

  test('for tokens, paid in drops', async () => {
    const world = await World.create();
    for (const [who, limit] of [
      [a1, '1000'],
      [a2, '1000'],
      [m1, '100000'],
    ] as const)
      world.trust(who, g3, ABC, limit);
    await world.env.close();
    for (const [who, value] of [
      [a1, '1000'],
      [a2, '1000'],
      [m1, '1200'],
    ] as const)
      world.issue(g3, who, ABC, value);
    await world.env.close();
    offer(world.env, m1, tokens('1000', g3.id, ABC), 10_000n * DROPS);
    assert.deepEqual(world.find(a1, a2, 10n * DROPS, ABC), ['1', ['G3 XRP']]);
  });

  describe('for tokens of one currency', () => {
    let world: World;
    const hkd = (issuer: Party) => tokens('10', issuer.id, HKD);
    before(async () => {
      world = await World.create();
      const lines = [
        [a1, g1],
        [a2, g2],
        [a3, g1],
        [m1, g1],
        [m1, g2],
        [m2, g1],
        [m2, g2],
      ] as const;
      for (const [holder, gate] of lines)
        world.trust(holder, gate, HKD, holder === m1 || holder === m2 ? '100000' : '2000');
      await world.env.close();
      const issued = [
        [g1, a1, '1000'],
        [g2, a2, '1000'],
        [g1, a3, '1000'],
        [g1, m1, '1200'],
        [g2, m1, '5000'],
      ] as const;
      for (const [gate, holder, value] of [...issued, [g1, m2, '1200'] as const, [g2, m2, '5000'] as const]) {
        world.issue(gate, holder, HKD, value);
      }
      await world.env.close();
    });

    test('lead over those who hold tokens of both issuers', () => {
      assert.deepEqual(world.find(a1, a2, hkd(a2), HKD), ['10', ['G1 M1 G2', 'G1 M2 G2']]);
      assert.deepEqual(world.find(a2, a1, hkd(a1), HKD), ['10', ['G2 M1 G1', 'G2 M2 G1']]);
      assert.deepEqual(world.find(g1, a2, hkd(a2), HKD), ['10', ['M1 G2', 'M2 G2']]);
      assert.deepEqual(world.find(m1, g1, hkd(m1), HKD), ['10', []]);
    });

    describe('with offers', () => {
      before(() => {
        const of = (issuer: Party) => tokens('1000', issuer.id, HKD);
        offer(world.env, m1, of(g1), of(g2));
        offer(world.env, m2, 10_000n * DROPS, of(g2));
        offer(world.env, m2, of(g1), 10_000n * DROPS);
      });

      test('are none to an issuer, and one over a common one', () => {
        assert.deepEqual(world.find(a1, g1, hkd(g1), HKD), ['10', []]);
        assert.deepEqual(world.find(a1, g1, hkd(a1), HKD), ['10', []]);
        assert.deepEqual(world.find(a1, a3, hkd(a3), HKD), ['10', ['G1']]);
      });

      test('lead from issuer to issuer over holders, a book, and drops', () => {
        assert.deepEqual(world.find(g1, g2, hkd(g2), HKD), ['10', ['M1', 'M2', 'XRP book:G2', 'book:G2']]);
        const unlinked = ['G1 M1', 'G1 M2', 'G1 XRP book:G2', 'G1 book:G2'];
        assert.deepEqual(world.find(a1, g2, hkd(g2), HKD), ['10', unlinked]);
        assert.deepEqual(world.find(a1, a2, hkd(a2), HKD), ['10', unlinked.map((path) => `${path} G2`)]);
      });
    });
  });
});
