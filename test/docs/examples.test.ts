/** The examples, as they are, against a server as they ask for it. `test/pack.test.ts` runs them from the package. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { accountHistory } from '../../examples/account-history.mjs';
import { authorizedTrustLines } from '../../examples/authorized-trust-lines.mjs';
import { paymentChannels } from '../../examples/payment-channels.mjs';
import { type DevelopmentServer, startDevelopmentServer } from '../support/development-server.ts';
import { runProgram } from '../support/program.ts';

describe('the example of', { concurrency: true }, () => {
  let server: DevelopmentServer;
  before(async () => {
    server = await startDevelopmentServer();
  });
  after(() => server.stop());

  const run = async <T>(example: (url: string, print: (line: string) => void) => Promise<T>) => {
    const lines: string[] = [];
    const result = await example(server.webSocketUrl, (line) => lines.push(line));
    return { lines, result };
  };

  test('authorized trust lines', async () => {
    const { lines, result } = await run(authorizedTrustLines);
    assert.equal(result, '100');
    assert.deepEqual(lines, [
      'Require Auth is enabled.',
      'Authorized before: false',
      'Authorized after: true',
      'The holder has 100 FOO.',
    ]);
  });

  test('payment channels', async () => {
    const { lines, result } = await run(paymentChannels);
    assert.equal(result, 39_999_988n);
    assert.equal(lines.at(-1), 'The payee has 39999988 drops more; 0 channels are left.');
  });

  test('account history', async () => {
    const { lines, result } = await run(accountHistory);
    assert.deepEqual(result, [10, 10, 6]);
    assert.match(lines.at(-1)!, /^Then [0-9A-F]{64} in ledger \d+\.$/);
  });
});

describe('the folder of examples', () => {
  const folder = path.join(import.meta.dirname, '../../examples');
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== 'README.md');
  const programs = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const projects = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  /** Without what an installation left. */
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(mjs|ts|py|go|java)$/.test(name))
    .filter((name) => !/node_modules|environment|target/.test(name));

  test('is listed in its README, which says how to run them', () => {
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
    for (const name of [...programs, ...projects]) assert.ok(readme.includes(`[${name}](${name})`), name);
    assert.match(readme, /^node node_modules\/@weir-ledger\/weir\/examples\/[\w-]+\.mjs$/m);
  });

  test('holds programs that Node runs anywhere, also below node_modules, and projects', () => {
    assert.ok(programs.length >= 5);
    assert.deepEqual(
      programs.filter((name) => !name.endsWith('.mjs')),
      [],
    );
    assert.deepEqual(projects, ['cluster', 'go', 'java', 'parking', 'python', 'vouchers']);
  });

  test('reckons with no floating point numbers', () => {
    assert.ok(sources.length > programs.length + projects.length);
    for (const name of sources) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      assert.doesNotMatch(text, /parseFloat|toFixed|getXrpBalance|dropsToXrp|Number\(/, name);
      assert.doesNotMatch(text, /xrpToDrops\(\d/, name);
      assert.doesNotMatch(text, /\bfloat(32|64)?\(|: float\b|\b(float32|float64|double|Double)\b/, name);
    }
  });
});

test('the tests of an application in the examples pass, each on a ledger of its own', async () => {
  const files = ['examples/vouchers/test/voucher-desk.test.mjs'];
  const preload = './test/support/weir-from-sources.ts';
  // Else it would report to this run in its own format.
  const alone = 'data:text/javascript,delete process.env.NODE_TEST_CONTEXT';
  const args = ['--import', alone, '--import', preload, '--test-reporter=tap', ...files];
  const printed = await runProgram(process.execPath, args, { directory: path.join(import.meta.dirname, '../..') });
  assert.match(printed, /^# pass 4$/m);
});
