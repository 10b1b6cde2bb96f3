/**
 * Views in light and dark, wide and narrow: no violations of accessibility rules, nothing wider than the window, no
 * covered text, and hostile text shown as text. Also the keyboard, screen reader announcements, and stable layouts.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import type { Env } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { BANK, CAFE, DORA, type ExplorerLedger, MALLORY, makeLedger } from './support/ledger.ts';
import { HOLDER, type LongLists, MAKER, makeLongLists } from './support/long-lists.ts';
import { type ExplorerPage, HIDE_PAGE, openExplorer, SHOW_PAGE, shown } from './support/page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Rules whose result depends on the width. */
const LAYOUT_RULES = ['target-size', 'scrollable-region-focusable'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const HEIGHT = 800;
const WIDE = 1100;
const NARROW = 360;
/** Up to this width table cells are below each other. */
const MAX_STACKED = 600;
interface Size {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
  /** The accessibility rules to check at this size. */
  readonly rules: readonly string[];
}

const WIDE_LIGHT: Size = { width: WIDE, scheme: 'light', rules: RULES };
/** Colours do not depend on the width, so the dark ones are checked together with the narrow layout. */
const NARROW_DARK: Size = { width: NARROW, scheme: 'dark', rules: [...COLOUR_RULES, ...LAYOUT_RULES] };
const STACKED: Size = { width: MAX_STACKED, scheme: 'light', rules: [] };
/** `npm run soak -- accessibility` checks every view with all rules at all sizes and in both schemes. */
const EVERY_SIZE: readonly Size[] = [WIDE, MAX_STACKED, NARROW].flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme, rules: RULES })),
);
const CLOSED_LEDGERS = 6;
/** Choices above the newest transactions, with the fixture: seven families, and failures. */
const CHOICES = 8;
/** Rows of a page of a list. The number of the explorer is 200. */
const PAGE_ROWS = 20;
/** Minimum interval of announcements. */
const ANNOUNCEMENT_MS = 10_000;

/** Runs before the page's scripts: records violations of the content security policy, and calls of hostile scripts. */
const RECORD_VIOLATIONS = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.violations.push(violatedDirective));
  for (const name of ['alert', 'confirm', 'prompt', 'open', 'hack']) window[name] = () => window.violations.push(name);
`;

/** Elements and attributes that no view makes, and characters that hide or reorder text. */
const INJECTED = `(() => {
  const found = [...window.violations, ...(window.hacked === undefined ? [] : ['hacked'])];
  const invisible = /[\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]/;
  if (invisible.test(document.title)) found.push('title');
  for (const one of document.querySelectorAll('body, body *')) {
    if (/^(script|img|iframe|object|embed|link|style|meta|base|foreignobject|animate|set|use)$/i.test(one.localName)
      && !one.matches('#app ~ *')) found.push(one.outerHTML.slice(0, 200));
    for (const { name, value } of one.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'style' && /url|expression/.test(value)) found.push(name);
      if (invisible.test(value)) found.push(name + '=' + value);
      if (/^(href|src|action|formaction|xlink:href)$/.test(name) && !/^(#|\\/explorer\\/)/.test(value)) found.push(value);
    }
    for (const { nodeType, data } of one.childNodes) if (nodeType === 3 && invisible.test(data)) found.push(data);
  }
  return found;
})()`;

/** Cells without a visible column title. */
const UNLABELLED = `[...document.querySelectorAll('main .stacked tbody td')]
  .filter((cell) => cell.innerText.trim() !== '' && ['none', 'normal', '""'].includes(getComputedStyle(cell, '::before').content))
  .map((cell) => cell.outerHTML.slice(0, 200))`;
/** Cells whose text covers the next cell. */
const COVERING = `[...document.querySelectorAll('main table:not(.fixed) :is(td, th)')].filter((cell) => {
  const box = cell.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(cell);
  return box.width > 0 && [...text.getClientRects()].some(({ right }) => right > box.right + 1);
}).map((cell) => cell.outerHTML.slice(0, 200))`;

/** Shows the elements that `HIDE_REPEATED` hid. */
const SHOW_REPEATED = `document.querySelectorAll('[data-repeated]').forEach((one) => {
  one.style.display = '';
  delete one.dataset.repeated;
});`;
/** Hides elements whose markup differs from that of an earlier one in their section only in texts and values of attributes. */
const HIDE_REPEATED = `{
  const seen = new Map();
  for (const one of document.querySelectorAll('main :is(tr, li, i, .ledger-tile)')) {
    const section = one.closest('section');
    const markup = one.outerHTML.replaceAll(/>[^<]+</g, '><').replaceAll(/ ((?!class|role)[\\w-]+)="[^"]*"/g, ' $1');
    if (!seen.has(section)) seen.set(section, new Set());
    if (seen.get(section).has(markup)) {
      one.dataset.repeated = '';
      one.style.display = 'none';
    }
    seen.get(section).add(markup);
  }
}`;

/** The element with the focus, and whether its outline is visible. */
const FOCUSED = `(() => {
  const one = document.activeElement;
  if (one === document.body) return { isEnd: true, isVisible: true, name: '' };
  const name = one.getAttribute('aria-label') ?? (one.innerText || one.textContent);
  const style = getComputedStyle(one.matches('.node') ? one.querySelector('circle') : one);
  const width = one.matches('.node') ? style.strokeWidth : style.outlineStyle === 'none' ? '0px' : style.outlineWidth;
  return { isEnd: false, isVisible: Number.parseFloat(width) >= 2, name };
})()`;

/** Records layout shifts and announcements from now on. */
const RECORD_CHANGES = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
  for (const observer of window.observers ?? []) observer.disconnect();
  Object.assign(window, { observers: [], shifts: [], announcements: [], sinceMs: performance.now() });
  const observe = (observer, ...options) => { window.observers.push(observer); observer.observe(...options); };
  observe(new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) window.shifts.push(...sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 120)));
  }), { type: 'layout-shift' });
  for (const one of document.querySelectorAll('[role=status], [aria-live]')) {
    let before = one.innerText;
    observe(new MutationObserver(() => { if (one.innerText !== before) window.announcements.push(before = one.innerText); }),
      one, { characterData: true, childList: true, subtree: true });
  }
})`;

describe('all views of the explorer', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let lists: LongLists;
  let ledger: ExplorerLedger;
  let explorer: ExplorerPage;
  let page: Page;
  const dialogs: string[] = [];
  before(async () => {
    const prepare = async (opened: Page) => {
      await opened.evaluateOnNewDocument(RECORD_VIOLATIONS);
      opened.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
    };
    const makeAll = async (env: Env) => [await makeLongLists(env), await makeLedger(env)] as const;
    const opened = await openExplorer(makeAll, { prepare });
    ({ served, explorer, page, stop } = opened);
    [lists, ledger] = opened.fixture;
  });
  after(() => stop());

  const evaluate = <T>(expression: string) => page.evaluate(expression) as Promise<T>;
  const resize = (width: number) => page.setViewport({ width, height: HEIGHT });

  /** Each view, with words that it contains when it is complete. */
  function places(): [place: string, ...words: string[]][] {
    const { ledgerIndex } = served.env.node.validated;
    return [
      ['#/', 'open ledger', 'Fee now', ' offers '],
      ['#/ledgers', 'All ledgers', ' KB'],
      ['#/entries?type=escrow', 'Escrow'],
      ['#/tokens', 'USD', 'multi-purpose'],
      [`#/token/USD.${CAFE.address}`, 'Supply', 'Markets', shown(DORA)],
      ['#/pools', '0.5 %'],
      ['#/nfts', 'Taxon 7'],
      [`#/collection/${MAKER.address}.7`, 'ipfs://token-1'],
      ['#/bench', 'Set an entry', 'master account'],
      ['#/names', 'Name book'],
      [`#/ledger/${ledger.funded}`, 'State tree'],
      [`#/tx/${ledger.failure}`, 'Checks, in order', 'Entries changed'],
      [`#/account/${BANK.address}?tab=trust`, 'Trust graph', 'Pending authorizations'],
      [`#/account/${BANK.address}?tab=assets`, 'Obligations', 'Holders'],
      [`#/account/${BANK.address}?tab=channels`, 'Outgoing channels'],
      [`#/account/${DORA.address}?tab=overview`, 'Escrow timeline'],
      [`#/account/${MALLORY.address}?tab=objects`, 'Owned objects'],
      [`#/account/${MALLORY.address}?ledger=${ledger.funded}&tab=overview`, 'Changes since', 'As of ledger'],
      [`#/entry/${ledger.channel}`, 'Timeline', 'Data as a table'],
      [`#/entry/${ledger.amm}`, 'Pool', 'same product'],
      [`#/book/${encodeURIComponent(`XRP USD/${CAFE.address}`)}`, 'Pool', 'Sell offers', 'Mid price'],
      [`#/desk/${BANK.address}`, 'Pending authorizations', '1 pending'],
      [`#/desk/${MALLORY.address}`, 'does not require authorization'],
      ['#/send/XChainAddClaimAttestation', 'Common fields'],
      ['#/send/Payment', 'Common fields'],
      [`#/nft/${lists.soldNft}`, 'Ownership history', 'Sell offers'],
      [`#/issuance/${lists.issuance}`, 'Holders', shown(HOLDER)],
      [`#/compare/${ledger.funded}/${ledger.funded + 1}`, 'Headers', 'AccountRoot'],
      [`#/find/${'AB'.repeat(32)}`, 'No transaction'],
      ['#/account/rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'Account not found'],
      ...ledger.hostilePlaces.map((place): [string] => [place]),
      ...ledger.hostilePlaces
        .filter((place) => /account|book/.test(place))
        .map((place): [string] => [`${place}?ledger=${ledgerIndex - 1}`]),
      ['#/javascript:alert(1)', 'no page at this address'],
      ['#/account/%3Cimg%20src=x%3E'],
      ['#/constructor/__proto__'],
    ];
  }

  /** What violates a rule in the whole page, or in the view without the frame around it. */
  async function axeViolations(rules: readonly string[], part: 'document' | 'main'): Promise<string[]> {
    const options = JSON.stringify({ runOnly: rules, resultTypes: ['violations'], preload: false, selectors: false });
    const subject = part === 'main' ? `document.querySelector('main')` : 'document';
    const violations = await evaluate<{ id: string; nodes: { html: string; failureSummary: string }[] }[]>(
      `${SHOW_PAGE} ${TRIES_EVERY_CASE ? '' : HIDE_REPEATED}
      axe.run(${subject}, ${options}).then(({ violations }) => violations).finally(() => { ${HIDE_PAGE} ${SHOW_REPEATED} })`,
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }

  /** What is wrong with the open view at one size. */
  async function faultsAt({ width, scheme, rules }: Size, part: 'document' | 'main' | undefined): Promise<string[]> {
    await resize(width);
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    const [contentWidth, ...faults] = await evaluate<[number, ...string[]]>(
      `[document.documentElement.scrollWidth, ...${COVERING}${width <= MAX_STACKED ? `, ...${UNLABELLED}` : ''}]`,
    );
    if (contentWidth > width) faults.push(`is ${contentWidth} wide`);
    if (part !== undefined && rules.length > 0) faults.push(...(await axeViolations(rules, part)));
    return faults.map((fault) => `${width} pixels, ${scheme}: ${fault}`);
  }

  /** The part of a view in which to check accessibility rules. Hostile texts do not change the result of any rule. */
  function partToCheck(size: Size, isFirst: boolean, isNew: boolean, isHostile: boolean) {
    if (TRIES_EVERY_CASE) return 'document';
    if (isHostile) return undefined;
    if (isFirst || (isNew && size === WIDE_LIGHT)) return 'document';
    // The frame is the same around every view.
    return isNew || size === WIDE_LIGHT ? 'main' : undefined;
  }

  test('are accessible, fit the window and contain no injected markup, at all widths, in light and dark', async () => {
    const found: string[] = [];
    const opened = new Set<string>();
    await evaluate(AXE);
    for (const [place, ...words] of places()) {
      await explorer.see(place, ...words);
      await explorer.until(
        `document.querySelector('main [aria-busy=true]') === null && document.querySelector('main section') !== null`,
      );
      await evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      for (const fault of await evaluate<string[]>(INJECTED)) found.push(`${place}: ${fault}`);
      // Colours and layout depend on the view.
      const view = place.split('/')[1]!;
      const isNew = !opened.has(view);
      const sizes = [WIDE_LIGHT, ...(isNew ? [STACKED] : []), NARROW_DARK];
      for (const size of TRIES_EVERY_CASE ? EVERY_SIZE : sizes) {
        const part = partToCheck(size, opened.size === 0, isNew, words.length === 0);
        for (const fault of await faultsAt(size, part)) found.push(`${place}: ${fault}`);
      }
      opened.add(view);
    }
    assert.deepEqual(found, []);
  });

  test('show invisible characters by code point, and markup as text', async () => {
    const [account, holder] = ledger.hostilePlaces as [string, string];
    assert.match(await explorer.see(account, '<img src=x onerror='), /U\+202E.*U\+200B.*U\+2060/s);
    assert.match(await explorer.see(`${holder}?tab=trust`, '<svg onload=hack(1)>'), /0 <b>/);
    const memo = ledger.hostilePlaces.find((place) => place.startsWith('#/tx/'))!;
    assert.match(await explorer.see(memo, 'MemoData'), /“<img src=x onerror="window\.hacked=1">/);
  });

  test('can be used by keyboard, with a visible focus', async () => {
    await resize(WIDE);
    await explorer.see(`#/account/${BANK.address}?tab=trust`);
    await page.reload();
    await explorer.wait('Trust graph', 'Trust lines');
    await page.waitForSelector('.graph .node');
    const seen: string[] = [];
    for (;;) {
      await page.keyboard.press('Tab');
      const { isEnd, isVisible, name } = await evaluate<{ isEnd: boolean; isVisible: boolean; name: string }>(FOCUSED);
      if (isEnd) break;
      assert.ok(isVisible, `the focus on ${name} is not visible`);
      seen.push(name);
      assert.ok(seen.length < 200, 'the focus never leaves the page');
    }
    assert.equal(seen[0], 'Skip to the content');
    const order = ['Search', 'connected', 'Overview', shown(CAFE), 'load its trust lines', 'Trust lines as a table'];
    const positions = order.map((word) => seen.findIndex((name) => name.includes(word)));
    assert.deepEqual(
      positions,
      positions.toSorted((a, b) => a - b),
      seen.join(' | '),
    );
    assert.ok(!positions.includes(-1), seen.join(' | '));
    const node = `.graph .node[aria-label*="${DORA.address}"]`;
    const hidden = `.graph .node[aria-label*="${MALLORY.address}"]`;
    assert.equal(await page.$(hidden), null);
    await evaluate(`document.querySelector('${node}').focus()`);
    await page.keyboard.press('Enter');
    await page.waitForSelector(hidden);
    assert.equal(await page.$eval(node, (one) => one.getAttribute('aria-pressed')), 'true');
  });

  test('get the focus on their heading, and the search on "/"', async () => {
    await explorer.see(`#/ledger/${ledger.funded}`, 'State tree');
    const focused = () => evaluate('document.activeElement.innerText ?? ""');
    assert.equal(await focused(), `Ledger ${ledger.funded}`);
    await page.keyboard.press('/');
    assert.equal(await evaluate('document.activeElement.name'), 'q');
    await page.keyboard.type('12');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), `Ledger ${ledger.funded}`);
    assert.equal(await page.$eval('input[type=search]', (input) => input.value), '');
    await page.keyboard.press('/');
    await page.keyboard.type(String(ledger.funded + 1));
    await page.keyboard.press('Enter');
    await explorer.wait(`Ledger ${ledger.funded + 1}`, 'State tree');
    assert.equal(await focused(), `Ledger ${ledger.funded + 1}`);
  });

  test('do not move while ledgers close, and announce them at intervals', async () => {
    const newestRow = () =>
      page.waitForSelector(`[data-ledger="${served.env.node.validated.ledgerIndex}"].ledger-tile`);
    for (const width of [WIDE, NARROW]) {
      await resize(width);
      await explorer.see('#/', 'open ledger', 'Fee now');
      // Earlier ledgers are read one by one, and each may add a choice.
      await explorer.until(`document.querySelectorAll('.choices .chip').length === ${CHOICES}`);
      await newestRow();
      await explorer.until(`document.querySelector('.figures').ariaBusy === 'false'`);
      await evaluate(SHOW_PAGE);
      await evaluate(RECORD_CHANGES);
      for (let closed = 0; closed < CLOSED_LEDGERS; closed += 1) {
        for (const sender of [BANK, CAFE, DORA])
          served.env.submit(sender, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
        await served.env.close();
        await newestRow();
      }
      const { shifts, announcements, ms } = await evaluate<{ shifts: string[]; announcements: string[]; ms: number }>(
        '({ shifts: window.shifts, announcements: window.announcements, ms: performance.now() - window.sinceMs })',
      );
      assert.deepEqual(shifts, []);
      assert.ok(announcements.length <= 1 + ms / ANNOUNCEMENT_MS, `${ms} ms: ${announcements.join(' | ')}`);
    }
    const announcement = `document.querySelector('.announcer').textContent`;
    await explorer.until(`/^Ledger \\d+ closed with 3 transactions\\.$/.test(${announcement})`);
  });

  test('can be paused', async () => {
    await explorer.press('Pause');
    const hashes = `[...document.querySelectorAll('.newest tr')].map((row) => row.dataset.hash).join()`;
    const before = await evaluate(hashes);
    served.env.submit(BANK, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await served.env.close();
    const { ledgerIndex } = served.env.node.validated;
    await explorer.until(`document.querySelector('.clock').dataset.ledger === '${ledgerIndex}'`);
    assert.equal(await evaluate(hashes), before);
    await explorer.press('Pause');
    await page.waitForSelector(`[data-ledger="${ledgerIndex}"].ledger-tile`);
  });

  for (const width of [NARROW, MAX_STACKED]) {
    test(`keep the height of list pages outside the window: ${width} pixels`, async () => {
      await resize(width);
      await explorer.see('#/', 'Live');
      await explorer.limitPages(PAGE_ROWS);
      await explorer.see(`#/account/${HOLDER.address}?tab=trust`, 'Balance', 'Trust lines');
      await page.waitForSelector('tbody.page a');
      const first = `document.querySelector('tbody.page')`;
      const height = await evaluate<number>(`${first}.offsetHeight`);
      assert.ok(height > 2 * HEIGHT, `${height} pixels`);
      // Sections below may still load, so the end of the page moves.
      await explorer.until(`(scrollTo(0, document.body.scrollHeight), ${first}.querySelector('a') === null)`);
      const after = await evaluate<number>(`${first}.offsetHeight`);
      assert.ok(Math.abs(after - height) <= 1, `${height} pixels, then ${after}`);
    });
  }

  test('cause no dialogs, errors, or requests to other servers', () => {
    assert.deepEqual([dialogs, explorer.faults], [[], []]);
  });
});
