/** The ledger that a fork begins from, read from another node of the same process. */
import { StateAwaitedError } from '../../src/ledger/state-read-error.ts';
import type { LedgerReader } from '../../src/node/ledger-node.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import type { Hash256, JsonObject, StObject } from '../../src/protocol/values.ts';
import type { ApiVersion } from '../../src/rpc/method/context.ts';
import { type ForkBase, ForkReadError } from '../../src/storage/fork/fork-base.ts';
import type { Call } from './rpc-call.ts';

export class StoreForkBase implements ForkBase {
  readonly header;
  readonly #origin: LedgerReader;
  readonly #ask: Call | undefined;
  /** Answers that were given. */
  readonly #entries = new Map<Hash256, Uint8Array | undefined>();
  readonly #successors = new Map<Hash256, Hash256 | undefined>();
  /** Numbers of the reads that fail, counted from 1. */
  readonly failing = new Set<number>();
  /** True: each read fails whose answer is not known. */
  isDown = false;
  reads = 0;
  problem = undefined;
  /** True: answers wait for `release`, if reads do not block. */
  isHeld = false;
  #held: (() => void)[] = [];
  #isBlocking = true;
  readonly prefetched = new Set<Hash256>();
  isClosed = false;

  /** `ask`: answers other requests. */
  constructor(origin: LedgerReader, ledgerIndex: number = origin.validated.ledgerIndex, ask?: Call) {
    this.#origin = origin;
    this.#ask = ask;
    this.header = origin.store.header(ledgerIndex)!;
  }

  entry(key: Hash256): Uint8Array | undefined {
    return this.#once(this.#entries, key, () => {
      const entry = this.#view.readAny(key);
      return entry && encodeObject(entry as unknown as StObject);
    });
  }

  nextKey(key: Hash256, before?: Hash256): Hash256 | undefined {
    const next = this.#once(this.#successors, key, () => this.#view.nextKey(key));
    return next !== undefined && before !== undefined && next >= before ? undefined : next;
  }

  prefetch(keys: Iterable<Hash256>): void {
    for (const key of keys) this.prefetched.add(key);
  }

  stopBlocking(): void {
    this.#isBlocking = false;
  }

  /** Answers that wait. */
  get heldCount(): number {
    return this.#held.length;
  }

  /** Gives the answers that wait. */
  release(): void {
    for (const give of this.#held.splice(0)) give();
  }

  get sentRequests(): number {
    return this.reads;
  }

  /** Forgets the answers, so that the next reads may fail. */
  forget(): void {
    this.#entries.clear();
    this.#successors.clear();
  }

  async request(method: string, params: JsonObject): Promise<JsonObject> {
    if (method === 'server_info') return { info: { network_id: this.#origin.networkId } };
    const { api_version: apiVersion, ...own } = params;
    return this.#ask?.(method, own, { apiVersion: apiVersion as ApiVersion }) ?? { error: 'unknownCmd' };
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  get #view() {
    return this.#origin.view(this.header.ledgerIndex)!;
  }

  #turn(): Promise<unknown> {
    return new Promise((resolve) => (this.isHeld ? this.#held.push(() => resolve(undefined)) : setImmediate(resolve)));
  }

  #once<Value>(known: Map<Hash256, Value>, key: Hash256, read: () => Value): Value {
    if (known.has(key)) return known.get(key) as Value;
    this.reads++;
    const isFailing = this.isDown || this.failing.has(this.reads);
    const answer = () => {
      if (isFailing) throw new ForkReadError('the test does not answer');
      const value = read();
      known.set(key, value);
      return value;
    };
    if (this.#isBlocking) return answer();
    throw new StateAwaitedError('the test has not answered yet', this.#turn().then(answer));
  }
}
