/**
 * A port of the loopback that no process listens on at the moment. It is outside the ranges from which systems choose ports, so that
 * no other test or connection gets it meanwhile.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const FIRST = 10_000;
const END = 30_000;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
