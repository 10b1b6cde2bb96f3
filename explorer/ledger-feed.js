/** Data of the live view: the last ledgers, their transactions, pending transactions, and the server's state. */

import { familyOf } from './transaction-types.js';

/** Number of ledgers kept: as many as the charts show. */
const KEPT_LEDGERS = 60;
/** Number of transactions kept for the list and for what is most active. */
const KEPT_TRANSACTIONS = 400;
const KEPT_PENDING = 10;
/** Each transaction of a ledger is drawn, up to so many. */
export const DRAWN_TRANSACTIONS = 120;
/** Enough for the first list. Older ledgers are read until there are so many. */
const FIRST_TRANSACTIONS = 40;
/** Interval of requests for the server's state and ledger fees while there is activity. */
const STATE_INTERVAL_MS = 1_000;
/** Interval of requests for the server's state without activity. */
const IDLE_INTERVAL_MS = 15_000;

/**
 * Follows the server: `onSeen` gets `{ ledgers, transactions, pending }`, newest first, at most once a frame, `onState` the
 * server's state at most once a second, since there may be a thousand messages a second. Returns a function that stops it.
 */
export function followLedgers(server, onSeen, onState) {
  const feed = new LedgerFeed(server, onSeen, onState);
  const ends = [
    server.watch({ streams: ['transactions', 'transactions_proposed'] }),
    server.listen((message) => feed.receive(message)),
  ];
  if (server.isOpen) feed.begin();
  const timer = setInterval(() => server.isOpen && !document.hidden && feed.askState(), IDLE_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
    feed.end();
  };
}

class LedgerFeed {
  #ledgers = [];
  #transactions = [];
  #pending = [];
  /** Families of the transactions of new ledgers, by ledger index. */
  #drawn = new Map();
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
      this.#pending = [];
      this.begin();
    }
    if (message.type !== 'transaction') return;
    if (message.validated) this.#add([rowOfTransaction(message)]);
    else this.#wait(message);
  }

  /** Reads all data again, after a change of server or a revert. */
  begin() {
    this.#era += 1;
    this.#ledgers = [];
    this.#transactions = [];
    this.#drawn.clear();
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
    if (era !== this.#era) return;
    this.#show(rows);
    await this.#readTransactions(rows, era);
  }

  async #totals(limit) {
    const { ledgers } = await this.server.request('weir_ledgers', { limit });
    return ledgers.map(rowOfTotals);
  }

  async #readState(era) {
    const [info, fee] = await Promise.all([this.server.request('server_info'), this.server.request('fee')]);
    if (era === this.#era) this.onState({ info, fee });
  }

  /** The transactions of the newest ledgers, of small ones only, until there are enough for the first list. */
  async #readTransactions(rows, era) {
    for (const { index, count } of rows) {
      if (era !== this.#era || this.#transactions.length >= FIRST_TRANSACTIONS) return;
      if (count === 0 || count > DRAWN_TRANSACTIONS) continue;
      const answer = await this.server.request('ledger', { ledger_index: index, transactions: true, expand: true });
      if (era !== this.#era) return;
      const { transactions, close_time: seconds } = answer.ledger;
      this.#add(transactions.map((one) => rowOfTransaction({ ...one, ledger_index: index, date: seconds })));
    }
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

  /** Adds validated transactions. They replace the same ones that were pending. */
  #add(rows) {
    const hashes = new Set(rows.map(({ hash }) => hash));
    const others = this.#transactions.filter(({ hash }) => !hashes.has(hash));
    this.#transactions = [...rows, ...others]
      .sort((a, b) => b.ledger - a.ledger || b.position - a.position)
      .slice(0, KEPT_TRANSACTIONS);
    this.#pending = this.#pending.filter(({ hash }) => !hashes.has(hash));
    for (const { ledger, position, family, hasFailed } of rows) {
      if (!this.#drawn.has(ledger)) this.#drawn.set(ledger, []);
      this.#drawn.get(ledger)[position] = { family, hasFailed };
    }
    const kept = [...this.#drawn.keys()].sort((a, b) => b - a).slice(0, KEPT_LEDGERS);
    for (const ledger of this.#drawn.keys()) if (ledger < kept.at(-1)) this.#drawn.delete(ledger);
    this.#draw();
  }

  #wait({ hash, tx_json: tx, engine_result: code }) {
    if (this.#transactions.some((known) => known.hash === hash)) return;
    const others = this.#pending.filter((known) => known.hash !== hash);
    this.#pending = [{ hash, tx, code, family: familyOf(tx.TransactionType).family }, ...others].slice(0, KEPT_PENDING);
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
      const ledgers = this.#ledgers.map((row) => ({ ...row, drawn: this.#drawn.get(row.index) ?? [] }));
      this.onSeen({ ledgers, transactions: this.#transactions, pending: this.#pending });
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

/** Fees are null if the parent ledger is not stored. A fork has no counts of its first ledger. */
function rowOfTotals({ ledger_index: index, ledger_hash: hash, close_time: seconds, ...totals }) {
  const {
    txn_count: count = 0,
    failed_count: failed = 0,
    fees_burned: fees = null,
    seconds_since_parent: span,
  } = totals;
  return { index, hash, seconds, count, failed, fees, span };
}

function rowOfMessage({ ledger_index: index, ledger_hash: hash, ledger_time: seconds, txn_count: count }) {
  return { index, hash, seconds, count };
}

/** Of a message of the stream, or of a transaction in a ledger. */
function rowOfTransaction({ hash, tx_json: tx, meta, ledger_index: ledger, date = tx.date }) {
  const { TransactionResult: code, TransactionIndex: position } = meta;
  const { family } = familyOf(tx.TransactionType);
  return { hash, tx, meta, code, ledger, position, seconds: date, family, hasFailed: code !== 'tesSUCCESS' };
}

/** Newest first. Rows above `newest`, if given, are dropped after a revert. */
function merged(known, rows, newest = Number.POSITIVE_INFINITY) {
  const byIndex = new Map([...known, ...rows].map((row) => [row.index, row]));
  return [...byIndex.values()]
    .filter(({ index }) => index <= newest)
    .sort((a, b) => b.index - a.index)
    .slice(0, KEPT_LEDGERS);
}
