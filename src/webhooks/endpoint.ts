/**
 * Delivers the events of one endpoint, one at a time and in order. An event counts as delivered when the receiver has answered with
 * success and the cursor is on disk, so a crash repeats at most the event that was under way.
 */
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { READ_BUDGETS_MS, withAwaitedState } from '../node/awaited-state.ts';
import type { LedgerReader } from '../node/ledger-node.ts';
import type { Clock } from '../util/clock.ts';
import { type Pacer, paceSteps } from '../util/steps.ts';
import { addDelivered, type LedgerName } from './delivered-ledgers.ts';
import { EventSource, type Subscription } from './event-source.ts';
import type { Post } from './http-post.ts';
import type { Cursor, DeadLetter, OutboxJournal } from './outbox-journal.ts';
import { createEvent, ledgerFacts, type WebhookEvent } from './webhook-event.ts';
import { signedHeaders } from './webhook-signature.ts';

/** The wait after a first failure. It doubles with each further one. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 900_000;
/** With so many dead letters the endpoint gives up no further event, and waits for its receiver. */
const MOST_DEAD_LETTERS = 1_000;
/** The cursor is written so often while there are no events. */
const LEDGERS_PER_WRITE = 256;
/** A message under way may take so long when the server stops. */
const STOP_GRACE_MS = 2_000;
/** After a failure of this server, such as a full disk. */
const RECOVERY_WAIT_MS = 5_000;

export interface EndpointSettings extends Subscription {
  readonly name: string;
  readonly url: string;
  /** Keys of signatures. */
  readonly keys: readonly Uint8Array[];
  readonly timeoutMs: number;
  /** After so many failures an event becomes a dead letter. */
  readonly attempts: number;
  /** The first ledger whose events are sent, when the endpoint is new; undefined: the next one. */
  readonly startLedger: number | undefined;
}

export interface EndpointParts {
  readonly reader: LedgerReader;
  readonly journal: OutboxJournal;
  readonly post: Post;
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly pacer: Pacer;
  readonly log: {
    warn(details: object, message: string): void;
    info(details: object, message: string): void;
    error(details: object, message: string): void;
  };
}

/** For the operator. It has no secret: of the URL only the origin. */
export interface EndpointStatus {
  readonly name: string;
  readonly origin: string;
  readonly events: readonly string[];
  readonly accounts: number;
  /** Ledgers up to this one are delivered. */
  readonly ledger_index: number;
  readonly lag_ledgers: number;
  readonly dead_letters: number;
  /** Since the start of the server. */
  readonly delivered: number;
  readonly failed_attempts: number;
  /** Failed attempts to send the current event. */
  readonly failures: number;
  readonly last_failure?: { readonly reason: string; readonly time: string };
}

export class Endpoint {
  readonly settings: EndpointSettings;
  readonly counts = { delivered: 0, failed: 0, dead: 0 };
  readonly #parts: EndpointParts;
  readonly #source: EventSource;
  readonly #abort = new AbortController();
  readonly #letters = new Map<string, DeadLetter>();
  /** Ids of dead letters to send again. */
  readonly #due = new Set<string>();
  #cursor: Cursor;
  #writtenIndex = 0;
  /** False while the cursor is not on disk since the last event. Nothing is sent then. */
  #isWritten = true;
  #isFailing = false;
  /** Failures of the event with this id. */
  #failures = { id: '', count: 0 };
  #lastFailure: EndpointStatus['last_failure'];
  #isStopping = false;
  #endPause: ((cause: 'ledger' | 'command') => void) | undefined;
  #working: Promise<void> | undefined;

  constructor(settings: EndpointSettings, parts: EndpointParts) {
    this.settings = settings;
    this.#parts = parts;
    this.#source = new EventSource(parts.reader, settings);
    this.#cursor = parts.journal.cursor(settings.name) ?? firstCursor(parts.reader, settings.startLedger);
    for (const letter of parts.journal.deadLetters(settings.name)) this.#letters.set(letter.id, letter);
  }

  /** Resolves when it is on disk from which ledger on events will be sent. */
  async start(): Promise<void> {
    await this.#write(this.#cursor);
    this.#working = this.#work();
  }

  /** Looks for new ledgers. */
  wake(): void {
    this.#endPause?.('ledger');
  }

  /** Waits briefly for the message that is being sent. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#endPause?.('command');
    const timer = this.#parts.clock.after(STOP_GRACE_MS, () => this.#abort.abort());
    await this.#working;
    timer.cancel();
  }

  get deadLetters(): readonly DeadLetter[] {
    return [...this.#letters.values()];
  }

  /** The number of ledgers that are not delivered yet. */
  get lagLedgers(): number {
    return Math.max(0, this.#parts.reader.validated.ledgerIndex - this.#nextIndex + 1);
  }

  status(): EndpointStatus {
    const { name, url, events, accounts } = this.settings;
    return {
      name,
      origin: new URL(url).origin,
      events: [...events],
      accounts: accounts.size,
      ledger_index: this.#nextIndex - 1,
      lag_ledgers: this.lagLedgers,
      dead_letters: this.#letters.size,
      delivered: this.counts.delivered,
      failed_attempts: this.counts.failed,
      failures: this.#failures.count,
      ...(this.#lastFailure && { last_failure: this.#lastFailure }),
    };
  }

  /** Sends dead letters again before other events, each once. Returns their number. `id`: undefined for all. */
  retry(id: string | undefined): number {
    const ids = [...this.#letters.keys()].filter((one) => id === undefined || one === id);
    for (const one of ids) this.#due.add(one);
    this.#endPause?.('command');
    return ids.length;
  }

  /** Sends a message of the type `test`, now. Resolves to the reason if the receiver does not take it. */
  async test(): Promise<string | undefined> {
    const { validated, networkId } = this.#parts.reader;
    const identity = ['test', this.settings.name, String(this.#parts.clock.nowMs())];
    const data = ledgerFacts(validated, networkId);
    return this.#send(createEvent({ type: 'test', header: validated, place: '', identity, data }));
  }

  get #nextIndex(): number {
    const { ledger, after } = this.#cursor;
    return after === undefined ? ledger[0] + 1 : ledger[0];
  }

  async #work(): Promise<void> {
    while (!this.#isStopping) {
      try {
        await this.#step();
        this.#isFailing = false;
      } catch (err) {
        const { name: endpoint } = this.settings;
        if (!this.#isFailing) this.#parts.log.error({ err, endpoint }, 'webhooks cannot be delivered; it tries again');
        this.#isFailing = true;
        await this.#pause(RECOVERY_WAIT_MS);
      }
    }
    if (!this.#isWritten || this.#cursor.ledger[0] !== this.#writtenIndex)
      await this.#write(this.#cursor).catch(() => {});
  }

  async #step(): Promise<void> {
    if (!this.#isWritten) await this.#write(this.#cursor);
    const [dueId] = this.#due;
    if (dueId !== undefined) await this.#sendLetter(dueId);
    else if (!this.#isInChain(this.#cursor.ledger)) await this.#goBack();
    else if (this.#nextIndex <= this.#parts.reader.validated.ledgerIndex) await this.#deliverLedgers();
    else await this.#pause();
  }

  async #deliverLedgers(): Promise<void> {
    const { clock, pacer, reader } = this.#parts;
    const firstIndex = this.#nextIndex;
    const { last, byLedger } = await paceSteps(this.#source.find(firstIndex), pacer);
    for (let index = firstIndex; index <= last[0]; index++) {
      const collect = () => paceSteps(this.#source.eventsOf(index, byLedger.get(index)), pacer);
      const events = await withAwaitedState(collect, { clock, budgetMs: READ_BUDGETS_MS.admin });
      if (events === undefined || !this.#isInChain(last)) return;
      const { after } = this.#cursor;
      for (const event of events) {
        if (index === firstIndex && after !== undefined && event.place <= after) continue;
        if (!(await this.#deliver(event, this.#cursorAt(event)))) return;
      }
      if (!this.#isInChain(last)) return;
      const { hash } = reader.store.header(index)!;
      this.#cursor = { ledger: [index, hash], delivered: this.#cursor.delivered };
      if (index >= this.#writtenIndex + LEDGERS_PER_WRITE) await this.#write(this.#cursor);
    }
  }

  #cursorAt({ ledgerIndex, ledgerHash, place }: WebhookEvent): Cursor {
    const ledger: LedgerName = [ledgerIndex, ledgerHash];
    return { ledger, after: place, delivered: addDelivered(this.#cursor.delivered, ledger) };
  }

  /** Sends until the event is taken or is a dead letter. False if something else has to be done first. */
  async #deliver(event: WebhookEvent, cursor: Cursor): Promise<boolean> {
    for (;;) {
      if (this.#isStopping || this.#due.size > 0 || !this.#isInChain([event.ledgerIndex, event.ledgerHash]))
        return false;
      const reason = await this.#send(event);
      if (reason === undefined) {
        this.counts.delivered += 1;
        this.#noteSuccess();
        break;
      }
      if (this.#isStopping) return false;
      this.#noteFailure(event.id, reason);
      if (this.#failures.count >= this.settings.attempts && this.#letters.size < MOST_DEAD_LETTERS) {
        await this.#bury(event, reason);
        break;
      }
      await this.#pause(this.#waitMs());
    }
    this.#failures = { id: '', count: 0 };
    await this.#write(cursor);
    return true;
  }

  async #bury({ id, type, ledgerIndex, body }: WebhookEvent, reason: string): Promise<void> {
    const failedAt = new Date(this.#parts.clock.nowMs()).toISOString();
    const letter = {
      id,
      type,
      ledger_index: ledgerIndex,
      failed_at: failedAt,
      attempts: this.#failures.count,
      reason,
      body,
    };
    await this.#parts.journal.addLetter(this.settings.name, letter);
    this.#letters.set(id, letter);
    this.counts.dead += 1;
    this.#parts.log.warn({ endpoint: this.settings.name, event: id, reason }, 'a webhook event is a dead letter');
  }

  async #sendLetter(id: string): Promise<void> {
    this.#due.delete(id);
    const letter = this.#letters.get(id);
    if (letter === undefined) return;
    const reason = await this.#send(letter);
    if (reason === undefined) {
      this.counts.delivered += 1;
      this.#noteSuccess();
      this.#removeLetter(id);
      return;
    }
    this.counts.failed += 1;
    const failedAt = new Date(this.#parts.clock.nowMs()).toISOString();
    const again = { ...letter, failed_at: failedAt, attempts: letter.attempts + 1, reason };
    await this.#parts.journal.addLetter(this.settings.name, again);
    this.#letters.set(id, again);
  }

  #removeLetter(id: string): void {
    this.#letters.delete(id);
    this.#parts.journal.removeLetter(this.settings.name, id);
  }

  /**
   * The chain has another ledger at the cursor: a test bench returned to an earlier ledger, or a backup was restored. If events were
   * delivered that are void now, the receiver gets an event that says so.
   */
  async #goBack(): Promise<void> {
    const { reader } = this.#parts;
    const { delivered, ledger: discarded } = this.#cursor;
    const kept = Math.max(
      0,
      delivered.findLastIndex((ledger) => this.#isInChain(ledger)),
    );
    const target = this.#isInChain(delivered[kept]!)
      ? reader.store.header(delivered[kept]![0])!
      : startOf(reader, delivered[0]![0]);
    const ledger: LedgerName = [target.ledgerIndex, target.hash];
    const cursor: Cursor = { ledger, delivered: [...delivered.slice(0, kept), [...ledger, delivered[kept]![2]]] };
    if (kept < delivered.length - 1) {
      for (const { id, ledger_index } of this.#letters.values()) if (ledger_index > ledger[0]) this.#removeLetter(id);
      const data = { discarded_ledger_index: discarded[0], discarded_ledger_hash: discarded[1] };
      const event = createEvent({
        type: 'chain.reverted',
        header: target,
        place: '',
        identity: ['chain.reverted', discarded[1]],
        data: { ...ledgerFacts(target, reader.networkId), ...data },
      });
      await this.#deliver(event, cursor);
    } else {
      await this.#write(cursor);
    }
  }

  #isInChain([index, hash]: readonly [...LedgerName, ...unknown[]]): boolean {
    return this.#parts.reader.store.header(index)?.hash === hash;
  }

  #send({ id, body }: Pick<WebhookEvent, 'id' | 'body'>): Promise<string | undefined> {
    const { url, keys, timeoutMs } = this.settings;
    const { post, clock } = this.#parts;
    const signed = signedHeaders({ id, body }, clock.nowMs(), keys);
    const headers = { 'content-type': 'application/json', 'user-agent': 'weir', ...signed };
    return post({ url, headers, body, timeoutMs }, this.#abort.signal);
  }

  async #write(cursor: Cursor): Promise<void> {
    this.#cursor = cursor;
    this.#isWritten = false;
    await this.#parts.journal.setCursor(this.settings.name, cursor);
    this.#isWritten = true;
    this.#writtenIndex = cursor.ledger[0];
  }

  #noteFailure(id: string, reason: string): void {
    const { clock, log } = this.#parts;
    this.counts.failed += 1;
    const count = id === this.#failures.id ? this.#failures.count + 1 : 1;
    if (this.#lastFailure === undefined)
      log.warn({ endpoint: this.settings.name, reason }, 'a webhook endpoint does not take an event; it is sent again');
    this.#failures = { id, count };
    this.#lastFailure = { reason, time: new Date(clock.nowMs()).toISOString() };
  }

  #noteSuccess(): void {
    if (this.#lastFailure === undefined) return;
    this.#lastFailure = undefined;
    this.#parts.log.info({ endpoint: this.settings.name }, 'a webhook endpoint takes events again');
  }

  /** Doubles with each failure, and is shortened by up to half, so that endpoints do not all try at the same time. */
  #waitMs(): number {
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.#failures.count - 1));
    return waitMs * (1 - this.#parts.random() / 2);
  }

  /** Resolves after a time, or with a command, or, without a time, with a new ledger. */
  #pause(milliseconds?: number): Promise<void> {
    if (this.#isStopping || this.#due.size > 0) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        timer?.cancel();
        this.#endPause = undefined;
        resolve();
      };
      const timer = milliseconds === undefined ? undefined : this.#parts.clock.after(milliseconds, end).unref();
      this.#endPause = (cause) => {
        if (cause === 'command' || milliseconds === undefined) end();
      };
    });
  }
}

function firstCursor(reader: LedgerReader, startLedger: number | undefined): Cursor {
  const { ledgerIndex, hash } = startOf(reader, startLedger === undefined ? Infinity : startLedger - 1);
  return { ledger: [ledgerIndex, hash], delivered: [[ledgerIndex, hash, 0]] };
}

/** The ledger with this index, or the nearest one in the chain. */
function startOf({ store, validated }: LedgerReader, ledgerIndex: number): LedgerHeader {
  const { first } = store.ledgerRange()!;
  return store.header(Math.max(first, Math.min(ledgerIndex, validated.ledgerIndex)))!;
}
