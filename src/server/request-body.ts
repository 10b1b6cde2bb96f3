/** Collects a request's body, up to a limit. */
import type { IncomingMessage } from 'node:http';
import { RequestRefusal } from './request-refusal.ts';

/** How much of a body that is too long is still read, so that its sender gets to read the answer. */
const DRAIN_FACTOR = 4;

/** The body as text. Rejects with `RequestRefusal` if it is too long, with another error if the client went away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = () => reject(new RequestRefusal(`Unable to parse request: the body is over ${maxBytes} bytes`));
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (length > maxBytes * DRAIN_FACTOR) refuse();
    });
    request.on('end', () => {
      if (length > maxBytes) refuse();
      else resolve(chunks.length === 1 ? chunks[0]!.toString() : Buffer.concat(chunks).toString());
    });
    request.on('error', reject);
  });
}
