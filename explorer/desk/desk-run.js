/** The run of the issuer's desk, which approves holders: it takes a step after each relevant event of the server. */

import { stillPending } from './candidates.js';
import { IssuerRun } from './issuer-run.js';

const RETRY_MS = 1_000;
/** Events after which pending transactions may have a result. */
const CAUSES = new Set(['connection', 'ledgerClosed', 'ledgerReverted']);

export class DeskRun extends IssuerRun {
  #server;
  #account;
  #stopListening;
  #isStepping = false;
  #mustStepAgain = false;

  constructor(server, account, journal) {
    super(server, account, journal);
    this.#server = server;
    this.#account = account;
    if (this.isBusy) this.#listen();
  }

  /** Approves the candidates that are still pending when the run begins. */
  async approve(signer, candidates) {
    const findPending = () => stillPending(this.#server, this.#account, candidates);
    this.start(signer, candidates.length, findPending);
    this.#listen();
    await this.#takeSteps();
  }

  stop() {
    super.stop();
    void this.#takeSteps();
  }

  #listen() {
    this.#stopListening ??= this.#server.listen(({ type }) => {
      if (type === 'chainChanged') this.abandon();
      if (type === 'connection' || type === 'ledgerReverted') this.resendAll();
      if (CAUSES.has(type) && this.#server.isOpen) void this.#takeSteps();
    });
    if (this.#server.isOpen) queueMicrotask(() => void this.#takeSteps());
  }

  /** One step at a time; events during a step cause another one afterwards. */
  async #takeSteps() {
    this.#mustStepAgain = true;
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      while (this.#mustStepAgain && this.isBusy) {
        this.#mustStepAgain = false;
        await this.step();
      }
      if (!this.isBusy) {
        this.#stopListening?.();
        this.#stopListening = undefined;
      }
    } catch {
      // The connection broke, or the server is busy: the next ledger or connection causes another step.
      setTimeout(() => this.isBusy && void this.#takeSteps(), RETRY_MS);
    } finally {
      this.#isStepping = false;
    }
  }
}
