/** Opens many pages of the explorer in one window, and returns those with errors. */
import type { Page } from 'puppeteer-core';

/** Timeout of one page. */
const PAGE_MS = 60_000;

/**
 * Runs in the page before its own scripts and counts pending requests. `crawl` opens each place and waits until no
 * request is pending and nothing changed for two frames.
 */
const CRAWLER = `{
  let pending = 0;
  let drawn = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    pending += 1;
    const { id } = JSON.parse(text);
    const end = ({ type, data }) => {
      if (type === 'message' && JSON.parse(data).id !== id) return;
      this.removeEventListener('message', end);
      this.removeEventListener('close', end);
      pending -= 1;
    };
    this.addEventListener('message', end);
    this.addEventListener('close', end);
    send.call(this, text);
  };
  const frame = () => new Promise((done) => setTimeout(() => requestAnimationFrame(done)));
  const settle = async (endMs) => {
    for (let quiet = 0; quiet < 2 && performance.now() < endMs; ) {
      const before = drawn;
      await frame();
      const isBusy = pending > 0 || drawn > before || document.querySelector('main [aria-busy=true]') !== null;
      quiet = isBusy ? 0 : quiet + 1;
    }
  };
  const faultsOf = () => {
    const main = document.querySelector('main');
    const titles = main.querySelectorAll('h1').length;
    const alerts = [...main.querySelectorAll('[role=alert]')].filter((one) => one.innerText.trim() !== '');
    const faults = alerts.map((one) => one.parentElement.innerText);
    if (main.querySelector('[aria-busy=true]') !== null) faults.push('it is still loading');
    if (titles !== 1) faults.push(titles + ' headings');
    return faults;
  };
  globalThis.crawl = async (places) => {
    const observer = new MutationObserver(() => { drawn += 1; });
    observer.observe(document.querySelector('main'), { subtree: true, childList: true, characterData: true });
    const failed = [];
    for (const place of places) {
      location.hash = place;
      await frame();
      await settle(performance.now() + ${PAGE_MS});
      for (const fault of faultsOf()) failed.push(place + ': ' + fault);
    }
    observer.disconnect();
    return failed;
  };
}`;

/** Adds `crawl` to all pages that open from now on. */
export async function prepareCrawl(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(CRAWLER);
}

/** Returns the places with an error, and its text. */
export async function crawl(page: Page, places: readonly string[]): Promise<string[]> {
  return (await page.evaluate(`crawl(${JSON.stringify(places)})`)) as string[];
}
