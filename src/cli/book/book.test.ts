import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ALICE,
  BOB,
  CAROL,
  DROPS,
  EUR_JSON,
  GATE,
  offer,
  openMarket,
  USD_JSON,
  usd,
} from '../../../test/support/market.ts';
import { type ServedEnv, serveEnv } from '../../../test/support/served-env.ts';
import { book } from './book.ts';
import { bookText } from './book-text.ts';

describe('weir book', () => {
  let served: ServedEnv;
  let url: string;
  const dollars = `USD/${GATE.address}`;
  const euros = `EUR/${GATE.address}`;

  before(async () => {
    served = await serveEnv();
    const { env } = served;
    await openMarket(env);
    offer(env, ALICE, usd('30'), 10n * DROPS);
    offer(env, BOB, 50n * DROPS, usd('125'));
    await env.close();
    offer(env, CAROL, usd('8'), 2n * DROPS);
    url = `http://127.0.0.1:${served.port}`;
  });
  after(() => served.stop());

  async function run(...words: string[]): Promise<string[]> {
    const printed: string[] = [];
    assert.equal(await book([...words, '--url', url], (text) => printed.push(text)), 0);
    return printed.join('\n').split('\n');
  }

  test('shows both sides of the validated ledger', async () => {
    const index = served.env.node.validated.ledgerIndex;
    const [first, second] = [ALICE, BOB].map((who) => who.address);
    const sequences = [ALICE, BOB].map((who) => served.env.account(who)!.Sequence - 1);
    assert.deepEqual(await run('XRP', dollars), [
      `XRP in ${dollars}, ledger ${index}`,
      '',
      'Who sells XRP:',
      `price  amount  total  funded  owner                               offer`,
      `    3      10     30     all  ${first!.padEnd(34)}  ${sequences[0]}`,
      '',
      'Who buys XRP:',
      `price  amount  total  funded  owner                               offer`,
      `  2.5      50    125      40  ${second!.padEnd(34)}  ${sequences[1]}`,
      '',
      'best: 3 / 2.5',
    ]);
  });

  test('shows the opposite book, the open ledger, and a limited number of offers', async () => {
    const [title, , who, , row] = await run(dollars, 'XRP', '--ledger', 'current', '--limit', '1');
    const open = served.env.node.openLedger.view.ledgerIndex;
    assert.deepEqual([title, who], [`${dollars} in XRP, open ledger ${open}`, `Who sells ${dollars}:`]);
    assert.match(row!, /^ +0\.4 +125 +50 +100 /);
    const side = (await run('XRP', dollars, '--ledger', 'current')).slice(2, 6);
    assert.deepEqual(
      side.map((line) => line.trim().split(/\s+/)[0]),
      ['Who', 'price', '3', '4'],
    );
  });

  test('shows sides without offers', async () => {
    const lines = await run(euros, dollars, '--domain', 'AB'.repeat(32), '--taker', GATE.address);
    assert.deepEqual(lines.slice(2), [`No offer sells ${euros}.`, '', `No offer buys ${euros}.`]);
  });

  test('refuses other words', async () => {
    const refused = (words: string[], message: RegExp) =>
      assert.rejects(
        book(words, () => {}),
        { message },
      );
    await refused(['XRP'], /takes two assets/);
    await refused(['XRP', 'dollars'], /'dollars' is not an asset/);
    await refused(['XRP', 'USD'], /lacks its issuer: write USD\/r/);
    await refused(['XRP', dollars, '--limit', '0'], /--limit must be/);
    await refused(['XRP', dollars, '--limits', '1'], /did you mean '--limit'/);
    await refused(['XRP', `USD/rAbsent`, '--url', url], /bad issuer/);
  });

  test('shows partly funded offers, and prices of ten digits', () => {
    const ask = { Account: 'rA', Sequence: 7, TakerGets: '3', TakerPays: { ...USD_JSON, value: '1' } };
    const none = { ...USD_JSON, value: '0' };
    const bid = {
      ...{ Account: 'rB', Sequence: 8, TakerPays: '3000000', TakerGets: { ...USD_JSON, value: '2e-7' } },
      ...{ taker_pays_funded: '0', taker_gets_funded: none },
    };
    const answer = (...offers: object[]) => ({ ledger_index: 5, validated: false, offers: offers as [] });
    const text = bookText({
      base: { currency: 'XRP' },
      counter: EUR_JSON,
      asks: answer(ask),
      bids: answer(bid),
    });
    assert.match(text, /ledger 5 \(not validated\)/);
    assert.match(text, /333333\.3333 {2}0\.000003 {6}1 {5}all {2}rA {5}7/);
    assert.match(text, /none {2}rB/);
  });
});
