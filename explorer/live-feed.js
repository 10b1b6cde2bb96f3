/** What happens on the server, for the live view: the last ledgers, submissions, and how the server is. */

/** How many are kept: as many as pictures show. */
export const KEPT_LEDGERS = 40;
export const SHOWN_SUBMISSIONS = 10;
/** As many as the table shows; they are asked for first. */
const FIRST_LEDGERS = 10;
/** How often the server is asked how it is, and what ledgers paid, while something happens. */
const STATE_INTERVAL_MS = 1_000;

/**
 * Follows the server: `onSeen` gets `{ ledgers, submissions }` at most once a frame, `onState` how the server is at most
 * once a second, for in a second there may be a thousand messages. Gives what ends that.
 */
export function followServer(server, onSeen, onState) {
  const feed = new Feed(server, onSeen, onState);
  const end = server.listen((message) => feed.receive(message));
  if (server.isOpen) feed.begin();
  return () => {
    end();
    feed.end();
  };
}

class Feed {
  #ledgers = [];
  #submissions = [];
  /** What was asked before the server went back, or another one answered, counts no more. */
  #era = 0;
  #frame;
  #timer;

  constructor(server, onSeen, onState) {
    this.server = server;
    this.onSeen = onSeen;
    this.onState = onState;
  }

  receive(message) {
    if (message.type === 'connection' && this.server.isOpen) this.begin();
    if (message.type === 'ledgerClosed') this.#show([rowOfMessage(message)], message.ledger_index);
    if (message.type === 'ledgerReverted') {
      this.#submissions = [];
      this.begin();
    }
    if (message.type === 'transaction' && message.validated === false) this.#submit(message);
  }

  /** Reads all anew: the server may be another one now, or have gone back. */
  begin() {
    this.#era += 1;
    this.#ledgers = [];
    this.#read(this.#era).catch(() => {});
  }

  end() {
    this.#era += 1;
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  async #read(era) {
    const [newest] = await Promise.all([this.#ledger('validated'), this.#readState(era)]);
    if (era !== this.#era) return;
    this.#show([newest], newest.index);
    for (const [from, to] of [
      [1, FIRST_LEDGERS],
      [FIRST_LEDGERS, KEPT_LEDGERS],
    ]) {
      const indexes = Array.from({ length: to - from }, (_, at) => newest.index - from - at);
      const rows = await Promise.all(indexes.filter((index) => index > 0).map((index) => this.#ledger(index)));
      if (era !== this.#era) return;
      this.#show(rows.filter((row) => row !== undefined));
    }
  }

  /** Undefined for one that the server does not have. */
  async #ledger(ledger_index) {
    const asked = this.server.request('ledger', { ledger_index, transactions: true });
    return ledger_index === 'validated' ? rowOfLedger(await asked) : asked.then(rowOfLedger, () => undefined);
  }

  async #readState(era) {
    const [info, fee] = await Promise.all([this.server.request('server_info'), this.server.request('fee')]);
    if (era === this.#era) this.onState({ info, fee });
  }

  /** What the stream does not tell of ledgers: how much XRP there was after each. */
  async #readCoins(era) {
    const missing = this.#ledgers.filter(({ coins }) => coins === undefined);
    const headers = await Promise.all(
      missing.map(({ index }) => this.server.request('ledger', { ledger_index: index }).catch(() => undefined)),
    );
    if (era !== this.#era || missing.length === 0) return;
    const coins = new Map(headers.map((answer) => [answer?.ledger_hash, answer?.ledger.total_coins]));
    this.#ledgers = this.#ledgers.map((row) => (coins.has(row.hash) ? { ...row, coins: coins.get(row.hash) } : row));
    this.#draw();
  }

  #submit(message) {
    const others = this.#submissions.filter(({ hash }) => hash !== message.hash);
    this.#submissions = [message, ...others].slice(0, SHOWN_SUBMISSIONS);
    this.#draw();
    this.#ask();
  }

  #show(rows, newest) {
    this.#ledgers = merged(this.#ledgers, rows, newest);
    this.#draw();
    this.#ask();
  }

  #draw() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.onSeen({ ledgers: withFees(this.#ledgers), submissions: this.#submissions });
    });
  }

  #ask() {
    const era = this.#era;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      Promise.all([this.#readState(era), this.#readCoins(era)]).catch(() => {});
    }, STATE_INTERVAL_MS);
  }
}

function rowOfLedger({ ledger_index: index, ledger_hash: hash, ledger }) {
  return {
    index: Number(index),
    hash,
    seconds: ledger.close_time,
    count: ledger.transactions.length,
    coins: ledger.total_coins,
  };
}

function rowOfMessage({ ledger_index: index, ledger_hash: hash, ledger_time: seconds, txn_count: count }) {
  return { index, hash, seconds, count };
}

/** Newest first. None is newer than `newest`, where that is known: what was there before the server went back is gone. */
function merged(known, rows, newest = Number.POSITIVE_INFINITY) {
  const byIndex = new Map([...known, ...rows].map((row) => [row.index, row]));
  return [...byIndex.values()]
    .filter(({ index }) => index <= newest)
    .sort((a, b) => b.index - a.index)
    .slice(0, KEPT_LEDGERS);
}

/** Fees are XRP that is there no more after a ledger. */
export function withFees(ledgers) {
  return ledgers.map((row, at) => {
    const before = ledgers[at + 1];
    if (row.coins === undefined || before?.coins === undefined || before.index !== row.index - 1) return row;
    return { ...row, fees: String(BigInt(before.coins) - BigInt(row.coins)) };
  });
}
