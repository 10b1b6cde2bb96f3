/** The bytes of answers that are being read. They have a limit, since another server may send a body without end. */
import { LinkError } from './ledger-link.ts';

/** Of all answers that one link reads at the same time; far more than pages need. */
export const MAX_ANSWER_BYTES = 64_000_000;

export class AnswerBytes {
  readonly #most: number;
  #held = 0;

  constructor(most = MAX_ANSWER_BYTES) {
    this.#most = most;
  }

  /** The whole text of a body. Rejects with a `LinkError`, and reads no more, if all that are being read are too long. */
  async text(body: AsyncIterable<Uint8Array> | null): Promise<string> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    try {
      for await (const piece of body ?? []) {
        bytes += piece.length;
        this.#held += piece.length;
        if (this.#held > this.#most) throw new LinkError(`the answer has more than ${this.#most / 1_000_000} MB`);
        pieces.push(piece);
      }
    } finally {
      this.#held -= bytes;
    }
    return new TextDecoder().decode(Buffer.concat(pieces));
  }
}
