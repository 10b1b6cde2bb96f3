/** Those who want to be told of something. */
export class Listeners<Args extends readonly unknown[]> {
  readonly #all = new Set<(...args: Args) => void>();

  /** The returned function ends it. */
  add(listener: (...args: Args) => void): () => void {
    this.#all.add(listener);
    return () => this.#all.delete(listener);
  }

  /** Each in the order in which they came. A listener must not throw. */
  tell(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}
