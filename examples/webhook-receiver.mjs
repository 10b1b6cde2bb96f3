/**
 * Receives webhooks: verifies signatures, drops what it has seen, and prints the rest. Usage:
 * `WEBHOOK_SECRET=whsec_… node webhook-receiver.mjs [PORT] [FILE]`. The ids of events are kept in FILE (./webhook-ids).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const MOST_SECONDS = 300;
const [port = '7080', file = 'webhook-ids'] = process.argv.slice(2);
const key = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace('whsec_', ''), 'base64');
const seen = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);

/** @param {import('node:http').IncomingHttpHeaders} headers @param {string} body */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  const ageSeconds = Date.now() / 1000 - parseInt(String(timestamp), 10);
  if (!(Math.abs(ageSeconds) < MOST_SECONDS)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  return String(signatures)
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
}

/** @param {{ type: string, data: Record<string, unknown> }} event */
function handle({ type, data }) {
  console.log(type, JSON.stringify(data));
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = String(request.headers['webhook-id']);
  if (!seen.has(id)) {
    handle(JSON.parse(body));
    seen.add(id);
    // With a database, store the id in the transaction that stores the effect.
    appendFileSync(file, `${id}\n`);
  }
  return response.writeHead(204).end();
});
server.listen(parseInt(port, 10), '127.0.0.1', () => console.log('receiving'));
