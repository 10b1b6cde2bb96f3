/**
 * Makes the pictures of `docs/explorer.md` from a scripted history: `node scripts/explorer-screenshots.ts`. The world has a
 * clock of its own, so nothing in them depends on the time.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ExplorerFiles } from '../src/server/http/explorer-files.ts';
import { openBrowser } from '../test/support/browser.ts';
import { ALICE, BOB, type ExplorerHistory, makeExplorerHistory } from '../test/support/explorer-history.ts';
import { serveEnv } from '../test/support/served-env.ts';

const PICTURES = path.join(import.meta.dirname, '../docs/explorer');
const SIZE = { width: 1100, height: 760 };
/** Every picture is of a page that says this when it is whole. */
const WAIT_MS = 10_000;

interface Shot {
  readonly name: string;
  readonly place: string;
  /** What the page shows when it is whole. */
  readonly word: string;
  readonly isDark?: boolean;
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

mkdirSync(PICTURES, { recursive: true });
const served = await serveEnv({ explorer: new ExplorerFiles() });
const browser = await openBrowser();
try {
  const history = await makeExplorerHistory(served.env, 3);
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  for (const { name, place, word, isDark = false } of shots(history)) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
    await page.goto('about:blank');
    await page.goto(`http://127.0.0.1:${served.port}/${place}`);
    const isWhole = `document.querySelector('main')?.innerText.includes(${JSON.stringify(word)})`;
    await page.waitForFunction(isWhole, { timeout: WAIT_MS });
    await page.waitForNetworkIdle({ idleTime: 200 });
    await page.screenshot({ path: path.join(PICTURES, `${name}.png`) as `${string}.png` });
  }
} finally {
  await browser.close();
  await served.stop();
}
