/** Goes to many pages of the explorer, one after the other in one window, and says which of them failed. */
import type { Page } from 'puppeteer-core';

/** So long one page may take, on a machine that has much else to do. */
const PAGE_MS = 60_000;

/**
 * Counts questions that are on their way. It runs in the page before its own scripts: `crawl` goes to each place and waits
 * until no question is open and nothing was drawn for two frames.
 */
const CRAWLER = `{
  let open = 0;
  let drawn = 0;
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    open += 1;
    const { id } = JSON.parse(text);
    const end = ({ type, data }) => {
      if (type === 'message' && JSON.parse(data).id !== id) return;
      this.removeEventListener('message', end);
      this.removeEventListener('close', end);
      open -= 1;
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
      const isBusy = open > 0 || drawn > before || document.querySelector('main [aria-busy=true]') !== null;
      quiet = isBusy ? 0 : quiet + 1;
    }
  };
  const judge = () => {
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
      for (const fault of judge()) failed.push(place + ': ' + fault);
    }
    observer.disconnect();
    return failed;
  };
}`;

/** Has every page that opens from now on know how to crawl. */
export async function prepareCrawl(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(CRAWLER);
}

/** The places that show a fault, with what they say. */
export async function crawl(page: Page, places: readonly string[]): Promise<string[]> {
  return (await page.evaluate(`crawl(${JSON.stringify(places)})`)) as string[];
}
