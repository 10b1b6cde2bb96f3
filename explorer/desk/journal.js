/**
 * What the desk has sent and knows no end of, kept by the browser, so that a page that was loaded anew can follow it up
 * before it sends anything else. Only what is sent to the server anyway is kept: signed transactions, never a key.
 */

const PREFIX = 'weir-desk-';

export class Journal {
  #name;
  #storage;
  /** By sequence number. */
  #approvals = new Map();

  /** `storage` is the browser's `localStorage`; a page without one forgets. */
  constructor(account, storage) {
    this.#name = `${PREFIX}${account}`;
    this.#storage = storage;
  }

  /** The approvals that an earlier page left. */
  read() {
    try {
      const { approvals } = JSON.parse(this.#storage?.getItem(this.#name));
      for (const approval of approvals) this.#approvals.set(approval.sequence, approval);
      return approvals;
    } catch {
      return [];
    }
  }

  add(approvals) {
    for (const approval of approvals) this.#approvals.set(approval.sequence, approval);
    this.#write();
  }

  finish(approvals) {
    for (const { sequence } of approvals) this.#approvals.delete(sequence);
    this.#write();
  }

  #write() {
    try {
      if (this.#approvals.size === 0) this.#storage?.removeItem(this.#name);
      else this.#storage?.setItem(this.#name, JSON.stringify({ approvals: [...this.#approvals.values()] }));
    } catch {
      // It is full: the run works without it.
    }
  }
}
