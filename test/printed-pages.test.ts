/**
 * The stories of the README and of the pages beside it, run as they are printed. Each section of the README starts a server of
 * its own. A page goes on where the section of the same matter ends, so the section is run before it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { QUESTION_PARAMS } from '../src/rpc/history-question.ts';
import { TIME_PARAMS } from '../src/rpc/history-times.ts';
import { type PrintedStep, printedSections, printedSteps } from './support/printed-page.ts';
import { PrintedSession } from './support/printed-session.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8');
const sections = new Map(printedSections(read('README.md')).map(({ title, steps }) => [title, steps]));
/** What the commands and the answers of each section must at least be about. */
const CONTENTS = new Map([
  ['A five-minute tour', ['wallet_propose', 'submit', 'ledger_accept', 'tx', 'account_info', 'account_tx', 'weir --']],
  [
    'Authorized trust lines',
    ['"SetFlag": 2', '262144', '65536', 'fee_mult_max', 'account_lines', 'peer_authorized', 'tecPATH_DRY'],
  ],
  [
    'Payment channels',
    [
      ...['PaymentChannelCreate', 'PaymentChannelFund', 'PaymentChannelClaim', 'channel_authorize', 'channel_verify'],
      ...['account_channels', '2147614720', '"expiration"', 'close_time', '"tx"'],
    ],
  ],
  [
    'Account history',
    ['"binary": true', '"forward": true', '"marker"', 'tx_blob', 'destination_tag', '"ledger_index"'],
  ],
]);
/** Pages that go on after a section. */
const PAGES = new Map([
  ['docs/trust-lines.md', 'Authorized trust lines'],
  ['docs/channels.md', 'Payment channels'],
  ['docs/history.md', 'Account history'],
]);

function follow(steps: readonly PrintedStep[], from = 0): void {
  const session = new PrintedSession();
  before(async () => {
    for (const step of steps.slice(0, from)) await session.differences(step);
  });
  after(() => session.end());
  for (const [index, step] of [...steps.entries()].slice(from)) {
    const title = step.command.replace(/^curl -s \S+ -d '/, '').replaceAll(/\s+/g, ' ');
    test(`step ${index + 1}: ${title.slice(0, 90)}`, async () => {
      assert.deepEqual(await session.differences(step), []);
    });
  }
}

for (const [title, contents] of CONTENTS) {
  describe(`the README's section "${title}"`, () => {
    const steps = sections.get(title) ?? [];
    test('starts a server and shows what it must', () => {
      assert.match(steps[0]?.command ?? '', /^npm start/);
      const all = steps.map(({ command, shown }) => `${command}\n${shown}`).join('\n');
      for (const word of contents) assert.ok(all.includes(word), word);
    });
    follow(steps);
  });
}

for (const [page, title] of PAGES) {
  describe(`the page ${page}`, () => {
    const story = sections.get(title) ?? [];
    const steps = printedSteps(read(page));
    test('has commands, and goes on with a story that has begun', () => {
      assert.ok(steps.length > 0);
      assert.ok(steps.every(({ command }) => !command.startsWith('npm start')));
    });
    follow([...story, ...steps], story.length);
  });
}

describe('what is printed', () => {
  test('is run: the README has no other sections with commands', () => {
    assert.deepEqual([...sections.keys()].sort(), [...CONTENTS.keys()].sort());
  });

  test('names every parameter that asks a question to a history', () => {
    for (const name of [...QUESTION_PARAMS, ...TIME_PARAMS]) {
      assert.ok(read('docs/history.md').includes(`\`${name}\``), name);
    }
  });
});
