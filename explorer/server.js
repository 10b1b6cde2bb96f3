/**
 * The way to the server: one WebSocket to where the page came from. Requests that were not answered when it breaks
 * fail; it is opened again, and what was subscribed to is subscribed to again.
 */

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const BROKEN = 'The connection to the server broke.';
const STREAMS = ['ledger', 'server', 'transactions_proposed'];

/** What servers say who would answer later. */
const PASSING = new Set(['tooBusy', 'slowDown', 'notSynced', 'noCurrent', 'noClosed', 'noNetwork']);

/** Of the messages that stand for clients, what they mean to who reads a page. */
const WORDS = { ledgerNotFound: 'This server has no such ledger.' };

/** What the server said to a request that failed, and what exactly is wrong with it. */
export class RequestError extends Error {
  constructor(answer) {
    const message = answer.error_message ?? answer.error_exception ?? answer.error;
    super([WORDS[message] ?? message, answer.error_what].filter(Boolean).join(' '));
    this.token = answer.error;
    this.retryAfterMs = answer.retry_after_ms;
  }
}

/** The request was not answered: nobody knows whether the server heard it. */
export class ConnectionError extends Error {}

/** Whether the same question may be answered a little later. */
export function mayPass(fault) {
  return fault instanceof ConnectionError || PASSING.has(fault?.token);
}

export class Server {
  #socket;
  #lastId = 0;
  #pending = new Map();
  #listeners = new Set();
  #retryMs = FIRST_RETRY_MS;
  #opened = Promise.withResolvers();
  isOpen = false;

  constructor(url) {
    this.url = url;
    this.#connect();
  }

  /** Calls a function with each message of a stream, and with `{ type: 'connection' }`. Gives what ends that. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The result. Rejects with `RequestError` for an error of the server, with `ConnectionError` where it got no answer. */
  async request(command, params = {}) {
    await this.#opened.promise;
    // It may be closing, and nobody was told yet.
    if (this.#socket.readyState !== WebSocket.OPEN) throw new ConnectionError(BROKEN);
    const id = ++this.#lastId;
    const answered = Promise.withResolvers();
    this.#pending.set(id, answered);
    this.#socket.send(JSON.stringify({ api_version: 2, ...params, id, command }));
    return answered.promise;
  }

  #connect() {
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#retryMs = FIRST_RETRY_MS;
      this.isOpen = true;
      this.#opened.resolve();
      this.#subscribe(socket);
      this.#tell({ type: 'connection' });
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#reconnect();
  }

  /** A server that has too much to do is asked again. */
  #subscribe(socket) {
    this.request('subscribe', { streams: STREAMS }).catch(() => {
      setTimeout(() => socket.readyState === WebSocket.OPEN && this.#subscribe(socket), LONGEST_RETRY_MS);
    });
  }

  #reconnect() {
    if (this.isOpen) this.#opened = Promise.withResolvers();
    this.isOpen = false;
    for (const { reject } of this.#pending.values()) reject(new ConnectionError(BROKEN));
    this.#pending.clear();
    this.#tell({ type: 'connection' });
    setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  #receive(message) {
    if (message.type !== 'response' && message.id === undefined) {
      this.#tell(message);
      return;
    }
    const answered = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.status === 'success') answered?.resolve(message.result);
    else answered?.reject(new RequestError(message));
  }

  #tell(message) {
    for (const listener of this.#listeners) listener(message);
  }
}
