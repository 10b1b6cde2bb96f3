/**
 * The explorer in a page that stays open while its server stops, is silent, comes back, or comes back with another chain.
 * Between the two stands a relay, which may lead to another server from one connection to the next.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { HTTPRequest } from 'puppeteer-core';
import { ExplorerFiles } from '../../src/server/http/explorer-files.ts';
import { party, submitNow } from '../support/env.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { NO_BROWSER, openBrowser } from './support/browser.ts';
import { ExplorerPage, inExplorer } from './support/page.ts';

const ALICE = party('restart alice');
const BOB = party('restart bob');
const ALERT = `document.querySelector('main [role=alert]')`;
const STATE = `document.querySelector('.health dd').innerText`;
const CONNECTION = `document.querySelector('.connection').innerText`;

interface Relayed {
  readonly first: ServedEnv;
  readonly relay: TcpProxy;
  readonly explorer: ExplorerPage;
  /** Lets new connections lead to this server, or nowhere, and ends those that there are. */
  lead(to: ServedEnv | undefined): void;
  /** Starts a server of a chain of its own, which ends with the test. */
  startAnother(): Promise<ServedEnv>;
}

async function throughRelay(look: (relayed: Relayed) => Promise<void>): Promise<void> {
  const ends: (() => Promise<unknown>)[] = [];
  const start = async () => {
    const served = await serveEnv({ explorer: new ExplorerFiles() }, { isTestBench: true });
    ends.unshift(() => served.stop());
    return served;
  };
  try {
    const first = await start();
    const relay = await TcpProxy.open({ host: '127.0.0.1', port: first.port });
    ends.unshift(() => relay.close());
    const browser = await openBrowser();
    ends.unshift(() => browser.close());
    const explorer = await ExplorerPage.open(browser, `http://127.0.0.1:${relay.port}/`);
    await explorer.until(`${CONNECTION} === 'connected'`);
    const lead = (to: ServedEnv | undefined) => {
      relay.onSent = to === undefined ? () => 'cut before' : undefined;
      if (to !== undefined) relay.target = { host: '127.0.0.1', port: to.port };
      relay.cutAll();
    };
    await look({ first, relay, explorer, lead, startAnother: start });
  } finally {
    for (const end of ends) await end();
  }
}

/** Pays, closes the ledger, and gives the hash of the transaction. */
async function pay({ env }: ServedEnv): Promise<string> {
  const payment = env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 5_000_000n });
  assert.equal(submitNow(env.node, payment).result, 'tesSUCCESS');
  await env.close();
  return payment.id;
}

describe('the explorer and a server that was away', { skip: NO_BROWSER ?? false }, () => {
  test('has all of its parts, once it was idle, before any is looked at', async () => {
    await inExplorer({}, async ({ explorer }) => {
      const names = `performance.getEntriesByType('resource').map(({ name }) => name).join()`;
      for (const part of [
        'views/account.js',
        'views/account/owned.js',
        'views/desk/desk.js',
        'vendor/noble.js',
        'vendor/d3-force.js',
      ]) {
        await explorer.until(`${names}.includes('/${part}')`);
      }
      const places = (await explorer.page.evaluate(names)) as string;
      const folders = new Set([...places.matchAll(/\/explorer\/([^/]+)\//g)].map(([, version]) => version));
      assert.equal(folders.size, 1, 'all are of one version');
    });
  });

  test('shows a view whose part could not be loaded at first', async () => {
    await inExplorer({}, async ({ served, explorer, page }) => {
      let isDown = true;
      await page.setRequestInterception(true);
      page.on('request', (request: HTTPRequest) => {
        const isPart = request.url().includes('/views/ledger.js');
        void (isDown && isPart ? request.abort('connectionrefused') : request.continue());
      });
      await page.reload();
      await explorer.see(`#/ledger/${served.env.node.validated.ledgerIndex}`, 'could not be loaded', 'asked again');
      isDown = false;
      await explorer.wait('State tree');
    });
  });

  test('goes on with the same chain', async () => {
    await throughRelay(async ({ first, explorer, lead }) => {
      await first.env.fund(1_000, ALICE, BOB);
      const hash = await pay(first);
      await explorer.see(`#/tx/${hash}`, 'Validated\nyes');
      lead(first);
      await pay(first);
      await explorer.see('#/', `${first.env.node.validated.ledgerIndex}\t`);
      assert.equal(await explorer.page.evaluate(ALERT), null);
    });
  });

  test('says so when there is another chain, and shows nothing of the one before', async () => {
    await throughRelay(async ({ first, explorer, lead, startAnother }) => {
      await first.env.fund(1_000, ALICE, BOB);
      const hash = await pay(first);
      const newest = first.env.node.validated;
      await explorer.see(`#/tx/${hash}`, 'Validated\nyes');
      // One that has as many ledgers, and one that has fewer.
      const longer = await startAnother();
      await longer.env.fund(1_000, ALICE);
      while (longer.env.node.validated.ledgerIndex <= newest.ledgerIndex) await longer.env.close();
      lead(longer);
      const said = await explorer.wait('The server has another chain now', newest.hash.slice(0, 16), 'not found');
      assert.doesNotMatch(said, /Validated\nyes/);
      await explorer.press('Hide this');
      await explorer.until(`${ALERT}?.innerText.includes('another chain') !== true`);
      await explorer.see(`#/account/${ALICE.address}`, '1,000 XRP');
      lead(await startAnother());
      await explorer.wait('The server has another chain now', 'Account not found');
      assert.doesNotMatch(await explorer.text(), /1,000 XRP/);
    });
  });

  test('takes a server that is a few ledgers back for one of the same chain, and shows what is so there', async () => {
    await throughRelay(async ({ first, explorer, lead }) => {
      const { env } = first;
      await env.fund(1_000, ALICE, BOB);
      const kept = env.node.validated.ledgerIndex;
      await explorer.see('#/', `${kept}\t`);
      const hash = await pay(first);
      await explorer.see(`#/tx/${hash}`, 'Validated\nyes');
      lead(undefined);
      await explorer.until(`${CONNECTION}.startsWith('no connection')`);
      const body = JSON.stringify({ method: 'weir_revert', params: [{ ledger_index: kept }] });
      const reverted = await fetch(`http://127.0.0.1:${first.port}/`, { method: 'POST', body });
      assert.match(await reverted.text(), /"status":"success"/);
      lead(first);
      await explorer.wait('not found');
      assert.doesNotMatch(await explorer.text(), /another chain|Validated\nyes/);
    });
  });

  test('says that a server does not answer, and for how long', async () => {
    await throughRelay(async ({ first, relay, explorer, lead }) => {
      await explorer.until(`${STATE} === 'healthy'`);
      relay.partition();
      await explorer.until(`/^no answer for \\d+ s$/.test(${CONNECTION})`);
      await explorer.until(`/^no answer for \\d+ s$/.test(${STATE})`);
      relay.heal();
      await explorer.until(`${CONNECTION} === 'connected' && ${STATE} === 'healthy'`);
      lead(undefined);
      await explorer.until(`${CONNECTION}.startsWith('no connection') && ${STATE}.startsWith('no connection')`);
      lead(first);
      await explorer.until(`${CONNECTION} === 'connected' && ${STATE} === 'healthy'`);
    });
  });
});
