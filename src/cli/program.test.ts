import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../test/support/free-port.ts';
import { runProgram } from './program.ts';

/** Usage errors. */
const REFUSED: readonly (readonly [line: string, message: RegExp])[] = [
  ['nope', /^weir: unknown command 'nope' \(weir --help lists them\)/],
  ['strat', /^weir: unknown command 'strat', did you mean 'start'\? /],
  ['--url http://x ping', /^weir: unknown option '--url': options come after a command/],
  ['start --prot 7', /^weir: Unknown option '--prot', did you mean '--port'\? /],
  ['clock nope', /^weir: clock: 'nope' is none of set, advance, rate, freeze, resume/],
  ['ping --ulr x', /^weir: unknown option '--ulr', did you mean '--url'\? /],
  ['channel lst', /^weir: weir channel has no 'lst', did you mean 'list'\? /],
  ['channel list r1 --urn x', /^weir: Unknown option '--urn', did you mean '--url'\? \(see weir channel list --help\)/],
  ['completion tcsh', /^weir: completion takes one word, bash or zsh or fish/],
  ['ping --url', /^weir: --url needs a value/],
  ['ping --url ftp://x', /^weir: --url must be/],
  ['json', /^weir: usage: weir json/],
  ['json ping hush', /^weir: the second word must be JSON/],
];

/** Runs the program in this process; returns the exit code and the text on standard error. */
async function run(t: TestContext, line: string): Promise<[code: number, errors: string]> {
  let errors = '';
  const { mock } = t.mock.method(process.stderr, 'write', (text: string) => {
    errors += text;
    return true;
  });
  const code = await runProgram(line.split(' '));
  mock.restore();
  // A program of its own adds its listener once.
  process.stderr.removeAllListeners('error');
  return [code, errors];
}

test('the program reports words that it cannot run in one line', async (t) => {
  for (const [line, message] of REFUSED) {
    const [code, errors] = await run(t, line);
    assert.equal(code, 2, line);
    assert.match(errors.replace(/\n$/, ''), message);
    assert.equal(errors.split('\n').length, 2, errors);
  }
});

test('the program reports a missing server', async (t) => {
  const port = await freePort();
  const [code, errors] = await run(t, `ping --url http://127.0.0.1:${port}`);
  assert.equal(code, 1);
  assert.equal(
    errors,
    `weir: cannot reach http://127.0.0.1:${port}: no server listens there: start one with weir start --port ${port}, ` +
      'or name another one by --url or WEIR_URL\n',
  );
});
