/** Opens the explorer in a browser, on a server with a given ledger. */
import assert from 'node:assert/strict';
import type { Page } from 'puppeteer-core';
import { ExplorerFiles } from '../../../src/server/http/explorer-files.ts';
import type { Env, EnvOptions } from '../../support/env.ts';
import { type ServedEnv, serveEnv } from '../../support/served-env.ts';
import { sharedBrowser } from './browser.ts';

const WAIT_MS = 30_000;
/** The default, once a frame, keeps the browser drawing. */
const WAITING = { timeout: WAIT_MS, polling: 50 };
/** All servers of a process serve the same files, which are compressed once. */
const FILES = new ExplorerFiles();
/**
 * Nothing is painted on a transparent page, which takes a tenth less processor time. Tests read the document, not pixels.
 * Those that need a visible page use `SHOW_PAGE` and `HIDE_PAGE`.
 */
const PAINT_NOTHING = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets.push(sheet);
}`;

export const SHOW_PAGE = 'document.adoptedStyleSheets[0].disabled = true;';
export const HIDE_PAGE = 'document.adoptedStyleSheets[0].disabled = false;';

/** The address of an account as pages show it. */
export function shown({ address }: { readonly address: string }): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

export interface OpenedExplorer<Fixture> {
  readonly served: ServedEnv;
  readonly fixture: Fixture;
  readonly explorer: ExplorerPage;
  readonly page: Page;
  stop(): Promise<void>;
}

interface ExplorerOptions extends PageOptions {
  /** True by default. */
  readonly isTestBench?: boolean;
  readonly genesis?: EnvOptions['genesis'];
}

interface PageOptions {
  /**
   * True: the page loads all modules when it is idle, as for users. False by default: it loads a module when it needs it,
   * which takes half of the processor time.
   */
  readonly loadsAhead?: boolean;
  /** Called before the page loads. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Starts a server with the explorer. The caller stops it. */
export function serveExplorer(options: EnvOptions = { isTestBench: true }): Promise<ServedEnv> {
  return serveEnv({ explorer: FILES }, options);
}

/** Starts a server, makes its ledger, and opens the explorer in a new tab. Stops all of it if one step fails. */
export async function openExplorer<Fixture>(
  makeFixture: (env: Env) => Promise<Fixture>,
  { isTestBench = true, genesis = {}, ...pageOptions }: ExplorerOptions = {},
): Promise<OpenedExplorer<Fixture>> {
  const served = await serveExplorer({ isTestBench, genesis });
  let explorer: ExplorerPage | undefined;
  const stop = async () => {
    await explorer?.page.close();
    await served.stop();
  };
  try {
    const fixture = await makeFixture(served.env);
    explorer = await ExplorerPage.open(`http://127.0.0.1:${served.port}/`, pageOptions);
    return { served, fixture, explorer, page: explorer.page, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens the explorer on a new ledger, runs a test, and stops it. */
export async function inExplorer(
  options: ExplorerOptions,
  run: (opened: OpenedExplorer<void>) => Promise<void>,
): Promise<void> {
  const opened = await openExplorer(async () => {}, options);
  try {
    await run(opened);
  } finally {
    await opened.stop();
  }
}

export class ExplorerPage {
  readonly page: Page;
  /** Errors in the console, and requests to other servers. */
  readonly faults: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(url: string, { loadsAhead = false, prepare }: PageOptions = {}): Promise<ExplorerPage> {
    const opened = new ExplorerPage(await (await sharedBrowser()).newPage());
    opened.#watch(url);
    if (!loadsAhead) await opened.page.evaluateOnNewDocument('window.requestIdleCallback = () => 0');
    await opened.page.evaluateOnNewDocument(PAINT_NOTHING);
    await prepare?.(opened.page);
    await opened.page.goto(url);
    return opened;
  }

  #watch(url: string): void {
    const { page, faults } = this;
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      const isOwn = [url, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
      if (!isOwn) faults.push(request.url());
    });
  }

  /** Records the messages that the page sends and receives over its WebSocket from now on. */
  async recordMessages(): Promise<{ readonly sent: string[]; readonly received: string[]; stop(): Promise<void> }> {
    const [sent, received]: [string[], string[]] = [[], []];
    const session = await this.page.createCDPSession();
    await session.send('Network.enable');
    session.on('Network.webSocketFrameSent', ({ response }) => sent.push(response.payloadData));
    session.on('Network.webSocketFrameReceived', ({ response }) => received.push(response.payloadData));
    return { sent, received, stop: () => session.detach() };
  }

  /** Lets lists request pages of this number of rows, so that short lists have several. */
  async limitPages(rows: number): Promise<void> {
    await this.page.evaluate(`{
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (message) {
        send.call(this, message.replace(/"limit":(200|400)\\b/, '"limit":${rows}'));
      };
    }`);
  }

  /** Opens a view and waits until it contains all words. Returns its text. */
  async see(place: string, ...words: readonly string[]): Promise<string> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    return this.wait(...words);
  }

  async wait(...words: readonly string[]): Promise<string> {
    const holds = `${JSON.stringify(words)}.every((word) => document.querySelector('main').innerText.includes(word))`;
    await this.page.waitForFunction(holds, WAITING).catch(async () => {
      assert.fail(`expected ${words.join(', ')} in: ${await this.text()}`);
    });
    return this.text();
  }

  async text(): Promise<string> {
    return (await this.page.evaluate(`document.querySelector('main').innerText`)) as string;
  }

  /** Waits until an expression of the page is true. */
  async until(expression: string): Promise<void> {
    await this.page.waitForFunction(expression, WAITING).catch(async () => {
      assert.fail(`${expression} is not true: ${await this.text()}`);
    });
  }

  /**
   * Lets the next request that contains a text fail, with an error token of the server or with a closed connection. It is
   * not sent.
   */
  async fail(text: string, fault: 'connection' | string): Promise<void> {
    await this.page.evaluate(`{
      const { send } = WebSocket.prototype;
      WebSocket.prototype.send = function (message) {
        if (!message.includes(${JSON.stringify(text)})) return send.call(this, message);
        WebSocket.prototype.send = send;
        const fault = ${JSON.stringify(fault)};
        const answer = { id: JSON.parse(message).id, type: 'response', status: 'error', error: fault };
        if (fault === 'connection') this.close();
        else queueMicrotask(() => this.onmessage({ data: JSON.stringify(answer) }));
      };
    }`);
  }

  /** Clicks the button with this text, when it is enabled. */
  async press(text: string): Promise<void> {
    const button = `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)} && !one.disabled)`;
    await this.page.waitForFunction(`${button} !== undefined`, WAITING).catch(async () => {
      assert.fail(`no enabled button ${text} in: ${await this.text()}`);
    });
    await this.page.evaluate(`${button}.click()`);
  }

  /** Replaces the text of an input by typing. */
  async type(selector: string, text: string): Promise<void> {
    await this.page.waitForSelector(selector, { timeout: WAIT_MS });
    // A rendering between the two steps may restore the earlier text; then they are repeated.
    let typed = '';
    while (typed !== text) {
      await this.page.$eval(selector, (input) => {
        input.value = '';
        // Otherwise the next rendering of the page would restore the text.
        input.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await this.page.type(selector, text);
      typed = await this.page.$eval(selector, (input) => input.value);
    }
  }

  /** Selects an option by its value. */
  async choose(name: string, value: string): Promise<void> {
    await this.page.select(`main select[name=${name}]`, value);
  }

  /** Submits the search form. */
  async search(words: string): Promise<void> {
    await this.page.evaluate(`document.querySelector('input[type=search]').value = ${JSON.stringify(words)};
      document.querySelector('form[role=search] button').click()`);
  }

  /** Scrolls a list to its end. Returns the number of different rows, and the maximum number of rows in the document. */
  async scrollThrough(heading: string, rowCount: number): Promise<{ seen: number; most: number }> {
    const section = `[...document.querySelectorAll('.paged-section')].find((one) => one.querySelector('h2').innerText === ${JSON.stringify(heading)})`;
    const keys = new Set<string>();
    let most = 0;
    const read = `(() => {
      const section = ${section};
      // Rows of the previous list.
      if (section?.getAttribute('aria-busy') === 'true') return [];
      const rows = [...(section?.querySelectorAll('tbody.page > tr') ?? [])].filter((row) => row.querySelector('a') !== null);
      section?.querySelector('tbody.page:last-child')?.scrollIntoView({ block: 'end' });
      return rows.map((row) => row.querySelector('a[href*="/entry/"], a[href*="/nft/"], a[href*="/tx/"], tr')?.href ?? row.innerText);
    })()`;
    for (const deadline = Date.now() + WAIT_MS; keys.size < rowCount && Date.now() < deadline; ) {
      const rows = (await this.page.evaluate(read)) as string[];
      most = Math.max(most, rows.length);
      for (const row of rows) keys.add(row);
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    return { seen: keys.size, most };
  }
}
