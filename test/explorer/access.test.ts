/**
 * The explorer for everybody: nothing that axe finds fault with, in light and dark and on a narrow screen; the keyboard
 * alone; what is read out; nothing that moves while ledgers close.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, type ExplorerWorld, HEXER, makeExplorerWorld } from './support/explorer-world.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WIDE = { width: 1100, height: 800 };
const NARROW = { width: 360, height: 740 };
const LEDGERS = 50;
/** How often whoever listens is told of ledgers, at most. */
const TOLD_MS = 10_000;

interface Fault {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds fault with in the page as it is, by all rules, or where only colours differ by those of colours. */
async function faultsOf(page: Page, isColourOnly: boolean): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const rules = JSON.stringify(isColourOnly ? ['color-contrast', 'link-in-text-block'] : TAGS);
  const run = `axe.run(document, { runOnly: ${rules}, resultTypes: ['violations'] }).then(({ violations }) => violations)`;
  const violations = (await page.evaluate(run)) as readonly Fault[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

interface Focused {
  /** True when the page has been walked through. */
  readonly isWhole: boolean;
  /** True if the focus can be seen there. */
  readonly isShown: boolean;
  readonly name: string;
}

/** Where the focus is, and whether that can be seen. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === document.body) return { isWhole: true, isShown: true, name: '' };
  const name = one.getAttribute('aria-label') ?? (one.innerText || one.textContent);
  const [width] = [getComputedStyle(one.matches('.node') ? one.querySelector('circle') : one)].map((style) =>
    one.matches('.node') ? style.strokeWidth : style.outlineStyle === 'none' ? '0px' : style.outlineWidth);
  return { isWhole: false, isShown: Number.parseFloat(width) >= 2, name };
})()`;

interface Watched {
  /** Of all that moved on the page, as browsers sum it up. */
  readonly shift: number;
  /** What did. */
  readonly moved: readonly string[];
  /** What was said aloud, and for how long that was listened to. */
  readonly told: readonly string[];
  readonly ms: number;
}

/** Counts from now on, and no longer for who counted before; once the page has drawn what was asked of it. */
const WATCH = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
  for (const watcher of window.watchers ?? []) watcher.disconnect();
  window.watchers = [];
  const watch = (watcher, ...what) => { window.watchers.push(watcher); watcher.observe(...what); };
  window.shift = 0;
  window.told = [];
  window.watchedMs = performance.now();
  window.moved = [];
  watch(new PerformanceObserver((list) => { for (const { value, sources } of list.getEntries()) {
    window.shift += value;
    window.moved.push(...sources.map(({ node }) => (node?.outerHTML ?? node?.parentElement?.outerHTML ?? '').slice(0, 120)));
  } }), { type: 'layout-shift' });
  const heard = { characterData: true, childList: true, subtree: true };
  for (const one of document.querySelectorAll('[role=status], [aria-live]')) {
    let before = one.innerText;
    watch(new MutationObserver(() => { if (one.innerText !== before) window.told.push(before = one.innerText); }), one, heard);
  }
})`;

describe('the explorer for everybody', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let world: ExplorerWorld;
  let explorer: ExplorerPage;
  let page: Page;
  before(async () => {
    ({ served, world, explorer, page, stop } = await openExplorer(makeExplorerWorld));
    await page.setViewport(WIDE);
  });
  after(() => stop());

  /** Each view, and what it shows when it is whole. */
  function places(): [place: string, ...words: string[]][] {
    const hostile = (view: string) => world.hostilePlaces.find((place) => place.startsWith(`#/${view}/`))!;
    const book = `#/book/${encodeURIComponent(`XRP USD/${CAFE.address}`)}`;
    return [
      ['#/', 'Open ledger', 'Fees'],
      [`#/ledger/${world.funded}`, 'State tree'],
      [`#/tx/${world.failure}`, 'What was checked'],
      [hostile('tx'), 'Affected entries'],
      [`#/account/${BANK.address}`, 'Who trusts whom', 'Holders waiting', 'Channels out'],
      [`#/account/${DORA.address}`, 'Who trusts whom', 'Escrows in time', 'Owned objects'],
      [`#/account/${HEXER.address}?ledger=${world.funded}`, 'Since then', 'As of ledger'],
      [`#/entry/${world.channel}`, 'In time', 'The same as a table'],
      [`#/entry/${world.amm}`, 'Pool', 'reserves'],
      [book, 'Pool', 'Who sells', 'sold up to'],
      [`#/desk/${BANK.address}`, 'Holders waiting for approval', '1 wait'],
      ['#/send', 'Payment'],
      [hostile('nft'), 'URI'],
      [hostile('issuance'), 'Metadata'],
      [`#/compare/${world.funded}/${world.funded + 2}`, 'AccountRoot'],
      [`#/find/${'AB'.repeat(32)}`, 'No transaction'],
      ['#/account/rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'Account not found'],
    ];
  }

  for (const [name, scheme, viewport] of [
    ['light', 'light', WIDE],
    ['dark', 'dark', WIDE],
    ['narrow', 'light', NARROW],
    ['narrow and dark', 'dark', NARROW],
  ] as const) {
    test(`has no fault that axe finds: ${name}`, async () => {
      await page.setViewport(viewport);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const found: string[] = [];
      for (const [place, ...words] of places()) {
        await explorer.see(place, ...words);
        await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
        found.push(...(await faultsOf(page, scheme === 'dark')).map((fault) => `${place}: ${fault}`));
        const width = (await page.evaluate('document.documentElement.scrollWidth')) as number;
        if (width > viewport.width) found.push(`${place} is ${width} wide`);
      }
      assert.deepEqual(found, []);
    });
  }

  test('can be walked through by keyboard, and shows where one is', async () => {
    await page.setViewport(WIDE);
    await explorer.see(`#/account/${BANK.address}`, '');
    await page.reload();
    await explorer.wait('Who trusts whom', 'Channels out');
    await page.waitForSelector('.graph .node');
    const seen: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const { isWhole, isShown, name } = (await page.evaluate(FOCUSED)) as Focused;
      if (isWhole) break;
      assert.ok(isShown, `nothing shows that the focus is at ${name}`);
      seen.push(name);
      assert.ok(seen.length < 200, 'it goes round');
    }
    assert.equal(seen[0], 'Skip to the content');
    const order = [
      'Search',
      'As of ledger',
      CAFE.address,
      'show its lines',
      'The lines as a table',
      world.channel.slice(0, 8),
    ];
    const at = order.map((word) => seen.findIndex((name) => name.includes(word)));
    assert.deepEqual(
      at,
      at.toSorted((one, other) => one - other),
      seen.join(' | '),
    );
    assert.ok(!at.includes(-1), seen.join(' | '));
  });

  test('shows more of who trusts whom by keyboard', async () => {
    const node = `.graph .node[aria-label*="${DORA.address}"]`;
    assert.equal(await page.$(`.graph .node[aria-label*="${HEXER.address}"]`), null);
    await page.$eval(node, (one) => (one as unknown as { focus(): void }).focus());
    await page.keyboard.press('Enter');
    await page.waitForSelector(`.graph .node[aria-label*="${HEXER.address}"]`);
    assert.equal(await page.$eval(node, (one) => one.getAttribute('aria-pressed')), 'true');
    assert.equal(await page.evaluate(`document.activeElement === document.querySelector('${node}')`), true);
  });

  test('moves the focus to what one asked for, and to the search and back', async () => {
    await explorer.see(`#/ledger/${world.funded}`, 'State tree');
    const focused = () => page.evaluate('document.activeElement.innerText ?? ""');
    assert.equal(await focused(), `Ledger ${world.funded}`);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate('document.activeElement.name'), 'q');
    await page.keyboard.type('12');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), `Ledger ${world.funded}`);
    assert.equal(await page.$eval('input[type=search]', (input) => input.value), '');
    await page.keyboard.press('/');
    await page.keyboard.type(String(world.funded + 1));
    await page.keyboard.press('Enter');
    await explorer.wait(`Ledger ${world.funded + 1}`, 'State tree');
    assert.equal(await focused(), `Ledger ${world.funded + 1}`);
  });

  test('moves nothing while ledgers close, and says so now and then only', async () => {
    for (const viewport of [WIDE, NARROW]) {
      await page.setViewport(viewport);
      await explorer.see('#/', 'Open ledger', 'Fees');
      await page.waitForSelector(`tr[data-ledger="${served.env.node.validated.ledgerIndex}"]`);
      await page.waitForFunction(`!document.querySelector('.health').innerText.includes('…')`);
      await page.evaluate(WATCH);
      for (let closed = 0; closed < LEDGERS; closed += 1) {
        for (const who of [BANK, CAFE, DORA]) served.env.submit(who, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
        await served.env.close();
        await page.waitForSelector(`tr[data-ledger="${served.env.node.validated.ledgerIndex}"]`);
      }
      const { shift, moved, told, ms } = (await page.evaluate(
        '({ shift: window.shift, moved: window.moved, told: window.told, ms: performance.now() - window.watchedMs })',
      )) as Watched;
      assert.deepEqual([shift, moved], [0, []]);
      assert.ok(told.length <= 1 + ms / TOLD_MS, `${ms} ms: ${told.join(' | ')}`);
    }
    await explorer.until(`document.querySelector('.unheard').textContent !== ''`);
    assert.match(await page.$eval('.unheard', (one) => one.textContent!), /^Ledger \d+ closed with 3 transactions\.$/);
  });

  test('holds still for who wants to read', async () => {
    await explorer.press('Hold still');
    const before = await page.$eval('.slots', (table) => table.textContent);
    const told = page.waitForFunction(
      `document.querySelector('header input[type=number]').max === '${served.env.node.validated.ledgerIndex + 1}'`,
    );
    await served.env.close();
    await told;
    assert.equal(await page.$eval('.slots', (table) => table.textContent), before);
    await explorer.press('Hold still');
    await page.waitForSelector(`tr[data-ledger="${served.env.node.validated.ledgerIndex}"]`);
  });

  test('complained of nothing, and asked nobody else for anything', () => {
    assert.deepEqual(explorer.faults, []);
  });
});
