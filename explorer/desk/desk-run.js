/** The approvals run of the issuer's desk: it takes a step after each relevant event of the server. */
import { stillPending } from './candidates.js';
import { ApprovalRun } from './run.js';

const RETRY_MS = 1_000;
/** Events after which pending transactions may have a result. */
const CAUSES = new Set(['connection', 'ledgerClosed', 'ledgerReverted']);

export class DeskRun extends ApprovalRun {
  #server;
  #account;
  #stopListening;
  #isLooking = false;
  #mustLookAgain = false;

  constructor(server, account, journal) {
    super(server, account, journal);
    this.#server = server;
    this.#account = account;
    if (this.isBusy) this.#follow();
  }

  /** Approves the candidates that are still pending when the run begins. */
  async approve(signer, candidates) {
    const findWaiting = () => stillPending(this.#server, this.#account, candidates);
    this.start(signer, candidates.length, findWaiting);
    this.#follow();
    await this.#look();
  }

  stop() {
    super.stop();
    void this.#look();
  }

  #follow() {
    this.#stopListening ??= this.#server.listen(({ type }) => {
      if (type === 'chainChanged') this.abandon();
      if (type === 'connection' || type === 'ledgerReverted') this.sendAllAgain();
      if (CAUSES.has(type) && this.#server.isOpen) void this.#look();
    });
    if (this.#server.isOpen) queueMicrotask(() => void this.#look());
  }

  /** One step at a time; events during a step cause another one afterwards. */
  async #look() {
    this.#mustLookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      while (this.#mustLookAgain && this.isBusy) {
        this.#mustLookAgain = false;
        await this.step();
      }
      if (!this.isBusy) {
        this.#stopListening?.();
        this.#stopListening = undefined;
      }
    } catch {
      // The connection broke, or the server is busy: the next ledger or connection causes another step.
      setTimeout(() => this.isBusy && void this.#look(), RETRY_MS);
    } finally {
      this.#isLooking = false;
    }
  }
}
