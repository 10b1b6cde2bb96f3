/**
 * The way to the server: one WebSocket to where the page came from. Requests that were not answered when it breaks
 * fail; it is opened again, and what was subscribed to is subscribed to again. A server that is silent is asked whether
 * it is there, and one that has another chain than before is noticed before anything else is asked.
 */

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
const BROKEN = 'The connection to the server broke.';
const STREAMS = ['ledger', 'server'];
const BEAT_MS = 1_000;
/** After so long without a message the server is asked whether it is there. */
const QUIET_MS = 5_000;
/** When it has not answered that for so long, it is silent; later the connection is given up for another one. */
const SILENT_MS = 5_000;
const LOST_MS = 30_000;
/** Hashes of so many of the last ledgers are kept. */
const KEPT_HASHES = 300;
/** Validated transactions of one ledger come together. */
const GATHERED_MS = 100;

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
  /** What is subscribed to besides the streams that every page needs. */
  #watched = [];
  /** Hashes of the ledgers that this page has heard of, by ledger index, oldest first. */
  #hashes = new Map();
  #reserves;
  #touch;
  #heardAtMs = performance.now();
  #askedAtMs;
  isOpen = false;
  /** True: it is connected and does not answer. */
  isSilent = false;
  /** What views keep of its answers, by names of their own. Another chain has another one. */
  memory = new Map();

  constructor(url) {
    this.url = url;
    this.#connect();
    setInterval(() => this.#beat(), BEAT_MS);
  }

  /** How long ago the last message came. */
  get quietSeconds() {
    return Math.floor((performance.now() - this.#heardAtMs) / 1_000);
  }

  /**
   * Calls a function with each message of a stream, and with these of its own. Gives what ends that.
   * - `connection`: it opened or broke.
   * - `silence`: the server does not answer, or answers again.
   * - `chainChanged`: the server has another chain than the one that `ledger_index` and `ledger_hash` name a ledger of.
   * - `touched`: what is known of the accounts that are watched may have changed.
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Subscribes to more, such as `{ accounts: ['r…'] }`, as long as it is needed. Gives what ends that. */
  watch(what) {
    const own = { what: JSON.stringify(what) };
    const isShared = () => this.#watched.some((other) => other.what === own.what);
    const isNew = !isShared();
    this.#watched.push(own);
    if (isNew && this.isOpen) void this.#follow(own);
    return () => {
      this.#watched = this.#watched.filter((other) => other !== own);
      if (!isShared() && this.isOpen) this.#ask('unsubscribe', what).catch(() => {});
    };
  }

  /**
   * The result. Rejects with `RequestError` for an error of the server, with `ConnectionError` where it got no answer. A
   * question about one chain is not put to another one.
   */
  async request(command, params = {}) {
    const { memory } = this;
    await this.#opened.promise;
    if (this.memory !== memory) throw new ConnectionError(BROKEN);
    return this.#ask(command, params);
  }

  async #ask(command, params) {
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
      this.#heard();
      void this.#begin(socket);
    };
    socket.onmessage = ({ data }) => this.#receive(JSON.parse(data));
    socket.onclose = () => this.#reconnect();
  }

  /** Sends no question and calls no listener before it knows which chain the server has. */
  async #begin(socket) {
    try {
      const newest = await this.#ask('subscribe', { streams: STREAMS });
      const change = await this.#changeBefore(newest);
      if (change?.type === 'chainChanged') {
        this.#hashes.clear();
        this.memory = new Map();
      }
      if (change?.type === 'ledgerReverted') this.#forgetAfter(newest.ledger_index);
      this.#remember(newest);
      this.#retryMs = FIRST_RETRY_MS;
      this.isOpen = true;
      for (const own of this.#watched) void this.#follow(own);
      if (change !== undefined) this.#tell(change);
      this.#opened.resolve();
      this.#tell({ type: 'connection' });
    } catch {
      // It has too much to do.
      setTimeout(
        () => socket === this.#socket && socket.readyState === WebSocket.OPEN && this.#begin(socket),
        LONGEST_RETRY_MS,
      );
    }
  }

  /** A server that has too much to do is asked again. An address that is none is refused here as in the view's own question. */
  async #follow(own) {
    try {
      await this.#ask('subscribe', JSON.parse(own.what));
    } catch (error) {
      if (!mayPass(error)) return;
      setTimeout(async () => {
        if (!this.isOpen || !this.#watched.includes(own)) return;
        await this.#follow(own);
        this.#touchSoon();
      }, LONGEST_RETRY_MS);
    }
  }

  /** What happened to the chain since the last connection, as a message; undefined where that is nothing. */
  async #changeBefore({ ledger_index: newest, ledger_hash: hash }) {
    const [index, known] = [...this.#hashes].at(-1) ?? [];
    if (index === undefined) return undefined;
    const changed = { type: 'chainChanged', ledger_index: index, ledger_hash: known };
    if (index > newest)
      return this.#hashes.get(newest) === hash ? { type: 'ledgerReverted', ledger_index: newest } : changed;
    const there = index === newest ? hash : await this.#hashOf(index);
    // It may have forgotten a ledger that is old by now.
    return there === undefined || there === known ? undefined : changed;
  }

  async #hashOf(ledger_index) {
    try {
      return (await this.#ask('ledger', { ledger_index })).ledger_hash;
    } catch (error) {
      if (error.token === 'lgrNotFound') return undefined;
      throw error;
    }
  }

  #remember({ ledger_index: index, ledger_hash: hash }) {
    if (index === undefined) return;
    this.#hashes.set(index, hash);
    if (this.#hashes.size > KEPT_HASHES) this.#hashes.delete(this.#hashes.keys().next().value);
  }

  #forgetAfter(newest) {
    for (const index of this.#hashes.keys()) if (index > newest) this.#hashes.delete(index);
  }

  #reconnect() {
    if (this.isOpen) this.#opened = Promise.withResolvers();
    this.isOpen = false;
    this.isSilent = false;
    this.#askedAtMs = undefined;
    for (const { reject } of this.#pending.values()) reject(new ConnectionError(BROKEN));
    this.#pending.clear();
    this.#tell({ type: 'connection' });
    setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }

  /** Asks a server that is quiet whether it is there. Timers may have stood still, so what counts is how long it was asked. */
  #beat() {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const now = performance.now();
    if (this.#askedAtMs === undefined) {
      if (now - this.#heardAtMs < QUIET_MS) return;
      this.#askedAtMs = now;
      this.#ask('ping', {}).catch(() => {});
      return;
    }
    const silentMs = now - this.#askedAtMs;
    if (silentMs >= LOST_MS) this.#giveUp();
    else if (silentMs >= SILENT_MS) this.#setSilent(true);
  }

  #giveUp() {
    const socket = this.#socket;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    this.#reconnect();
  }

  #heard() {
    this.#heardAtMs = performance.now();
    this.#askedAtMs = undefined;
    this.#setSilent(false);
  }

  #setSilent(isSilent) {
    if (this.isSilent === isSilent) return;
    this.isSilent = isSilent;
    this.#tell({ type: 'silence' });
  }

  #receive(message) {
    this.#heard();
    if (message.type !== 'response' && message.id === undefined) {
      this.#takeEvent(message);
      return;
    }
    const answered = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.status === 'success') answered?.resolve(message.result);
    else answered?.reject(new RequestError(message));
  }

  #takeEvent(message) {
    // What came before it was known which chain this is will be asked for.
    if (!this.isOpen) return;
    if (message.type === 'ledgerReverted') this.#forgetAfter(message.ledger_index - 1);
    if (message.type === 'ledgerClosed' || message.type === 'ledgerReverted') this.#remember(message);
    if (message.type === 'ledgerClosed' && this.#hasOtherReserves(message)) this.#touchSoon();
    if (message.type === 'transaction' && message.validated) this.#touchSoon();
    this.#tell(message);
  }

  /** What an account has free depends on them. */
  #hasOtherReserves({ reserve_base: base, reserve_inc: increment }) {
    const before = this.#reserves;
    this.#reserves = `${base} ${increment}`;
    return before !== undefined && before !== this.#reserves;
  }

  #touchSoon() {
    this.#touch ??= setTimeout(() => {
      this.#touch = undefined;
      this.#tell({ type: 'touched' });
    }, GATHERED_MS);
  }

  #tell(message) {
    for (const listener of this.#listeners) listener(message);
  }
}
