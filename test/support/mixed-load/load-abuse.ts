/** Clients that send malformed requests. The server must answer each without an internal error. */
import net from 'node:net';
import { WebSocket } from 'ws';
import { exchange, NOTHING, post } from '../hostile-sockets.ts';
import type { LoadFigures } from './load-figures.ts';
import type { LoadParties } from './load-parties.ts';

type Abuse = (port: number, parties: LoadParties) => Promise<string>;

const JSON_TYPE = { 'content-type': 'application/json' };
const IDLE_SOCKETS = 20;
const BODY_LIMIT = 1_000_000;
/** They disconnect after a moment, with or without an answer. */
const UNANSWERED = { expected: NOTHING, quietMs: 50 };

const ABUSES: Readonly<Record<string, Abuse>> = {
  'a body that is too long': (port) => send(port, ' '.repeat(BODY_LIMIT + 1)),
  'a megabyte of spaces': (port) => send(port, ' '.repeat(BODY_LIMIT)),
  'a megabyte of brackets': (port) => send(port, '['.repeat(BODY_LIMIT)),
  'a long list': (port) => send(port, JSON.stringify({ method: 'ping', params: [{ list: Array(100_000).fill(1) }] })),
  'a large batch': (port) =>
    send(port, JSON.stringify({ method: 'batch', params: Array(500).fill({ method: 'ping' }) })),
  'a garbage blob': (port, { random }) => send(port, submission(random.hex(random.between(1, 2_000)))),
  'a blob of a megabyte': (port, { random }) => send(port, submission(random.hex(450_000))),
  'a damaged blob': (port, parties) => send(port, submission(damagedBlob(parties))),
  'half a request': (port) =>
    exchange(port, 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{"met', UNANSWERED),
  'no HTTP': (port, { random }) => exchange(port, random.bytes(1_000), UNANSWERED),
  'many headers': (port) => exchange(port, `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(3_000)}\r\n`, UNANSWERED),
  'a strange path': (port) => exchange(port, 'GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n', UNANSWERED),
  'idle connections': idleConnections,
  'garbage over a WebSocket': (port, { random }) => overSocket(port, random.hex(500)),
  'a WebSocket message that is too long': (port) => overSocket(port, ' '.repeat(BODY_LIMIT + 1)),
};

/** Runs one of them, chosen at random. */
export async function abuse(port: number, parties: LoadParties, figures: LoadFigures): Promise<void> {
  const name = parties.random.pick(Object.keys(ABUSES));
  figures.count('abuses');
  const text = await ABUSES[name]!(port, parties).catch((error: Error) => `refused: ${error.message}`);
  if (/"internal"|"error_code":73\b|HTTP\/1\.1 500/.test(text)) figures.report(`${name}: ${text.slice(0, 300)}`);
}

async function send(port: number, body: string): Promise<string> {
  const { status, body: answer } = await post(port, body, JSON_TYPE);
  return `HTTP/1.1 ${status} ${JSON.stringify(answer)?.slice(0, 10_000)}`;
}

function submission(tx_blob: string): string {
  return JSON.stringify({ method: 'submit', params: [{ tx_blob }] });
}

/** A payment with one bit changed. */
function damagedBlob({ random, traders, desk }: LoadParties): string {
  const from = random.pick(traders);
  const fields = { TransactionType: 'Payment', Destination: random.pick(traders).id, Amount: 1n };
  const blob = Buffer.from(from.sign(fields, desk.feeDrops).blob);
  const at = random.below(blob.length);
  blob[at] = blob[at]! ^ (1 << random.below(8));
  return blob.toString('hex').toUpperCase();
}

async function idleConnections(port: number): Promise<string> {
  const sockets = Array.from({ length: IDLE_SOCKETS }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (const socket of sockets) socket.destroy();
  return '';
}

/** Sends a text over a WebSocket, and closes it after the answer. */
function overSocket(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`);
    let answer = '';
    socket.on('error', () => {});
    socket.on('open', () => socket.send(text));
    socket.on('message', (data) => {
      answer = String(data);
      socket.close();
    });
    socket.on('close', () => resolve(answer));
  });
}
