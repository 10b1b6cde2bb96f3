/** Data of the live view: the last ledgers, submissions, and the server's state. */

/** Number of ledgers kept: as many as the chart shows. */
export const KEPT_LEDGERS = 40;
export const SHOWN_SUBMISSIONS = 10;
/** Interval of requests for the server's state and ledger fees while there is activity. */
const STATE_INTERVAL_MS = 1_000;
/** Interval of requests for the server's state without activity. */
const IDLE_INTERVAL_MS = 5_000;

/**
 * Follows the server: `onSeen` gets `{ ledgers, submissions }` at most once a frame, `onState` the server's state at
 * most once a second, since there may be a thousand messages a second. Returns a function that stops it.
 */
export function followLedgers(server, onSeen, onState) {
  const feed = new LedgerFeed(server, onSeen, onState);
  const ends = [
    server.watch({ streams: ['transactions_proposed'] }),
    server.listen((message) => feed.receive(message)),
  ];
  if (server.isOpen) feed.begin();
  const timer = setInterval(() => server.isOpen && feed.askState(), IDLE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
    feed.end();
  };
}

class LedgerFeed {
  #ledgers = [];
  #submissions = [];
  /** Incremented at a revert or a change of server; responses to earlier requests are ignored. */
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

  /** Reads all data again, after a change of server or a revert. */
  begin() {
    this.#era += 1;
    this.#ledgers = [];
    const era = this.#era;
    this.#read(era).catch(() => {
      setTimeout(() => era === this.#era && this.server.isOpen && this.begin(), STATE_INTERVAL_MS);
    });
  }

  end() {
    this.#era += 1;
    clearTimeout(this.#timer);
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
  }

  async #read(era) {
    const [rows] = await Promise.all([this.#totals(KEPT_LEDGERS), this.#readState(era)]);
    if (era === this.#era) this.#show(rows);
  }

  async #totals(limit) {
    const { ledgers } = await this.server.request('weir_ledgers', { limit });
    return ledgers.map(rowOfTotals);
  }

  async #readState(era) {
    const [info, fee] = await Promise.all([this.server.request('server_info'), this.server.request('fee')]);
    if (era === this.#era) this.onState({ info, fee });
  }

  /** Reads the ledger totals that the stream does not have. */
  async #readTotals(era) {
    const [newest] = this.#ledgers;
    const oldest = this.#ledgers.findLast(({ fees }) => fees === undefined);
    if (oldest === undefined) return;
    const rows = await this.#totals(newest.index - oldest.index + 1);
    if (era !== this.#era) return;
    const byHash = new Map(rows.map((row) => [row.hash, row]));
    this.#ledgers = this.#ledgers.map((row) => byHash.get(row.hash) ?? row);
    this.#draw();
  }

  #submit(message) {
    const others = this.#submissions.filter(({ hash }) => hash !== message.hash);
    this.#submissions = [message, ...others].slice(0, SHOWN_SUBMISSIONS);
    this.#draw();
    this.askState();
  }

  #show(rows, newest) {
    this.#ledgers = merged(this.#ledgers, rows, newest);
    this.#draw();
    this.askState();
  }

  #draw() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.onSeen({ ledgers: this.#ledgers, submissions: this.#submissions });
    });
  }

  /** Requests the server's state, once for all calls within a second. */
  askState() {
    const era = this.#era;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      Promise.all([this.#readState(era), this.#readTotals(era)]).catch(() => {});
    }, STATE_INTERVAL_MS);
  }
}

/** Fees are null if the parent ledger is not stored. */
function rowOfTotals({ ledger_index: index, ledger_hash: hash, close_time: seconds, ...totals }) {
  const { txn_count: count, failed_count: failed, fees_burned: fees = null, seconds_since_parent: span } = totals;
  return { index, hash, seconds, count, failed, fees, span };
}

function rowOfMessage({ ledger_index: index, ledger_hash: hash, ledger_time: seconds, txn_count: count }) {
  return { index, hash, seconds, count };
}

/** Newest first. Rows above `newest`, if given, are dropped after a revert. */
function merged(known, rows, newest = Number.POSITIVE_INFINITY) {
  const byIndex = new Map([...known, ...rows].map((row) => [row.index, row]));
  return [...byIndex.values()]
    .filter(({ index }) => index <= newest)
    .sort((a, b) => b.index - a.index)
    .slice(0, KEPT_LEDGERS);
}
