/** The explorer's histories, long lists, tokens and comparisons, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { EXPORT_COLUMNS } from '../../explorer/history/export-text.js';
import { MASTER } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BUYER, COUNTS, HOLDER, type ListsWorld, MAKER, makeListsWorld } from './support/explorer-lists-world.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

/** What is on a page of a list, and how many pages are kept near the window. */
const MOST_ROWS_AT_ONCE = 450;

describe('the explorer with long histories', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let explorer: ExplorerPage;
  let world: ListsWorld;
  before(async () => {
    ({ served, world, explorer, stop } = await openExplorer(makeListsWorld));
  });
  after(() => stop());

  const evaluate = <T>(expression: string) => explorer.page.evaluate(expression) as Promise<T>;
  const account = (address: string, query = '') => `#/account/${address}${query}`;

  test('shows ledgers with failures and fees, from one request', async () => {
    const text = await explorer.see('#/', 'Failed', 'Fees', '0.00002 XRP');
    const { env } = served;
    assert.match(text, new RegExp(`\\n${env.node.validated.ledgerIndex}\\t.* s\\t2\\t0\\t0\\.00002 XRP`));
    env.submit(MAKER, { TransactionType: 'AccountSet', Fee: 17n }, 'tesSUCCESS');
    await env.close();
    await explorer.wait('0.000017 XRP');
  });

  test('lists more trust lines, tickets, tokens and offers than a page holds, and keeps a part of them', async () => {
    // As browsers do where there is much to do: what was so before is told with what is so now.
    await evaluate(`window.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell, options) {
        super((changes, observer) => tell([{ isIntersecting: !changes.at(-1).isIntersecting }, ...changes], observer), options);
      }
    }`);
    for (const [place, heading, count] of [
      [account(HOLDER.address), 'Trust lines', COUNTS.lines],
      [account(HOLDER.address, '?owned=ticket'), 'Owned objects', COUNTS.tickets],
      [account(MAKER.address), 'Non-fungible tokens', COUNTS.nfts - 2],
      [`#/ledger/${world.minted}`, 'Transactions', COUNTS.nfts],
      [`#/book/${encodeURIComponent(`XRP USD/${MASTER.address}`)}`, 'Who sells', COUNTS.offers],
    ] as const) {
      await explorer.see(place, heading);
      const { seen, most } = await explorer.scrollThrough(heading, count);
      assert.equal(seen, count, heading);
      assert.ok(most <= MOST_ROWS_AT_ONCE, `${heading}: ${most} rows at once`);
    }
  });

  test('asks again for what the connection or the load of the server took from it', async () => {
    const lines = account(HOLDER.address);
    for (const fault of ['connection', 'tooBusy']) {
      await explorer.see('#/', 'Live');
      await explorer.fail('"command":"account_lines"', fault);
      await explorer.see(lines, 'Trust lines');
      await explorer.fail('"marker"', fault);
      assert.equal((await explorer.scrollThrough('Trust lines', COUNTS.lines)).seen, COUNTS.lines, fault);
    }
    await explorer.see('#/', 'Live');
    await explorer.see(lines, 'Trust lines', 'Show newer ones');
    await explorer.fail('"marker"', 'internal');
    await evaluate(
      `[...document.querySelectorAll('tbody.page')].forEach((page) => page.scrollIntoView({ block: 'end' }))`,
    );
    await explorer.press('Try again');
    assert.equal((await explorer.scrollThrough('Trust lines', COUNTS.lines)).seen, COUNTS.lines);
    assert.doesNotMatch(await explorer.text(), /Try again/);
  });

  test('is where one was after going back, however long the list is', async () => {
    await explorer.see('#/', 'Live');
    await explorer.see(account(HOLDER.address, '?owned=ticket'), 'Owned objects');
    await explorer.scrollThrough('Owned objects', COUNTS.tickets);
    const link = `[...document.querySelectorAll('.paged-section a[href*="/entry/"]')].at(-1)`;
    await evaluate(`${link}.scrollIntoView({ block: 'center' })`);
    const place = (href: string) => `document.querySelector('a[href="${href}"]')?.getBoundingClientRect().top`;
    const [href, top] = await evaluate<[string, number]>(`new Promise((done) => {
      let [seen, frames] = [scrollY, 0];
      const look = () => {
        frames = seen === scrollY ? frames + 1 : 0;
        seen = scrollY;
        if (frames > 5) done([${link}.getAttribute('href'), ${link}.getBoundingClientRect().top]);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await evaluate(`document.querySelector('a[href="${href}"]').click()`);
    await explorer.wait('LedgerEntryType');
    assert.equal(await evaluate('scrollY'), 0);
    await explorer.page.goBack();
    await explorer.until(`Math.abs(${place(href)} - ${top}) < 2`);
    await explorer.page.goForward();
    await explorer.wait('LedgerEntryType');
    assert.equal(await evaluate('scrollY'), 0);
  });

  test('shows lists as of a past ledger', async () => {
    const past = await explorer.see(account(HOLDER.address, `?ledger=${world.funded}`), 'As of ledger', 'Since then');
    assert.doesNotMatch(past, /Trust lines\n/);
    await explorer.see(account(MAKER.address, `?ledger=${world.minted}`), 'Non-fungible tokens');
    assert.equal((await explorer.scrollThrough('Non-fungible tokens', COUNTS.nfts)).seen, COUNTS.nfts);
  });

  /** Waits until the history has so many rows. */
  async function seeHistoryOf(count: number): Promise<void> {
    const rows = `document.querySelectorAll('.history .page a[href*="/tx/"]').length`;
    await explorer.until(`(document.querySelector('.history')?.scrollIntoView(), ${rows} === ${count})`);
  }

  test('filters a history, and keeps the filters in the address when one goes back in time', async () => {
    await explorer.see(account(HOLDER.address), 'Show newer ones');
    await evaluate(`document.querySelector('.filters summary').click()`);
    await explorer.until(`document.querySelector('select[name=tx_type]').options.length > 50`);
    await explorer.choose('tx_type', 'Payment');
    await explorer.choose('direction', 'in');
    await explorer.page.focus('input[name=counterparty]');
    await explorer.page.keyboard.press('Enter');
    await seeHistoryOf(3);
    assert.match(await evaluate('location.hash'), /tx_type=Payment&direction=in/);
    assert.equal(await evaluate('document.activeElement.name'), 'counterparty', 'the focus stays');
    await evaluate(`(() => { const number = document.querySelector('header input[type=number]');
      number.value = ${world.funded}; number.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await seeHistoryOf(1);
    assert.match(await evaluate('location.hash'), new RegExp(`direction=in&ledger=${world.funded}`));
    await explorer.see(account(HOLDER.address, '?tx_type=CheckCash'), 'Nothing passes these filters.');
    await explorer.see(account(HOLDER.address, '?counterparty=nobody'), "Invalid field 'counterparty'.");
    // What the controls hold is what the address says from the first picture on that shows the new values.
    await evaluate(`new MutationObserver(() => {
      window.heldFirst ??= document.querySelector('.filters summary').innerText === 'Filter' ? document.querySelector('input[name=counterparty]').value : undefined;
    }).observe(document.querySelector('.filters'), { characterData: true, subtree: true, childList: true })`);
    await explorer.press('Show all');
    const isWhole = `document.querySelector('.history .page')?.innerText.includes('TicketCreate')`;
    await explorer.until(`(document.querySelector('.history')?.scrollIntoView(), ${isWhole})`);
    assert.equal(await evaluate('window.heldFirst'), '');
  });

  /** Has a file written, and gives its text. */
  async function exported(format: string): Promise<string> {
    await evaluate(`(() => { window.saved = undefined; const make = URL.createObjectURL;
      URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make.call(URL, blob); }; })()`);
    await explorer.press(`Export as ${format}`);
    await explorer.until('window.saved !== undefined');
    await explorer.wait('rows were written');
    return evaluate('window.saved');
  }

  test('writes a history as CSV and as JSON lines, all rows of it', async () => {
    await explorer.see(account(HOLDER.address), 'Export as CSV');
    await explorer.fail('"forward":true', 'tooBusy');
    const lines = (await exported('CSV')).trimEnd().split('\n');
    const answer = await rpcOf(served.env)('account_tx', {
      account: HOLDER.address,
      ledger_index_min: -1,
      limit: 1_000,
    });
    assert.equal(new Set(lines.map((line) => line.slice(-64))).size, 1 + answer.transactions.length);
    assert.ok(lines.length > COUNTS.lines, 'more than a page');
    assert.equal(lines[0], EXPORT_COLUMNS.join());
    assert.match(lines[1]!, /^20\d\d-.*Z,3,Payment,tesSUCCESS,in,10000,XRP,,r\w+,,10000,10000,,,,[0-9A-F]{64}$/);
    const received = lines.find((line) => line.includes(',7.25,'));
    assert.match(received!, /,in,7\.25,"'@A1",/);
    await explorer.see(account(HOLDER.address, '?tx_type=Payment'), 'Export as JSON lines');
    await seeHistoryOf(3);
    const rows = (await exported('JSON lines'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['Payment', 'Payment', 'Payment'],
    );
  });

  test('finds a non-fungible token, and tells its way', async () => {
    await explorer.search(world.soldNft.toLowerCase());
    const text = await explorer.wait(
      'Non-fungible token',
      BUYER.address,
      'ipfs://token-0',
      '9 XRP',
      'Through whose hands',
      'None.',
    );
    assert.match(text, /Can be sold by others than its issuer/);
    assert.match(text, /Offers to buy it\n+None\./);
    assert.match(text, new RegExp(`${BUYER.address}\\t${world.sold}\\t[^]*${MAKER.address}\\t${world.minted}\\t`));
    const past = await explorer.see(`#/nft/${world.soldNft}?ledger=${world.minted}`, `As of ledger ${world.minted}`);
    assert.match(past, new RegExp(`Owner\\n+${MAKER.address}`));
    await explorer.see(`#/nft/${world.burnedNft}`, 'burned in ledger');
    await explorer.see(`#/nft/${world.soldNft}?ledger=${world.funded}`, 'No non-fungible token with this id');
  });

  test('finds a multi-purpose token with its holders', async () => {
    await explorer.see('#/', 'Live');
    await explorer.search(world.issuance);
    const text = await explorer.wait(
      'Multi-purpose token',
      'In circulation',
      'Holders',
      HOLDER.address,
      '“{"n":"Cinema"}<img src=x',
    );
    assert.match(text, /In circulation\n+40\n/);
    assert.match(text, /Holders need the issuer’s approval/);
    assert.match(text, new RegExp(`${BUYER.address}\\t0\\twaits for approval`));
    await explorer.choose('holders', 'pending');
    await explorer.until(`!document.querySelector('main').innerText.includes('${HOLDER.address}')`);
    assert.match(await evaluate('location.hash'), /holders=pending/);
    await explorer.see(`#/issuance/${world.issuance}?ledger=${world.funded}`, 'This ledger has no multi-purpose token');
  });

  test('shows what strangers wrote as what it is', async () => {
    for (const place of [`#/nft/${world.hostileNft}`, `#/issuance/${world.issuance}`]) {
      const text = await explorer.see(place, '<img src=x onerror=', 'U+202E', 'U+200B');
      assert.doesNotMatch(text, /[\u202E\u200B]/);
      assert.equal(await evaluate('window.hacked'), undefined);
      assert.equal(await explorer.page.$('main img, main script'), null);
    }
  });

  test('compares two ledgers, however far apart', async () => {
    const newest = served.env.node.validated.ledgerIndex;
    await explorer.see('#/', 'Live');
    await explorer.search(`${newest}/${world.funded}`);
    const text = await explorer.wait(
      `Ledgers ${world.funded} and ${newest}`,
      'What differs',
      'Headers',
      'modified',
      'Before',
    );
    assert.match(text, new RegExp(`Ledger\\t${world.funded}\\t${newest}\\t${newest - world.funded} ledgers`));
    await explorer.choose('type', 'ticket');
    await explorer.until(`document.querySelector('.page h3')?.textContent.startsWith('Ticket created')`);
    const { seen, most } = await explorer.scrollThrough('What differs, last changed first', COUNTS.tickets);
    assert.equal(seen, COUNTS.tickets);
    assert.ok(most < COUNTS.tickets, `${most} at once`);
    await explorer.choose('type', 'mptoken');
    await explorer.until(`document.querySelectorAll('.page h3').length === 2`);
    await explorer.see(`#/compare/${newest}/${newest}`, 'Nothing of this kind.');
    await explorer.see('#/compare/2/999999', 'This server has no ledger 999999.');
  });

  test('says that it does not know where the server was too busy to say', async () => {
    await explorer.see('#/', 'Live');
    await explorer.fail('"command":"ledger_entry"', 'tooBusy');
    await explorer.search('CD'.repeat(32));
    await explorer.wait('tooBusy It is asked again in a moment.');
    await explorer.wait('No transaction, ledger or entry');
  });

  test('finds accounts by what people call them, and says so where there is none', async () => {
    await explorer.search('master');
    await explorer.wait(MASTER.address, 'the master account');
    await explorer.search('dev 3');
    await explorer.wait('development account 3', 'Account not found in the newest ledger.', '--dev');
    await explorer.search('AB'.repeat(32));
    await explorer.wait('no payment channel or non-fungible token this id');
  });

  test('says of pages that are the same as of every ledger that they are', async () => {
    const { funded } = world;
    await explorer.see(`#/ledger/${funded}?ledger=${funded}`, 'A closed ledger never changes');
    await explorer.see(`#/?ledger=${funded}`, 'This page shows what happens now');
    await explorer.see(`#/compare/2/${funded}?ledger=${funded}`, 'The two ledgers are in the address');
  });

  test('fits a narrow screen', async () => {
    await explorer.page.setViewport({ width: 360, height: 700 });
    for (const [place, ...words] of [
      [account(HOLDER.address, '?tx_type=Payment'), 'History', 'Trust lines'],
      [`#/nft/${world.soldNft}`, 'Through whose hands'],
      [`#/issuance/${world.issuance}`, 'waits for approval'],
      [`#/compare/2/${world.sold}`, 'What differs', 'AccountRoot'],
      ['#/', '0.00002 XRP'],
    ] as const) {
      await explorer.see(place, ...words);
      assert.ok((await evaluate<number>('document.documentElement.scrollWidth')) <= 360, place);
    }
  });

  test('complained of nothing, and asked nobody else for anything', () => {
    assert.deepEqual(explorer.faults, []);
  });
});
