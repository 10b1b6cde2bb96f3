/** A page of the explorer as tests read it: what it shows at a place, and what it complains of. */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'puppeteer-core';

const PATIENCE_MS = 30_000;

export class ExplorerPage {
  readonly page: Page;
  /** Errors, and addresses elsewhere that the page asked for something. */
  readonly faults: string[] = [];

  private constructor(page: Page, url: string) {
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && this.faults.push(message.text()));
    page.on('request', (request) => {
      const isOwn = [url, 'data:', 'blob:'].some((start) => request.url().startsWith(start));
      if (!isOwn) this.faults.push(request.url());
    });
  }

  static async open(browser: Browser, url: string): Promise<ExplorerPage> {
    const page = await browser.newPage();
    const opened = new ExplorerPage(page, url);
    await page.goto(url);
    return opened;
  }

  /** Goes to a place, and gives the text of the view when it holds all of that. */
  async see(place: string, ...words: readonly string[]): Promise<string> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    return this.wait(...words);
  }

  /** The text of the view when it holds all of that. */
  async wait(...words: readonly string[]): Promise<string> {
    const holds = `${JSON.stringify(words)}.every((word) => document.querySelector('main').innerText.includes(word))`;
    await this.page.waitForFunction(holds, { timeout: PATIENCE_MS }).catch(async () => {
      assert.fail(`it does not show ${words.join(', ')}, but ${await this.text()}`);
    });
    return this.text();
  }

  async text(): Promise<string> {
    return (await this.page.evaluate(`document.querySelector('main').innerText`)) as string;
  }

  /** Waits until an expression of the page is true. */
  async until(expression: string): Promise<void> {
    await this.page.waitForFunction(expression, { timeout: PATIENCE_MS }).catch(async () => {
      assert.fail(`${expression} stays false: ${await this.text()}`);
    });
  }

  /** Presses the button of the view with that text. */
  async press(text: string): Promise<void> {
    const button = `[...document.querySelectorAll('main button')].find((one) => one.textContent === ${JSON.stringify(text)} && !one.disabled)`;
    await this.until(`${button} !== undefined`);
    await this.page.evaluate(`${button}.click()`);
  }

  /** Chooses an option of a select by its value. */
  async choose(name: string, value: string): Promise<void> {
    await this.page.select(`main select[name=${name}]`, value);
  }

  /** Searches by the form in the head. */
  async search(words: string): Promise<void> {
    await this.page.evaluate(`document.querySelector('input[type=search]').value = ${JSON.stringify(words)};
      document.querySelector('form[role=search] button').click()`);
  }

  /** Scrolls down until the last page of the section with this heading is there; gives the most rows that it had at once. */
  async scrollThrough(heading: string, rowCount: number): Promise<{ seen: number; most: number }> {
    const section = `[...document.querySelectorAll('.paged-section')].find((one) => one.querySelector('h2').innerText === ${JSON.stringify(heading)})`;
    const keys = new Set<string>();
    let most = 0;
    const read = `(() => {
      const section = ${section};
      const rows = [...(section?.querySelectorAll('tbody.page > tr') ?? [])].filter((row) => row.querySelector('a') !== null);
      section?.querySelector('tbody.page:last-child')?.scrollIntoView({ block: 'end' });
      return rows.map((row) => row.querySelector('a[href*="/entry/"], a[href*="/nft/"], a[href*="/tx/"], tr')?.href ?? row.innerText);
    })()`;
    for (const deadline = Date.now() + PATIENCE_MS; keys.size < rowCount && Date.now() < deadline; ) {
      const rows = (await this.page.evaluate(read)) as string[];
      most = Math.max(most, rows.length);
      for (const row of rows) keys.add(row);
      // The page moves on with its frames.
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    }
    return { seen: keys.size, most };
  }
}
