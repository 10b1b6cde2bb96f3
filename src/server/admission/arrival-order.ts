/**
 * Keeps requests of new connections from being overtaken. The system hands over one waiting connection in a turn of the
 * event loop (libuv: uv__server_io), and with it the request that its client has sent long ago. The connections that are
 * there already are answered and send again, turn after turn: of sixteen that were made at once the last one's first
 * request would come after more than a hundred that were sent later.
 *
 * So what is read while connections are coming waits until none comes any more, and goes on in the order in which it was
 * read. A turn in which nothing is answered is short, so that is soon; and nothing waits long where connections never end.
 */
import { EVENT_LOOP, type TurnSource } from '../../util/steps.ts';

/** Longer than it takes to hand over a hundred connections. */
const LONGEST_WAIT_MS = 10;

export class ArrivalOrder {
  readonly #turns: TurnSource;
  #waiting: (() => void)[] = [];
  #waitingSinceMs = 0;
  #isComing = false;
  /** One came in the turn that is not over. */
  #hasCome = false;

  constructor(turns: TurnSource = EVENT_LOOP) {
    this.#turns = turns;
  }

  /** Notes that a connection came: others may be behind it. */
  noteConnection(): void {
    this.#hasCome = true;
    if (this.#isComing) return;
    this.#isComing = true;
    this.#turns.nextTurn(() => this.#endTurn());
  }

  /** Undefined for a request that may go on at once, else a promise of the time when it may. */
  turn(): Promise<void> | undefined {
    if (!this.#isComing) return undefined;
    if (this.#waiting.length === 0) this.#waitingSinceMs = this.#turns.now();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #endTurn(): void {
    this.#isComing = this.#hasCome;
    this.#hasCome = false;
    if (this.#isComing) this.#turns.nextTurn(() => this.#endTurn());
    if (this.#isComing && this.#turns.now() - this.#waitingSinceMs < LONGEST_WAIT_MS) return;
    const released = this.#waiting;
    this.#waiting = [];
    for (const goOn of released) goOn();
  }
}
