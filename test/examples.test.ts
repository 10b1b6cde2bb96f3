/** The examples, as they are, against a server as they ask for it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accountHistory } from '../examples/account-history.ts';
import { authorizedTrustLines } from '../examples/authorized-trust-lines.ts';
import { paymentChannels } from '../examples/payment-channels.ts';
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
    assert.equal(result, '39.99999');
    assert.match(lines.at(-1)!, /; 0 channels are left\.$/);
  });

  test('account history', async () => {
    const { lines, result } = await run(accountHistory);
    assert.deepEqual(result, [10, 10, 6]);
    assert.match(lines.at(-1)!, /^Then [0-9A-F]{64} in ledger \d+\.$/);
  });
});
