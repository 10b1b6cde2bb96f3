/**
 * How much of the code one payment crosses: `npm run paths`. A server in this process, on a disk, closes ledgers when it
 * is told to. V8 counts the calls of every function; the counters are read before and after one request on a warm server.
 * `npm run paths -- --list` also names the functions. The thread that writes to the disk is not counted.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { runServer } from '../src/cli/start/run-server.ts';
import { accountIdToAddress } from '../src/crypto/address.ts';
import { deriveKeyPair } from '../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../src/crypto/seed.ts';
import { MASTER_PASSPHRASE, masterAccount } from '../src/ledger/genesis.ts';
import { signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { AccountId } from '../src/protocol/values.ts';
import { bytesToHex } from '../src/util/hex.ts';

const DESTINATION_ID: AccountId = 'F51DFC2A09D62CBBA1DFBDD4691DAC96AD98B90F';
const WARM_ROUNDS = 3;
/** A function counts if each of these rounds called it: what a timer does in between is not on the path. */
const COUNTED_ROUNDS = 3;
const OPTIONS = {
  port: 0,
  host: '127.0.0.1',
  closeIntervalMs: undefined,
  genesisFile: undefined,
  networkId: undefined,
  logLevel: 'error',
} as const;

type Path = ReadonlySet<string>;

interface Request {
  readonly name: string;
  readonly method: string;
  readonly params: object;
}

const root = fileURLToPath(new URL('../', import.meta.url));
const source = join(root, 'src/');
const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } });
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const paths = await measurePaths();
await session.post('Profiler.stopPreciseCoverage');
session.disconnect();
report(paths);

/** What each kind of request crosses once everything has been loaded and done before. */
async function measurePaths(): Promise<ReadonlyMap<string, Path>> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-paths-'));
  const server = await runServer({ ...OPTIONS, dataDirectory: directory }, pino({ level: 'error' }));
  const measured = new Map<string, Path>();
  try {
    for (let round = 1; round <= WARM_ROUNDS + COUNTED_ROUNDS; round++) {
      for (const request of requestsOf(round)) {
        const path = await pathOf(() => call(server.port, request));
        const before = round > WARM_ROUNDS + 1 ? measured.get(request.name) : undefined;
        measured.set(
          request.name,
          before === undefined ? path : new Set([...path].filter((place) => before.has(place))),
        );
      }
    }
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  return measured;
}

/** One round: a payment that the server signs, its ledger, the same with one that the client signed, then a page. */
function requestsOf(round: number): readonly Request[] {
  const sequence = 2 * round - 1;
  const master = accountIdToAddress(masterAccount());
  const payment = {
    TransactionType: 'Payment',
    Account: master,
    Destination: accountIdToAddress(DESTINATION_ID),
    Amount: '1000000000',
  };
  return [
    { name: 'submit (secret)', method: 'submit', params: { secret: MASTER_PASSPHRASE, tx_json: payment } },
    { name: 'ledger_accept', method: 'ledger_accept', params: {} },
    { name: 'submit (blob)', method: 'submit', params: { tx_blob: signedPayment(sequence + 1) } },
    { name: 'ledger_accept', method: 'ledger_accept', params: {} },
    { name: 'account_tx', method: 'account_tx', params: { account: master, ledger_index_min: -1, limit: 2 } },
  ];
}

function signedPayment(sequence: number): string {
  const keys = deriveKeyPair(seedOfPassphrase(MASTER_PASSPHRASE), 'secp256k1');
  const fields = {
    TransactionType: 'Payment',
    Account: masterAccount(),
    Destination: DESTINATION_ID,
    Amount: 1_000_000_000n,
    Fee: 10n,
    Flags: 0,
    Sequence: sequence,
    SigningPubKey: keys.publicKey,
  };
  return bytesToHex(signTransaction(fields, keys).blob);
}

async function call(port: number, { method, params }: Request): Promise<void> {
  const body = JSON.stringify({ method, params: [params] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body });
  const { result } = (await answer.json()) as { result: { status: string; engine_result?: string } };
  const isGood = result.status === 'success' && (result.engine_result ?? 'tesSUCCESS') === 'tesSUCCESS';
  if (!isGood) throw new Error(`${method} failed: ${JSON.stringify(result)}`);
}

/** The functions of the server that were called, as `file:place name`. */
async function pathOf(request: () => Promise<void>): Promise<Path> {
  await session.post('Profiler.takePreciseCoverage');
  await request();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(result.flatMap(calledFunctions));
}

function calledFunctions({ url, functions }: Profiler.ScriptCoverage): string[] {
  const path = url.startsWith('file:') ? fileURLToPath(url) : '';
  if (!path.startsWith(source)) return [];
  const called = functions.filter(({ ranges }) => ranges[0]!.count > 0);
  return called.map(({ functionName, ranges }) => `${relative(root, path)}:${ranges[0]!.startOffset} ${functionName}`);
}

function report(measured: ReadonlyMap<string, Path>): void {
  for (const [name, path] of measured) {
    const called = [...path].sort();
    const files = new Set(called.map((place) => place.slice(0, place.indexOf(':'))));
    const named = called.filter((place) => !place.endsWith(' ')).length;
    console.log(`${name.padEnd(16)} ${files.size} files, ${named} functions, ${called.length - named} without a name`);
    if (values.list) console.log(called.map((place) => `  ${place}`).join('\n'));
  }
}
