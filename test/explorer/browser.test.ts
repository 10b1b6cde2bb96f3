/** The explorer in a real browser, against a server with a scripted history. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { MASTER } from '../support/env.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { ALICE, BOB, type ExplorerHistory, ISSUER, MALLORY, makeExplorerHistory } from './support/explorer-history.ts';
import { ExplorerPage, inExplorer, openExplorer } from './support/page.ts';

/** More than the explorer keeps of a long history at one time. */
const PAYMENTS = 900;

describe('the explorer in a browser', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let page: Page;
  let history: ExplorerHistory;
  let explorer: ExplorerPage;
  before(async () => {
    ({
      served,
      world: history,
      explorer,
      page,
      stop,
    } = await openExplorer((env) => makeExplorerHistory(env, PAYMENTS)));
  });
  after(() => stop());

  test('says that it is connected, whether it was before it listened or after', async () => {
    const isConnected = `document.querySelector('.connection').innerText === 'connected'`;
    await explorer.until(isConnected);
    await explorer.see(`#/ledger/${history.funded}`, 'State tree');
    for (let time = 0; time < 4; time += 1) {
      await page.reload();
      await explorer.until(isConnected);
    }
    await explorer.see('#/', 'Live');
  });

  test('follows an address that changes before the first frame of the page', async () => {
    await inExplorer({}, async ({ browser, served }) => {
      const early = async (opened: Page) => {
        await opened.evaluateOnNewDocument(`
          window.requestAnimationFrame = (step) => setTimeout(step, 500);
          new MutationObserver((changes, observer) => {
            if (document.querySelector('main h1') === null) return;
            observer.disconnect();
            location.hash = '#/ledger/2';
          }).observe(document, { childList: true, subtree: true });`);
      };
      const opened = await ExplorerPage.open(browser, `http://127.0.0.1:${served.port}/`, early);
      await opened.wait('Ledger 2');
    });
  });

  test('shows ledgers as they close and submissions as they come', async () => {
    const newest = served.env.node.validated.ledgerIndex;
    await explorer.wait(`${newest}\t`, `${PAYMENTS}`);
    served.env.submit(BOB, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await explorer.wait('AccountSet', BOB.address);
    await served.env.close();
    await explorer.wait(`${newest + 1}\t`);
  });

  test('closes a ledger for the administrator, on the port of this machine', async () => {
    const newest = served.env.node.validated.ledgerIndex;
    await explorer.wait('Close ledger');
    await page.click('main button');
    await explorer.wait(`${newest + 1}\t`);
    assert.equal(served.env.node.validated.ledgerIndex, newest + 1);
  });

  test('moves the clock of a test bench', async () => {
    await explorer.wait('An hour later');
    const before = served.env.node.clock.read().seconds;
    await page.click('main button:nth-of-type(3)');
    await explorer.wait('The clock shows');
    // Ledgers that close meanwhile have times of their own.
    const moved = served.env.node.clock.read().seconds - before;
    assert.ok(moved >= 3_600 && moved < 3_660, `${moved} s`);
  });

  test('says what accounts for development there are', async () => {
    await page.click('.health details summary');
    await explorer.wait('master account', MASTER.address);
  });

  test('shows a ledger with its transactions', async () => {
    const text = await explorer.see(
      `#/ledger/${history.funded}`,
      `Ledger ${history.funded}`,
      'XRP in existence',
      'tesSUCCESS',
    );
    assert.equal(text.match(/\tPayment\t/g)?.length, 4);
  });

  test('says in a sentence what a transaction did, and what it changed', async () => {
    const text = await explorer.see(
      `#/tx/${history.payment}`,
      `${ALICE.address} paid 12.345678 XRP to ${BOB.address}.`,
    );
    assert.match(text, /-12\.345688 XRP/);
    assert.match(text, /\+12\.345678 XRP/);
    assert.match(text, /AccountRoot changed/);
    assert.match(text, /Balance\t10,000 XRP\t10,012\.345678 XRP/);
  });

  test('says why a transaction failed', async () => {
    const text = await explorer.see(`#/tx/${history.failure}`, 'tecPATH_DRY', 'Why', 'What was checked');
    assert.match(text, /but it did nothing else/);
  });

  test('shows an account with reserve, lines and channels, now and as of a past ledger', async () => {
    const now = await explorer.see(`#/account/${BOB.address}`, 'Trust lines', 'Channels in', 'History', '42.5 USD');
    assert.match(now, /Reserve\n+1\.4 XRP/);
    await explorer.see(`#/account/${ALICE.address}`, 'Channels out', '7 XRP');
    const past = await explorer.see(
      `#/account/${BOB.address}?ledger=${history.funded}`,
      'As of ledger',
      '10,000 XRP',
      'Since then',
    );
    assert.match(past, /OwnerCount\t0\t2/);
    assert.doesNotMatch(past, /Trust lines|Channels in/);
  });

  test('shows what an account owns, and who waits for an issuer', async () => {
    const text = await explorer.see(`#/account/${ALICE.address}`, 'Owned objects', '1 XRP for 3 USD');
    assert.match(text, /Offer\t/);
    await explorer.see(
      `#/account/${ISSUER.address}`,
      'Holders waiting for approval',
      'Would hold up to',
      '900 USD',
      BOB.address,
    );
    assert.match(await explorer.wait('requireAuthorization'), /Holders of its tokens need its approval/);
  });

  test('names the flags of entries and transactions', async () => {
    const index = await page.evaluate(`new Promise((done) => {
      const socket = new WebSocket('ws://' + location.host + '/');
      socket.onopen = () => socket.send('{"id":1,"command":"account_objects","account":"${BOB.address}","type":"state"}');
      socket.onmessage = ({ data }) => { socket.close(); done(JSON.parse(data).result.account_objects[0].index); };
    })`);
    assert.match(await explorer.see(`#/entry/${index}`, 'RippleState', 'Reserve'), /Flags\t\d+ lsf(Low|High)Reserve/);
  });

  test('says of a pasted claim whether it is good', async () => {
    await explorer.see(`#/find/${history.channel}`, 'PayChannel', 'Is this claim good?');
    const paste = (text: string) =>
      page.evaluate(`document.querySelector('textarea').value = ${JSON.stringify(text)};
        document.querySelector('form.claim button').click()`);
    await paste(history.claim);
    await explorer.wait('It can be redeemed: now for 3.5 XRP.');
    await paste(history.claim.replace('3500000', '3500001'));
    await explorer.wait('It cannot be redeemed:', 'the signature is not the one');
    await paste('{');
    await explorer.wait('JSON');
  });

  test('shows both sides of an order book', async () => {
    const text = await explorer.see(
      `#/book/${encodeURIComponent(`XRP USD/${MASTER.address}`)}`,
      'Who sells',
      'Nobody.',
    );
    assert.match(text, new RegExp(`3\\t1\\t1\\t${ALICE.address}`));
    assert.ok(await page.$('svg[role=img]'));
    await explorer.see(
      `#/book/${encodeURIComponent(`XRP USD/${MASTER.address}`)}?ledger=${history.funded}`,
      'no offers',
    );
  });

  test('shows newer transactions of an account when it is asked to, and its balance at once', async () => {
    await explorer.see(`#/account/${MALLORY.address}`, 'Show newer ones', 'AccountSet');
    served.env.submit(
      ALICE,
      { TransactionType: 'Payment', Destination: MALLORY.id, Amount: 777_000_000n },
      'tesSUCCESS',
    );
    await served.env.close();
    await explorer.wait('10,776.99999 XRP');
    const history = `[...document.querySelectorAll('.history .page')].map((one) => one.innerText).join('')`;
    assert.doesNotMatch((await page.evaluate(history)) as string, new RegExp(ALICE.address));
    await page.waitForSelector('.history .newer:not([disabled])');
    await page.click('.history .newer');
    await page.waitForFunction(`${history}.includes(${JSON.stringify(ALICE.address)})`);
  });

  test('keeps a part of a long history only, however far one scrolls', async () => {
    await explorer.see(`#/account/${ALICE.address}`, 'History');
    const rows = () => page.$$eval('.history .page tr', (all) => all.length);
    const atEnd = `(scrollTo(0, document.body.scrollHeight), document.querySelectorAll('.history .page').length)`;
    let most = 0;
    for (let seen = 0; seen < PAYMENTS / 50; ) {
      seen = (await page.evaluate(atEnd)) as number;
      most = Math.max(most, await rows());
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.ok(most > 50 && most <= 450, `${most} rows at a time`);
    await page.evaluate('scrollTo(0, 0)');
    await page.waitForFunction(`document.querySelector('.history .page a') !== null`);
  });

  test('finds what is searched for, by keyboard', async () => {
    await explorer.see('#/', 'Live');
    await page.keyboard.press('/');
    await page.keyboard.type(history.payment.toLowerCase());
    await page.keyboard.press('Enter');
    await explorer.wait('paid 12.345678 XRP');
    await page.$eval('input[type=search]', (input) => {
      input.value = 'nothing of the kind';
    });
    await page.focus('input[type=search]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`document.querySelector('header').innerText.includes('That is no address')`);
  });

  test('shows what strangers wrote as what it is', async () => {
    for (const place of [`#/tx/${history.hostile}`, `#/account/${MALLORY.address}`]) {
      const text = await explorer.see(place, '<img src=x onerror=', 'U+202E', 'U+200B');
      assert.doesNotMatch(text, /[\u202E\u200B]/);
      assert.equal(await page.evaluate('window.hacked'), undefined);
      assert.equal(await page.$('main img, main script'), null);
    }
  });

  test('says so where there is nothing', async () => {
    await explorer.see('#/nonsense/5', 'The explorer has no page at this address.');
    await explorer.until(`document.title === 'Not found 5 · Weir explorer'`);
    await explorer.see('#/tx/ABCD', 'neither the hash of a transaction nor a CTID');
    await explorer.see('#/ledger/99999', 'This server has no such ledger. The server has ledgers 1 to');
    await explorer.see('#/ledger/abc', 'neither the index nor the hash of a ledger');
    await explorer.see('#/account/abc', 'is no address');
    await explorer.see('#/account/rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'Account not found');
    await explorer.see(`#/find/${'AB'.repeat(32)}`, 'No transaction, ledger or entry');
  });

  /** Has the page read something else in answers that have this member of this object. */
  const misread = (object: string, member: string, value: unknown) =>
    page.evaluate(`{
      const { parse } = JSON;
      JSON.parse = (text) => {
        const read = parse(text);
        if (read?.result?.${object}?.${member} !== undefined) read.result.${object}.${member} = ${JSON.stringify(value)};
        return read;
      };
    }`);

  test('shows the rest of a page of which a part fails, and nothing of it on the next page', async () => {
    await explorer.see('#/', 'Live');
    await misread('meta', 'AffectedNodes', 7);
    const text = await explorer.see(`#/tx/${history.payment}`, 'Fields', 'Raw', 'This part of the page failed');
    assert.match(text, /Balance changes\n+This part of the page failed/);
    assert.match(text, /Affected entries\n+This part of the page failed/);
    assert.match(text, new RegExp(`${ALICE.address} paid 12\\.345678 XRP to ${BOB.address}`));
    assert.doesNotMatch(await explorer.see(`#/ledger/${history.funded}`, 'State tree'), /failed|Balance changes/);
    assert.equal((await page.$$('main h1')).length, 1);
    await page.reload();
    await explorer.see(`#/tx/${history.payment}`, 'AccountRoot changed');
    assert.match(explorer.faults.splice(0).join(), /AffectedNodes/, 'the log of the browser has the cause');
  });

  test('shows another page after one that fails as a whole', async () => {
    await explorer.see('#/', 'Live');
    await misread('account_data', 'Balance', 'much');
    await explorer.see(`#/account/${BOB.address}`, 'This part of the page failed', 'Account');
    assert.equal((await page.$$('main h1')).length, 1);
    assert.doesNotMatch(await explorer.see(`#/ledger/${history.funded}`, 'State tree'), /failed/);
    assert.equal((await page.$$('main h1')).length, 1);
    await page.reload();
    await explorer.see(`#/account/${BOB.address}`, 'Trust lines');
    assert.match(explorer.faults.splice(0).join(), /BigInt/);
  });

  test('fits a narrow screen', async () => {
    await page.setViewport({ width: 360, height: 700 });
    for (const place of ['#/', `#/account/${BOB.address}`, `#/tx/${history.payment}`]) {
      await explorer.see(place, '');
      assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= 360, place);
    }
  });

  test('complained of nothing, and asked nobody else for anything', () => {
    assert.deepEqual(explorer.faults, []);
  });
});

describe('the explorer on a port for everybody', { skip: NO_BROWSER ?? false }, () => {
  test('closes no ledgers', async () => {
    await inExplorer({ isTestBench: false, adminAccess: 'none' }, async ({ explorer }) => {
      await explorer.wait('Open ledger');
      assert.doesNotMatch(await explorer.text(), /Close ledger/);
    });
  });
});
