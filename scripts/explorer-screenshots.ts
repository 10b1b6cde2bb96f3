/**
 * Writes the screenshots of `docs/explorer.md`: `node scripts/explorer-screenshots.ts`. The ledger has a fixed clock, so
 * they do not depend on the time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import { ExplorerFiles } from '../src/server/http/explorer-files.ts';
import { openBrowser } from '../test/explorer/support/browser.ts';
import { BANK, CAFE, DORA, ERIC, type ExplorerLedger, makeLedger } from '../test/explorer/support/ledger.ts';
import type { Env } from '../test/support/env.ts';
import { serveEnv } from '../test/support/served-env.ts';

const PICTURES = path.join(import.meta.dirname, '../docs/explorer');
const SIZE = { width: 1100, height: 760 };
const WAIT_MS = 10_000;
const FILLED_LEDGERS = 36;

interface Shot {
  readonly name: string;
  readonly place: string;
  /** Text that the page shows when it is complete. */
  readonly word: string;
  readonly isDark?: boolean;
  /** Heading of the section to show instead of the top of the page. */
  readonly section?: string;
  /** An account to select in the trust graph first. */
  readonly selected?: string;
}

function shots({ payment, failure, funded, channel }: ExplorerLedger): Shot[] {
  return [
    { name: 'live', place: '#/', word: 'Hash' },
    { name: 'ledger', place: `#/ledger/${funded + 1}`, word: 'State tree' },
    { name: 'transaction', place: `#/tx/${payment}`, word: 'Entries changed' },
    { name: 'failure', place: `#/tx/${failure}`, word: 'Checks, in order' },
    { name: 'account', place: `#/account/${CAFE.address}`, word: 'Balance over time', isDark: true },
    { name: 'past', place: `#/account/${BANK.address}?ledger=${funded}&tab=overview`, word: 'Changes since' },
    {
      ...{ name: 'trust', place: `#/account/${BANK.address}?tab=trust`, word: 'Trust graph' },
      ...{ section: 'Trust graph', selected: ERIC.address },
    },
    { name: 'channel', place: `#/entry/${channel}`, word: 'close requested', section: 'Timeline', isDark: true },
  ];
}

async function take(
  page: Page,
  port: number,
  { name, place, word, isDark = false, section, selected }: Shot,
): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
  await page.goto('about:blank');
  await page.goto(`http://127.0.0.1:${port}/${place}`);
  const isComplete = `document.querySelector('main')?.innerText.includes(${JSON.stringify(word)})`;
  await page.waitForFunction(isComplete, { timeout: WAIT_MS });
  await page.waitForNetworkIdle({ idleTime: 200 });
  if (selected !== undefined) {
    await page.$eval(`.graph .node[aria-label*="${selected}"]`, (node) => node.dispatchEvent(new Event('click')));
    await page.waitForNetworkIdle({ idleTime: 200 });
  }
  const shown = section === undefined ? page : await page.waitForSelector(`::-p-xpath(//section[h2="${section}"])`);
  await shown!.screenshot({ path: path.join(PICTURES, `${name}.png`) as `${string}.png` });
}

/** Ledgers with different numbers of transactions, for the chart of the live view. */
async function fillLedgers(env: Env): Promise<void> {
  for (let ledger = 0; ledger < FILLED_LEDGERS; ledger += 1) {
    for (let count = (ledger * 7) % 11; count > 0; count -= 1) {
      env.submit(CAFE, { TransactionType: 'Payment', Destination: DORA.id, Amount: 1_000n }, 'tesSUCCESS');
    }
    await env.close();
  }
}

mkdirSync(PICTURES, { recursive: true });
const served = await serveEnv({ explorer: new ExplorerFiles() });
const browser = await openBrowser();
try {
  const ledger = await makeLedger(served.env);
  await fillLedgers(served.env);
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  for (const shot of shots(ledger)) await take(page, served.port, shot);
} finally {
  await browser.close();
  await served.stop();
}
