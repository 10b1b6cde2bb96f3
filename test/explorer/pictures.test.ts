/** The pictures of the explorer: what they are drawn from, and what they show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { ServedEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, ERIC, type ExplorerWorld, makeExplorerWorld } from './support/explorer-world.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

/** Its modules are JavaScript for browsers, which the compiler does not look at. */
const load = (name: string) => import(new URL(`../../explorer/${name}`, import.meta.url).href);
const { tradeWith } = await load('pictures/amm-math.js');
const { authorizedOf, graphAround, holdingOf, MOST_NODES, trustOf, withLines } = await load('pictures/trust-edges.js');
const { deedOf, spanOf, stepOf } = await load('pictures/channel-events.js');
const { signOf } = await load('identicon.js');
const { localeNumber } = await load('numbers.js');

describe('what pictures are drawn from', () => {
  const line = (account: string, more: object = {}) => ({
    ...{ account, currency: 'USD', balance: '0', limit: '0', limit_peer: '0' },
    ...more,
  });

  test('a trust line says who trusts, who holds and who was authorized, from either side', () => {
    const owed = line('rB', { balance: '-5', limit: '0', limit_peer: '10', authorized: true });
    const [edge] = withLines(graphAround('rA'), 'rA', { lines: [owed] }).edges.values();
    assert.deepEqual(trustOf(edge), [{ from: 'rB', to: 'rA', limit: '10' }]);
    assert.deepEqual(holdingOf(edge), { holder: 'rB', issuer: 'rA', value: '5' });
    assert.deepEqual(authorizedOf(edge), ['rB']);
    const held = line('rA', { balance: '5', limit: '10', limit_peer: '3', peer_authorized: true });
    const [other] = withLines(graphAround('rB'), 'rB', { lines: [held] }).edges.values();
    assert.deepEqual(holdingOf(other), { holder: 'rB', issuer: 'rA', value: '5' });
    assert.equal(trustOf(other).length, 2);
    assert.deepEqual(authorizedOf(other), ['rB']);
    assert.equal(other.key, edge.key);
    assert.equal(holdingOf({ ...edge, balance: '0.00' }), undefined);
  });

  test('a graph grows to a bound, has each line once, and says where it was cut', () => {
    const many = Array.from({ length: MOST_NODES + 5 }, (_, at) => line(`r${at}`));
    const graph = withLines(graphAround('rA'), 'rA', { lines: many });
    assert.equal(graph.nodes.size, MOST_NODES);
    assert.deepEqual(graph.nodes.get('rA'), { address: 'rA', isWhole: true, isCut: true });
    const again = withLines(graph, 'r0', { lines: [line('rA')] });
    assert.equal(again.edges.size, graph.edges.size);
    assert.equal(again.nodes.get('r0').isCut, false);
    assert.equal(withLines(graphAround('rA'), 'rA', { lines: [], marker: 'x' }).nodes.get('rA').isCut, true);
  });

  test('a channel is told step by step', () => {
    const node = (kind: string, fields: object) => ({
      hash: 'H',
      ledger_index: 9,
      tx_json: { Account: 'rSource', date: 5 },
      meta: { AffectedNodes: [{ [kind]: { LedgerIndex: 'C', PreviousTxnID: 'P', ...fields } }] },
    });
    const made = stepOf(node('CreatedNode', { NewFields: { Account: 'rSource', Amount: '9' } }), 'C');
    assert.deepEqual([made.amount, made.balance, made.previous, made.isSource], ['9', '0', undefined, true]);
    assert.equal(deedOf(made, undefined).words, 'opened');
    const after = (fields: object) =>
      stepOf(node('ModifiedNode', { FinalFields: { Account: 'rOther', Amount: '9', Balance: '0', ...fields } }), 'C');
    const words = (fields: object, before = made) => deedOf(after(fields), before).words;
    assert.equal(after({}).previous, 'P');
    assert.equal(words({ Balance: '4' }), 'claimed');
    assert.equal(words({ Amount: '12' }), 'deposit added');
    assert.equal(words({ Expiration: 7 }), 'asked to close');
    assert.equal(words({ Balance: '4', Expiration: 7 }), 'claimed, asked to close');
    assert.equal(words({ Expiration: 8 }, after({ Expiration: 7 })), 'expiry moved');
    assert.equal(words({}, after({ Expiration: 7 })), 'request to close taken back');
    assert.equal(deedOf({ ...made, kind: 'DeletedNode' }, made).mark, 'close');
    const events = [{ seconds: 100 }, { seconds: 200 }];
    assert.deepEqual(spanOf(events, 300, [400, 1_000_000]), { from: 100, to: 400 });
  });

  test('a trade with a pool keeps the product, takes the fee and moves the price', () => {
    const pool = { reserveIn: '1000', reserveOut: '500', fee: 0 };
    const { given, price, after, impactPercent } = tradeWith(pool, '1000');
    assert.deepEqual([given, price, impactPercent], ['250', '4', '100.00']);
    assert.deepEqual(after, { reserveIn: '2000', reserveOut: '250' });
    // 1 % of 100 is kept: 500 × 99 / 1099.
    assert.equal(tradeWith({ ...pool, fee: 1_000 }, '100').given, '45.04094631');
    for (const none of ['', '0', '-1', 'x', '1e999'])
      assert.equal(tradeWith(pool, none)?.given, none === '1e999' ? '499.9999999' : undefined);
  });

  test('signs of addresses that begin and end alike are other ones', () => {
    const signs = new Set<string>();
    for (let at = 0; at < 500; at += 1) {
      const { path, colour } = signOf(`rHb9CJAWyB4rj91VRWn${at}kukG4bwdtyTh`);
      assert.match(path, /^(M\d \dh1v1h-1z)+$/);
      signs.add(path + colour);
    }
    assert.ok(signs.size > 495, `${signs.size} of 500`);
  });

  test('numbers that nobody could count have all their digits and a power of ten', () => {
    assert.equal(localeNumber('9999999999999999e80'), '9.999999999999999e95');
    assert.equal(localeNumber('-1234567890123456e-96'), '-1.234567890123456e-81');
    assert.equal(localeNumber('100000000000.000001'), '100,000,000,000.000001');
  });
});

describe('the pictures of the explorer', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let world: ExplorerWorld;
  let explorer: ExplorerPage;
  let page: Page;
  before(async () => {
    ({ served, world, explorer, page, stop } = await openExplorer(makeExplorerWorld));
  });
  after(() => stop());

  const tableOf = (summary: string) =>
    page.evaluate(`(() => {
      const details = [...document.querySelectorAll('details')].find((one) => one.innerText.startsWith(${JSON.stringify(summary)}));
      details.open = true;
      return [...details.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
    })()`) as Promise<string[][]>;

  test('show who trusts whom, and more of it on demand, in a picture and a table', async () => {
    await explorer.see(`#/account/${BANK.address}`, 'Who trusts whom');
    await page.waitForSelector('.graph .node');
    const count = (selector: string) => page.$$eval(selector, (all) => all.length);
    assert.deepEqual([await count('.graph .node'), await count('.graph .edge')], [4, 4]);
    assert.deepEqual(
      (await tableOf('The lines as a table')).find(([from, , limit]) => from === CAFE.address && limit === '1,000 USD'),
      [CAFE.address, BANK.address, '1,000 USD', '640.25 USD', 'by the other', ''],
    );
    assert.ok(
      (await tableOf('The lines as a table')).some(([from, , , , state]) => from === ERIC.address && state === 'no'),
    );
    await page.click(`.graph .node[aria-label*="${DORA.address}"]`);
    await page.waitForFunction(`document.querySelectorAll('.graph .node').length > 5`);
    const both = (await tableOf('The lines as a table')).filter(([from, to]) =>
      [from, to].every((one) => one === DORA.address || one === ERIC.address),
    );
    assert.deepEqual(both.map(([, , limit, holds]) => `${limit} ${holds}`).toSorted(), [
      '50 USD 12.5 USD',
      '75 USD 0 USD',
    ]);
    const places = await page.$$eval('.graph .node', (all) => all.map((one) => one.getAttribute('transform')));
    assert.equal(new Set(places).size, places.length);
  });

  test('follow what is held, and leave accounts where they are', async () => {
    const places = () => page.$$eval('.graph .node', (all) => all.map((one) => one.getAttribute('transform')).join());
    const before = await places();
    const Amount = tokens('7', BANK.id);
    served.env.submit(BANK, { TransactionType: 'Payment', Destination: DORA.id, Amount }, 'tesSUCCESS');
    await served.env.close();
    await page.waitForFunction(
      `[...document.querySelectorAll('.graph text')].some((one) => one.textContent === '127 USD')`,
    );
    assert.equal(await places(), before);
  });

  test('show the life of a channel', async () => {
    await explorer.see(`#/entry/${world.channel}`, 'In time', 'asked to close, or closed');
    await page.waitForSelector('figure svg path.paid');
    const rows = await tableOf('The same as a table');
    assert.deepEqual(
      rows.map(([, what, put, paid]) => [what, put, paid]),
      [
        ['opened', '40 XRP', '0 XRP'],
        ['paid out by its source', '40 XRP', '6 XRP'],
        ['paid out by its source', '40 XRP', '21 XRP'],
        ['deposit added', '65 XRP', '21 XRP'],
        ['paid out by its source', '65 XRP', '38 XRP'],
        ['asked to close', '65 XRP', '38 XRP'],
      ],
    );
    const label = await page.$eval('figure svg', (svg) => svg.getAttribute('aria-label'));
    assert.match(label!, /6 changes; in the end 65 XRP were put into it and 38 XRP paid out/);
    assert.deepEqual(await page.$$eval('figure svg circle', (all) => all.map((one) => one.getAttribute('class'))), [
      'deposit',
      'claim',
      'claim',
      'deposit',
      'claim',
      'close',
    ]);
    assert.equal((await page.$$('figure svg line.end')).length, 1);
  });

  test('show a pool on its curve, and what a trade would do', async () => {
    await explorer.see(`#/entry/${world.amm}`, 'Pool of XRP', '0.5 USD', '0.5 %');
    await page.waitForSelector('figure svg path.curve');
    await explorer.type('input[name=paid]', '100');
    // 250 × 99.5 / 599.5.
    await explorer.wait('The pool gives about 41.49291075 USD, each for 2.410050251 XRP: 20.5 % worse');
    assert.equal((await page.$$('figure svg circle.there')).length, 1);
    await explorer.type('input[name=paid]', '-');
    await explorer.wait('That is no amount');
  });

  test('show how much of an order book there is up to each price', async () => {
    await explorer.see(`#/book/${encodeURIComponent(`XRP USD/${CAFE.address}`)}`, 'sold up to a price', 'Pool');
    await page.waitForSelector('figure svg path.asks[d^=M]');
  });

  test('show escrows in time', async () => {
    await explorer.see(`#/account/${DORA.address}`, 'Escrows in time');
    await page.waitForSelector('figure svg rect.deposited');
    assert.equal((await page.$$('figure svg rect.close')).length, 3);
    assert.equal((await tableOf('The same as a table')).length, 3);
  });

  test('show how full ledgers are, and what they paid', async () => {
    await explorer.see('#/', 'Fees');
    const { ledgerIndex } = served.env.node.validated;
    await page.waitForFunction(`document.querySelectorAll('.fill rect.count').length === ${ledgerIndex}`);
    const rows = await tableOf('The same as a table');
    assert.deepEqual(rows[0], [String(ledgerIndex), '1', '0.00001 XRP']);
    assert.ok(rows.some(([, , fees]) => fees === '0.20004 XRP'));
  });

  test('complained of nothing', () => assert.deepEqual(explorer.faults, []));
});
