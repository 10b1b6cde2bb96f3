/** The page about account history, run as it is printed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { QUESTION_PARAMS } from '../src/rpc/history-question.ts';
import { TIME_PARAMS } from '../src/rpc/history-times.ts';
import { printedSteps, runPrinted } from './support/printed-page.ts';
import { SOURCE_MAIN, type StartedProgram, startProgram } from './support/program.ts';
import { shownDifferences } from './support/shown-answer.ts';

const PAGE = readFileSync(path.join(import.meta.dirname, '../docs/history.md'), 'utf8');
const START = 'npm start -- ';
const [start, ...steps] = printedSteps(PAGE);

describe('the page about account history', () => {
  let server: StartedProgram;
  before(async () => {
    const command = start?.command ?? '';
    assert.ok(command.startsWith(START), 'it begins with the start of a server');
    server = await startProgram(SOURCE_MAIN, ...command.slice(START.length).split(' '));
  });
  after(() => server.stop());

  test('names every parameter that asks a question', () => {
    for (const name of [...QUESTION_PARAMS, ...TIME_PARAMS]) assert.ok(PAGE.includes(`\`${name}\``), name);
    assert.ok(steps.length > 10);
  });

  for (const [index, { command, shown }] of steps.entries()) {
    const title = command.replace(/^curl -s \S+ -d '/, '').split('\n')[0]!;
    test(`step ${index + 1}: ${title.slice(0, 80)}`, async () => {
      const printed = await runPrinted(command, server.url);
      if (shown.startsWith('{')) assert.deepEqual(shownDifferences(JSON.parse(shown), JSON.parse(printed)), []);
      else assert.deepEqual(shownDifferences(shown.split('\n'), printed.trimEnd().split('\n')), []);
    });
  }
});
