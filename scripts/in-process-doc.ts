/**
 * Writes `docs/in-process.md` (`npm run docs`): how to use a ledger in the caller's process, and the exports of the package, from the
 * comments of their sources. `test/docs/in-process-doc.test.ts` fails if the page is outdated.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentedExport, documentedExports } from './doc-comments.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** The document's path. */
export const IN_PROCESS_DOCUMENT = path.join(ROOT, 'docs/in-process.md');

/** The modules of the package, and the files of their exports. */
const MODULES: readonly (readonly [string, readonly string[]])[] = [
  ['@weir-ledger/weir', ['src/embedded/create-ledger.ts', 'src/embedded/ledger.ts']],
  ['@weir-ledger/weir/testing', ['src/embedded/fixtures.ts']],
];

const HEAD = `# A ledger in your process

For developers who test against a ledger. Afterwards your tests each have a chain in memory, created in milliseconds, without a server, a
port or a file.

Generated from \`scripts/in-process-doc.ts\` and the comments in \`src/embedded/\` by \`npm run docs\`; do not edit.

\`\`\`js
import { createLedger } from '@weir-ledger/weir';

await using ledger = await createLedger({ accounts: 3 });
const [issuer, holder] = ledger.accounts;

const { engine_result } = await ledger.submit(issuer, { TransactionType: 'AccountSet', SetFlag: 8 });
await ledger.close();
const { account_data } = await ledger.request('account_info', { account: issuer.address });
\`\`\`

\`await using\` stops the ledger at the end of the block; with Node.js 22, or for a longer life, call \`ledger.stop()\`. \`require\` works too.
TypeScript knows the parameters and answers of each method and the fields of each transaction type.

- **Ledgers close only when you say so**: by \`close\`, at the time of the clock or \`{ seconds }\` after the previous ledger, or with
  \`closing: 'instant'\` after each submission.
- **Result codes are values.** \`submit\` resolves with [\`engine_result\`](results.md), also for a failure. An [error](errors.md) of the API,
  such as \`actNotFound\`, is thrown as a \`LedgerRequestError\`.
- **Amounts are never JavaScript numbers.** Drops and token amounts are strings; options in drops are \`BigInt\`.
- **The accounts are those of [\`weir start --dev\`](tour.md#accounts).** They are in the first ledger, with the sequence number 1.

## Time and snapshots

\`ledger.clock\` dates ledgers; \`revert\` returns to a snapshot in a millisecond ([more](test-bench.md#return-to-a-snapshot)):

\`\`\`js
await ledger.clock.freeze();
const id = await ledger.snapshot();
await ledger.clock.advance(3600);
await ledger.close();
await ledger.revert(id); // the hour and the ledger are undone
\`\`\`

## Client libraries

A client library needs a socket. It opens when its address is requested, listens on this machine only, and closes with the ledger:

\`\`\`js
const client = new xrpl.Client(await ledger.webSocketUrl());
await client.connect();
const wallet = xrpl.Wallet.fromSeed(issuer.seed);
\`\`\`

Functions that wait for validation (\`submitAndWait\`, \`fundWallet\`) need \`closing: 'instant'\`. The socket has the faucet of
\`weir start --dev\`; xrpl.js needs its address:

\`\`\`js
const faucet = { faucetHost: new URL(client.url).host, faucetPath: '/accounts', faucetProtocol: 'http' };
const { wallet: funded, balance } = await client.fundWallet(null, faucet);
\`\`\`

Every client of the socket is the operator. So a \`host\` that other machines can reach is refused unless \`allowRemoteAdmin\` and
\`allowRemoteTestBench\` are set.

## In tests

\`@weir-ledger/weir/testing\` works with any framework that has hooks. \`freshLedger\` creates a ledger for each test:

\`\`\`js
import { afterEach, beforeEach, test } from 'node:test'; // or from 'vitest'; Jest has the hooks as globals
import { freshLedger } from '@weir-ledger/weir/testing';

const bench = freshLedger({ beforeEach, afterEach }, { accounts: 2 });

test('a payment arrives', async () => {
  const { ledger } = bench;
  const [payer, payee] = ledger.accounts;
  …
});
\`\`\`

\`loadFixture\` runs a long setup once, and returns its ledger to the state after the setup for each test. The setup is a named function
outside of the tests:

\`\`\`js
import { loadFixture } from '@weir-ledger/weir/testing';

async function issued(ledger) {
  const [issuer, holder] = ledger.accounts;
  …
  return { ledger, issuer, holder };
}

test('a holder pays', async () => {
  const { ledger, holder } = await loadFixture(issued);
  …
});
\`\`\`

\`fixtureLoader({ after }, { accounts: 2 })\` returns a \`loadFixture\` with other options that stops its ledgers after all tests (Vitest and
Jest: \`{ afterAll }\`). Concurrent tests call \`createLedger\` each. With Vitest a ledger can be a parameter:

\`\`\`js
import { test as base } from 'vitest';
import { ledgerFixture } from '@weir-ledger/weir/testing';

const test = base.extend({ ledger: ledgerFixture({ accounts: 2 }) });

test('a payment arrives', async ({ ledger }) => { … });
\`\`\`

Jest 30 on Node.js 24 needs nothing for CommonJS test files, also those transformed to it (Babel, ts-jest). ES modules, and CommonJS files
that use xrpl.js 5, need \`NODE_OPTIONS=--experimental-vm-modules\`. [examples/](../examples) has test files of applications.

## What may change

The names on this page keep their meaning within a minor version of the package (0.1.x), later within a major one; the
[changelog](../CHANGELOG.md) lists changes. Do not import other files of the package. The answers of methods follow the versions of the
API ([compatibility](compatibility.md)).`;

/** The document's text. */
export function inProcessDocument(): string {
  const sections = MODULES.map(([name, files]) => {
    const all = files.flatMap((file) => documentedExports(readFileSync(path.join(ROOT, file), 'utf8')));
    return [`## ${name}`, ...all.map(section)].join('\n\n');
  });
  return `${[HEAD, ...sections].join('\n\n')}\n`;
}

function section({ kind, name, signature, text, members }: DocumentedExport): string {
  const lines = [`### ${name}`, '', text];
  if (kind === 'function') lines.push('', '```ts', signature, '```');
  if (members.length > 0) {
    const rows = members.map((member) => `| \`${member.signature.replaceAll('|', '\\|')}\` | ${member.text} |`);
    lines.push('', '| Member | |', '|---|---|', ...rows);
  }
  return lines.join('\n');
}
