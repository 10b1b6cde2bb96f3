/** An `Env` (env.ts) whose webhooks go to a function of the test. Time passes only when the test moves the clock. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '../../src/protocol/values.ts';
import { withoutPause } from '../../src/util/steps.ts';
import type { EndpointSettings, EndpointStatus } from '../../src/webhooks/endpoint.ts';
import type { PostRequest } from '../../src/webhooks/http-post.ts';
import { Outbox } from '../../src/webhooks/outbox.ts';
import { OutboxJournal } from '../../src/webhooks/outbox-journal.ts';
import { EVENT_TYPES } from '../../src/webhooks/webhook-event.ts';
import { Env, type EnvOptions, type Party } from './env.ts';
import { until } from './until.ts';

export interface SentEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: JsonObject;
}

export function settingsFor(parties: readonly Party[], more: Partial<EndpointSettings> = {}): EndpointSettings {
  return {
    name: 'desk',
    url: 'https://desk.example/hooks?token=hush',
    keys: [Buffer.alloc(32, 7)],
    accounts: new Set(parties.map(({ address }) => address)),
    events: new Set(EVENT_TYPES),
    expiringSeconds: 3600,
    timeoutMs: 10_000,
    attempts: 3,
    startLedger: undefined,
    ...more,
  };
}

function sentEvent({ headers, body }: PostRequest): SentEvent {
  return { id: headers['webhook-id']!, ...JSON.parse(body) };
}

/** The receiver takes everything unless a test replaces `answer`. */
export class HookedLedger {
  readonly env: Env;
  readonly journal: OutboxJournal;
  /** The events that the receiver took, in order. */
  readonly taken: SentEvent[] = [];
  /** All attempts. */
  readonly requests: PostRequest[] = [];
  readonly log: string[] = [];
  /** Gives the reason for which an event is not taken. */
  answer: (event: SentEvent) => string | undefined | Promise<string | undefined> = () => undefined;
  outbox: Outbox;
  /** That of the current outbox. Requests of earlier ones get no answer. */
  #life: object | undefined;

  private constructor(env: Env, journal: OutboxJournal, settings: readonly EndpointSettings[]) {
    this.env = env;
    this.journal = journal;
    this.outbox = this.#create(settings);
  }

  static async create(env: Env, settings: readonly EndpointSettings[], journal?: OutboxJournal): Promise<HookedLedger> {
    const hooked = new HookedLedger(env, journal ?? (await OutboxJournal.open(undefined)), settings);
    await hooked.outbox.start();
    return hooked;
  }

  /** Ends the outbox as a kill does, and starts another one on the same journal. */
  async restart(settings: readonly EndpointSettings[]): Promise<void> {
    this.outbox = this.#create(settings);
    await this.outbox.start();
  }

  #create(settings: readonly EndpointSettings[]): Outbox {
    const life = {};
    this.#life = life;
    const note = (details: object, message: string) => void this.log.push(`${message} ${JSON.stringify(details)}`);
    return new Outbox(settings, {
      node: this.env.node,
      journal: this.journal,
      clock: this.env.clock,
      random: () => 0,
      pacer: withoutPause,
      log: { warn: note, info: note, error: note },
      post: async (request) => {
        if (life !== this.#life) return new Promise(() => {});
        this.requests.push(request);
        const event = sentEvent(request);
        const reason = await this.answer(event);
        if (reason === undefined) this.taken.push(event);
        return reason;
      },
    });
  }

  status(name = 'desk'): EndpointStatus {
    return this.outbox.endpoints.get(name)!.status();
  }

  /** Waits until all ledgers are delivered. */
  async delivered(name = 'desk'): Promise<readonly SentEvent[]> {
    await until(() => this.status(name).lag_ledgers === 0, 'the events are delivered', 1);
    await nextTurn();
    return this.taken;
  }

  /** Waits for so many attempts. */
  async attempted(count: number): Promise<void> {
    await until(() => this.requests.length >= count, `there are ${count} attempts`, 1);
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  }

  /** Closes a ledger and returns the events of it. */
  async close(closeTimeSeconds?: number): Promise<SentEvent[]> {
    const before = this.taken.length;
    await this.env.close(closeTimeSeconds);
    return (await this.delivered()).slice(before);
  }
}

export async function webhookEnv(options: EnvOptions, ...parties: readonly Party[]): Promise<Env> {
  const env = await Env.create(options);
  await env.fund(1_000, ...parties);
  return env;
}
