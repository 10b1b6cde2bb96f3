/** A set of listeners. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** Returns a function that removes the listener. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Calls each listener in order of registration. A listener must not throw. */
  emit(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}
