/**
 * The connection to the server: one WebSocket to the page's origin. When it breaks, pending requests fail, it
 * reconnects, and subscriptions are renewed. A silent server is pinged, and a change to another chain is detected
 * before any other request is sent.
 */

const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
const CONNECTION_LOST = 'The connection to the server was lost.';
const STREAMS = ['ledger', 'server'];
const CHECK_INTERVAL_MS = 1_000;
/** After this time without a message the server is pinged. */
const QUIET_MS = 5_000;
/** Without an answer to the ping for this time it counts as silent; later the connection is replaced. */
const SILENT_MS = 5_000;
const REPLACE_AFTER_MS = 30_000;
/** Number of ledger hashes to keep. */
const KEPT_HASHES = 300;
/** Validated transactions of one ledger arrive together, so they are collected for this time. */
const COLLECT_MS = 100;

/** Error tokens of temporary errors. */
const TEMPORARY = new Set(['tooBusy', 'slowDown', 'notSynced', 'noCurrent', 'noClosed', 'noNetwork']);

/** Texts for readers in place of tokens for programs. */
const WORDS = { ledgerNotFound: 'This server does not have this ledger.' };

/** An error response of the server, with its details. */
export class RequestError extends Error {
  constructor(answer) {
    const message = answer.error_message ?? answer.error_exception ?? answer.error;
    super([WORDS[message] ?? message, answer.error_what].filter(Boolean).join(' '));
    this.token = answer.error;
    this.retryAfterMs = answer.retry_after_ms;
  }
}

/** The request got no response: it is unknown whether the server received it. */
export class ConnectionError extends Error {}

/** True for temporary errors, after which the same request may succeed. */
export function isTemporary(error) {
  return error instanceof ConnectionError || TEMPORARY.has(error?.token);
}

export class Server {
  #protocols;
  #socket;
  #lastId = 0;
  #pending = new Map();
  #listeners = new Set();
  #retryMs = MIN_RETRY_MS;
  #opened = Promise.withResolvers();
  /** Subscriptions beside the streams that every page needs. */
  #subscriptions = [];
  /** Hashes of known ledgers by ledger index, oldest first. */
  #hashes = new Map();
  #reserves;
  #accountChangesTimer;
  #lastMessageAtMs = performance.now();
  #pingedAtMs;
  isOpen = false;
  /** True while it is connected but does not answer. */
  isSilent = false;
  /** Results that views cache, by name. Emptied when the chain changes. */
  cache = new Map();

  /** `protocols` gives those that each WebSocket offers. */
  constructor(url, protocols = () => []) {
    this.url = url;
    this.#protocols = protocols;
    this.#connect();
    setInterval(() => this.#checkConnection(), CHECK_INTERVAL_MS);
  }

  /** Seconds since the last message. */
  get quietSeconds() {
    return Math.floor((performance.now() - this.#lastMessageAtMs) / 1_000);
  }

  /**
   * Calls a function with each stream message and with the events below. Returns a function that removes the listener.
   * - `connection`: it opened or broke.
   * - `silence`: the server does not answer, or answers again.
   * - `chainChanged`: the server has another chain than the one that `ledger_index` and `ledger_hash` name a ledger of.
   * - `accountsChanged`: what is known of the accounts that are watched may have changed.
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds a subscription, such as `{ accounts: ['r…'] }`. Returns a function that ends it. */
  watch(what) {
    const own = { what: JSON.stringify(what) };
    const isShared = () => this.#subscriptions.some((other) => other.what === own.what);
    const isNew = !isShared();
    this.#subscriptions.push(own);
    if (isNew && this.isOpen) void this.#subscribe(own);
    return () => {
      this.#subscriptions = this.#subscriptions.filter((other) => other !== own);
      if (!isShared() && this.isOpen) this.#send('unsubscribe', what).catch(() => {});
    };
  }

  /**
   * The result. Rejects with `RequestError` for an error of the server, with `ConnectionError` without a response. A
   * request for one chain is never sent to another one.
   */
  async request(command, params = {}) {
    const { cache } = this;
    await this.#opened.promise;
    if (this.cache !== cache) throw new ConnectionError(CONNECTION_LOST);
    return this.#send(command, params);
  }

  async #send(command, params) {
    // It may be closing already.
    if (this.#socket.readyState !== WebSocket.OPEN) throw new ConnectionError(CONNECTION_LOST);
    const id = ++this.#lastId;
    const answered = Promise.withResolvers();
    this.#pending.set(id, answered);
    this.#socket.send(JSON.stringify({ api_version: 2, ...params, id, command }));
    return answered.promise;
  }

  #connect() {
    const socket = new WebSocket(this.url, this.#protocols());
    this.#socket = socket;
    socket.onopen = () => void this.#start(socket);
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#reconnect();
  }

  /** Sends no request and calls no listener before the server's chain is known. */
  async #start(socket) {
    try {
      const newest = await this.#send('subscribe', { streams: STREAMS });
      const change = await this.#chainChange(newest);
      if (change?.type === 'chainChanged') {
        this.#hashes.clear();
        this.cache = new Map();
      }
      if (change?.type === 'ledgerReverted') this.#forgetHashesAfter(newest.ledger_index);
      this.#rememberHash(newest);
      this.#retryMs = MIN_RETRY_MS;
      this.isOpen = true;
      for (const own of this.#subscriptions) void this.#subscribe(own);
      if (change !== undefined) this.#emit(change);
      this.#opened.resolve();
      this.#emit({ type: 'connection' });
    } catch {
      // The server is busy.
      setTimeout(
        () => socket === this.#socket && socket.readyState === WebSocket.OPEN && this.#start(socket),
        MAX_RETRY_MS,
      );
    }
  }

  /** Retries while the server is busy. An invalid address fails here as in the view's own request. */
  async #subscribe(own) {
    try {
      await this.#send('subscribe', JSON.parse(own.what));
    } catch (error) {
      if (!isTemporary(error)) return;
      setTimeout(async () => {
        if (!this.isOpen || !this.#subscriptions.includes(own)) return;
        await this.#subscribe(own);
        this.#announceAccountChanges();
      }, MAX_RETRY_MS);
    }
  }

  /** The change of the chain since the last connection, as a message; undefined without one. */
  async #chainChange({ ledger_index: newest, ledger_hash: hash }) {
    const [index, known] = [...this.#hashes].at(-1) ?? [];
    if (index === undefined) return undefined;
    const changed = { type: 'chainChanged', ledger_index: index, ledger_hash: known };
    if (index > newest)
      return this.#hashes.get(newest) === hash ? { type: 'ledgerReverted', ledger_index: newest } : changed;
    const there = index === newest ? hash : await this.#hashOf(index);
    // The server may have deleted an old ledger.
    return there === undefined || there === known ? undefined : changed;
  }

  async #hashOf(ledger_index) {
    try {
      return (await this.#send('ledger', { ledger_index })).ledger_hash;
    } catch (error) {
      if (error.token === 'lgrNotFound') return undefined;
      throw error;
    }
  }

  #rememberHash({ ledger_index: index, ledger_hash: hash }) {
    if (index === undefined) return;
    this.#hashes.set(index, hash);
    if (this.#hashes.size > KEPT_HASHES) this.#hashes.delete(this.#hashes.keys().next().value);
  }

  #forgetHashesAfter(newest) {
    for (const index of this.#hashes.keys()) if (index > newest) this.#hashes.delete(index);
  }

  #reconnect() {
    if (this.isOpen) this.#opened = Promise.withResolvers();
    this.isOpen = false;
    this.isSilent = false;
    this.#pingedAtMs = undefined;
    for (const { reject } of this.#pending.values()) reject(new ConnectionError(CONNECTION_LOST));
    this.#pending.clear();
    this.#emit({ type: 'connection' });
    setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(MAX_RETRY_MS, this.#retryMs * 2);
  }

  /** Pings a silent server. Timers may have been suspended, so the time since the ping counts. */
  #checkConnection() {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const now = performance.now();
    if (this.#pingedAtMs === undefined) {
      if (now - this.#lastMessageAtMs < QUIET_MS) return;
      this.#pingedAtMs = now;
      this.#send('ping', {}).catch(() => {});
      return;
    }
    const silentMs = now - this.#pingedAtMs;
    if (silentMs >= REPLACE_AFTER_MS) this.#replaceSocket();
    else if (silentMs >= SILENT_MS) this.#setSilent(true);
  }

  #replaceSocket() {
    const socket = this.#socket;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.#reconnect();
  }

  #messageArrived() {
    this.#lastMessageAtMs = performance.now();
    this.#pingedAtMs = undefined;
    this.#setSilent(false);
  }

  #setSilent(isSilent) {
    if (this.isSilent === isSilent) return;
    this.isSilent = isSilent;
    this.#emit({ type: 'silence' });
  }

  #receive(message) {
    this.#messageArrived();
    if (message.type !== 'response' && message.id === undefined) {
      this.#handleEvent(message);
      return;
    }
    const answered = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.status === 'success') answered?.resolve(message.result);
    else answered?.reject(new RequestError(message));
  }

  #handleEvent(message) {
    // Messages before the chain is known are ignored; views request the data later.
    if (!this.isOpen) return;
    if (message.type === 'ledgerReverted') this.#forgetHashesAfter(message.ledger_index - 1);
    if (message.type === 'ledgerClosed' || message.type === 'ledgerReverted') this.#rememberHash(message);
    if (message.type === 'ledgerClosed' && this.#hasOtherReserves(message)) this.#announceAccountChanges();
    if (message.type === 'transaction' && message.validated) this.#announceAccountChanges();
    this.#emit(message);
  }

  /** Spendable balances depend on the reserves. */
  #hasOtherReserves({ reserve_base: base, reserve_inc: increment }) {
    const before = this.#reserves;
    this.#reserves = `${base} ${increment}`;
    return before !== undefined && before !== this.#reserves;
  }

  #announceAccountChanges() {
    this.#accountChangesTimer ??= setTimeout(() => {
      this.#accountChangesTimer = undefined;
      this.#emit({ type: 'accountsChanged' });
    }, COLLECT_MS);
  }

  #emit(message) {
    for (const listener of this.#listeners) listener(message);
  }
}
