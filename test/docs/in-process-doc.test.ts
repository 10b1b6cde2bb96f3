/** The page about ledgers in the caller's process documents the exports of the package. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as xrpl from 'xrpl';
import { IN_PROCESS_DOCUMENT, inProcessDocument } from '../../scripts/in-process-doc.ts';
import { createLedger } from '../../src/embedded/create-ledger.ts';

/** The values that the code of the page creates. */
interface Shown {
  readonly client: xrpl.Client;
  readonly wallet: xrpl.Wallet;
  readonly funded: xrpl.Wallet;
  readonly balance: number;
}

describe('docs/in-process.md', () => {
  test('is up to date with the comments in the sources', () => {
    assert.equal(readFileSync(IN_PROCESS_DOCUMENT, 'utf8'), inProcessDocument(), 'run npm run docs');
  });
});

describe('its lines for client libraries', () => {
  test('connect, and get test money', async () => {
    const section = /^## Client libraries$(.*?)^## /ms.exec(inProcessDocument())?.[1] ?? '';
    const lines = [...section.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]!).join('');
    const program = `${lines}; return { client, wallet, funded, balance };`;
    const AsyncFunction = (async () => {}).constructor as new (
      ...words: string[]
    ) => (...args: unknown[]) => Promise<Shown>;
    const ledger = await createLedger({ accounts: 1, closing: 'instant' });
    try {
      const issuer = ledger.accounts[0]!;
      const shown = await new AsyncFunction('xrpl', 'ledger', 'issuer', program)(xrpl, ledger, issuer);
      assert.equal(shown.wallet.address, issuer.address);
      assert.equal(shown.balance, 1000);
      assert.ok(xrpl.isValidClassicAddress(shown.funded.address));
      await shown.client.disconnect();
    } finally {
      await ledger.stop();
    }
  });
});
