/** The page about the command line says what the program says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { COMMAND_LINE_DOCUMENT, commandLineDocument } from '../../scripts/command-line-doc.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { shownMethods } from '../../src/cli/request/json-help.ts';
import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import { wordOfMethod } from '../../src/cli/request/method-word.ts';
import { runWeir } from '../support/run-weir.ts';

describe('docs/command-line.md', () => {
  const page = readFileSync(COMMAND_LINE_DOCUMENT, 'utf8');

  test('is up to date with the tables of commands, options and methods', async () => {
    assert.equal(page, await commandLineDocument(), 'run npm run docs');
  });

  test('shows for each command what its --help prints', async () => {
    for (const { name, shape } of COMMANDS) {
      const { commands = new Map() } = await shape();
      for (const words of [[name], ...[...commands.keys()].map((verb) => [name, verb])]) {
        const { code, stdout, stderr } = await runWeir(...words, '--help');
        assert.deepEqual([code, stderr], [0, ''], words.join(' '));
        assert.ok(page.includes(`# weir ${words.join(' ')}\n\n\`\`\`\n${stdout}\`\`\`\n`), words.join(' '));
      }
    }
  });

  test('has each method that can be called, with its words if it has any', () => {
    for (const { name } of shownMethods()) {
      const form = METHOD_DOCS.get(name)?.commandLine;
      assert.ok(
        page.includes(form === undefined ? `weir json ${name} ` : `\`weir ${wordOfMethod(name)} ${form.usage}\``) ||
          page.includes(`\`weir ${wordOfMethod(name)}\``),
        name,
      );
    }
  });

  test('lists the exit codes of the program', async () => {
    const codes = [...page.matchAll(/^\| (\d) \|/gm)].map(([, code]) => Number(code));
    const unreachable = ['--url', 'http://127.0.0.1:1'];
    const seen = [await runWeir('--version'), await runWeir('ping', ...unreachable), await runWeir('nonsense')];
    assert.deepEqual(
      seen.map(({ code }) => code),
      codes,
    );
  });
});
