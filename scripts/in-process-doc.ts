/**
 * Writes `docs/in-process.md` (`npm run docs`): how to use a ledger in one's own process, and all that the package exports,
 * from the comments in its sources. `test/in-process-doc.test.ts` fails when it is behind them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentedExport, documentedExports } from './doc-comments.ts';

const ROOT = path.join(import.meta.dirname, '..');

/** Where the document is kept. */
export const IN_PROCESS_DOCUMENT = path.join(ROOT, 'docs/in-process.md');

/** What is imported from where, and the files that have it. */
const MODULES: readonly (readonly [string, readonly string[]])[] = [
  ['@weir-ledger/weir', ['src/embedded/create-ledger.ts', 'src/embedded/ledger.ts']],
  ['@weir-ledger/weir/testing', ['src/embedded/fixtures.ts']],
];

const HEAD = `# A ledger in your process

Generated from \`scripts/in-process-doc.ts\` and the comments in \`src/embedded/\` by \`npm run docs\`; do not edit.

A program, most often a test, can have a whole ledger to itself, in memory: no server to start, no port, no file. It is
there in milliseconds, so each test can have its own.

\`\`\`js
import { createLedger } from '@weir-ledger/weir';

await using ledger = await createLedger({ accounts: 3 });
const [issuer, holder] = ledger.accounts;

const { engine_result } = await ledger.submit(issuer, { TransactionType: 'AccountSet', SetFlag: 8 });
await ledger.close();
const { account_data } = await ledger.request('account_info', { account: issuer.address });
\`\`\`

\`await using\` stops the ledger at the end of the block; \`ledger.stop()\` does the same, where Node is older than 24 or the
ledger outlives a block. With TypeScript, parameters and answers have the types of the method that is named, and a
transaction those of its type. \`require\` works as well as \`import\`, in JavaScript and in TypeScript.

- **Nothing happens by itself.** A ledger closes when \`close\` is called, and then gets the time of the clock;
  \`close({ seconds: 3600 })\` lets an hour pass at once. With \`closing: 'instant'\` each submission closes one.
- **Result codes are values.** \`submit\` answers with \`engine_result\`, be it \`tesSUCCESS\` or a failure
  ([all of them](results.md)). What the API answers with an error, such as \`actNotFound\`
  ([all of them](errors.md)), is thrown as a \`LedgerRequestError\`.
- **Amounts are never JavaScript numbers.** Drops and token amounts are texts; options that are drops are \`BigInt\`.
- **The accounts are those of \`weir start --dev\`**, the same ones each time. They stand in the first ledger, so no
  transaction made them, and their first sequence number is 1.
- **Ledgers share nothing.** A hundred of them in one process know nothing of each other.

## Time, and going back

\`ledger.clock\` dates the ledgers that are closed. It is the machine's until you freeze it, advance it, set it or change its
rate. \`snapshot\` notes everything as it is, what is open as well, and \`revert\` goes back there in a millisecond:

\`\`\`js
await ledger.clock.freeze();
const id = await ledger.snapshot();
await ledger.clock.advance(3600);
await ledger.close();
await ledger.revert(id); // nothing has happened
\`\`\`

## Client libraries

A client library needs a socket. It is opened when its address is asked for, listens on this machine only, and is closed
with the ledger:

\`\`\`js
const client = new xrpl.Client(await ledger.webSocketUrl());
await client.connect();
const wallet = xrpl.Wallet.fromSeed(issuer.seed);
\`\`\`

Use \`closing: 'instant'\` for functions that wait until a transaction is validated (\`submitAndWait\`, \`fundWallet\`): nothing
else closes the ledger that they wait for. The socket has the faucet of \`weir start --dev\` too. xrpl.js knows no faucet but
those of the public test networks, so \`fundWallet\` needs its address:

\`\`\`js
const faucet = { faucetHost: new URL(client.url).host, faucetPath: '/accounts', faucetProtocol: 'http' };
const { wallet: funded, balance } = await client.fundWallet(null, faucet);
\`\`\`

Everyone who reaches the socket is the operator, so a \`host\` that other machines reach is refused, as on the command line,
unless \`allowRemoteAdmin\` and \`allowRemoteTestBench\` are set.

## In tests

\`@weir-ledger/weir/testing\` works with any framework that has hooks, which are passed to it. Each test gets a fresh ledger:

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

It has one ledger at a time, so tests that run at the same time (\`concurrency\`, \`test.concurrent\`) are refused: call
\`createLedger\` in each of them. Test files that run in processes of their own are independent.

Where tests begin with the same long setup, it need not run for each of them. \`loadFixture\` runs it once, and brings its
ledger back to where it ended:

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

The setup is a function with a name outside of the tests, since it is known by it; one that is written in the call is refused.
Tests that use the same setup share its ledger, so they run one after another.

Its ledgers have ten accounts each, and last as long as the process. \`fixtureLoader({ after }, { accounts: 2 })\` gives a
\`loadFixture\` with other options, which stops its ledgers after all tests (with Vitest and Jest \`{ afterAll }\`).

With Vitest a ledger can be a parameter of the test:

\`\`\`js
import { test as base } from 'vitest';
import { ledgerFixture } from '@weir-ledger/weir/testing';

const test = base.extend({ ledger: ledgerFixture({ accounts: 2 }) });

test('a payment arrives', async ({ ledger }) => { … });
\`\`\`

With Jest the hooks are globals:

| Test file | Needs |
|---|---|
| CommonJS, or transformed to it (Babel, ts-jest): \`require('@weir-ledger/weir/testing')\` | nothing |
| the same with xrpl.js 5, which has ES modules among its dependencies | \`NODE_OPTIONS=--experimental-vm-modules\` |
| an ES module: \`import { freshLedger } from '@weir-ledger/weir/testing'\` | \`NODE_OPTIONS=--experimental-vm-modules\` |

This was tried with Jest 30 on Node.js 24. [examples/](../examples) has test files of applications.

## What may change

What is listed here keeps its meaning within a minor version of the package (0.1.x), and later within a major one; the
[changelog](../CHANGELOG.md) says what changed. Other files of the package are not to be imported. What methods answer is
the API's, and has its own versions ([compatibility](compatibility.md)).`;

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
