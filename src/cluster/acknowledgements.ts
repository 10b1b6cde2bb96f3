/**
 * What counts only when other members have it on disk (docs/cluster-protocol.md, rule 10): ledgers and durable submissions of the
 * leader. Each is sent to all followers, and again to those that connect later, until enough of them have answered.
 */
import { FencedError } from '../storage/shared/cluster-store.ts';
import type { LeaderMessage } from './messages.ts';

/** Messages that a follower answers with `has`. */
export type KeepMessage = Extract<LeaderMessage, { readonly key: string }>;

interface Needed {
  readonly message: KeepMessage;
  /** Names of members. */
  readonly hadBy: Set<string>;
  readonly done: PromiseWithResolvers<void>;
}

export class Acknowledgements {
  readonly #count: number;
  readonly #needed = new Map<string, Needed>();
  /** Why nothing is waited for; undefined during a lead. */
  #abandoned: Error | undefined;
  /** Sends a message to all followers. */
  onNeed: (message: KeepMessage) => void = () => {};

  /** `count`: how many other members must have it. */
  constructor(count: number) {
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  /** Begins a lead. */
  begin(): void {
    this.#abandoned = undefined;
  }

  /** Resolves when enough members have it. Rejects with the reason of `abandon`. */
  need(message: KeepMessage): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    if (this.#abandoned !== undefined) return Promise.reject(this.#abandoned);
    const needed = { message, hadBy: new Set<string>(), done: Promise.withResolvers<void>() };
    this.#needed.set(message.key, needed);
    this.onNeed(message);
    return needed.done.promise;
  }

  /** What members lack that is waited for. */
  get open(): readonly KeepMessage[] {
    return Array.from(this.#needed.values(), ({ message }) => message);
  }

  noteHas(key: string, member: string): void {
    const needed = this.#needed.get(key);
    if (needed === undefined) return;
    needed.hadBy.add(member);
    if (needed.hadBy.size < this.#count) return;
    this.#needed.delete(key);
    needed.done.resolve();
  }

  /** Nothing is waited for until the next lead begins. */
  abandon(why: Error = new FencedError('this node no longer leads')): void {
    this.#abandoned = why;
    for (const { done } of this.#needed.values()) done.reject(why);
    this.#needed.clear();
  }
}
