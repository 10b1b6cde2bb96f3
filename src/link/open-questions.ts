/** Questions to another thread or server that are not answered yet. An answer has the number of its question. */
export class OpenQuestions {
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;

  /** Sends a question, and resolves with its answer. */
  ask<T>(send: (id: number) => void): Promise<T> {
    this.#lastId = (this.#lastId + 1) >>> 0;
    const question = Promise.withResolvers<unknown>();
    this.#open.set(this.#lastId, question);
    send(this.#lastId);
    return question.promise as Promise<T>;
  }

  /** Does nothing if the question is not open. */
  answer(id: number, answer: unknown): void {
    this.#take(id)?.resolve(answer);
  }

  fail(id: number, error: Error): void {
    this.#take(id)?.reject(error);
  }

  failAll(error: Error): void {
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }

  #take(id: number): PromiseWithResolvers<unknown> | undefined {
    const question = this.#open.get(id);
    this.#open.delete(id);
    return question;
  }
}
