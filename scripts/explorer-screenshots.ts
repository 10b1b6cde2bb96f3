/**
 * Makes the pictures of `docs/explorer.md` from a scripted history: `node scripts/explorer-screenshots.ts`. The world has a
 * clock of its own, so nothing in them depends on the time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { ExplorerFiles } from '../src/server/http/explorer-files.ts';
import { openBrowser } from '../test/explorer/support/browser.ts';
import { ALICE, BOB, type ExplorerHistory, makeExplorerHistory } from '../test/explorer/support/explorer-history.ts';
import { BANK, ERIC, type ExplorerWorld, makeExplorerWorld } from '../test/explorer/support/explorer-world.ts';
import type { Env } from '../test/support/env.ts';
import { serveEnv } from '../test/support/served-env.ts';

const PICTURES = path.join(import.meta.dirname, '../docs/explorer');
const SIZE = { width: 1100, height: 760 };
/** Every picture is of a page that says this when it is whole. */
const WAIT_MS = 10_000;
const FILLED_LEDGERS = 36;

interface Shot {
  readonly name: string;
  readonly place: string;
  /** What the page shows when it is whole. */
  readonly word: string;
  readonly isDark?: boolean;
  /** The section of the page that is shown, by its heading, where that is not the top of the page. */
  readonly section?: string;
  /** An account in a picture that is chosen before. */
  readonly chosen?: string;
}

function shots({ payment, failure, funded }: ExplorerHistory): Shot[] {
  return [
    { name: 'live', place: '#/', word: 'Hash' },
    { name: 'ledger', place: `#/ledger/${funded}`, word: 'State tree' },
    { name: 'transaction', place: `#/tx/${payment}`, word: 'Affected entries' },
    { name: 'failure', place: `#/tx/${failure}`, word: 'What was checked' },
    { name: 'account', place: `#/account/${BOB.address}`, word: 'Channels in', isDark: true },
    { name: 'past', place: `#/account/${ALICE.address}?ledger=${funded}`, word: 'As of ledger' },
  ];
}

function pictureShots({ channel }: ExplorerWorld): Shot[] {
  return [
    {
      ...{ name: 'trust', place: `#/account/${BANK.address}`, word: 'Channels out' },
      ...{ section: 'Who trusts whom', chosen: ERIC.address },
    },
    { name: 'channel', place: `#/entry/${channel}`, word: 'asked to close', section: 'In time', isDark: true },
  ];
}

async function take(
  page: Page,
  port: number,
  { name, place, word, isDark = false, section, chosen }: Shot,
): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
  await page.goto('about:blank');
  await page.goto(`http://127.0.0.1:${port}/${place}`);
  const isWhole = `document.querySelector('main')?.innerText.includes(${JSON.stringify(word)})`;
  await page.waitForFunction(isWhole, { timeout: WAIT_MS });
  await page.waitForNetworkIdle({ idleTime: 200 });
  if (chosen !== undefined) {
    await page.$eval(`.graph .node[aria-label*="${chosen}"]`, (node) => node.dispatchEvent(new Event('click')));
    await page.waitForNetworkIdle({ idleTime: 200 });
  }
  const shown = section === undefined ? page : await page.waitForSelector(`::-p-xpath(//section[h2="${section}"])`);
  await shown!.screenshot({ path: path.join(PICTURES, `${name}.png`) as `${string}.png` });
}

/** Ledgers that are more and less full, for the picture of how full they are. */
async function fillLedgers(env: Env): Promise<void> {
  for (let ledger = 0; ledger < FILLED_LEDGERS; ledger += 1) {
    for (let count = (ledger * 7) % 11; count > 0; count -= 1) {
      env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1_000n }, 'tesSUCCESS');
    }
    await env.close();
  }
}

mkdirSync(PICTURES, { recursive: true });
const served = await serveEnv({ explorer: new ExplorerFiles() });
const browser = await openBrowser();
try {
  const history = await makeExplorerHistory(served.env, 3);
  await fillLedgers(served.env);
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  for (const shot of shots(history)) await take(page, served.port, shot);
  const world = await makeExplorerWorld(served.env);
  for (const shot of pictureShots(world)) await take(page, served.port, shot);
} finally {
  await browser.close();
  await served.stop();
}
