/** A JSON-RPC client. It reuses connections by default, so that a benchmark measures the server and not the client. */
import http from 'node:http';

/** Idle connections end here before the server ends them. Otherwise a request could be lost. */
const IDLE_MS = 30_000;

export class HttpClient {
  readonly #port: number;
  readonly #agent: http.Agent;

  /** Connects to this port of the loopback address. `keepAlive: false`: a new connection for each request. */
  constructor(port: number, connections = 16, { keepAlive = true } = {}) {
    this.#port = port;
    this.#agent = new http.Agent({ keepAlive, maxSockets: connections, timeout: IDLE_MS });
  }

  /** Posts a body; returns the body of the answer. Rejects with the system's error if there is no answer. */
  async post(body: string): Promise<Buffer> {
    return (await this.exchange(body)).body;
  }

  /** As `post`, with the HTTP status. */
  exchange(body: string): Promise<{ readonly status: number; readonly body: Buffer }> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port: this.#port, method: 'POST', agent: this.#agent, headers };
    return new Promise((resolve, reject) => {
      const request = http.request(options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(chunks) }));
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  }

  /** Closes the connections. */
  close(): void {
    this.#agent.destroy();
  }
}
