/**
 * Answers that were given already and are still right: to requests for something in a closed ledger, whose methods are
 * pure (`define-method.ts`), as long as the same ledger is the validated one. The same bytes are sent again without
 * reading the request, which many clients send again and again.
 */
import type { Role } from '../../rpc/method/context.ts';
import type { AnswerBytes } from './long-answer.ts';

/** Longer requests and answers are rare, and not worth their memory. */
const LONGEST_REQUEST = 1_000;
const LONGEST_ANSWER = 16_384;
/** Of all of them together, with the requests: what these take at most. */
const MOST_BYTES = 4_000_000;

export interface KnownAnswer {
  readonly method: string;
  readonly bytes: AnswerBytes;
}

export class KnownAnswers {
  readonly #answers: Readonly<Record<Role, Map<string, KnownAnswer>>> = { admin: new Map(), user: new Map() };
  #bytes = 0;
  /** The ledger that was the validated one when these answers were given. */
  #validated: object | undefined;

  /** The answer to a request with this body. `validated`: the validated ledger's header, the very object. */
  find(validated: object | undefined, role: Role, text: string): KnownAnswer | undefined {
    return validated === this.#validated ? this.#answers[role].get(text) : undefined;
  }

  /** Keeps an answer that was given while that ledger was the validated one, from beginning to end. */
  keep(validated: object, role: Role, text: string, answer: KnownAnswer): void {
    const { text: body, length } = answer.bytes;
    if (typeof body !== 'string' || length > LONGEST_ANSWER || text.length > LONGEST_REQUEST) return;
    if (validated !== this.#validated || this.#bytes + text.length + length > MOST_BYTES) this.#forget();
    this.#validated = validated;
    this.#bytes += text.length + length;
    this.#answers[role].set(text, answer);
  }

  #forget(): void {
    for (const answers of Object.values(this.#answers)) answers.clear();
    this.#bytes = 0;
  }
}
