/** The page about authorized trust lines, run as it is printed against a server of its own. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { printedSteps, runPrinted } from './support/printed-page.ts';
import { SOURCE_MAIN, type StartedProgram, startProgram } from './support/program.ts';
import { shownDifferences } from './support/shown-answer.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../docs/trust-lines.md'), 'utf8');
const START = 'npm start -- ';
const [start, ...steps] = printedSteps(PAGE);

describe('the page about authorized trust lines', () => {
  let server: StartedProgram;
  before(async () => {
    const command = start?.command ?? '';
    assert.ok(command.startsWith(START), 'it begins with the start of a server');
    server = await startProgram(SOURCE_MAIN, ...command.slice(START.length).split(' '));
  });
  after(() => server.stop());

  test('shows what the specification tells about them', () => {
    const said = steps.map(({ command }) => command).join('\n');
    const words = [
      '"SetFlag": 2',
      '65536',
      '"fee_mult_max": 1000',
      'account_info',
      'account_lines',
      'weir -- authorize',
    ];
    for (const word of words) assert.ok(said.includes(word), word);
    const shown = steps.map((step) => step.shown).join('\n');
    for (const word of ['262144', 'peer_authorized', 'tecPATH_DRY']) assert.ok(shown.includes(word), word);
    assert.ok(steps.length > 20);
  });

  for (const [index, { command, shown }] of steps.entries()) {
    const title = command.replace(/^curl -s \S+ -d '/, '').split('\n')[0]!;
    test(`step ${index + 1}: ${title.slice(0, 80)}`, async () => {
      const answer = await runPrinted(command, server.url);
      if (shown.startsWith('{')) assert.deepEqual(shownDifferences(JSON.parse(shown), JSON.parse(answer)), []);
      else assert.equal(answer.trimEnd(), shown);
    });
  }
});
