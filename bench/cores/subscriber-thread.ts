/**
 * Many subscribers in a thread of their own, so that reading their messages does not hold up who submits. Tells what came
 * and when; whoever started it knows what should have come.
 */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

export interface SubscriberPlan {
  readonly port: number;
  /** For each subscriber the address it asks for; undefined for all transactions. */
  readonly addresses: readonly (string | undefined)[];
}

/** Told for each ledger. */
export interface LedgerArrivals {
  readonly ledgerIndex: number;
  /** Monotonic time of the machine at which each message came, in milliseconds, all subscribers together. */
  readonly atMs: readonly number[];
}

export interface SubscriberReport {
  /** Transactions that each subscriber got, in the order of the plan. */
  readonly counts: readonly number[];
  /** Messages that a subscriber got more than once. */
  readonly repeated: number;
  readonly ledgers: readonly LedgerArrivals[];
}

const { port, addresses } = workerData as SubscriberPlan;
const TRANSACTION = Buffer.from('"type":"transaction"');
const HASH = Buffer.from('"hash":"');
const LEDGER = Buffer.from('"ledger_index":');
/** Enough of a hash to tell those of a run apart. */
const HASH_DIGITS = 16;
const CONNECTIONS_AT_ONCE = 50;

const seen = addresses.map(() => new Set<string>());
const arrivals = new Map<number, number[]>();
let repeated = 0;

function note(subscriber: number, message: Buffer): void {
  if (!message.includes(TRANSACTION)) return;
  const start = message.indexOf(HASH) + HASH.length;
  const hash = message.toString('latin1', start, start + HASH_DIGITS);
  if (seen[subscriber]!.has(hash)) repeated += 1;
  seen[subscriber]!.add(hash);
  const at = message.indexOf(LEDGER) + LEDGER.length;
  const ledgerIndex = Number.parseInt(message.toString('latin1', at, at + 12), 10);
  const times = arrivals.get(ledgerIndex) ?? [];
  arrivals.set(ledgerIndex, times);
  times.push(Number(process.hrtime.bigint()) / 1e6);
}

async function subscribe(subscriber: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false, skipUTF8Validation: true });
  await once(socket, 'open');
  const address = addresses[subscriber];
  const wanted = address === undefined ? { streams: ['transactions'] } : { accounts: [address] };
  socket.send(JSON.stringify({ id: 1, command: 'subscribe', ...wanted }));
  await once(socket, 'message');
  socket.on('message', (message: Buffer) => note(subscriber, message));
  socket.on('close', () => parentPort!.postMessage('lost'));
  return socket;
}

const sockets: WebSocket[] = [];
for (let at = 0; at < addresses.length; at += CONNECTIONS_AT_ONCE) {
  const batch = addresses.slice(at, at + CONNECTIONS_AT_ONCE).map((_, offset) => subscribe(at + offset));
  sockets.push(...(await Promise.all(batch)));
}
parentPort!.postMessage('ready');

parentPort!.on('message', (question: 'how many' | 'report') => {
  if (question === 'how many') {
    parentPort!.postMessage(seen.reduce((sum, hashes) => sum + hashes.size, 0));
    return;
  }
  for (const socket of sockets) socket.removeAllListeners('close').terminate();
  const ledgers = Array.from(arrivals, ([ledgerIndex, atMs]) => ({ ledgerIndex, atMs }));
  const report: SubscriberReport = { counts: seen.map((hashes) => hashes.size), repeated, ledgers };
  parentPort!.postMessage(report);
  parentPort!.close();
});
