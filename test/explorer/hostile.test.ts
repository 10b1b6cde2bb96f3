/** What somebody who means no good wrote into the ledger, in every view that shows it: text, and nothing but text. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ServedEnv } from '../support/served-env.ts';
import { NO_BROWSER } from './support/browser.ts';
import { type ExplorerWorld, HEXER, makeExplorerWorld } from './support/explorer-world.ts';
import { type ExplorerPage, openExplorer } from './support/page.ts';

/** Counts what the policy of the page kept from happening, from the first script on. */
const WATCH = `
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) => {
    window.violations.push(violatedDirective + ' ' + sourceFile);
  });
  for (const name of ['alert', 'confirm', 'prompt', 'open', 'hack']) window[name] = () => { window.hacked = name; };
`;

/** Elements and attributes that no view of ours makes, and characters that deceive, wherever they are. */
const SUSPICIOUS = `(() => {
  const found = [];
  const unseen = /[\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF]/;
  if (unseen.test(document.title)) found.push('title');
  for (const one of document.querySelectorAll('body, body *')) {
    if (/^(script|img|iframe|object|embed|link|style|meta|base|foreignobject|animate|set|use)$/i.test(one.localName)
      && !one.matches('#app ~ *')) found.push(one.outerHTML.slice(0, 200));
    for (const { name, value } of one.attributes) {
      if (name.startsWith('on') || name === 'srcdoc' || name === 'style' && /url|expression/.test(value)) found.push(name);
      if (unseen.test(value)) found.push(name + '=' + value);
      if (/^(href|src|action|formaction|xlink:href)$/.test(name) && !/^(#|\\/explorer\\/)/.test(value)) found.push(value);
    }
    for (const { nodeType, data } of one.childNodes) if (nodeType === 3 && unseen.test(data)) found.push(data);
  }
  return found;
})()`;

describe('a hostile ledger in the explorer', { skip: NO_BROWSER ?? false }, () => {
  let served: ServedEnv;
  let stop: () => Promise<void> = async () => {};
  let world: ExplorerWorld;
  let explorer: ExplorerPage;
  const dialogs: string[] = [];
  before(async () => {
    ({ served, world, explorer, stop } = await openExplorer(makeExplorerWorld));
    await explorer.page.evaluateOnNewDocument(WATCH);
    explorer.page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await explorer.page.setViewport({ width: 360, height: 740 });
    await explorer.page.reload();
  });
  after(() => stop());

  test('runs nothing, adds nothing to the page and hides nothing, in any view', async () => {
    const { page } = explorer;
    const { ledgerIndex } = served.env.node.validated;
    const past = world.hostilePlaces.filter((place) => /account|book/.test(place));
    const places = [
      '#/send',
      `#/desk/${HEXER.address}`,
      ...world.hostilePlaces,
      ...past.map((place) => `${place}?ledger=${ledgerIndex - 1}`),
    ];
    for (const place of places) {
      await explorer.see(place, '');
      await page.waitForFunction(
        `document.querySelector('main [aria-busy=true]') === null && document.querySelector('main section') !== null`,
      );
      await page.waitForNetworkIdle({ idleTime: 20 });
      await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
      assert.deepEqual(await page.evaluate(SUSPICIOUS), [], place);
      const { width, hacked } = (await page.evaluate(
        '({ width: document.documentElement.scrollWidth, hacked: window.hacked ?? null })',
      )) as { width: number; hacked: unknown };
      assert.ok(width <= 360, `${place} is ${width} wide`);
      assert.equal(hacked, null, place);
    }
  });

  test('says what it is', async () => {
    const [account, holder] = world.hostilePlaces as [string, string];
    assert.match(await explorer.see(account, '<img src=x onerror='), /U\+202E.*U\+200B.*U\+2060/s);
    assert.match(await explorer.see(holder, '“<svg onload=hack(1)>” (3C737667'), /0 <b>/);
    const memo = world.hostilePlaces.find((place) => place.startsWith('#/tx/'))!;
    assert.match(await explorer.see(memo, 'MemoData', 'Affected entries'), /“<img src=x onerror="window\.hacked=1">/);
    await explorer.see('#/', 'Open ledger');
    await explorer.page.waitForSelector('tr[data-ledger]');
    served.env.submit(HEXER, { TransactionType: 'AccountSet', Domain: '' }, 'tesSUCCESS');
    await explorer.wait('AccountSet');
  });

  test('takes no addresses that say what is to be done', async () => {
    for (const place of [
      '#/javascript:alert(1)',
      '#/account/%3Cimg%20src=x%3E',
      '#/constructor/__proto__',
      '#/toString',
    ]) {
      await explorer.see(place, '');
      await explorer.page.waitForSelector('main h1');
      assert.deepEqual(await explorer.page.evaluate(SUSPICIOUS), [], place);
    }
  });

  test('was kept from nothing, and asked for nothing', async () => {
    assert.deepEqual(await explorer.page.evaluate('window.violations'), []);
    assert.deepEqual(dialogs, []);
    assert.deepEqual(explorer.faults, []);
  });
});
