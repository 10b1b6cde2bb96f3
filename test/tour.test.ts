/**
 * The README's tour, run as it is printed: each command goes to a real server, each answer is compared with the one
 * shown. Ledgers close only when the tour says so, so that nothing depends on how fast the test runs.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { runProgram, SOURCE_MAIN, type StartedProgram, startProgram } from './support/program.ts';
import { shownDifferences } from './support/shown-answer.ts';

const README = path.join(import.meta.dirname, '../README.md');
const START = 'npm start';
const CURL = /^curl -s http:\/\/127\.0\.0\.1:5005 -d '(?<body>[^']*)'$/;
const COMMAND_LINE = /^npm run --silent weir -- (?<words>.*)$/;

interface Step {
  readonly command: string;
  /** What is printed below the command. */
  readonly shown: string;
}

/** Fenced blocks of the tour in pairs: a command (`sh`), and what it prints (`json` or `text`). */
function tourSteps(): Step[] {
  const tour = /\n## A five-minute tour\n(?<text>.*?)\n## /s.exec(readFileSync(README, 'utf8'))?.groups?.text ?? '';
  const blocks = [...tour.matchAll(/^```(sh|json|text)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
    kind,
    text: text!.trimEnd(),
  }));
  return blocks.flatMap(({ kind, text }, index) => {
    if (kind !== 'sh') return [];
    const next = blocks[index + 1];
    assert.ok(next !== undefined && next.kind !== 'sh', `nothing is shown for: ${text}`);
    return [{ command: text.replaceAll(/ \\\n\s*/g, ' '), shown: next.text }];
  });
}

const steps = tourSteps();

describe('the tour of the README', () => {
  let data: string;
  let server: StartedProgram | undefined;
  before(() => {
    data = mkdtempSync(path.join(tmpdir(), 'weir-tour-'));
  });
  after(async () => {
    await server?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  async function startAgain(shown: string): Promise<void> {
    if (server !== undefined) assert.equal(await server.stop(), 0);
    server = await startProgram(SOURCE_MAIN, '--manual', '--data', data);
    const banner = server.banner
      .replaceAll(new URL(server.url).host, '127.0.0.1:5005')
      .replace(data, '…/weir-data')
      .replace('only by ledger_accept (--manual)', 'every 4 s');
    assert.equal(banner.trimEnd(), shown);
  }

  async function answerTo(command: string): Promise<string> {
    assert.ok(server !== undefined, 'the tour begins with the start of a server');
    const body = CURL.exec(command)?.groups?.body;
    if (body !== undefined) return (await fetch(server.url, { method: 'POST', body })).text();
    const words = COMMAND_LINE.exec(command)?.groups?.words;
    assert.ok(words !== undefined, `the tour has a command of no known form: ${command}`);
    return runProgram(process.execPath, [SOURCE_MAIN, ...words.split(' '), '--url', server.url]);
  }

  test('has commands of each kind', () => {
    assert.equal(steps.filter(({ command }) => command === START).length, 2);
    assert.ok(steps.filter(({ command }) => CURL.test(command)).length >= 6);
    assert.ok(steps.some(({ command }) => COMMAND_LINE.test(command)));
  });

  for (const [index, { command, shown }] of steps.entries()) {
    test(`step ${index + 1}: ${command.split('\n')[0]!.slice(0, 90)}`, async () => {
      if (command === START) await startAgain(shown);
      else assert.deepEqual(shownDifferences(JSON.parse(shown), JSON.parse(await answerTo(command))), []);
    });
  }
});

describe('a shown answer', () => {
  test('stands for the answers that differ only where it says …', () => {
    const shown = { a: 'x…', b: [1, '…'], c: { '…': '…' }, d: '…' };
    assert.deepEqual(shownDifferences(shown, { a: 'xyz', b: [1, 2], c: { e: 1 }, d: 5 }), []);
    assert.equal(shownDifferences(shown, { a: 'yz', b: [2, 2], c: [], d: 5 }).length, 3);
    assert.equal(shownDifferences({ a: 1 }, { a: 1, b: 2 }).length, 1);
    assert.equal(shownDifferences({ a: '…' }, {}).length, 1);
    assert.equal(shownDifferences([1], [1, 2]).length, 1);
  });
});
