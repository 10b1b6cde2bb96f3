/**
 * The journal of sent approvals without a final result, in the browser's storage, so that a reloaded page can follow
 * them up before it sends anything else. It contains only signed transactions, never a key.
 */

const PREFIX = 'weir-desk-';

export class Journal {
  #name;
  #storage;
  /** By sequence number. */
  #approvals = new Map();

  /** `storage` is the browser's `localStorage`; without it nothing is kept. */
  constructor(account, storage) {
    this.#name = `${PREFIX}${account}`;
    this.#storage = storage;
  }

  /** The approvals of an earlier page. */
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
      // The storage is full: the run works without the journal.
    }
  }
}
