/**
 * Names of accounts: the reader's own, which stay in this browser, and those of the development accounts. They are shown
 * in place of addresses.
 */
import { NAMED_ACCOUNTS, nameOfAddress } from './account-names.js';

const KEY = 'weir-names';
const MAX_LENGTH = 40;
const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;

class NameBook {
  #own = new Map();
  #listeners = new Set();
  /** Number of changes since the page was opened. */
  changes = 0;

  constructor() {
    try {
      this.#add(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
    } catch {
      // Without storage, or with a broken one, the book is empty.
    }
  }

  /** The name of an account; undefined without one. */
  nameOf(address) {
    return this.#own.get(address) ?? nameOfAddress(address);
  }

  ownNameOf(address) {
    return this.#own.get(address);
  }

  /** The own names, by name. */
  get own() {
    return [...this.#own].toSorted(([, a], [, b]) => a.localeCompare(b));
  }

  /** Pairs of address and name: the own names, then those of development accounts. */
  get all() {
    return [...this.own, ...NAMED_ACCOUNTS.filter(([address]) => !this.#own.has(address))];
  }

  /** An empty name removes the account from the book. */
  set(address, name) {
    this.#own.delete(address);
    this.#add({ [address]: name });
    this.#save();
  }

  /** The book as a text, for a file. */
  get text() {
    return `${JSON.stringify(Object.fromEntries(this.own), null, 2)}\n`;
  }

  /** Adds the names of a file. Returns how many there are; throws `SyntaxError` for another file. */
  read(text) {
    const count = this.#add(JSON.parse(text));
    this.#save();
    return count;
  }

  /** Calls a function after each change. Returns a function that removes it. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(names) {
    let count = 0;
    for (const [address, name] of Object.entries(names)) {
      const text = String(name).trim().slice(0, MAX_LENGTH);
      if (!ADDRESS.test(address) || text === '') continue;
      this.#own.set(address, text);
      count += 1;
    }
    return count;
  }

  #save() {
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(this.#own)));
    } catch {
      // The browser forbids storage, so the names last until the page is closed.
    }
    this.changes += 1;
    for (const listener of this.#listeners) listener();
  }
}

export const names = new NameBook();
