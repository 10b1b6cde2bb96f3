/** The explorer while its server changes: new ledgers, load, reverts, outages, other chains, and the rights of the page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { openFork } from '../../src/node/open-fork.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import { Env, MASTER, party, submitNow } from '../support/env.ts';
import { startHostKeepingProxy } from '../support/host-keeping-proxy.ts';
import { rpcOf } from '../support/rpc-call.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, ERIC, MALLORY, makeLedger } from './support/ledger.ts';
import { ExplorerPage, openExplorer, serveExplorer, shown } from './support/page.ts';

/** More than the explorer reads of a ledger at once. */
const TRANSACTIONS = 410;
/** Ledgers that the live view keeps. */
const KEPT_LEDGERS = 60;
const FURTHER_LEDGERS = 15;
const CONNECTION = `document.querySelector('.connection').innerText`;
const STATE = `document.querySelector('.figures .card:last-child .figure').innerText`;
const STATE_NOTE = `document.querySelector('.figures .card:last-child .note').innerText`;
const HEALTH_IS_LOADED = `document.querySelector('.figures').ariaBusy === 'false'`;
const ADMIN_COMMANDS = ['ledger_accept', 'weir_clock', 'weir_revert', 'weir_fund', 'stop', 'sign', 'log_level'];
/** The addresses of what the page has loaded. */
const LOADED = `performance.getEntriesByType('resource').map(({ name }) => name).join()`;
const ALICE = party('restart alice');
const BOB = party('restart bob');

async function call(port: number, method: string, params: object): Promise<void> {
  const body = JSON.stringify({ method, params: [params] });
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  assert.match(await answer.text(), /"status":"success"/);
}

/** Sends a request on a WebSocket of a page. */
async function ask({ page }: ExplorerPage, command: string): Promise<{ status: string; error: string }> {
  const request = JSON.stringify({ id: 1, command, advance: 60, ledger_index: 2 });
  const answer = await page.evaluate(`new Promise((resolve) => {
    const socket = new WebSocket('ws://' + location.host + '/');
    socket.onopen = () => socket.send('${request}');
    socket.onmessage = ({ data }) => { socket.close(); resolve(JSON.parse(data)); };
  })`);
  return answer as { status: string; error: string };
}

describe('the live view and open pages', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let explorer: ExplorerPage;
  let page: Page;
  before(async () => {
    ({ served, explorer, page, stop } = await openExplorer(makeLedger));
  });
  after(() => stop());

  const waitForNewest = (index: number) =>
    explorer.until(`document.querySelector('.ledger-tile')?.dataset.ledger === '${index}'`);

  async function pay(drops: bigint): Promise<void> {
    served.env.submit(ERIC, { TransactionType: 'Payment', Destination: DORA.id, Amount: drops }, 'tesSUCCESS');
    await served.env.close();
  }

  test('show submissions at once, ledgers as they close, and the controls of an admin', async () => {
    const { node } = served.env;
    const newest = node.validated.ledgerIndex;
    await waitForNewest(newest);
    served.env.submit(MALLORY, { TransactionType: 'AccountSet', Domain: '' }, 'tesSUCCESS');
    await explorer.wait('pending', shown(MALLORY));
    await explorer.press('Close ledger');
    await waitForNewest(newest + 1);
    await explorer.until(`!document.querySelector('.newest').innerText.includes('pending')`);
    assert.equal(node.validated.ledgerIndex, newest + 1);
    const before = node.clock.read().seconds;
    await explorer.press('Advance');
    await explorer.press('1 hour');
    await explorer.until(`document.querySelector('.bench').innerText.includes('The ledger clock is at')`);
    const moved = node.clock.read().seconds - before;
    assert.ok(moved >= 3_600 && moved < 3_660, `${moved} s`);
    await explorer.see('#/bench', 'master account', MASTER.address);
    await explorer.see('#/', 'Ledger');
  });

  test('have the bar of a test bench: faucet, snapshots, and a picture of what was reverted', async () => {
    const { node } = served.env;
    const says = (words: string) => explorer.until(`document.querySelector('.bench').innerText.includes('${words}')`);
    const before = served.env.account(MALLORY)!.Balance;
    await explorer.press('Faucet');
    await explorer.type('.sheet input[name=account]', MALLORY.address);
    await explorer.type('.sheet input[name=amount]', '12.5');
    await explorer.press('Fund');
    await says('Funded.');
    assert.equal(served.env.account(MALLORY)!.Balance, before + 12_500_000n);
    await explorer.press('Snapshots');
    await explorer.type('.sheet input[name=name]', 'lines');
    await explorer.press('Take a snapshot');
    await says('Snapshot of ledger');
    const start = node.validated.ledgerIndex;
    await pay(1_000_000n);
    await explorer.press('lines');
    await explorer.press('Revert');
    await says('Back at lines');
    assert.equal(node.validated.ledgerIndex, start);
    await explorer.press('lines');
    await says('1 tried');
    assert.notEqual(await page.$('.branches .try'), null);
    await page.keyboard.press('Escape');
  });

  test('follow a revert and the ledgers after it', async () => {
    const { node } = served.env;
    const start = node.validated.ledgerIndex;
    for (let count = 0; count < 3; count += 1) await pay(1_000_000n);
    await waitForNewest(start + 3);
    const reverted = `[data-ledger="${start + 3}"]`;
    assert.notEqual(await page.$(reverted), null);
    await call(served.port, 'weir_revert', { ledger_index: start });
    await waitForNewest(start);
    assert.equal(await page.$(reverted), null);
    assert.equal(await page.$eval('.clock', (clock) => clock.dataset.ledger), String(start));
    served.env.submit(ERIC, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await served.env.close();
    await waitForNewest(start + 1);
    await explorer.until(`document.querySelector('.newest tr')?.dataset.hash !== undefined`);
    assert.equal(await page.$eval('.newest td .chip', (chip) => chip.textContent), 'Settings');
  });

  test('show the earlier state after a revert', async () => {
    const start = served.env.node.validated.ledgerIndex;
    const text = await explorer.see(`#/account/${DORA.address}`, 'Balance', 'History');
    const balance = /Balance\n+([\d,.]+ XRP)/.exec(text)![1]!;
    await pay(7_000_000n);
    await explorer.until(`!document.querySelector('main').innerText.includes('${balance}')`);
    await call(served.port, 'weir_revert', { ledger_index: start });
    await explorer.wait(balance);
    await served.env.close();
    const { ledgerIndex, hash } = served.env.node.validated;
    await explorer.see(`#/ledger/${ledgerIndex}`, hash);
    await call(served.port, 'weir_revert', { ledger_index: start });
    await explorer.wait('This ledger is not closed yet.');
    await served.env.close();
    await explorer.wait(served.env.node.validated.hash);
  });

  test('keep no nodes of ledgers that are not shown any more', async () => {
    const session = await page.createCDPSession();
    await session.send('Performance.enable');
    const countNodes = async () => {
      await waitForNewest(served.env.node.validated.ledgerIndex);
      await explorer.until(HEALTH_IS_LOADED);
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')!.value;
    };
    for (let closed = 0; closed < KEPT_LEDGERS; closed += 1) await served.env.close();
    await explorer.see('#/', 'open ledger', 'Fee now');
    const before = await countNodes();
    for (let closed = 0; closed < FURTHER_LEDGERS; closed += 1) {
      await served.env.close();
      await waitForNewest(served.env.node.validated.ledgerIndex);
    }
    const after = await countNodes();
    assert.ok(after - before < FURTHER_LEDGERS, `${before} nodes, then ${after}`);
    await session.detach();
  });

  test('reload an account only after ledgers that affected it, and receive no other transactions', async () => {
    const { sent, received, stop: stopRecording } = await explorer.recordMessages();
    const before = await explorer.see(`#/account/${MALLORY.address}`, 'Balance', 'spendable', 'History');
    const idsOf = (messages: readonly string[]) => messages.map((text) => (JSON.parse(text) as { id?: number }).id);
    const isAnswered = () => {
      const answered = new Set(idsOf(received));
      const isSent = (name: string) => sent.some((text) => text.includes(name));
      return ['account_objects', 'account_tx'].every(isSent) && idsOf(sent).every((id) => answered.has(id));
    };
    // An answer may cause the next request, a frame later.
    const isSettled = async () => {
      const { length } = sent;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      return isAnswered() && sent.length === length;
    };
    await until(isSettled, 'all requests are answered');
    const owned = received.filter((text) => text.includes('"account_objects":['));
    assert.equal(owned.length, 1, 'objects are counted once');
    sent.splice(0);
    received.splice(0);
    for (let count = 0; count < 3; count += 1) {
      await pay(1_000_000n);
      const { ledgerIndex } = served.env.node.validated;
      await explorer.until(`document.querySelector('.clock').dataset.ledger === '${ledgerIndex}'`);
    }
    const isTransaction = (message: string) => message.includes('"type":"transaction"');
    // The bar of the test bench reads its clock at intervals.
    const requests = sent.filter((text) => !/"(ping|weir_clock|weir_snapshots)"/.test(text));
    assert.deepEqual([requests, received.filter(isTransaction)], [[], []]);
    const balance = /Balance\n+([\d,.]+ XRP)/.exec(before)![1];
    served.env.submit(ERIC, { TransactionType: 'Payment', Destination: MALLORY.id, Amount: 3_000_000n }, 'tesSUCCESS');
    await served.env.close();
    await explorer.until(`!document.querySelector('main').innerText.includes('${balance}')`);
    assert.equal(received.filter(isTransaction).length, 1);
    assert.ok(sent.some((text) => text.includes('account_info')));
    await stopRecording();
  });

  test(`show a ledger of ${TRANSACTIONS} transactions`, async () => {
    await explorer.see('#/', 'open ledger', 'Fee now');
    const senders = [BANK, CAFE, DORA, ERIC];
    for (let count = 0; count < TRANSACTIONS; count += 1) {
      served.env.submit(senders[count % senders.length]!, { TransactionType: 'AccountSet', Fee: 100_000n });
    }
    await served.env.close();
    const { ledgerIndex } = served.env.node.validated;
    await waitForNewest(ledgerIndex);
    await explorer.until(`document.querySelector('.squares')?.title.startsWith('${TRANSACTIONS} ')`);
    await explorer.see(`#/ledger/${ledgerIndex}`, `Transactions\n${TRANSACTIONS}`, 'Settings');
    const { seen, most } = await explorer.scrollThrough('Transactions', TRANSACTIONS);
    assert.equal(seen, TRANSACTIONS);
    assert.ok(most < TRANSACTIONS, `${most} at once`);
    assert.deepEqual(explorer.faults, []);
  });

  test('follow an address that changes before the first frame', async () => {
    const changeEarly = async (opened: Page) => {
      await opened.evaluateOnNewDocument(`
        window.requestAnimationFrame = (step) => setTimeout(step, 500);
        new MutationObserver((changes, observer) => {
          if (document.querySelector('main h1') === null) return;
          observer.disconnect();
          location.hash = '#/ledger/2';
        }).observe(document, { childList: true, subtree: true });`);
    };
    const opened = await ExplorerPage.open(`http://127.0.0.1:${served.port}/`, { prepare: changeEarly });
    await opened.wait('Ledger 2');
    await opened.page.close();
  });

  test('have no admin controls behind a proxy that keeps the Host header, and their admin requests are refused', async () => {
    const proxy = await startHostKeepingProxy(served.port);
    try {
      const behind = await ExplorerPage.open(`http://127.0.0.1:${proxy.port}/`);
      await behind.wait('Fee now', 'Server');
      await behind.until(HEALTH_IS_LOADED);
      assert.equal(await behind.page.$('.bench'), null);
      assert.doesNotMatch(await behind.text(), /Close ledger/);
      const before = served.env.node.validated.ledgerIndex;
      for (const command of ADMIN_COMMANDS) {
        const { status, error } = await ask(behind, command);
        assert.equal(status, 'error', command);
        assert.match(error, /^(forbidden|noPermission|notSupported|unknownCmd)$/, command);
      }
      assert.equal(served.env.node.validated.ledgerIndex, before);
      assert.deepEqual(behind.faults, []);
      await behind.page.close();
    } finally {
      await proxy.stop();
    }
  });

  test('have admin controls as localhost', async () => {
    await page.goto(`http://localhost:${served.port}/#/ledger/1`);
    assert.equal(page.url(), `http://127.0.0.1:${served.port}/#/ledger/1`);
    await page.waitForSelector('.bench');
  });

  test('retry a module that failed', async () => {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.setBlockedURLs', { urls: ['*/views/names.js*'] });
    await explorer.see('#/names', 'could not be loaded', 'Retrying');
    await session.send('Network.setBlockedURLs', { urls: [] });
    await explorer.wait('Name book');
    await session.detach();
  });
});

/** Closes a ledger with a payment of ALICE, and opens the payment. */
async function seePayment({ env }: ServedEnv, explorer: ExplorerPage): Promise<void> {
  const payment = env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 5_000_000n });
  assert.equal(submitNow(env.node, payment).result, 'tesSUCCESS');
  await env.close();
  await explorer.see(`#/tx/${payment.id}`, 'Succeeded');
}

describe('a server that was away', { skip: NO_BROWSER ?? false }, () => {
  const ends: (() => Promise<unknown>)[] = [];
  let first: ServedEnv;
  let relay: TcpProxy;
  let explorer: ExplorerPage;

  /** Starts a server with a chain of its own. */
  async function startServer(): Promise<ServedEnv> {
    const served = await serveExplorer();
    ends.unshift(() => served.stop());
    return served;
  }

  /** Closes all connections; new ones lead to this server, or fail. */
  function lead(to: ServedEnv | undefined): void {
    relay.onSent = to === undefined ? () => 'cut before' : undefined;
    if (to !== undefined) relay.target = { host: '127.0.0.1', port: to.port };
    relay.cutAll();
  }

  before(async () => {
    first = await startServer();
    await first.env.fund(1_000, ALICE, BOB);
    relay = await TcpProxy.open({ host: '127.0.0.1', port: first.port });
    ends.unshift(() => relay.close());
    explorer = await ExplorerPage.open(`http://127.0.0.1:${relay.port}/`, { loadsAhead: true });
    ends.unshift(() => explorer.page.close());
  });
  after(async () => {
    for (const end of ends) await end();
  });

  test('is not needed for modules, because the page loads all of them when it is idle', async () => {
    for (const module of ['views/account/owned.js', 'views/desk/desk.js', 'vendor/noble.js', 'vendor/d3-force.js']) {
      await explorer.until(`${LOADED}.includes('/${module}')`);
    }
    const loaded = (await explorer.page.evaluate(LOADED)) as string;
    const versions = new Set([...loaded.matchAll(/\/explorer\/([^/]+)\//g)].map(([, version]) => version));
    assert.equal(versions.size, 1);
  });

  test('is reported as not responding or disconnected, with the time', async () => {
    await explorer.until(`${CONNECTION} === 'connected' && ${STATE} === 'healthy'`);
    relay.partition();
    await explorer.until(`/^not responding for \\d+ s$/.test(${CONNECTION})`);
    await explorer.until(`${STATE} === 'not responding' && /^for \\d+ s$/.test(${STATE_NOTE})`);
    relay.heal();
    await explorer.until(`${CONNECTION} === 'connected' && ${STATE} === 'healthy'`);
    lead(undefined);
    await explorer.until(`${CONNECTION}.startsWith('disconnected') && ${STATE}.startsWith('disconnected')`);
    lead(first);
    await explorer.until(`${CONNECTION} === 'connected' && ${STATE} === 'healthy'`);
  });

  test('may have closed more ledgers, or gone back to an earlier one', async () => {
    const { env } = first;
    const kept = env.node.validated.ledgerIndex;
    await seePayment(first, explorer);
    lead(first);
    await env.close();
    await explorer.see('#/', `Ledger\n${env.node.validated.ledgerIndex}`);
    assert.equal(await explorer.page.$('main [role=alert]'), null);
    await seePayment(first, explorer);
    lead(undefined);
    await explorer.until(`${CONNECTION}.startsWith('disconnected')`);
    await call(first.port, 'weir_revert', { ledger_index: kept });
    lead(first);
    await explorer.wait('not found');
    assert.doesNotMatch(await explorer.text(), /different chain|Succeeded/);
  });

  test('may have another chain, longer or shorter, of which only the new state is shown', async () => {
    await seePayment(first, explorer);
    const newest = first.env.node.validated;
    const longer = await startServer();
    await longer.env.fund(1_000, ALICE);
    while (longer.env.node.validated.ledgerIndex <= newest.ledgerIndex) await longer.env.close();
    lead(longer);
    const text = await explorer.wait('The server has a different chain', newest.hash.slice(0, 16), 'not found');
    assert.doesNotMatch(text, /Succeeded/);
    await explorer.press('Dismiss');
    await explorer.until(`!document.querySelector('main').innerText.includes('different chain')`);
    await explorer.see(`#/account/${ALICE.address}`, '1,000 XRP');
    lead(await startServer());
    await explorer.wait('The server has a different chain', 'Account not found');
    assert.doesNotMatch(await explorer.text(), /1,000 XRP/);
  });
});

describe('the explorer of a fork', { skip: NO_BROWSER ?? false }, () => {
  test('names the ledger that it begins from, and shows the accounts and earlier ledgers of the network', async (t) => {
    const origin = await Env.create();
    t.after(() => origin.stop());
    await origin.fund(1000, ALICE);
    await origin.fund(2000, DORA);
    const base = new StoreForkBase(origin.node, undefined, rpcOf(origin));
    const url = 'wss://network.example/key';
    const fork = await openFork(new MemoryStore(), base, { url, randomBytes: (count) => Buffer.alloc(count, 1) });
    const options = { fork, store: fork.store, isTestBench: true, genesis: { networkId: fork.networkId } };
    const served = await serveExplorer(options);
    t.after(() => served.stop());
    const explorer = await ExplorerPage.open(`http://127.0.0.1:${served.port}/`);
    t.after(() => explorer.page.close());
    const bar = `document.querySelector('.bench')?.innerText ?? ''`;
    const { ledgerIndex } = origin.node.validated;
    await explorer.until(`(${bar}).includes('Fork of network.example, ledger ${ledgerIndex}')`);
    await explorer.see(`#/account/${ALICE.address}`, '1,000 XRP');
    for (const index of [ledgerIndex, ledgerIndex - 1]) {
      const text = await explorer.see(`#/ledger/${index}`, 'State tree', ' created ');
      assert.match(text, /Transactions\n+1\n/);
      assert.doesNotMatch(text, /transactions and metadata/);
    }
    await explorer.see('#/ledgers', `\n${ledgerIndex}\t`);
    assert.deepEqual(explorer.faults, []);
  });
});
