/** The examples, as they are, against a server as they ask for it. `test/pack.test.ts` runs them from the package. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { accountHistory } from '../examples/account-history.mjs';
import { authorizedTrustLines } from '../examples/authorized-trust-lines.mjs';
import { paymentChannels } from '../examples/payment-channels.mjs';
import { type DevelopmentServer, startDevelopmentServer } from './support/development-server.ts';

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
  const folder = path.join(import.meta.dirname, '../examples');
  const files = readdirSync(folder).filter((name) => name !== 'README.md');

  test('is listed in its README, which says how to run them', () => {
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
    for (const name of files) assert.ok(readme.includes(`[${name}](${name})`), name);
    assert.match(readme, /^node node_modules\/weir\/examples\/[\w-]+\.mjs$/m);
  });

  test('holds only what Node runs anywhere, also below node_modules', () => {
    assert.ok(files.length >= 5);
    assert.deepEqual(
      files.filter((name) => !name.endsWith('.mjs')),
      [],
    );
  });

  test('reckons with no floating point numbers', () => {
    for (const name of files) {
      const text = readFileSync(path.join(folder, name), 'utf8');
      assert.doesNotMatch(text, /parseFloat|toFixed|getXrpBalance|dropsToXrp|Number\(/, name);
      assert.doesNotMatch(text, /xrpToDrops\(\d/, name);
    }
  });
});
