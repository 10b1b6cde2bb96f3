/** What each view of the explorer shows, in a browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import { EXPORT_COLUMNS } from '../../explorer/history/export-text.js';
import { AccountSetFlags } from '../../src/protocol/tables/flags.ts';
import { MASTER, submitNow } from '../support/env.ts';
import { rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, ERIC, type ExplorerLedger, MALLORY, makeLedger } from './support/ledger.ts';
import { BUYER, COUNTS, HOLDER, type LongLists, MAKER, makeLongLists } from './support/long-lists.ts';
import { type ExplorerPage, openExplorer, shown } from './support/page.ts';

/** Rows of a page of a list. The number of the explorer is 200. */
const PAGE_ROWS = 20;
const { asfRequireDest, asfDepositAuth, asfGlobalFreeze, asfNoFreeze } = AccountSetFlags;
const account = (address: string, query = '') => `#/account/${address}${query}`;
const book = (issuer: string) => `#/book/${encodeURIComponent(`XRP USD/${issuer}`)}`;

describe('views of the explorer', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let explorer: ExplorerPage;
  let page: Page;
  let lists: LongLists;
  let ledger: ExplorerLedger;
  before(async () => {
    const opened = await openExplorer(async (env) => [await makeLongLists(env), await makeLedger(env)] as const);
    ({ served, explorer, page, stop } = opened);
    [lists, ledger] = opened.fixture;
  });
  after(() => stop());

  const evaluate = <T>(expression: string) => page.evaluate(expression) as Promise<T>;
  const countOf = (selector: string) => page.$$eval(selector, (all) => all.length);
  /** The cells of the table below a chart. */
  const tableOf = (summary: string) =>
    evaluate<string[][]>(`(() => {
      const details = [...document.querySelectorAll('details')].find((one) => one.innerText.startsWith(${JSON.stringify(summary)}));
      details.open = true;
      return [...details.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.innerText.trim()));
    })()`);

  test('live: the newest transactions in sentences, by family, and the last ledgers', async () => {
    await explorer.wait('Transactions', 'Accounts', 'Payments', ' offers ');
    const { ledgerIndex } = served.env.node.validated;
    await page.waitForSelector(`[data-ledger="${ledgerIndex}"].ledger-tile`);
    await explorer.until(`document.querySelectorAll('.squares i[class]').length > 6`);
    await explorer.press('Payments');
    await explorer.until(
      `[...document.querySelectorAll('.newest tr')].every((row) => row.innerText.startsWith('Payment'))`,
    );
    await explorer.press('Payments');
  });

  test('ledger: header and transactions', async () => {
    const text = await explorer.see(
      `#/ledger/${ledger.funded}`,
      `Ledger ${ledger.funded}`,
      'Total XRP',
      'State tree',
      ' created ',
    );
    assert.match(text, /Transactions\n+5\n/);
    await explorer.see('#/ledgers', 'All ledgers', `\n${ledger.funded}\t`);
  });

  test('transaction: what happened, balance changes and changed entries', async () => {
    const text = await explorer.see(`#/tx/${ledger.payment}`, `${shown(CAFE)} paid ${shown(DORA)} 12.345678 XRP`);
    assert.match(text, /−12\.345678 XRP\s+−0\.00001 XRP fee/);
    assert.match(text, /\+12\.345678 XRP/);
    assert.match(text, /Balance\s+10,000 XRP → 10,012\.345678 XRP/);
    await page.click('.page-head .menu summary');
    assert.deepEqual(await page.$$eval('.sheet button', (all) => all.map((one) => one.textContent)), [
      ...['xrpl.js', 'xrpl-py', 'curl', 'a test case'],
    ]);
    await evaluate(`[...document.querySelectorAll('button')].find((one) => one.innerText === 'Run again').click()`);
    await explorer.wait('nothing was sent', 'tesSUCCESS');
    assert.equal(await countOf('.again .balances tr'), 2);
  });

  test('failed transaction: reason and checks', async () => {
    const text = await explorer.see(`#/tx/${ledger.failure}`, 'tecPATH_DRY', 'Why it failed', 'Checks, in order');
    assert.match(text, /could not pay .* 5 USD: no path has liquidity/);
    assert.match(text, /−0\.00001 XRP fee/);
  });

  test('account: settings, reserve, lists and pending holders, now and as of a past ledger', async () => {
    for (const SetFlag of [asfRequireDest, asfDepositAuth, asfGlobalFreeze, asfNoFreeze])
      served.env.submit(ERIC, { TransactionType: 'AccountSet', SetFlag }, 'tesSUCCESS');
    await served.env.close();
    const now = await explorer.see(account(BANK.address), 'Authorizes holders', 'Balance', 'spendable', 'History');
    assert.match(now, /spendable · reserve 1\.2 XRP with 1 object/);
    await explorer.see(
      account(BANK.address, '?tab=overview'),
      'Holders of its tokens need authorization requireAuthorization',
    );
    await explorer.see(
      account(BANK.address, '?tab=trust'),
      'Trust lines',
      'Pending authorizations',
      '300 USD',
      shown(ERIC),
    );
    await explorer.see(account(BANK.address, '?tab=channels'), 'Outgoing channels', '65 XRP');
    const tags = ['Requires a tag', 'Deposit authorization', 'Global freeze', 'Never freezes'];
    await explorer.see(account(ERIC.address, '?tab=objects'), ...tags, 'Owned objects', '10 XRP for 6 USD');
    await explorer.see(account(BANK.address, '?tab=assets'), 'Obligations', '760.25 USD', 'Holders', shown(DORA));
    const past = await explorer.see(
      account(BANK.address, `?ledger=${ledger.funded}&tab=overview`),
      ...['No flags are set', 'Changes since', '10,000 XRP'],
    );
    assert.match(past, /OwnerCount\t0\t1/);
    await explorer.see(account(BANK.address, `?ledger=${ledger.funded}&tab=trust`), 'Trust lines\n', 'None.');
    assert.equal(await page.$('.graph'), null);
  });

  test('account: gains and losses, in sentences from its side', async () => {
    const text = await explorer.see(
      account(DORA.address),
      'Balance over time',
      `Received 12.345678 XRP from ${shown(CAFE)}`,
    );
    assert.match(text, /\+12\.345678 XRP/);
    await page.waitForSelector('.balance-line path.line');
  });

  test('trust graph: lines of selected accounts, as a graph and a table', async () => {
    await explorer.see(account(BANK.address, '?tab=trust'), 'Trust graph');
    await page.waitForSelector('.graph .node');
    assert.deepEqual([await countOf('.graph .node'), await countOf('.graph .edge')], [4, 4]);
    const rows = await tableOf('Trust lines as a table');
    const usd = rows.find(([holder, , limit]) => holder === shown(CAFE) && limit === '1,000 USD');
    assert.deepEqual(usd, [shown(CAFE), shown(BANK), '1,000 USD', '640.25 USD', 'yes', '']);
    assert.equal(rows.find(([holder]) => holder === shown(ERIC))![4], 'no');
    const states = (await page.evaluate(
      `[...document.querySelectorAll('main tbody.page > tr')].map(({ cells }) => cells[0].innerText + ': ' + cells[4].innerText)`,
    )) as string[];
    const authorized = [CAFE, DORA].map((holder) => `${shown(holder)}: authorized by this account`);
    assert.deepEqual(new Set(states), new Set([...authorized, `${shown(ERIC)}: `]));
    await page.click(`.graph .node[aria-label*="${DORA.address}"]`);
    await explorer.until(`document.querySelectorAll('.graph .node').length > 5`);
    const both = (await tableOf('Trust lines as a table')).filter(([from, to]) =>
      [from, to].every((one) => one === shown(DORA) || one === shown(ERIC)),
    );
    const limits = both.map(([, , limit, balance]) => `${limit} ${balance}`).toSorted();
    assert.deepEqual(limits, ['50 USD 12.5 USD', '75 USD 0 USD']);
    const positions = () => page.$$eval('.graph .node', (all) => all.map((one) => one.getAttribute('transform')));
    const before = await positions();
    assert.equal(new Set(before).size, before.length);
    const payment = { TransactionType: 'Payment', Destination: DORA.id, Amount: tokens('7', BANK.id) };
    served.env.submit(BANK, payment, 'tesSUCCESS');
    await served.env.close();
    await explorer.until(`[...document.querySelectorAll('.graph text')].some((one) => one.textContent === '127 USD')`);
    assert.deepEqual(await positions(), before);
  });

  test('channel: timeline, claims, and its state in a past ledger', async () => {
    await explorer.see('#/', 'Live');
    await explorer.search(ledger.channel);
    await explorer.wait('PayChannel', 'Timeline', 'close requested or closed');
    await page.waitForSelector('figure svg path.paid');
    const rows = await tableOf('Data as a table');
    assert.deepEqual(
      rows.map(([, what, deposited, paid]) => [what, deposited, paid]),
      [
        ['opened', '40 XRP', '0 XRP'],
        ['paid by the source', '40 XRP', '6 XRP'],
        ['paid by the source', '40 XRP', '21 XRP'],
        ['deposit added', '65 XRP', '21 XRP'],
        ['paid by the source', '65 XRP', '38 XRP'],
        ['close requested', '65 XRP', '38 XRP'],
      ],
    );
    const marks = await page.$$eval('figure svg circle', (all) => all.map((one) => one.getAttribute('class')));
    assert.deepEqual(marks, ['deposit', 'claim', 'claim', 'deposit', 'claim', 'close']);
    assert.equal(await countOf('figure svg line.end'), 1);
    const check = (claim: string) =>
      evaluate(`document.querySelector('textarea').value = ${JSON.stringify(claim)};
        document.querySelector('form.claim button').click()`);
    await check(ledger.claim);
    await explorer.wait('The claim is valid and redeems 12 XRP now.');
    await check(ledger.claim.replace('50000000', '50000001'));
    await explorer.wait('The claim cannot be redeemed:', 'the signature is not the one');
    await check('{');
    await explorer.wait('The claim is not valid JSON.');
    const past = rows[2]![4]!;
    await explorer.see(`#/entry/${ledger.channel}?ledger=${past}`, `as of ledger ${past}`, 'Timeline');
    await explorer.until(`document.querySelectorAll('figure ~ details tbody tr').length === 3`);
    const links = await page.$$eval('main section:first-of-type a, figure ~ details a', (all) =>
      all.map((one) => one.getAttribute('href')!),
    );
    for (const link of links) assert.match(link, new RegExp(`\\?ledger=${past}$`));
    await page.click('#time-machine .latest');
    await explorer.until(`location.hash === '#/entry/${ledger.channel}'`);
    await explorer.until(`document.querySelectorAll('figure ~ details tbody tr').length === 6`);
  });

  test('entry: flags by name', async () => {
    const answer = await rpcOf(served.env)('account_objects', { account: CAFE.address, type: 'state' });
    const text = await explorer.see(`#/entry/${answer.account_objects[0].index}`, 'RippleState', 'Reserve');
    assert.match(text, /Flags\t\d+ lsf(Low|High)/);
  });

  test('order book: both sides, depth, and the AMM with a trade', async () => {
    await explorer.see(book(MASTER.address), 'Sell offers', 'No offers.');
    await explorer.see(book(CAFE.address), 'Depth', 'Pool’s part within 2 %', 'Mid price', 'Spread');
    await page.waitForSelector('figure svg path.asks[d^=M]');
    assert.match(await explorer.wait('0.55'), new RegExp(`0\\.55\\t20\\t\\d+\\t${shown(ERIC)}`));
    assert.equal(await countOf('figure svg path.pool-line'), 1);
    await explorer.see(`${book(CAFE.address)}?ledger=${ledger.funded}`, 'No offers.');
    await explorer.see(`#/entry/${ledger.amm}?ledger=${ledger.funded}`, 'Entry not found.');
    await explorer.see(`#/entry/${ledger.amm}`, 'Pool of XRP', '0.5 USD', '0.5 %');
    await page.waitForSelector('figure svg path.curve');
    await explorer.type('input[name=paid]', '100');
    // 250 × 99.5 / 599.5.
    await explorer.wait('You receive about 41.49291075 USD at 2.410050251 XRP each: 20.5 % above the current price');
    assert.equal(await countOf('figure svg circle.there'), 1);
    await explorer.type('input[name=paid]', '-');
    await explorer.wait('Enter a positive amount');
  });

  test('escrows: when each can be finished and cancelled', async () => {
    await explorer.see(account(DORA.address, '?tab=overview'), 'Escrow timeline');
    await page.waitForSelector('figure svg rect.deposited');
    assert.equal(await countOf('figure svg rect.close'), 3);
    assert.equal((await tableOf('Data as a table')).length, 3);
  });

  test('NFT: owners, offers, and states before and after a sale', async () => {
    await explorer.see('#/', 'Live');
    await explorer.search(lists.soldNft.toLowerCase());
    const words = [shown(BUYER), 'ipfs://token-0', '9 XRP', 'Ownership history', 'None.'];
    const text = await explorer.wait('Non-fungible token', ...words);
    assert.match(text, /Can be transferred between holders/);
    assert.match(text, /Buy offers\n+None\./);
    assert.match(text, new RegExp(`${shown(BUYER)}\\t${lists.sold}\\t[^]*${shown(MAKER)}\\t${lists.minted}\\t`));
    const past = await explorer.see(`#/nft/${lists.soldNft}?ledger=${lists.minted}`, `As of ledger ${lists.minted}`);
    assert.match(past, new RegExp(`Owner\\n+${shown(MAKER)}`));
    await explorer.see(`#/nft/${lists.burnedNft}`, 'burned in ledger');
    await explorer.see(`#/nft/${lists.soldNft}?ledger=${lists.funded}`, 'No non-fungible token with this ID');
  });

  test('multi-purpose token: terms and holders', async () => {
    await explorer.see('#/', 'Live');
    await explorer.search(lists.issuance);
    const words = ['Outstanding amount', 'Holders', shown(HOLDER), '“{"n":"Cinema"}<img src=x'];
    const text = await explorer.wait('Multi-purpose token', ...words);
    assert.match(text, /Outstanding amount\n+0\.4 MPT/);
    assert.match(text, /Holders need authorization by the issuer/);
    assert.match(text, new RegExp(`${shown(BUYER)}\\t0 MPT \\S+\\tpending authorization`));
    await explorer.choose('holders', 'pending');
    await explorer.until(`!document.querySelector('main').innerText.includes('${shown(HOLDER)}')`);
    assert.match(await evaluate('location.hash'), /holders=pending/);
    await explorer.see(`#/issuance/${lists.issuance}?ledger=${lists.funded}`, 'This ledger has no multi-purpose token');
  });

  test('comparison of two ledgers', async () => {
    const newest = served.env.node.validated.ledgerIndex;
    await explorer.see('#/', 'Live');
    await explorer.search(`${newest}/${lists.funded}`);
    const title = `Ledgers ${lists.funded} and ${newest}`;
    const text = await explorer.wait(title, 'Changed entries', 'Headers', 'modified', 'Before');
    assert.match(text, new RegExp(`Ledger\\t${lists.funded}\\t${newest}\\t${newest - lists.funded} ledgers`));
    await explorer.choose('type', 'ticket');
    await explorer.until(`document.querySelector('.page h3')?.textContent.startsWith('Ticket created')`);
    const { seen, most } = await explorer.scrollThrough('Changed entries, most recent first', COUNTS.tickets);
    assert.equal(seen, COUNTS.tickets);
    assert.ok(most < COUNTS.tickets, `${most} at once`);
    await explorer.see(`#/compare/${newest}/${newest}`, 'No changes of this type.');
    await explorer.see('#/compare/2/999999', 'This server does not have ledger 999999.');
  });

  test('time machine: to the changes of what is open, and to a date', async () => {
    await explorer.see(account(ERIC.address), 'History');
    await page.click('.clock');
    const go = async (label: string) => {
      const before = await evaluate('location.hash');
      await page.waitForSelector(`#time-machine [aria-label="${label}"]:not([disabled])`);
      await page.click(`#time-machine [aria-label="${label}"]`);
      await explorer.until(`location.hash !== '${before}'`);
      return Number(/ledger=(\d+)/.exec(await evaluate<string>('location.hash'))![1]);
    };
    const last = await go('Previous change');
    const earlier = await go('Previous change');
    assert.ok(earlier < last, `${earlier}, ${last}`);
    assert.equal(await go('Next change'), last);
    await explorer.see('#/lookup/2026-01-01T00:00:40Z', `Ledger ${ledger.funded}`);
    await page.click('.clock');
  });

  test('name book: a name is shown in place of the address, on every page', async () => {
    await explorer.see(account(CAFE.address), 'History');
    await explorer.press('Name');
    await explorer.type('.sheet input[name=name]', 'Coffee House');
    await explorer.press('Save');
    await explorer.see(`#/tx/${ledger.payment}`, `Coffee House paid ${shown(DORA)} 12.345678 XRP`);
    await explorer.search('coffee');
    await explorer.wait('Coffee House', 'History');
    await explorer.see('#/names', CAFE.address);
    await explorer.press('Remove');
    await explorer.see(`#/tx/${ledger.payment}`, `${shown(CAFE)} paid`);
  });

  test('a secret is asked for with a warning where others could read it', async () => {
    await explorer.see(`#/desk/${BANK.address}`, 'It stays in this page');
    assert.equal(await page.$('.insecure'), null);
    await explorer.see('#/', 'Fee now');
    await evaluate(`Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true })`);
    await explorer.see(`#/desk/${BANK.address}`, 'not a secure context');
    await evaluate('delete window.isSecureContext');
  });

  test('search: by keyboard, by name, and for unknown texts', async () => {
    await explorer.see('#/', 'Live');
    await page.keyboard.press('/');
    await page.keyboard.type(ledger.payment.toLowerCase());
    await page.keyboard.press('Enter');
    await explorer.wait(`paid ${shown(DORA)} 12.345678 XRP`);
    await explorer.search('master');
    await explorer.wait(MASTER.address, 'Master account');
    await explorer.search('dev 3');
    await explorer.wait('Dev 3', 'Account not found in the latest ledger.', '--dev');
    await explorer.search('unknown text');
    await explorer.until(`document.querySelector('header').innerText.includes('Not recognized')`);
    // While the server is busy, it is unknown whether the hash exists.
    await explorer.fail('"command":"ledger_entry"', 'tooBusy');
    await explorer.search('CD'.repeat(32));
    await explorer.wait('tooBusy Retrying automatically.');
    await explorer.wait('No transaction, ledger, entry or non-fungible token with this hash');
  });

  test('errors for addresses of the explorer without content', async () => {
    await explorer.see('#/nonsense/5', 'The explorer has no page at this address.');
    await explorer.until(`document.title === 'Not found 5 · Weir explorer'`);
    await explorer.see('#/tx/ABCD', 'not a transaction hash or a CTID');
    await explorer.see('#/ledger/99999', 'This server does not have this ledger. The server has ledgers');
    await explorer.see('#/ledger/abc', 'not a ledger index or a ledger hash');
    await explorer.see('#/account/abc', 'is no address');
    await explorer.see('#/account/rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'Account not found');
  });

  test('notes on pages that do not depend on the selected ledger', async () => {
    const { funded } = lists;
    await explorer.see(`#/ledger/${funded}?ledger=${funded}`, 'A closed ledger never changes');
    await explorer.see(`#/?ledger=${funded}`, 'This page shows the latest ledger');
    await explorer.see(`#/compare/2/${funded}?ledger=${funded}`, 'This page compares the two ledgers');
  });

  describe('lists', () => {
    before(() => explorer.limitPages(PAGE_ROWS));

    // The comparison of ledgers keeps only the pages near the window.
    test('load page by page', async () => {
      // Under load browsers report several changes of visibility at once; only the last one is current.
      await evaluate(`window.IntersectionObserver = class extends IntersectionObserver {
        constructor(notify, options) {
          super((changes, observer) => notify([{ isIntersecting: !changes.at(-1).isIntersecting }, ...changes], observer), options);
        }
      }`);
      for (const [place, heading, count] of [
        [account(HOLDER.address, '?tab=trust'), 'Trust lines', COUNTS.lines],
        [account(MAKER.address, `?ledger=${lists.minted}&tab=nfts`), 'Non-fungible tokens', COUNTS.nfts],
        [`#/ledger/${lists.minted}`, 'Transactions', COUNTS.nfts],
      ] as const) {
        await explorer.see(place, heading);
        assert.equal((await explorer.scrollThrough(heading, count)).seen, count, heading);
      }
    });

    test('of a book count all offers, and show more on request', async () => {
      await explorer.see(book(MASTER.address), 'Sell offers', `${COUNTS.offers} offers`);
      assert.equal(await countOf('.book-side.asks tbody tr'), 25);
      await explorer.press(`Show ${COUNTS.offers - 25} more`);
      assert.equal(await countOf('.book-side.asks tbody tr'), COUNTS.offers);
    });

    test('repeat requests after a lost connection and when the server is busy', async () => {
      const place = account(HOLDER.address, '?tab=trust');
      for (const fault of ['connection', 'tooBusy']) {
        await explorer.see('#/', 'Live');
        await explorer.fail('"command":"account_lines"', fault);
        await explorer.see(place, 'Trust lines');
        await explorer.fail('"marker"', fault);
        assert.equal((await explorer.scrollThrough('Trust lines', COUNTS.lines)).seen, COUNTS.lines, fault);
      }
      await explorer.see('#/', 'Live');
      await explorer.see(place, 'Trust lines', 'Show newer');
      await explorer.fail('"marker"', 'internal');
      await evaluate(
        `[...document.querySelectorAll('tbody.page')].forEach((one) => one.scrollIntoView({ block: 'end' }))`,
      );
      await explorer.press('Try again');
      assert.equal((await explorer.scrollThrough('Trust lines', COUNTS.lines)).seen, COUNTS.lines);
      assert.doesNotMatch(await explorer.text(), /Try again/);
    });

    test('restore the scroll position on going back', async () => {
      await explorer.see('#/', 'Live');
      await explorer.see(account(HOLDER.address, '?tab=objects&owned=ticket'), 'Owned objects');
      await explorer.scrollThrough('Owned objects', COUNTS.tickets);
      const link = `[...document.querySelectorAll('.paged-section a[href*="/entry/"]')].at(-1)`;
      await evaluate(`${link}.scrollIntoView({ block: 'center' })`);
      const [href, top] = await evaluate<[string, number]>(`new Promise((done) => {
        let [before, frames] = [scrollY, 0];
        const look = () => {
          frames = before === scrollY ? frames + 1 : 0;
          before = scrollY;
          if (frames > 5) done([${link}.getAttribute('href'), ${link}.getBoundingClientRect().top]);
          else requestAnimationFrame(look);
        };
        look();
      })`);
      await evaluate(`document.querySelector('a[href="${href}"]').click()`);
      await explorer.wait('Ticket as of ledger');
      assert.equal(await evaluate('scrollY'), 0);
      await page.goBack();
      await explorer.until(
        `Math.abs(document.querySelector('a[href="${href}"]')?.getBoundingClientRect().top - ${top}) < 2`,
      );
      await page.goForward();
      await explorer.wait('Ticket as of ledger');
      assert.equal(await evaluate('scrollY'), 0);
    });
  });

  describe('history', () => {
    async function seeRows(count: number): Promise<void> {
      const rows = `document.querySelectorAll('.history .page a[href*="/tx/"]').length`;
      await explorer.until(`(document.querySelector('.history')?.scrollIntoView(), ${rows} === ${count})`);
    }

    /** Exports the history of the open account; returns the text of the file. */
    async function exported(format: string): Promise<string> {
      await evaluate(`(() => { window.saved = undefined; const make = URL.createObjectURL;
        URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return make.call(URL, blob); }; })()`);
      await explorer.press(`Export as ${format}`);
      await explorer.until('window.saved !== undefined');
      await explorer.wait('rows exported');
      return evaluate('window.saved');
    }

    test('shows newer transactions on request, and the balance at once', async () => {
      await explorer.see(account(MALLORY.address), 'Show newer', 'Settings');
      const balance = /Balance\n+([\d,.]+ XRP)/.exec(await explorer.text())![1]!;
      const payment = { TransactionType: 'Payment', Destination: MALLORY.id, Amount: 777_000_000n };
      served.env.submit(CAFE, payment, 'tesSUCCESS');
      await served.env.close();
      await explorer.until(`!document.querySelector('main').innerText.includes('${balance}')`);
      const history = `[...document.querySelectorAll('.history .page')].map((one) => one.innerText).join('')`;
      assert.ok(!(await evaluate<string>(history)).includes(shown(CAFE)));
      await page.waitForSelector('.history .newer:not([disabled])');
      await page.click('.history .newer');
      await explorer.until(`${history}.includes('${shown(CAFE)}')`);
    });

    test('has filters, which stay in the address and apply to past ledgers', async () => {
      await explorer.see(account(HOLDER.address), 'Show newer');
      await evaluate(`document.querySelector('.filters summary').click()`);
      await explorer.until(`document.querySelector('select[name=tx_type]').options.length > 50`);
      await explorer.choose('tx_type', 'Payment');
      await explorer.choose('direction', 'in');
      await page.focus('input[name=counterparty]');
      await page.keyboard.press('Enter');
      await seeRows(3);
      assert.match(await evaluate('location.hash'), /tx_type=Payment&direction=in/);
      assert.equal(await evaluate('document.activeElement.name'), 'counterparty', 'the focus stays');
      await evaluate(`location.hash += '&ledger=${lists.funded}'`);
      await seeRows(1);
      assert.match(await evaluate('location.hash'), new RegExp(`direction=in&ledger=${lists.funded}`));
      await explorer.see(account(HOLDER.address, '?tx_type=CheckCash'), 'No matching transactions.');
      await explorer.see(account(HOLDER.address, '?counterparty=nobody'), "Invalid field 'counterparty'.");
      await explorer.press('Clear');
      const isComplete = `document.querySelector('.history .page')?.innerText.includes('tickets')`;
      await explorer.until(`(document.querySelector('.history')?.scrollIntoView(), ${isComplete})`);
      assert.equal(await evaluate(`document.querySelector('input[name=counterparty]').value`), '');
    });

    test('is exported completely as CSV and, filtered, as JSON lines', async () => {
      await explorer.see(account(HOLDER.address), 'Export as CSV');
      await explorer.fail('"forward":true', 'tooBusy');
      const lines = (await exported('CSV')).trimEnd().split('\n');
      const params = { account: HOLDER.address, ledger_index_min: -1, limit: 1_000 };
      const { transactions } = await rpcOf(served.env)('account_tx', params);
      assert.equal(new Set(lines.map((line) => line.slice(-64))).size, 1 + transactions.length);
      assert.ok(lines.length > COUNTS.lines, 'more than a page');
      assert.equal(lines[0], EXPORT_COLUMNS.join());
      assert.match(lines[1]!, /^20\d\d-.*Z,3,Payment,tesSUCCESS,in,10000,XRP,,r\w+,,10000,10000,,,,[0-9A-F]{64}$/);
      assert.match(lines.find((line) => line.includes(',7.25,'))!, /,in,7\.25,"'@A1",/);
      await explorer.see(account(HOLDER.address, '?tx_type=Payment'), 'Export as JSON lines');
      await seeRows(3);
      const rows = (await exported('JSON lines')).trimEnd().split('\n');
      const types = rows.map((line) => (JSON.parse(line) as { type: string }).type);
      assert.deepEqual(types, ['Payment', 'Payment', 'Payment']);
    });
  });

  describe('a section that fails', () => {
    /** Replaces a member of an object in the server's responses. */
    const corrupt = (object: string, member: string, value: unknown) =>
      evaluate(`{
        const { parse } = JSON;
        JSON.parse = (text) => {
          const read = parse(text);
          if (read?.result?.${object}?.${member} !== undefined) read.result.${object}.${member} = ${JSON.stringify(value)};
          return read;
        };
      }`);

    test('leaves the other sections and the next view alone', async () => {
      await explorer.see('#/', 'Live');
      await corrupt('meta', 'AffectedNodes', 7);
      const text = await explorer.see(`#/tx/${ledger.payment}`, 'Details', 'Raw', 'This section could not be shown');
      assert.match(text, /Balance changes\n+This section could not be shown/);
      assert.match(text, /Entries changed\n+This section could not be shown/);
      assert.match(text, /Asked for\s+12\.345678 XRP/);
      const next = await explorer.see(`#/ledger/${ledger.funded}`, 'State tree');
      assert.doesNotMatch(next, /could not be shown|Balance changes/);
      assert.match(explorer.faults.splice(0).join(), /AffectedNodes/, 'the console has the cause');
    });

    test('may be the whole view', async () => {
      await explorer.see('#/', 'Live');
      await corrupt('account_data', 'Balance', 'much');
      await explorer.see(account(DORA.address), 'This section could not be shown', 'Account');
      assert.equal(await countOf('main h1'), 1);
      assert.doesNotMatch(await explorer.see(`#/ledger/${ledger.funded}`, 'State tree'), /could not be shown/);
      assert.equal(await countOf('main h1'), 1);
      assert.match(explorer.faults.splice(0).join(), /BigInt/);
    });

    test('is complete after a reload', async () => {
      await page.reload();
      await explorer.see(account(DORA.address), 'spendable');
      await explorer.see(`#/tx/${ledger.payment}`, 'Entries changed', '−0.00001 XRP fee');
    });
  });

  test('trade: how the money moved', async () => {
    const sale = { TransactionType: 'OfferCreate', TakerGets: tokens('5', CAFE.id), TakerPays: 8_000_000n };
    const transaction = served.env.sign(DORA, sale);
    assert.equal(submitNow(served.env.node, transaction).result, 'tesSUCCESS');
    await served.env.close();
    await explorer.see(`#/tx/${transaction.id}`, 'How the money moved', 'filled by 1 offer');
    const boxes = await page.$$eval('.flow .box .title', (all) => all.map((one) => one.textContent));
    assert.deepEqual(boxes.slice(1, -1), ['Book USD → XRP']);
    assert.equal(await countOf('.flow .band'), 2);
    await explorer.see(book(CAFE.address), 'Last trades', 'Last trade\n');
  });

  test('a list appears although its account changes faster than the server answers', async () => {
    await explorer.see('#/', 'Live');
    await evaluate(`{
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (message) {
        if (message.includes('account_lines')) setTimeout(() => send.call(this, message), 500);
        else send.call(this, message);
      };
    }`);
    const loaded = explorer.see(account(BANK.address, '?tab=assets'), 'Holders', shown(DORA));
    let isLoading = true;
    const ended = loaded.finally(() => {
      isLoading = false;
    });
    while (isLoading) {
      served.env.submit(BANK, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
      await served.env.close();
      await Promise.race([ended, delay(150)]);
    }
    await ended;
    await page.reload();
  });

  test('no errors in the console, and no requests to other servers', () => {
    assert.deepEqual(explorer.faults, []);
  });
});
