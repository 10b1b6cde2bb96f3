/**
 * Sends a transaction of an issuer about each of many holders: the run of the desk, of `weir authorize` and of
 * `weir holders`. Its transactions have consecutive sequence numbers, because tickets would double the cost. At most a
 * window of them is pending, and each is followed until it is final. A resubmission always sends the same signed
 * transaction, so nothing is done twice. The journal keeps transactions that may still be applied; the next run follows
 * them up first. The user interface calls `step`: at the start, and whenever a ledger has closed, until the run has ended.
 */
import { exclusionReason, LEDGERS_TO_LIVE } from '../finality.js';

const WINDOW = 100;
/** An account's share of the queue, used when the open ledger is full. */
const QUEUE_WINDOW = 10;
/** Transactions that are signed with one fee query. */
const BATCH = 16;
/** Maximum fee when ledgers are full, as a multiple of the minimum fee. */
const MAX_FEE_MULTIPLE = 10;
const MAX_FEE_DROPS = 1_000_000n;
const ROWS = 200;
const BUSY_MS = 1_000;
const BUSY = new Set(['tooBusy', 'slowDown']);
/**
 * Another transaction has this sequence number, in a ledger or in the queue; possibly this one, if it was sent before.
 */
const SEQUENCE_USED = new Set(['tefPAST_SEQ', 'telCAN_NOT_QUEUE_FEE']);
const MAY_BE_APPLIED = /^(tes|tec|terQUEUED$|tefALREADY$|tefPAST_SEQ$)/;
/**
 * An earlier transaction is missing, the open ledger and the queue are full, or its last ledger has passed: later
 * ledgers decide.
 */
const UNDECIDED = /^(terPRE_SEQ$|telINSUF_FEE_P$|telCAN_NOT_QUEUE|tefMAX_LEDGER$)/;
const NOT_INCLUDED = 'Not included in any ledger. Start again to retry.';

export class IssuerRun {
  #server;
  #account;
  #journal;
  #windowSize;
  #atOnce;
  #sleep;
  #listeners = new Set();
  #signer;
  /** Returns the candidates that are still pending. */
  #findPending;
  #queue = [];
  /** A ledger of the current chain, with its hash: the same address may have another chain later. */
  #chain;
  #isChainKnown;
  /** By sequence number. */
  #pending = new Map();
  #nextSequence;
  /** The first transaction is sent alone: if the server refuses it, it refuses all. */
  #isTried = false;
  /** The last ledger that was checked. */
  ledger = 0;
  /** `idle`, `settling`, `running`, `stopping` or `ended`. */
  phase = 'idle';
  total = 0;
  /**
   * Final results: `{ candidate, code, hash, ledgerIndex, text }`. Without `ledgerIndex` the transaction is in no
   * ledger.
   */
  results = [];
  /** Candidates that were omitted because the server refused another one. */
  unsent = [];
  /** Why the run stopped sending. */
  refusal;
  /** Keys of candidates whose transaction succeeded. */
  succeededKeys = new Set();

  /**
   * `atOnce` is the maximum number of pending requests; more than one only if requests arrive in the order of sending.
   */
  constructor(server, account, journal, { windowSize = WINDOW, atOnce = BATCH, sleep = wait } = {}) {
    this.#server = server;
    this.#account = account;
    this.#journal = journal;
    this.#windowSize = windowSize;
    this.#atOnce = atOnce;
    this.#sleep = sleep;
    this.#chain = journal.chain;
    this.#isChainKnown = this.#chain === undefined;
    for (const sent of journal.read()) this.#pending.set(sent.sequence, { ...sent, isAccepted: false, isSent: true });
    if (this.#pending.size > 0) this.#begin(this.#pending.size);
  }

  get isBusy() {
    return this.phase !== 'idle' && this.phase !== 'ended';
  }

  get pendingCount() {
    return this.#pending.size;
  }

  get succeeded() {
    return this.succeededKeys.size;
  }

  get done() {
    return this.results.length;
  }

  get failures() {
    return this.results.filter(({ code }) => code !== 'tesSUCCESS');
  }

  /**
   * Calls a function after each change, with `otherTransactions` when the run waits for other transactions of the issuer, and
   * `sequenceConflict` when another program has used a sequence number. Returns a function that removes the listener.
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends the transactions of the candidates that `findPending` returns. It is called when all earlier transactions of the issuer are
   * final, and again after another program has sent one. `count` is the expected number.
   */
  start(signer, count, findPending) {
    this.#signer = signer;
    this.#findPending = findPending;
    this.#begin(count);
  }

  /** Stops sending. Pending transactions are followed until they are final. */
  stop() {
    if (this.isBusy) this.#stop();
  }

  /** Ends the run because the server has another chain: earlier transactions are not valid there. */
  abandon() {
    this.#discardAll();
    this.#halt({ text: 'The server has a different chain.' });
    this.total = this.done;
  }

  /** Resends all pending transactions, which the server may have lost in a restart or a revert. */
  resendAll() {
    for (const sent of this.#pending.values()) sent.isAccepted = false;
  }

  #begin(total) {
    Object.assign(this, { total, results: [], unsent: [], refusal: undefined, succeededKeys: new Set() });
    this.#change('settling');
  }

  #stop() {
    this.total -= this.#queue.length;
    this.#queue = [];
    this.#change('stopping');
  }

  #change(phase = this.phase, news = undefined) {
    this.phase = phase;
    for (const listener of this.#listeners) listener(news);
  }

  /** Does all that is possible before the next ledger. */
  async step() {
    const validated = await this.#readAccount('validated');
    if (!this.#isChainKnown) await this.#checkChain(validated);
    await this.#settle(validated);
    if (this.phase === 'settling' && this.#pending.size === 0) await this.#prepare(validated);
    await this.#resend(validated.ledgerIndex);
    if (this.phase === 'running') await this.#sendMore();
    if (this.#pending.size > 0 || this.#queue.length > 0 || this.phase === 'settling') return;
    this.#signer = undefined;
    this.#change('ended');
  }

  /** Discards transactions that were sent to another chain. */
  async #checkChain({ ledgerIndex }) {
    const { index, hash } = this.#chain;
    const found = await this.#server.request('ledger', { ledger_index: index }).catch((error) => {
      // A server without its older ledgers cannot say which chain it has.
      const isUnknown = index <= ledgerIndex && this.#journal.keepsDone;
      if (error.token !== 'lgrNotFound' || isUnknown) throw error;
      return {};
    });
    if (found.ledger_hash !== hash) {
      this.#discardAll();
      this.total = 0;
    }
    this.#isChainKnown = true;
  }

  async #readAccount(ledger_index) {
    const params = { account: this.#account, ledger_index, queue: ledger_index === 'current' };
    const answer = await this.#server.request('account_info', params);
    return {
      sequence: answer.account_data.Sequence,
      ledgerIndex: answer.ledger_index ?? answer.ledger_current_index,
      hash: answer.ledger_hash,
      queuedCount: answer.queue_data?.txn_count ?? 0,
    };
  }

  /** Waits until no transaction of the issuer is pending; otherwise one could be sent twice. */
  async #prepare({ sequence, ledgerIndex, hash }) {
    if (this.#signer === undefined) {
      this.#change('stopping');
      return;
    }
    const current = await this.#readAccount('current');
    if (current.sequence !== sequence || current.queuedCount > 0) {
      this.#change('settling', 'otherTransactions');
      return;
    }
    // The sequence number was read before: if another program sends a transaction from now on, the first number is used.
    const candidates = await this.#findPending();
    if (this.phase !== 'settling') return;
    const ended = new Set(this.results.map(({ candidate }) => candidate.key));
    this.#queue = candidates.filter(({ key }) => !ended.has(key));
    this.total = this.done + this.#queue.length;
    this.#nextSequence = sequence;
    this.#chain = { index: ledgerIndex, hash };
    this.#isTried = false;
    this.#change('running');
  }

  /** Reads the ledgers since the last check, and finds transactions that can no longer be applied. */
  async #settle(validated) {
    const { ledgerIndex } = validated;
    const ended = [];
    for (const row of await this.#readNewTransactions(ledgerIndex)) {
      const sent = this.#sentAs(row);
      if (sent === undefined) continue;
      const outcome = { code: row.meta.TransactionResult, hash: row.hash, ledgerIndex: row.ledger_index };
      ended.push({ ...sent, ...outcome });
      this.#finish(sent, outcome);
    }
    for (const sent of [...this.#pending.values()]) {
      const why = exclusionReason(sent, validated);
      if (why === undefined) continue;
      ended.push(sent);
      if (why === 'sequenceUsed') this.#startOver();
      // While settling, the pending holders are determined later, before anything is sent.
      if (this.phase === 'settling' && this.#signer !== undefined) this.#pending.delete(sent.sequence);
      else this.#finish(sent, { text: NOT_INCLUDED });
    }
    this.ledger = ledgerIndex;
    if (ended.length === 0) return;
    this.#journal.finish(ended);
    this.#change();
  }

  /** All transactions of the account in the unchecked ledgers that may include a pending one. */
  async #readNewTransactions(ledger_index_max) {
    const pending = [...this.#pending.values()];
    const first = Math.min(...pending.map(({ lastLedger }) => lastLedger - LEDGERS_TO_LIVE));
    // After a revert the later ledgers are new.
    const ledger_index_min = Math.max(first, Math.min(this.ledger, ledger_index_max - 1) + 1);
    const rows = [];
    if (ledger_index_min > ledger_index_max) return rows;
    const params = { account: this.#account, ledger_index_min, ledger_index_max, limit: ROWS, forward: true };
    for (let marker; ; ) {
      const place = marker === undefined ? {} : { marker };
      const page = await this.#server.request('account_tx', { ...params, ...place });
      rows.push(...page.transactions);
      if (page.marker === undefined) return rows;
      marker = page.marker;
    }
  }

  /** The pending transaction that this row of `account_tx` contains. */
  #sentAs({ tx_json: tx, hash }) {
    const sent = tx.Account === this.#account ? this.#pending.get(tx.Sequence) : undefined;
    // On a test bench the server completes the transaction, so its hash is not known before.
    const isOurs = sent?.hash === undefined ? holderOf(tx) === sent?.candidate.holder : hash === sent.hash;
    return isOurs ? sent : undefined;
  }

  #finish({ sequence, candidate, hash }, outcome) {
    this.#pending.delete(sequence);
    this.results.push({ candidate, hash, ...outcome });
    if (outcome.code === 'tesSUCCESS') this.succeededKeys.add(candidate.key);
  }

  /** Resends transactions that the server did not accept or has lost. */
  async #resend(ledger) {
    const unconfirmed = [...this.#pending.values()].filter(
      ({ isAccepted, sentIn }) => !isAccepted || sentIn === undefined || ledger > sentIn + 1,
    );
    await this.#sendAll(
      unconfirmed.sort((a, b) => a.sequence - b.sequence),
      ledger,
    );
  }

  async #sendMore() {
    while (this.phase === 'running' && this.#queue.length > 0) {
      const { drops } = await this.#server.request('fee');
      const least = BigInt(drops.minimum_fee ?? drops.base_fee);
      const request = BigInt(drops.open_ledger_fee);
      const isFull = request > least * BigInt(MAX_FEE_MULTIPLE);
      const window = isFull ? Math.min(QUEUE_WINDOW, this.#windowSize) : this.#windowSize;
      const room = Math.min(BATCH, window - this.#pending.size);
      if (room <= 0 || this.#isStuck()) return;
      const { ledgerIndex: current } = await this.#readAccount('current');
      const fee = isFull ? least * BigInt(MAX_FEE_MULTIPLE) : request;
      if (fee > MAX_FEE_DROPS) {
        this.#halt({
          code: 'telINSUF_FEE_P',
          text: `The fee of ${fee} drops is above the limit of ${MAX_FEE_DROPS} drops.`,
        });
        return;
      }
      const batch = this.#queue.splice(0, this.#isTried ? room : 1);
      this.#isTried = true;
      const signed = batch.map((candidate) => this.#sign(candidate, String(fee), current));
      this.#journal.add(signed);
      await this.#sendAll(signed, current - 1);
    }
  }

  /** While the server does not accept one transaction, later ones cannot be applied. */
  #isStuck() {
    return [...this.#pending.values()].some(({ isAccepted }) => !isAccepted);
  }

  #sign(candidate, fee, currentLedger) {
    const sequence = this.#nextSequence++;
    const lastLedger = currentLedger + LEDGERS_TO_LIVE;
    const { command, params, hash } = this.#signer.request({
      ...this.#signer.common,
      ...candidate.fields,
      Account: this.#account,
      Fee: fee,
      Sequence: sequence,
      LastLedgerSequence: lastLedger,
    });
    const places = { candidate, sequence, lastLedger, chain: this.#chain };
    const signed = { ...places, command, params, hash, isAccepted: false, isSent: false };
    this.#pending.set(sequence, signed);
    return signed;
  }

  /** Sends in order, up to `atOnce` at a time, until the server does not accept one. */
  async #sendAll(signed, ledger) {
    for (let at = 0; at < signed.length; at += this.#atOnce) {
      const some = signed.slice(at, at + this.#atOnce);
      const faults = await Promise.all(some.map((one) => this.#send(one, ledger)));
      const isBlocked = some.some(({ isAccepted }) => !isAccepted);
      if (isBlocked) this.#withdraw(signed.filter(({ isSent }) => !isSent));
      for (const [index, fault] of faults.entries()) if (fault !== undefined) this.#refuse(some[index], fault);
      this.#change();
      if (isBlocked) return;
    }
  }

  /** Returns the server's refusal; undefined if the transaction may be applied. */
  async #send(signed, ledger) {
    const isFirst = !signed.isSent;
    signed.isSent = true;
    const answer = await this.#submit(signed);
    const { engine_result: code, engine_result_message: message, engine_result_reason: reason } = answer;
    const { applied, broadcast, kept, queued } = answer;
    const isSequenceUsed = isFirst && SEQUENCE_USED.has(code);
    signed.isSent = !isSequenceUsed;
    signed.isAccepted =
      (MAY_BE_APPLIED.test(code) && !isSequenceUsed) || [applied, broadcast, kept, queued].includes(true);
    signed.sentIn = ledger;
    if (isSequenceUsed) this.#startOver();
    if (signed.isAccepted || isSequenceUsed || UNDECIDED.test(code)) return undefined;
    return { code, text: [message, reason].filter(Boolean).join(' ') };
  }

  async #submit({ command, params }) {
    for (;;) {
      try {
        return await this.#server.request(command, params);
      } catch (error) {
        if (!BUSY.has(error.token)) {
          if (error.token === undefined) throw error;
          return { engine_result: error.token, engine_result_message: error.message };
        }
        await this.#sleep(BUSY_MS);
      }
    }
  }

  /** Withdraws signed transactions that the server does not have: their sequence numbers are free. */
  #withdraw(unsent) {
    if (unsent.length === 0) return;
    for (const { sequence } of unsent) this.#pending.delete(sequence);
    this.#journal.finish(unsent);
    this.#nextSequence = unsent[0].sequence;
    this.#queue.unshift(...unsent.map(({ candidate }) => candidate));
    if (this.phase === 'stopping') this.#stop();
  }

  /** Starts over because another program sends transactions of the issuer, perhaps about the same holders. */
  #startOver() {
    if (this.phase === 'running') this.#change('settling', 'sequenceConflict');
  }

  /** Its sequence number stays unused, so later transactions cannot be applied. */
  #refuse(signed, fault) {
    this.#finish(signed, fault);
    this.#journal.finish([signed]);
    this.#halt(fault);
  }

  #halt(fault) {
    this.refusal ??= fault;
    this.unsent.push(...this.#queue);
    this.#stop();
  }

  #discardAll() {
    this.#journal.clear();
    this.#pending.clear();
  }
}

/** In an issuer's transaction about a trust line, the holder is the `issuer` of its amount. */
function holderOf({ Holder: holder, LimitAmount: limit, Amount: amount }) {
  return holder ?? (limit ?? amount)?.issuer;
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
