/** The explorer while something happens: returns to earlier ledgers, load, and who may do what. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startHostKeepingProxy } from '../support/host-keeping-proxy.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { until } from '../support/until.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, ERIC, type ExplorerWorld, HEXER, makeExplorerWorld } from './support/explorer-world.ts';
import { ExplorerPage, inExplorer, openExplorer } from './support/page.ts';

const LOADED_LEDGERS = 8;
const TRANSACTIONS = 500;
/** As many as the live view has in its pictures. */
const KEPT_LEDGERS = 40;
const BOOK = `#/book/${encodeURIComponent(`XRP USD/${CAFE.address}`)}`;

describe('the explorer while something happens', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let world: ExplorerWorld;
  let explorer: ExplorerPage;
  before(async () => {
    ({ served, world, explorer, stop } = await openExplorer(makeExplorerWorld));
  });
  after(() => stop());

  async function call(method: string, params: object): Promise<void> {
    const body = JSON.stringify({ method, params: [params] });
    const answer = await fetch(`http://127.0.0.1:${served.port}/`, { method: 'POST', body });
    assert.match(await answer.text(), /"status":"success"/);
  }

  /** The ledgers of the live view, newest first. */
  const shown = () =>
    explorer.page.$$eval('tr[data-ledger]', (rows) => rows.map((row) => Number(row.getAttribute('data-ledger'))));

  const waitForNewest = (index: number) =>
    explorer.page.waitForFunction(`document.querySelector('tr[data-ledger]')?.dataset.ledger === '${index}'`);

  async function pay(drops: bigint): Promise<void> {
    served.env.submit(ERIC, { TransactionType: 'Payment', Destination: DORA.id, Amount: drops }, 'tesSUCCESS');
    await served.env.close();
  }

  test('follows the server back to an earlier ledger, and on from there', async () => {
    const { node } = served.env;
    const start = node.validated.ledgerIndex;
    await waitForNewest(start);
    for (let count = 0; count < 3; count += 1) await pay(1_000_000n);
    await waitForNewest(start + 3);
    const gone = node.validated.hash.slice(0, 16);
    await call('weir_revert', { ledger_index: start });
    await waitForNewest(start);
    await explorer.page.waitForFunction(`document.querySelectorAll('tr[data-ledger]').length === 10`);
    assert.deepEqual(
      await shown(),
      Array.from({ length: 10 }, (_, at) => start - at),
    );
    await explorer.wait('None since this page was opened.');
    assert.equal(await explorer.page.$eval('header input[type=number]', (input) => input.max), String(start));
    served.env.submit(ERIC, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await served.env.close();
    await waitForNewest(start + 1);
    const text = await explorer.wait('AccountSet', node.validated.hash.slice(0, 16));
    assert.ok(!text.includes(gone));
  });

  test('shows what is so after a return in every view that is open', async () => {
    const start = served.env.node.validated.ledgerIndex;
    const payments = `document.querySelector('main').innerText`;
    const before = (await explorer.see(`#/account/${DORA.address}`, 'Balance', 'History')).match(
      /Balance\n+([\d,.]+ XRP)/,
    )![1]!;
    await pay(7_000_000n);
    await explorer.page.waitForFunction(`!${payments}.includes('${before}')`);
    await call('weir_revert', { ledger_index: start });
    await explorer.wait(before);
    await served.env.close();
    const { ledgerIndex, hash } = served.env.node.validated;
    await explorer.see(`#/ledger/${ledgerIndex}`, hash);
    await call('weir_revert', { ledger_index: start });
    await explorer.wait('It is still open.');
    await served.env.close();
    await explorer.wait(served.env.node.validated.hash);
  });

  test('shows every page as it was', async () => {
    const { page } = explorer;
    const { funded, channel, amm } = world;
    const last = served.env.node.validated.ledgerIndex;
    await explorer.see(`#/account/${BANK.address}?ledger=${funded}`, 'No flags are set', 'Since then');
    assert.equal(await page.$('.graph'), null);
    await explorer.see(`${BOOK}?ledger=${funded}`, 'There are no offers.');
    await explorer.see(`${BOOK}?ledger=${last}`, 'Pool', '0.55');
    await explorer.see(`#/entry/${amm}?ledger=${funded}`, 'Entry not found.');
    await explorer.see(`#/entry/${amm}?ledger=${last}`, 'Price of the first');
    const rows = () => page.$$eval('figure ~ details tbody tr', (all) => all.length);
    await explorer.see(`#/entry/${channel}?ledger=${last}`, 'In time', 'asked to close');
    assert.equal(await rows(), 6);
    await explorer.see(`#/entry/${channel}?ledger=9`, 'As of ledger 9.', 'In time');
    await page.waitForFunction(`document.querySelectorAll('figure ~ details tbody tr').length === 3`);
    const links = await page.$$eval('main section:first-of-type a, figure ~ details a', (all) =>
      all.map((one) => one.getAttribute('href')!),
    );
    for (const link of links) assert.match(link, /\?ledger=9$/);
    await page.click('header button:not([disabled])[type=button]');
    await page.waitForFunction(`location.hash === '#/entry/${channel}'`);
    await page.waitForFunction(`document.querySelectorAll('figure ~ details tbody tr').length === 6`);
  });

  test('keeps nothing of ledgers that it shows no more', async () => {
    const { page } = explorer;
    const session = await page.createCDPSession();
    await session.send('Performance.enable');
    /** How many nodes there are, in the page or kept beside it, when so many ledgers more have closed. */
    const nodesAfter = async (ledgers: number) => {
      for (let closed = 0; closed < ledgers; closed += 1) {
        await served.env.close();
        await waitForNewest(served.env.node.validated.ledgerIndex);
      }
      // The totals of the last ones are asked for once a second.
      await page.waitForFunction(`document.querySelector('tr[data-ledger] td:nth-child(6)').innerText !== ''`);
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'Nodes')!.value;
    };
    await explorer.see('#/', 'Open ledger', 'Fees');
    await nodesAfter(KEPT_LEDGERS);
    const before = await nodesAfter(5);
    const after = await nodesAfter(KEPT_LEDGERS);
    assert.ok(after - before < KEPT_LEDGERS, `${before} nodes, then ${after}`);
    await session.detach();
  });

  test('asks about an account again only when a ledger touched it, and hears of no other transactions', async () => {
    const { page } = explorer;
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    const heard: string[] = [];
    session.on('Network.webSocketFrameReceived', ({ response }) => heard.push(response.payloadData));
    explorer.sent.splice(0);
    const before = await explorer.see(`#/account/${HEXER.address}`, 'Balance', 'Trust lines', 'History');
    const idsOf = (messages: readonly string[]) => messages.map((text) => (JSON.parse(text) as { id?: number }).id);
    const isAnswered = () => {
      const answered = new Set(idsOf(heard));
      const isBegun = ['account_objects', 'account_tx'].every((name) =>
        explorer.sent.some((text) => text.includes(name)),
      );
      return isBegun && idsOf(explorer.sent).every((id) => answered.has(id));
    };
    await until(isAnswered, 'its questions are answered');
    const owned = heard.filter((text) => text.includes('"account_objects":['));
    assert.ok(owned.length > 0 && owned.every((text) => !text.includes('RippleState')), 'its lines come once');
    explorer.sent.splice(0);
    heard.splice(0);
    for (let count = 0; count < 3; count += 1) {
      await pay(1_000_000n);
      await explorer.until(
        `document.querySelector('header input[type=number]').max === '${served.env.node.validated.ledgerIndex}'`,
      );
    }
    const isTransaction = (message: string) => message.includes('"type":"transaction"');
    const asked = explorer.sent.filter((text) => !text.includes('"ping"'));
    assert.deepEqual([asked, heard.filter(isTransaction)], [[], []]);
    const balance = /Balance\n+([\d,.]+ XRP)/;
    served.env.submit(ERIC, { TransactionType: 'Payment', Destination: HEXER.id, Amount: 3_000_000n }, 'tesSUCCESS');
    await served.env.close();
    await explorer.until(`!document.querySelector('main').innerText.includes('${balance.exec(before)![1]}')`);
    assert.equal(heard.filter(isTransaction).length, 1);
    assert.ok(explorer.sent.some((text) => text.includes('account_info')));
    await session.detach();
  });

  test('keeps up with five hundred transactions a ledger', async () => {
    await explorer.see('#/', 'Open ledger', 'Fees');
    const sender = [BANK, CAFE, DORA, ERIC];
    for (let ledger = 0; ledger < LOADED_LEDGERS; ledger += 1) {
      for (let count = 0; count < TRANSACTIONS; count += 1) {
        served.env.submit(sender[count % sender.length]!, { TransactionType: 'AccountSet', Fee: 100_000n });
      }
      await served.env.close();
    }
    const { ledgerIndex } = served.env.node.validated;
    await waitForNewest(ledgerIndex);
    const counts = await explorer.page.$$eval('tr[data-ledger] td:nth-child(4)', (cells) =>
      cells.map((one) => one.textContent),
    );
    assert.deepEqual(
      counts.slice(0, LOADED_LEDGERS),
      Array.from({ length: LOADED_LEDGERS }, () => String(TRANSACTIONS)),
    );
    await explorer.wait('50 XRP');
    await explorer.see(`#/ledger/${ledgerIndex}`, 'Transactions\n500', 'AccountSet');
    assert.deepEqual(explorer.faults, []);
  });
});

describe('the explorer for those who may do less', { skip: NO_BROWSER ?? false }, () => {
  test('offers them nothing that is refused, and is refused what it does not offer', async () => {
    await inExplorer({ adminAccess: 'none' }, async ({ served, explorer }) => {
      await explorer.wait('Open ledger', 'Ledgers');
      await explorer.page.waitForFunction(`!document.querySelector('.health').innerText.includes('…')`);
      assert.doesNotMatch(await explorer.text(), /Close ledger|later|clock/);
      const before = served.env.node.validated.ledgerIndex;
      for (const command of ['ledger_accept', 'weir_clock', 'weir_revert', 'weir_fund', 'stop', 'sign', 'log_level']) {
        const asked = `new Promise((resolve) => {
          const socket = new WebSocket('ws://' + location.host + '/');
          socket.onopen = () => socket.send(JSON.stringify({ id: 1, command: ${JSON.stringify(command)}, advance: 60, ledger_index: 2 }));
          socket.onmessage = ({ data }) => { socket.close(); resolve(JSON.parse(data)); };
        })`;
        const answer = (await explorer.page.evaluate(asked)) as { status: string; error: string };
        assert.equal(answer.status, 'error', command);
        assert.match(answer.error, /^(forbidden|noPermission|notSupported|unknownCmd)$/, command);
      }
      assert.equal(served.env.node.validated.ledgerIndex, before);
      assert.deepEqual(explorer.faults, []);
    });
  });

  test('is nobody special behind a proxy that keeps the host', async () => {
    await inExplorer({}, async ({ served, browser, explorer }) => {
      await explorer.wait('Close ledger');
      const proxy = await startHostKeepingProxy(served.port);
      try {
        const behind = await ExplorerPage.open(browser, `http://127.0.0.1:${proxy.port}/`);
        await behind.wait('Open ledger');
        await behind.until(`!document.querySelector('.health').innerText.includes('…')`);
        assert.doesNotMatch(await behind.text(), /Close ledger/);
        assert.deepEqual(behind.faults, []);
        await behind.page.close();
      } finally {
        await proxy.stop();
      }
    });
  });

  test('is the administrator when it is opened as localhost, by the address that it is sent to', async () => {
    await inExplorer({}, async ({ served, page, explorer }) => {
      await page.goto(`http://localhost:${served.port}/#/ledger/1`);
      assert.equal(page.url(), `http://127.0.0.1:${served.port}/#/ledger/1`);
      await explorer.see('#/', 'Close ledger');
    });
  });
});
