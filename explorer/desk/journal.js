/**
 * The journal of sent transactions without a final result, in the browser's storage, so that a reloaded page can follow
 * them up before it sends anything else. It contains only signed transactions, never a key.
 */

const PREFIX = 'weir-desk-';

export class Journal {
  #name;
  #storage;
  /** By sequence number. */
  #sent = new Map();

  /** `storage` is the browser's `localStorage`; without it nothing is kept. */
  constructor(account, storage) {
    this.#name = `${PREFIX}${account}`;
    this.#storage = storage;
    for (const one of this.#stored()) this.#sent.set(one.sequence, one);
  }

  /** A ledger of the chain that the transactions are for; undefined if none is known. */
  get chain() {
    return this.read().find(({ chain }) => chain !== undefined)?.chain;
  }

  /** The transactions of an earlier page. */
  read() {
    return [...this.#sent.values()];
  }

  add(sent) {
    for (const one of sent) this.#sent.set(one.sequence, one);
    this.#write();
  }

  finish(sent) {
    for (const { sequence } of sent) this.#sent.delete(sequence);
    this.#write();
  }

  clear() {
    this.#sent.clear();
    this.#write();
  }

  #stored() {
    try {
      return JSON.parse(this.#storage?.getItem(this.#name)).approvals ?? [];
    } catch {
      return [];
    }
  }

  #write() {
    try {
      if (this.#sent.size === 0) this.#storage?.removeItem(this.#name);
      else this.#storage?.setItem(this.#name, JSON.stringify({ approvals: this.read() }));
    } catch {
      // The storage is full: the run works without the journal.
    }
  }
}
