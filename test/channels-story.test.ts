/** The page about payment channels, run as it is printed: a day passes in it, and nobody sleeps. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { printedSteps, runPrinted } from './support/printed-page.ts';
import { SOURCE_MAIN, type StartedProgram, startProgram } from './support/program.ts';
import { shownDifferences } from './support/shown-answer.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../docs/channels.md'), 'utf8');
const START = 'npm start -- ';
const [start, ...steps] = printedSteps(PAGE);

describe('the page about payment channels', () => {
  let server: StartedProgram;
  before(async () => {
    const command = start?.command ?? '';
    assert.ok(command.startsWith(START), 'it begins with the start of a server');
    server = await startProgram(SOURCE_MAIN, ...command.slice(START.length).split(' '));
  });
  after(() => server.stop());

  test('shows the whole life of a channel', () => {
    const said = steps.map(({ command }) => command).join('\n');
    const parts = ['Create', 'Claim', 'Fund'].map((part) => `PaymentChannel${part}`);
    const methods = ['ledger_accept', 'tx', 'account_channels', 'channel_authorize', 'channel_verify'];
    for (const word of [...parts, ...methods, '2147614720']) assert.ok(said.includes(word), word);
    assert.ok(steps.length > 20);
  });

  for (const [index, { command, shown }] of steps.entries()) {
    const title = command.replace(/^curl -s \S+ -d '/, '').split('\n')[0]!;
    test(`step ${index + 1}: ${title.slice(0, 80)}`, async () => {
      const answer = JSON.parse(await runPrinted(command, server.url));
      assert.deepEqual(shownDifferences(JSON.parse(shown), answer), []);
    });
  }
});
