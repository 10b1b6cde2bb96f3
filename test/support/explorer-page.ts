/** A page of the explorer in a browser: what it shows, what it complains of, what it asks others for. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';

const WAIT_MS = 20_000;

export class ExplorerPage {
  readonly page: Page;
  /** Errors, and requests to other servers. */
  readonly faults: string[] = [];
  /** Every text that the page sent to the server over its socket. */
  readonly sent: string[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  static async open(browser: Browser, url: string): Promise<ExplorerPage> {
    const opened = new ExplorerPage(await browser.newPage());
    await opened.#watch(url);
    await opened.page.goto(url);
    return opened;
  }

  async #watch(url: string): Promise<void> {
    const { page, faults, sent } = this;
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(request.url());
    });
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    session.on('Network.webSocketFrameSent', ({ response }) => sent.push(response.payloadData));
  }

  /** Goes to a place and waits until the view holds all of that; gives its text. */
  async see(place: string, ...words: readonly string[]): Promise<string> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    return this.wait(...words);
  }

  async wait(...words: readonly string[]): Promise<string> {
    const holds = `${JSON.stringify(words)}.every((word) => document.querySelector('main').innerText.includes(word))`;
    await this.page.waitForFunction(holds, { timeout: WAIT_MS }).catch(async () => {
      assert.fail(`it does not show ${words.join(', ')}, but ${await this.text()}`);
    });
    return this.text();
  }

  async text(): Promise<string> {
    return (await this.page.evaluate(`document.querySelector('main').innerText`)) as string;
  }

  /** Presses the button of the view with this text, once it can be pressed. */
  async press(text: string): Promise<void> {
    const button = `[...document.querySelectorAll('main button')].find((one) => one.textContent.trim() === ${JSON.stringify(text)} && !one.disabled)`;
    await this.page.waitForFunction(`${button} !== undefined`, { timeout: WAIT_MS }).catch(async () => {
      assert.fail(`there is no button ${text} to press in ${await this.text()}`);
    });
    await this.page.evaluate(`${button}.click()`);
  }

  /** Types into the one input that a selector finds, from the beginning. */
  async type(selector: string, text: string): Promise<void> {
    await this.page.waitForSelector(selector, { timeout: WAIT_MS });
    await this.page.$eval(selector, (input) => {
      input.value = '';
    });
    await this.page.type(selector, text);
  }
}
