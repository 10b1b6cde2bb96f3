/** The explorer on narrow screens: lists keep their height, cells below each other say what they are, nothing covers anything. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'puppeteer-core';
import { MASTER } from '../support/env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { HOLDER, type ListsWorld, makeListsWorld } from './support/explorer-lists-world.ts';
import { BANK, type ExplorerWorld, makeExplorerWorld } from './support/explorer-world.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

const HEIGHT = 800;
const WIDTHS = [360, 600, 700, 1280];
/** Cells stand below each other up to this width. */
const MOST_STACKED = 600;

/** Cells without the title of their column, where the titles are not shown. */
const UNLABELLED = `[...document.querySelectorAll('main .stacked tbody td')]
  .filter((cell) => cell.innerText.trim() !== '' && ['none', 'normal', '""'].includes(getComputedStyle(cell, '::before').content))
  .map((cell) => cell.outerHTML.slice(0, 200))`;
/** Cells whose text is wider than they are, so that it covers the next one. */
const COVERING = `[...document.querySelectorAll('main table:not(.slots) :is(td, th)')].filter((cell) => {
  const box = cell.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(cell);
  return box.width > 0 && [...text.getClientRects()].some(({ right }) => right > box.right + 1);
}).map((cell) => cell.outerHTML.slice(0, 200))`;

describe('the explorer on narrow screens', { skip: NO_BROWSER ?? false }, () => {
  let stop: () => Promise<void> = async () => {};
  let lists: ListsWorld;
  let world: ExplorerWorld;
  let explorer: ExplorerPage;
  let page: Page;
  before(async () => {
    const opened = await openExplorer(
      async (env) => [await makeListsWorld(env), await makeExplorerWorld(env)] as const,
    );
    ({ explorer, page, stop } = opened);
    [lists, world] = opened.world;
  });
  after(() => stop());

  const places = (): [place: string, ...words: string[]][] => [
    [`#/account/${BANK.address}`, 'Who trusts whom', 'Channels out', 'Holders waiting', 'History'],
    [`#/account/${HOLDER.address}?ledger=${lists.funded}`, 'Since then'],
    [`#/tx/${world.failure}`, 'Affected entries', 'Balance changes'],
    [world.hostilePlaces.find((place) => place.startsWith('#/tx/'))!, 'Affected entries'],
    [`#/book/${encodeURIComponent(`XRP USD/${MASTER.address}`)}`, 'Who sells', MASTER.address],
    [`#/nft/${lists.soldNft}`, 'Through whose hands', 'Offers to sell it'],
    [`#/issuance/${lists.issuance}`, 'Holders', HOLDER.address],
    [`#/compare/${world.funded}/${world.funded + 1}`, 'Headers', 'AccountRoot'],
    [`#/entry/${world.channel}`, 'In time', 'The same as a table'],
    [`#/desk/${BANK.address}`, '1 wait'],
  ];

  for (const width of WIDTHS) {
    test(`has a title for each cell, and no text over another, at ${width} pixels`, async () => {
      await page.setViewport({ width, height: HEIGHT });
      const found: string[] = [];
      for (const [place, ...words] of places()) {
        await explorer.see(place, ...words);
        await page.evaluate(`document.querySelectorAll('main details').forEach((one) => { one.open = true; })`);
        const isStacked = width <= MOST_STACKED;
        const faults = [
          ...((await page.evaluate(COVERING)) as string[]),
          ...(isStacked ? ((await page.evaluate(UNLABELLED)) as string[]) : []),
        ];
        found.push(...faults.map((fault) => `${place}: ${fault}`));
      }
      assert.deepEqual(found, []);
    });
  }

  for (const width of [360, 600]) {
    test(`keeps the height of pages of a list that are out of sight, at ${width} pixels`, async () => {
      await page.setViewport({ width, height: HEIGHT });
      await explorer.see('#/', 'Live');
      await explorer.see(`#/account/${HOLDER.address}`, 'Trust lines', 'Balance', 'Owned objects', 'Ticket');
      const first = `document.querySelector('tbody.page')`;
      const height = (await page.evaluate(`${first}.offsetHeight`)) as number;
      assert.ok(height > 5 * HEIGHT, `${height} pixels`);
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await explorer.until(`${first}.querySelector('a') === null`);
      const after = (await page.evaluate(`${first}.offsetHeight`)) as number;
      assert.ok(Math.abs(after - height) <= 1, `${height} pixels, then ${after}`);
    });
  }

  test('complained of nothing', () => {
    assert.deepEqual(explorer.faults, []);
  });
});
