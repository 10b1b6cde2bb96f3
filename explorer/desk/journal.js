/**
 * What the desk has sent and knows no end of, kept by the browser, so that a page that was loaded anew can follow it up
 * before it sends anything else. Only what is sent to the server anyway is kept: signed transactions, never a key.
 */

const PREFIX = 'weir-desk-';

export class Journal {
  #name;
  #storage;

  /** `storage` is the browser's `localStorage`; a page without one forgets. */
  constructor(account, storage) {
    this.#name = `${PREFIX}${account}`;
    this.#storage = storage;
  }

  /** `{ approvals, chain }`; none where nothing is known. */
  read() {
    try {
      const { approvals, chain } = JSON.parse(this.#storage?.getItem(this.#name));
      return Array.isArray(approvals) ? { approvals, chain } : { approvals: [] };
    } catch {
      return { approvals: [] };
    }
  }

  /** `chain`: index and hash of a ledger of the chain that they are for. */
  write(approvals, chain) {
    try {
      if (approvals.length === 0) this.#storage?.removeItem(this.#name);
      else this.#storage?.setItem(this.#name, JSON.stringify({ approvals, chain }));
    } catch {
      // It is full: the run goes on without it.
    }
  }
}
