/** A queue of messages that wait to be sent, with their size in bytes. */
export class MessageQueue {
  #messages: Buffer[] = [];
  #head = 0;
  #bytes = 0;

  /** Size of all messages. */
  get bytes(): number {
    return this.#bytes;
  }

  push(message: Buffer): void {
    this.#messages.push(message);
    this.#bytes += message.length;
  }

  /** Takes the first message; undefined if there is none. */
  shift(): Buffer | undefined {
    const message = this.#messages[this.#head];
    if (message === undefined) return undefined;
    this.#bytes -= message.length;
    this.#head += 1;
    // To move the rest to the front each time would cost more than it frees.
    if (this.#head * 2 > this.#messages.length) {
      this.#messages = this.#messages.slice(this.#head);
      this.#head = 0;
    }
    return message;
  }

  clear(): void {
    this.#messages = [];
    this.#head = 0;
    this.#bytes = 0;
  }
}
