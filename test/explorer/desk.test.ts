/** The issuer's desk in a real browser: a thousand holders approved with a key that stays in the page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { mptIssuanceId } from '../../src/protocol/entries/keylets.ts';
import type { Json } from '../../src/protocol/values.ts';
import { type Env, type Party, party, submitNow } from '../support/env.ts';
import { type Call, rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';
import { NO_BROWSER } from './support/browser.ts';
import { ExplorerPage, openExplorer } from './support/page.ts';

const HOLDERS = 1_000;
const REQUIRE_AUTHORIZATION = 2;
const DEFAULT_RIPPLE = 8;
const MPT_REQUIRES_AUTHORIZATION = 4;
const ISSUER_SECRET = encodeSeed(seedOfPassphrase('desk issuer'));
const ISSUER = party('desk issuer');
const POOR_ISSUER = party('poor issuer');
const MPT_ISSUER = party('mpt issuer');
const PLACE = `#/desk/${ISSUER.address}`;

interface SentFields {
  readonly Account: string;
  readonly TransactionType: string;
  readonly LimitAmount?: { readonly issuer: string };
}

/** In either version of the API. */
interface AccountTxRow {
  readonly tx_json?: SentFields;
  readonly tx?: SentFields;
  readonly meta: { readonly TransactionResult: string };
}

describe("the issuer's desk in a browser", { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let browser: Browser;
  let stop: () => Promise<void> = async () => {};
  let view: ExplorerPage;
  let call: Call;
  before(async () => {
    ({ served, browser, explorer: view, stop } = await openExplorer(fundHolders));
    call = rpcOf(served.env);
  });
  after(() => stop());

  async function fundHolders(env: Env): Promise<void> {
    const holders: Party[] = Array.from({ length: HOLDERS }, (_, at) => party(`desk holder ${at}`));
    await env.fund(100_000, ISSUER);
    env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTHORIZATION }, 'tesSUCCESS');
    for (let at = 0; at < HOLDERS; at += 500) await env.fund(10, ...holders.slice(at, at + 500));
    for (const [at, holder] of holders.entries()) {
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens(String(at + 1), ISSUER.id) }, 'tesSUCCESS');
      if (at % 500 === 499) await env.close();
    }
  }

  const pendingCount = async () => {
    let count = 0;
    for (let marker: Json | undefined; ; ) {
      const page = await call('account_lines', {
        account: ISSUER.address,
        authorization: 'pending',
        limit: 400,
        ...(marker === undefined ? {} : { marker }),
      });
      count += (page.lines as unknown[]).length;
      if (page.marker === undefined) return count;
      marker = page.marker;
    }
  };
  const onTheirWay = `+(/(\\d+) on the way/.exec(document.querySelector('main').innerText)?.[1] ?? 0)`;

  /** Closes ledgers until the view says that. */
  async function closeUntil(word: string): Promise<void> {
    for (let closes = 0; closes < 100; closes += 1) {
      const text = await view.text();
      if (text.includes(word)) return;
      await view.page
        .waitForFunction(
          `document.querySelector('main').innerText.includes(${JSON.stringify(word)}) || ${onTheirWay} >= 100`,
          { timeout: 200 },
        )
        .catch(() => undefined);
      await served.env.close();
    }
    assert.fail(`it never says ${word}, but ${(await view.text()).slice(-600)}`);
  }

  test('lists everybody who waits, however many pages they are', async () => {
    const text = await view.see(PLACE, '1,000 wait.', 'Page 1 of 10');
    assert.match(text, /Approve 0 holders/);
    await view.type('input[aria-label^="Show only"]', party('desk holder 7').address);
    await view.wait('All 1\n');
    await view.type('input[aria-label^="Show only"]', ' ');
    await view.page.keyboard.press('Backspace');
  });

  test('takes no key but the issuer’s, and says of a text that is none what it wants', async () => {
    for (const [secret, says] of [
      ['hello', 'no family seed'],
      [encodeSeed(seedOfPassphrase('another')), 'neither of'],
    ]) {
      await view.type('input[type=password]', secret!);
      await view.press('Use this key');
      await view.wait(says!);
      assert.equal(await view.page.$eval('input[type=password]', (input) => input.value), '');
    }
  });

  test('approves those who were chosen, and stops when it is told to', async () => {
    await view.page.click('main th input, main .controls input[type=checkbox]');
    await view.wait('Approve 1,000 holders');
    await view.type('input[type=password]', ISSUER_SECRET);
    await view.press('Use this key');
    await view.wait('Signed by a key in this page (secp256k1).');
    await view.press('Approve 1,000 holders');
    await view.page.waitForFunction(`${onTheirWay} >= 100`);
    await served.env.close();
    await view.wait('100 of 1,000 approved');
    await view.press('Stop');
    await closeUntil('Done:');
    const left = await pendingCount();
    assert.ok(left > 0 && left <= 900, `${left}`);
    assert.equal(
      await view.page.$eval('[role=progressbar]', (bar) => bar.getAttribute('aria-valuenow')),
      String(HOLDERS - left),
    );
  });

  test('goes on where it was after the page was loaded anew in the middle of it', async () => {
    const before = await pendingCount();
    await view.wait(`${before} wait.`);
    await view.press(`Approve ${before} holders`);
    await view.page.waitForFunction(`${onTheirWay} >= 100`);
    await view.page.reload();
    await view.wait('Waiting until what was sent before is final');
    await closeUntil('Done: 100 of 100 approved.');
    await view.wait(`${before - 100} wait.`);
    await view.page.click('main .controls input[type=checkbox]');
    await view.type('input[type=password]', ISSUER_SECRET);
    await view.press('Use this key');
    await view.press(`Approve ${before - 100} holders`);
    await closeUntil(`Done: ${before - 100} of ${before - 100} approved.`);
    await view.wait('Nobody waits.');
    assert.equal(await pendingCount(), 0);
  });

  test('is open in one window at a time', async () => {
    const other = await ExplorerPage.open(browser, `http://127.0.0.1:${served.port}/${PLACE}`);
    await other.wait('Another window has this desk open.');
    await other.page.close();
  });

  test('approved nobody twice, and no transaction failed', async () => {
    const approved = new Map<string, number>();
    for (let marker: Json | undefined; ; ) {
      const page = await call('account_tx', {
        account: ISSUER.address,
        ledger_index_min: -1,
        limit: 400,
        ...(marker === undefined ? {} : { marker }),
      });
      for (const { tx_json: tx, tx: old, meta } of page.transactions as AccountTxRow[]) {
        const { Account, TransactionType, LimitAmount } = (tx ?? old)!;
        if (Account !== ISSUER.address || TransactionType !== 'TrustSet') continue;
        assert.equal(meta.TransactionResult, 'tesSUCCESS');
        approved.set(LimitAmount!.issuer, (approved.get(LimitAmount!.issuer) ?? 0) + 1);
      }
      if (page.marker === undefined) break;
      marker = page.marker;
    }
    assert.equal(approved.size, HOLDERS);
    assert.ok([...approved.values()].every((count) => count === 1));
  });

  test('says of each holder who could not be approved why, and has the test bench sign', async () => {
    const { env } = served;
    const holders = Array.from({ length: 6 }, (_, at) => party(`poor holder ${at}`));
    await env.fund(2, POOR_ISSUER);
    await env.fund(10, ...holders);
    env.submit(POOR_ISSUER, { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTHORIZATION }, 'tesSUCCESS');
    await env.close();
    for (const holder of holders) {
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens('9', POOR_ISSUER.id) }, 'tesSUCCESS');
    }
    await env.close();
    // Now the issuer pays a reserve for each line that it sets something on.
    env.submit(POOR_ISSUER, { TransactionType: 'AccountSet', SetFlag: DEFAULT_RIPPLE }, 'tesSUCCESS');
    await env.close();
    await view.see(`#/desk/${POOR_ISSUER.address}`, '6 wait.');
    await view.page.click('main .controls input[type=checkbox]');
    await view.press('Let the test bench sign');
    await view.press('Approve 6 holders');
    await view.wait('6 on the way');
    await view.press('Close ledger');
    const text = await view.wait('Done: 4 of 6 approved, 2 not.', 'Not approved', 'reserve');
    assert.equal(text.match(/tecINSUF_RESERVE_LINE/g)?.length, 2);
  });

  test('approves holders of a multi-purpose token who are named', async () => {
    const { env } = served;
    const [asks, asksNot, has] = ['mpt asks', 'mpt asks not', 'mpt has'].map((name) => party(name));
    await env.fund(100, MPT_ISSUER, asks!, asksNot!, has!);
    const creation = env.sign(MPT_ISSUER, {
      TransactionType: 'MPTokenIssuanceCreate',
      Flags: MPT_REQUIRES_AUTHORIZATION,
    });
    const issuance = mptIssuanceId(creation.fields.Sequence as number, MPT_ISSUER.id);
    submitNow(env.node, creation);
    await env.close();
    for (const holder of [asks!, has!]) {
      env.submit(holder, { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance }, 'tesSUCCESS');
    }
    const approval = { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: issuance, Holder: has!.id };
    env.submit(MPT_ISSUER, approval, 'tesSUCCESS');
    await env.close();
    await view.see(`#/desk/${MPT_ISSUER.address}`, 'Holders of multi-purpose tokens');
    const named = [asks!, asksNot!, has!].map(({ address }) => address);
    await view.type('textarea[name=holders]', `${named.join(' ')} rNobody`);
    await view.press('Look how it stands with them');
    const text = await view.wait('Found: 1.', 'Approve 1 holder');
    assert.match(text, new RegExp(`${asksNot!.address} did not ask to hold it`));
    assert.match(text, new RegExp(`${has!.address} is approved already`));
    assert.match(text, /rNobody is no address/);
    await view.press('Find all who wait');
    await view.page.waitForFunction(`!document.querySelector('main').innerText.includes('rNobody')`);
    await view.wait('Found: 1.', 'Approve 1 holder');
    await view.press('Let the test bench sign');
    await view.press('Approve 1 holder');
    await view.wait('1 on the way');
    await env.close();
    await view.wait('Done: 1 of 1 approved.');
    const mptoken = { mpt_issuance_id: issuance, account: asks!.address };
    assert.equal((await call('ledger_entry', { mptoken, ledger_index: 'validated' })).node.Flags, 2);
  });

  test('is not there for an account that asks for no approval', async () => {
    await view.see(`#/desk/${party('mpt asks').address}`, 'it asks for no approval');
  });

  test('fits a narrow screen', async () => {
    await view.page.setViewport({ width: 360, height: 700 });
    await view.see(PLACE, 'Nobody waits.');
    const width = (await view.page.evaluate('document.documentElement.scrollWidth')) as number;
    assert.ok(width <= 360, `${width}`);
  });

  test('kept the key to itself: no request, address, storage or text of the page has it', async () => {
    const traces = [
      ...view.sent,
      (await view.page.evaluate(
        `JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])`,
      )) as string,
    ].join('\n');
    assert.ok(view.sent.length > 100);
    assert.ok(!traces.includes(ISSUER_SECRET));
    assert.ok(!traces.toUpperCase().includes(seedOfPassphrase('desk issuer').toString('hex').toUpperCase()));
    assert.ok(!traces.toUpperCase().includes(ISSUER.keys.privateKey.toString('hex').toUpperCase()));
    assert.deepEqual(view.faults, []);
  });
});
