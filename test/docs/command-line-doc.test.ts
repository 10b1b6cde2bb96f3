/** The page about the command line agrees with the program. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { COMMAND_LINE_DOCUMENT, commandLineDocument } from '../../scripts/command-line-doc.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import type { CommandShape } from '../../src/cli/options/command.ts';
import { shownMethods } from '../../src/cli/request/json-help.ts';
import { METHOD_DOCS } from '../../src/cli/request/method-docs.ts';
import { wordOfMethod } from '../../src/cli/request/method-word.ts';
import { runWeir } from '../support/run-weir.ts';

describe('docs/command-line.md', () => {
  const page = readFileSync(COMMAND_LINE_DOCUMENT, 'utf8');

  test('is up to date with the tables of commands, options and methods', async () => {
    assert.equal(page, await commandLineDocument(), 'run npm run docs');
  });

  test('has the help of each command', async () => {
    for (const words of ['verify', 'channel list']) {
      const { code, stdout, stderr } = await runWeir(...words.split(' '), '--help');
      assert.deepEqual([code, stderr], [0, '']);
      assert.ok(page.includes(`# weir ${words}\n\n\`\`\`\n${stdout}\`\`\`\n`), words);
    }
    for (const { name, shape } of COMMANDS) {
      const { help, commands = new Map<string, CommandShape>() } = await shape();
      const helps = [[name, help], ...[...commands].map(([verb, sub]) => [`${name} ${verb}`, sub.help])];
      for (const [words, text] of helps) {
        assert.ok(page.includes(`# weir ${words}\n\n\`\`\`\n${text}\n\`\`\`\n`), words);
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
