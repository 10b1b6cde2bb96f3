/**
 * Writes the screenshots of `docs/explorer.md`: `node scripts/explorer-screenshots.ts`. The ledger has a fixed clock, so
 * they do not depend on the time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'puppeteer-core';
import type { StObject } from '../src/protocol/values.ts';
import { ExplorerFiles } from '../src/server/http/explorer-files.ts';
import { openBrowser } from '../test/explorer/support/browser.ts';
import { BANK, CAFE, DORA, ERIC, type ExplorerLedger, makeLedger } from '../test/explorer/support/ledger.ts';
import type { Env, Party } from '../test/support/env.ts';
import { serveEnv } from '../test/support/served-env.ts';
import { tokens } from '../test/support/token-ledger.ts';

const PICTURES = path.join(import.meta.dirname, '../docs/explorer');
const SIZE = { width: 1120, height: 720 };
const PHONE = { width: 390, height: 844 };
const WAIT_MS = 30_000;
const FILLED_LEDGERS = 36;

interface Shot {
  readonly name: string;
  readonly place: string;
  /** Text that the page shows when it is complete. */
  readonly word: string;
  readonly isDark?: boolean;
  readonly isPhone?: boolean;
  /** Heading of the section to show instead of the top of the page. */
  readonly section?: string;
  /** An account to select in the trust graph first. */
  readonly selected?: string;
}

function shots({ payment, failure, funded, channel }: ExplorerLedger, filled: number): Shot[] {
  return [
    { name: 'live', place: '#/', word: ' paid ' },
    { name: 'phone', place: '#/', word: ' paid ', isPhone: true },
    { name: 'ledger', place: `#/ledger/${filled}`, word: 'State tree' },
    { name: 'tokens', place: '#/tokens', word: 'trust lines' },
    {
      name: 'book',
      place: `#/book/${encodeURIComponent(`XRP USD/${CAFE.address}`)}`,
      word: 'Sell offers',
      isDark: true,
    },
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
  { name, place, word, isDark = false, isPhone = false, section, selected }: Shot,
): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
  await page.setViewport(isPhone ? PHONE : SIZE);
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

/** Transactions of different types, some of which fail. */
function transactionOf(at: number): [Party, StObject] {
  const usd = tokens(String(1 + (at % 5)), CAFE.id);
  const all: [Party, StObject][] = [
    [CAFE, { TransactionType: 'Payment', Destination: DORA.id, Amount: BigInt(at) * 1_234_567n }],
    [ERIC, { TransactionType: 'OfferCreate', TakerGets: BigInt(at) * 1_000_000n, TakerPays: usd }],
    [BANK, { TransactionType: 'NFTokenMint', NFTokenTaxon: 7 }],
    [ERIC, { TransactionType: 'TrustSet', LimitAmount: tokens(String(at * 10), DORA.id) }],
    [DORA, { TransactionType: 'Payment', Destination: CAFE.id, Amount: usd }],
    [DORA, { TransactionType: 'Payment', Destination: ERIC.id, Amount: usd }],
    [CAFE, { TransactionType: 'AccountSet' }],
  ];
  return all[at % all.length]!;
}

/** Ledgers with different numbers of transactions, for the chart of the live view. */
async function fillLedgers(env: Env): Promise<void> {
  for (let ledger = 0; ledger < FILLED_LEDGERS; ledger += 1) {
    for (let count = (ledger * 7) % 11; count > 0; count -= 1) env.submit(...transactionOf(ledger + count));
    await env.close();
  }
}

mkdirSync(PICTURES, { recursive: true });
const served = await serveEnv({ explorer: new ExplorerFiles() }, { isTestBench: true });
const browser = await openBrowser();
try {
  const ledger = await makeLedger(served.env);
  await fillLedgers(served.env);
  const page = await browser.newPage();
  // The ledger before the newest one has several transactions.
  const filled = served.env.node.validated.ledgerIndex - 1;
  for (const shot of shots(ledger, filled)) await take(page, served.port, shot);
} finally {
  await browser.close();
  await served.stop();
}
