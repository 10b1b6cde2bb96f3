/** The type checker as a language server, which checks one changed file much faster than the whole project. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly items?: readonly unknown[] };
  readonly result?: unknown;
}

const HEADER_END = '\r\n\r\n';
/** Errors, and warnings about unused code, which a build rejects. */
const WORST_SEVERITIES = 2;

export class TypeChecker {
  readonly #root: string;
  readonly #server;
  readonly #waiting = new Map<Message['id'], (result: unknown) => void>();
  readonly #isReady: Promise<unknown>;
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(root: string) {
    this.#root = root;
    this.#server = spawn(process.execPath, ['node_modules/typescript/bin/tsc', '--lsp', '--stdio'], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#server.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    const rootUri = pathToFileURL(root).href;
    const capabilities = { textDocument: { diagnostic: {} } };
    this.#isReady = this.#request('initialize', { processId: process.pid, rootUri, capabilities }).then(() =>
      this.#send({ method: 'initialized', params: {} }),
    );
  }

  /** Number of type errors in a file of the project if it had this text. */
  async errorCount(file: string, text: string): Promise<number> {
    await this.#isReady;
    const uri = pathToFileURL(path.join(this.#root, file)).href;
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
    });
    const { items } = (await this.#request('textDocument/diagnostic', { textDocument: { uri } })) as {
      readonly items: readonly { readonly severity: number }[];
    };
    this.#send({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
    return items.filter(({ severity }) => severity <= WORST_SEVERITIES).length;
  }

  close(): void {
    this.#server.kill();
  }

  #request(method: string, params: object): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#waiting.set(id, resolve);
    this.#send({ id, method, params });
    return promise;
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${HEADER_END}${text}`);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const headerEnd = this.#received.indexOf(HEADER_END);
      if (headerEnd < 0) return;
      const length = Number(/\d+/.exec(this.#received.toString('latin1', 0, headerEnd))![0]);
      const start = headerEnd + HEADER_END.length;
      if (this.#received.length < start + length) return;
      const message = JSON.parse(this.#received.toString('utf8', start, start + length)) as Message;
      this.#received = this.#received.subarray(start + length);
      this.#take(message);
    }
  }

  /** Resolves a request, or answers one of the server, which asks for settings that do not exist. */
  #take({ id, method, params, result }: Message): void {
    if (method === undefined) this.#waiting.get(id)?.(result);
    else if (id !== undefined) this.#send({ id, result: params?.items?.map(() => null) ?? null });
  }
}
