/** The explorer as an administrator of a server that requires a token. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tokenHash } from '../../src/server/admission/admin-token.ts';
import { ExplorerFiles } from '../../src/server/http/explorer-files.ts';
import { serveEnv } from '../support/served-env.ts';
import { NO_BROWSER, sharedBrowser } from './support/browser.ts';

const TOKEN = 'a-token-of-administrators';

describe('the explorer of a server with a token', { skip: NO_BROWSER ?? false }, () => {
  test('is an administrator in the tab that has the token, and in no other', async (t) => {
    const adminAccess = { tokenHash: tokenHash(TOKEN) };
    const served = await serveEnv({ adminAccess, explorer: new ExplorerFiles() });
    t.after(() => served.stop());
    const browser = await sharedBrowser();
    const page = await browser.newPage();
    t.after(() => page.close());
    const address = `http://127.0.0.1:${served.port}/#/bench`;
    await page.goto(address);
    const field = await page.waitForSelector('input[type=password]');
    await field!.type(TOKEN);
    await Promise.all([page.waitForNavigation(), page.click('form button.primary')]);
    // The form is only there for a page without the role.
    await page.waitForFunction(
      "document.querySelector('main').textContent.includes('no test bench') && document.querySelector('input[type=password]') === null",
    );
    assert.match(page.url(), /#\/bench$/, 'the address has no token');
    const other = await browser.newPage();
    t.after(() => other.close());
    await other.goto(address);
    await other.waitForSelector('input[type=password]');
  });
});
