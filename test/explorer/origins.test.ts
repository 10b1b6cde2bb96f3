/** What a page of another origin can read of a server in a browser: answers only if `--cors-origin` names it (`corsOrigins`). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { serveEnv } from '../support/served-env.ts';
import { NO_BROWSER, sharedBrowser } from './support/browser.ts';

const REQUEST = `{ method: 'POST', body: '{"method":"ledger_current"}' }`;
const JSON_REQUEST = `{ ...${REQUEST}, headers: { 'content-type': 'application/json' } }`;

describe('a page of another origin', { skip: NO_BROWSER ?? false }, () => {
  let site: Server;
  let origin: string;
  let page: Page;
  before(async () => {
    site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
    await once(site.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    page = await (await sharedBrowser()).newPage();
    await page.goto(origin);
  });
  after(async () => {
    await page?.close();
    site.close();
    site.closeAllConnections();
  });

  /** What the page reads of each: an answer's status, or the browser's refusal. */
  const readBy = async (corsOrigins: readonly string[]) => {
    const served = await serveEnv({ corsOrigins });
    const url = `http://127.0.0.1:${served.port}/`;
    try {
      return await page.evaluate(`Promise.all([${REQUEST}, ${JSON_REQUEST}].map((request) =>
        fetch('${url}', request).then(async (answer) => (await answer.json()).result.status, String)))`);
    } finally {
      await served.stop();
    }
  };

  test('reads nothing by default', async () => {
    assert.deepEqual(await readBy([]), Array(2).fill('TypeError: Failed to fetch'));
    assert.deepEqual(await readBy(['https://explorer.example']), Array(2).fill('TypeError: Failed to fetch'));
  });

  test('reads answers if the server allows its origin', async () => {
    assert.deepEqual(await readBy([origin]), ['success', 'success']);
  });
});
