/** The issuer's desk in a browser: approves many holders with a key that stays in the page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { mptIssuanceId } from '../../src/protocol/entries/keylets.ts';
import type { Json } from '../../src/protocol/values.ts';
import { type Env, party, submitNow } from '../support/env.ts';
import { type Call, rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { tokens } from '../support/token-ledger.ts';
import { NO_BROWSER } from './support/browser.ts';
import { ExplorerPage, openExplorer } from './support/page.ts';

/** Three pages of the list, and more than two rounds of submissions. */
const HOLDERS = 210;
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

/** Of both API versions. */
interface AccountTxRow {
  readonly tx_json?: SentFields;
  readonly tx?: SentFields;
  readonly meta: { readonly TransactionResult: string };
}

describe("the issuer's desk in a browser", { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let view: ExplorerPage;
  let call: Call;
  let sent: readonly string[];
  before(async () => {
    ({ served, explorer: view, stop } = await openExplorer(fundHolders));
    ({ sent } = await view.recordMessages());
    call = rpcOf(served.env);
  });
  after(() => stop());

  async function fundHolders(env: Env): Promise<void> {
    const holders = Array.from({ length: HOLDERS }, (_, at) => party(`desk holder ${at}`));
    await env.fund(100_000, ISSUER);
    env.submit(ISSUER, { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTHORIZATION }, 'tesSUCCESS');
    await env.fund(10, ...holders);
    for (const [at, holder] of holders.entries()) {
      env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens(String(at + 1), ISSUER.id) }, 'tesSUCCESS');
    }
    await env.close();
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
  const pendingInView = `+(/(\\d+) submitted/.exec(document.querySelector('main').innerText)?.[1] ?? 0)`;

  /** Closes ledgers until the view contains a text. */
  async function closeUntil(word: string): Promise<void> {
    for (let closes = 0; closes < 100; closes += 1) {
      const text = await view.text();
      if (text.includes(word)) return;
      await view.page
        .waitForFunction(
          `document.querySelector('main').innerText.includes(${JSON.stringify(word)}) || ${pendingInView} >= 100`,
          { timeout: 1_000, polling: 50 },
        )
        .catch(() => undefined);
      await served.env.close();
    }
    assert.fail(`expected ${word} in: ${(await view.text()).slice(-600)}`);
  }

  test('lists all pending holders', async () => {
    const text = await view.see(PLACE, `${HOLDERS} pending.`, 'Page 1 of 3');
    assert.match(text, /Authorize 0 holders/);
    await view.type('input[aria-label^="Filter by"]', party('desk holder 7').address);
    await view.wait('All 1\n');
    await view.type('input[aria-label^="Filter by"]', ' ');
    await view.page.keyboard.press('Backspace');
  });

  test('accepts the key of the issuer only', async () => {
    for (const [secret, message] of [
      ['hello', 'not a secret'],
      [encodeSeed(seedOfPassphrase('another')), 'neither the master key'],
    ]) {
      await view.type('input[type=password]', secret!);
      await view.press('Use this key');
      await view.wait(message!);
      assert.equal(await view.page.$eval('input[type=password]', (input) => input.value), '');
    }
  });

  test('approves the selected holders, and stops', async () => {
    await view.page.click('main th input, main .controls input[type=checkbox]');
    await view.wait(`Authorize ${HOLDERS} holders`);
    assert.ok(
      await view.page.$(`main .controls button:disabled ::-p-text(Authorize ${HOLDERS})`),
      'there is no key yet',
    );
    await view.type('input[type=password]', ISSUER_SECRET);
    await view.press('Use this key');
    await view.wait('Signing with a key in this page (secp256k1).');
    await view.press(`Authorize ${HOLDERS} holders`);
    await view.until(`${pendingInView} >= 100`);
    await view.press('Stop');
    await closeUntil('Done: 100 of 100 authorized.');
    assert.equal(await pendingCount(), HOLDERS - 100);
  });

  test('continues after a reload, without a key, and then approves the rest', async () => {
    const before = await pendingCount();
    await view.wait(`${before} pending.`);
    await view.press(`Authorize ${before} holders`);
    await view.until(`${pendingInView} >= 100`);
    await view.page.reload();
    await view.wait('Waiting until earlier transactions are final');
    await closeUntil('Done: 100 of 100 authorized.');
    await view.wait(`${before - 100} pending.`);
    await view.page.click('main .controls input[type=checkbox]');
    await view.type('input[type=password]', ISSUER_SECRET);
    await view.press('Use this key');
    await view.press(`Authorize ${before - 100} holders`);
    await view.wait(`${before - 100} submitted`);
    await closeUntil(`Done: ${before - 100} of ${before - 100} authorized.`);
    await view.wait('No pending holders.');
    assert.equal(await pendingCount(), 0);
  });

  test('can be open in one window only', async () => {
    const other = await ExplorerPage.open(`http://127.0.0.1:${served.port}/${PLACE}`);
    await other.wait('This desk is open in another window.');
    await other.page.close();
  });

  test('approves no holder twice', async () => {
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

  test('shows why a holder could not be approved, and lets the test bench sign', async () => {
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
    // The issuer now pays a reserve for each line.
    env.submit(POOR_ISSUER, { TransactionType: 'AccountSet', SetFlag: DEFAULT_RIPPLE }, 'tesSUCCESS');
    await env.close();
    await view.see(`#/desk/${POOR_ISSUER.address}`, '6 pending.');
    await view.page.click('main .controls input[type=checkbox]');
    await view.press('Let the test bench sign');
    await view.press('Authorize 6 holders');
    await view.wait('6 submitted');
    await view.press('Close ledger');
    const text = await view.wait('Done: 4 of 6 authorized, 2 failed.', 'Not authorized', 'reserve');
    assert.equal(text.match(/tecINSUF_RESERVE_LINE/g)?.length, 2);
  });

  test('approves holders of a multi-purpose token by address, and finds them in the ledger', async () => {
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
    await view.press('Check addresses');
    const text = await view.wait('Found: 1.', 'Authorize 1 holder');
    assert.match(text, new RegExp(`${asksNot!.address} has no MPToken of this issuance`));
    assert.match(text, new RegExp(`${has!.address} is already authorized`));
    assert.match(text, /rNobody is not an address/);
    await view.press('Search the ledger');
    await view.until(`!document.querySelector('main').innerText.includes('rNobody')`);
    await view.wait('Found: 1.', 'Authorize 1 holder');
    await view.press('Let the test bench sign');
    await view.press('Authorize 1 holder');
    await view.wait('1 submitted');
    await env.close();
    await view.wait('Done: 1 of 1 authorized.');
    const mptoken = { mpt_issuance_id: issuance, account: asks!.address };
    assert.equal((await call('ledger_entry', { mptoken, ledger_index: 'validated' })).node.Flags, 2);
  });

  test('is not shown for an account that does not require authorization', async () => {
    await view.see(`#/desk/${party('mpt asks').address}`, 'does not require authorization');
  });

  test('leaves no trace of the key in requests, addresses, storage or the page', async () => {
    const traces = [
      ...sent,
      (await view.page.evaluate(
        `JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.cookie, document.documentElement.outerHTML])`,
      )) as string,
    ].join('\n');
    assert.ok(sent.length > 100);
    assert.ok(!traces.includes(ISSUER_SECRET));
    assert.ok(!traces.toUpperCase().includes(seedOfPassphrase('desk issuer').toString('hex').toUpperCase()));
    assert.ok(!traces.toUpperCase().includes(ISSUER.keys.privateKey.toString('hex').toUpperCase()));
    assert.deepEqual(view.faults, []);
  });
});
