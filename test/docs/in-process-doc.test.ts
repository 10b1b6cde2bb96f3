/** The page about ledgers in one's own process says what the package exports. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as xrpl from 'xrpl';
import { documentedExports } from '../../scripts/doc-comments.ts';
import { IN_PROCESS_DOCUMENT, inProcessDocument } from '../../scripts/in-process-doc.ts';
import { createLedger } from '../../src/embedded/create-ledger.ts';

/** What the lines of the page make. */
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

  test('has every export, and every member of a ledger', () => {
    const text = inProcessDocument();
    for (const name of ['createLedger', 'LedgerRequestError', 'Ledger', 'LedgerOptions', 'freshLedger']) {
      assert.match(text, new RegExp(`^### ${name}$`, 'm'));
    }
    for (const member of ['accounts', 'request', 'submit', 'close', 'webSocketUrl', 'httpUrl', 'stop']) {
      assert.match(text, new RegExp(`^\\| \`${member}\\b`, 'm'), member);
    }
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

describe('the reader of comments', () => {
  test('finds what is exported, with the text and the members', () => {
    const source = [
      '/** Says\n * more. */\nexport interface Thing extends Other {\n  /** A name. */\n  readonly name?: string;',
      '  hidden: 1;\n  /** Does it. */\n  act(one: A, two: B): Promise<C>;\n}\n',
      '/** Makes one. */\nexport async function make(\n  one: A,\n): Promise<Thing> {\n  return 1;\n}\n',
      'export const noComment = 1;\n',
    ].join('\n');
    assert.deepEqual(documentedExports(source), [
      {
        kind: 'interface',
        name: 'Thing',
        text: 'Says more.',
        signature: 'Thing',
        members: [
          { signature: 'name?: string', text: 'A name.' },
          { signature: 'act(one: A, two: B): Promise<C>', text: 'Does it.' },
        ],
      },
      { kind: 'function', name: 'make', text: 'Makes one.', signature: 'make(one: A): Promise<Thing>', members: [] },
    ]);
  });
});
