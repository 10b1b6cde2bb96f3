/**
 * Approves many holders: a run of the issuer's desk. Its transactions have consecutive sequence numbers, for tickets would
 * double what it costs. At most a window of them is on its way, and each is seen to its end: it is in a validated ledger,
 * or it cannot get into one any more. Only the same signed transaction is ever sent again, so nobody is approved twice. A
 * run that was interrupted leaves in the journal what may still get in; the next one follows that up first.
 */
import { whyNever } from '../finality.js';
import { stillPending } from './candidates.js';

const WINDOW = 100;
/** An account's share of the queue, for when the open ledger is full. */
const QUEUE_WINDOW = 10;
/** How many requests wait for an answer at a time. */
const UNANSWERED = 16;
const LEDGERS_TO_LIVE = 20;
/** How many times the least fee is paid when ledgers are full. */
const MOST_FEES = 10;
const MOST_DROPS = 1_000_000n;
const ROWS = 200;
const BUSY_MS = 1_000;
const BUSY = new Set(['tooBusy', 'slowDown']);
/** After these there may be news of what is on its way. */
const CAUSES = new Set(['connection', 'ledgerClosed', 'ledgerReverted']);
/** One before it is missing. The server may keep it until that comes. */
const TOO_EARLY = 'terPRE_SEQ';
/** A ledger has it, may come to hold it, or holds another one with its number. */
const ON_ITS_WAY = /^(tes|tec|terQUEUED$|terPRE_SEQ$|tefALREADY$|tefPAST_SEQ$)/;

export class ApprovalRun {
  #server;
  #account;
  #journal;
  #listeners = new Set();
  #signer;
  #waiting = [];
  /** A ledger of the chain that is worked on, with its hash: behind the same address may be another chain one day. */
  #chain;
  #isChainKnown = true;
  /** By sequence number. */
  #onTheirWay = new Map();
  #nextSequence;
  /** The first goes alone: what the server has against it, it has against all. */
  #isTried = false;
  /** The last ledger that was looked at. */
  #looked = 0;
  #isLooking = false;
  #mustLookAgain = false;
  #end;
  /** `idle`, `settling`, `running`, `stopping` or `ended`. */
  phase = 'idle';
  total = 0;
  approved = 0;
  /** Whoever was not approved: `{ candidate, code, hash, text }`. */
  failures = [];
  /** Why it sends no more. */
  refusal;
  /** Who was approved, by key. */
  approvedKeys = new Set();

  constructor(server, account, journal) {
    this.#server = server;
    this.#account = account;
    this.#journal = journal;
    const { approvals, chain } = journal.read();
    this.#chain = chain;
    this.#isChainKnown = approvals.length === 0;
    for (const approval of approvals) this.#onTheirWay.set(approval.sequence, { ...approval, isTaken: false });
    if (this.#onTheirWay.size > 0) this.#begin('settling', this.#onTheirWay.size);
  }

  get isBusy() {
    return this.phase !== 'idle' && this.phase !== 'ended';
  }

  get onTheirWay() {
    return this.#onTheirWay.size;
  }

  get done() {
    return this.approved + this.failures.length;
  }

  /** Calls a function whenever something changed. Gives what ends that. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Approves the candidates who still wait when everything that the issuer sent before is final. */
  async start(signer, candidates) {
    this.#signer = signer;
    this.#begin('settling', candidates.length);
    this.#waiting = candidates;
    await this.#look();
  }

  /** Sends no more; what is on its way is seen to its end. */
  stop() {
    if (!this.isBusy) return;
    this.total -= this.#waiting.length;
    this.#waiting = [];
    this.#change('stopping');
    void this.#look();
  }

  #begin(phase, total) {
    Object.assign(this, { total, approved: 0, failures: [], refusal: undefined, approvedKeys: new Set() });
    this.#end ??= this.#server.listen(({ type }) => {
      if (type === 'chainChanged') this.#abandon();
      // The server may have been started anew, or have gone back to an earlier ledger.
      if (type === 'connection' || type === 'ledgerReverted')
        for (const approval of this.#onTheirWay.values()) approval.isTaken = false;
      if (CAUSES.has(type) && this.#server.isOpen) void this.#look();
    });
    this.#change(phase);
    if (this.#server.isOpen) queueMicrotask(() => void this.#look());
  }

  /** The server has another chain: what was sent to the one before means nothing there, nor who was chosen. */
  #abandon() {
    this.#onTheirWay.clear();
    this.#save();
    this.#halt({ text: 'The server has another chain now.' });
    this.total = this.done;
  }

  #change(phase = this.phase) {
    this.phase = phase;
    for (const listener of this.#listeners) listener();
  }

  /** One look at a time; what happens meanwhile is looked at afterwards. */
  async #look() {
    this.#mustLookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#mustLookAgain && this.isBusy) {
        this.#mustLookAgain = false;
        await this.#step();
      }
    } catch {
      // The connection broke, or the server is busy: the next ledger or connection brings another look.
      setTimeout(() => this.isBusy && void this.#look(), BUSY_MS);
    } finally {
      this.#isLooking = false;
    }
  }

  async #step() {
    if (!this.#isChainKnown) await this.#checkChain();
    const validated = await this.#readAccount('validated');
    await this.#settle(validated);
    if (this.phase === 'settling' && this.#onTheirWay.size === 0) await this.#prepare(validated);
    await this.#sendAgain(validated.ledger);
    if (this.phase === 'running') await this.#sendMore();
    const isOver = this.#onTheirWay.size === 0 && this.#waiting.length === 0 && this.phase !== 'settling';
    if (!isOver) return;
    this.#end?.();
    this.#end = undefined;
    this.#signer = undefined;
    this.#change('ended');
  }

  /** Forgets what was sent to another chain: it means nothing here. */
  async #checkChain() {
    const { index, hash } = this.#chain;
    const found = await this.#server.request('ledger', { ledger_index: index }).catch((error) => {
      if (error.token !== 'lgrNotFound') throw error;
      return {};
    });
    if (found.ledger_hash !== hash) {
      this.#onTheirWay.clear();
      this.total = 0;
      this.#save();
    }
    this.#isChainKnown = true;
  }

  async #readAccount(ledger_index) {
    const answer = await this.#server.request('account_info', { account: this.#account, ledger_index });
    const { account_data: root, ledger_index: validated, ledger_hash: hash, ledger_current_index: current } = answer;
    return { sequence: root.Sequence, ledger: validated ?? current, hash };
  }

  /** Nothing of the issuer's may be in the air, or a holder who is about to be approved would be approved again. */
  async #prepare({ sequence, ledger, hash }) {
    if (this.#waiting.length === 0) {
      this.#change('stopping');
      return;
    }
    if ((await this.#readAccount('current')).sequence !== sequence) return;
    const waiting = await stillPending(this.#server, this.#account, this.#waiting);
    if (this.phase !== 'settling') return;
    this.#waiting = waiting;
    this.total = this.done + waiting.length;
    this.#nextSequence = sequence;
    this.#chain = { index: ledger, hash };
    this.#isTried = false;
    this.#change('running');
  }

  /** Looks what the ledgers since the last look hold, and what can get into none any more. */
  async #settle({ sequence, ledger }) {
    const validated = { ledgerIndex: ledger, sequence };
    if (this.#onTheirWay.size === 0) {
      this.#looked = ledger;
      return;
    }
    const first = Math.min(...[...this.#onTheirWay.values()].map(({ since }) => since));
    // A server that went back to an earlier ledger is asked about the later ones again.
    const from = Math.max(first, Math.min(this.#looked, ledger - 1) + 1);
    for (const row of from <= ledger ? await this.#rows(from, ledger) : []) this.#settleRow(row);
    for (const approval of [...this.#onTheirWay.values()]) {
      if (whyNever(approval, validated) === undefined) continue;
      this.#finish(approval, { text: 'It got into no ledger; start again for those who still wait.' });
    }
    this.#looked = ledger;
    this.#save();
    this.#change();
  }

  /** All transactions of the account in these ledgers. */
  async #rows(ledger_index_min, ledger_index_max) {
    const rows = [];
    for (let marker; ; ) {
      const page = await this.#server.request('account_tx', {
        account: this.#account,
        ledger_index_min,
        ledger_index_max,
        limit: ROWS,
        forward: true,
        ...(marker === undefined ? {} : { marker }),
      });
      rows.push(...page.transactions);
      if (page.marker === undefined) return rows;
      marker = page.marker;
    }
  }

  #settleRow({ tx_json: tx, meta, hash }) {
    const approval = tx.Account === this.#account ? this.#onTheirWay.get(tx.Sequence) : undefined;
    if (approval === undefined || holderOf(tx) !== approval.candidate.holder) return;
    const code = meta.TransactionResult;
    this.#finish(approval, { code, hash });
  }

  #finish({ sequence, candidate }, outcome) {
    this.#onTheirWay.delete(sequence);
    if (outcome.code === 'tesSUCCESS') {
      this.approved += 1;
      this.approvedKeys.add(candidate.key);
    } else this.failures.push({ candidate, ...outcome });
  }

  /** Sends again what the server did not take, or forgot. */
  async #sendAgain(ledger) {
    const forgotten = [...this.#onTheirWay.values()].filter(
      ({ isTaken, sentIn }) => !isTaken || sentIn === undefined || ledger > sentIn + 1,
    );
    await this.#sendAll(
      forgotten.sort((a, b) => a.sequence - b.sequence),
      ledger,
    );
  }

  async #sendMore() {
    while (this.phase === 'running' && this.#waiting.length > 0) {
      const { drops } = await this.#server.request('fee');
      const least = BigInt(drops.minimum_fee ?? drops.base_fee);
      const asked = BigInt(drops.open_ledger_fee);
      const isFull = asked > least * BigInt(MOST_FEES);
      const room = (isFull ? QUEUE_WINDOW : WINDOW) - this.#onTheirWay.size;
      if (room <= 0 || this.#isStuck()) return;
      const { ledger } = await this.#readAccount('current');
      const fee = isFull ? least * BigInt(MOST_FEES) : asked;
      if (fee > MOST_DROPS) {
        this.#halt({ code: 'telINSUF_FEE_P', text: `The server wants a fee of ${fee} drops. That is too much.` });
        return;
      }
      const batch = this.#waiting.splice(0, this.#isTried ? Math.min(room, UNANSWERED) : 1);
      this.#isTried = true;
      const approvals = batch.map((candidate) => this.#sign(candidate, String(fee), ledger));
      this.#save();
      await this.#sendAll(approvals, ledger - 1);
    }
  }

  /** While the server does not take one, nothing behind it can get in. */
  #isStuck() {
    return [...this.#onTheirWay.values()].some(({ isTaken }) => !isTaken);
  }

  #sign(candidate, fee, currentLedger) {
    const sequence = this.#nextSequence++;
    const lastLedger = currentLedger + LEDGERS_TO_LIVE;
    const tx = {
      ...this.#signer.common,
      ...candidate.fields,
      Account: this.#account,
      Fee: fee,
      Sequence: sequence,
      LastLedgerSequence: lastLedger,
    };
    const { command, params } = this.#signer.request(tx);
    const approval = { candidate, sequence, lastLedger, since: currentLedger, command, params, isTaken: false };
    this.#onTheirWay.set(sequence, approval);
    return approval;
  }

  /** In order, so many at a time. */
  async #sendAll(approvals, ledger) {
    for (let at = 0; at < approvals.length; at += UNANSWERED) {
      await Promise.all(approvals.slice(at, at + UNANSWERED).map((approval) => this.#send(approval, ledger)));
      this.#change();
    }
  }

  async #send(approval, ledger) {
    const answer = await this.#submit(approval);
    const { engine_result: code, engine_result_message: message, engine_result_reason: reason } = answer;
    approval.isTaken = ON_ITS_WAY.test(code) && (code !== TOO_EARLY || answer.kept === true);
    approval.sentIn = ledger;
    // The open ledger and the queue are full: the next ledger has room.
    if (approval.isTaken || code === TOO_EARLY || code.startsWith('tel')) return;
    this.#refuse(approval, { code, text: [message, reason].filter(Boolean).join(' ') });
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
        await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
      }
    }
  }

  /** Its number is free, so nothing behind it can get in before somebody looks into it. */
  #refuse(approval, outcome) {
    this.#finish(approval, outcome);
    this.#save();
    this.#halt(outcome);
  }

  #halt(outcome) {
    this.refusal ??= outcome;
    this.total -= this.#waiting.length;
    this.#waiting = [];
    this.#change('stopping');
  }

  #save() {
    const rows = [...this.#onTheirWay.values()].map(({ isTaken: _, sentIn: __, ...approval }) => approval);
    this.#journal.write(rows, this.#chain);
  }
}

function holderOf(tx) {
  return tx.TransactionType === 'TrustSet' ? tx.LimitAmount.issuer : tx.Holder;
}
