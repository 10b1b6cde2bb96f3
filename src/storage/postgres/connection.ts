/**
 * One PostgreSQL connection that runs statements in sequence. It connects on first use and reconnects after a loss.
 * Work that must not wait for other work (above all the lease) has its own connection. Every statement is its own
 * transaction, so a machine that stops at any moment holds no lock that blocks others.
 */
import type { Client, ClientConfig } from 'pg';
import { UnreachableError } from '../shared/cluster-store.ts';
import {
  CANCELLED_WAIT,
  ConnectionLostError,
  type Effect,
  endsConnection,
  errorOf,
  isConflict,
  NotReplicatedError,
} from './outcomes.ts';
import { isRefusedMode, type Server } from './servers.ts';

/** How long the server may take for an answer, and a statement may wait for a lock there. */
export interface Timeouts {
  readonly answerMs: number;
  readonly lockMs: number;
}

/** A server that is gone is noticed some 10 s later, also by a statement without a limit. */
const KEEP_ALIVE_MS = 2_000;
/** After so long without a sign of life from a client the server ends its session, and so its locks. */
const CLIENT_GONE = {
  tcp_user_timeout: '5000',
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
};

export interface ConnectionOptions {
  /** The servers of one database, one of which accepts writes; they are tried in turn. */
  readonly servers: readonly Server[];
  readonly timeouts: Timeouts;
  /** Setup to run before the first connection. */
  readonly setup?: { done(): Promise<void> } | undefined;
}

/**
 * A row as the driver reads it: 8-byte integers become JavaScript numbers, which are large enough for the stored
 * values.
 */
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly effect: Effect;
  /** True: it may take as long as it needs, since the tables may be large. */
  readonly isLong?: boolean;
}

const MOST_ATTEMPTS = 8;
const INT8 = 20;

export class Connection {
  readonly #options: ConnectionOptions;
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isCutOff = false;
  /** The server that answered last is tried first. */
  #preferred = 0;
  /** The commit of the current statement did not wait for its standby. */
  #isWaitCancelled = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /**
   * Runs a statement after the earlier ones, and repeats it after a conflict.
   * @throws UnreachableError if nothing was written, UnknownOutcomeError if that is unknown, StoreError for permanent
   * errors.
   */
  run(statement: Statement): Promise<readonly Row[]> {
    const answer = this.#turn.then(() => this.#attempt(statement));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** The connection, for uses beyond statements. Connects if needed; concurrent callers share the attempt. */
  async client(): Promise<Client> {
    if (this.#isClosed) throw new UnreachableError('the connection to PostgreSQL is closed');
    if (this.#client !== undefined) return this.#client;
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#turn;
    await this.#connecting?.catch(() => {});
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await within(this.#options.timeouts.answerMs, client.end()).catch(() => {});
  }

  /** Closes it at once; pending statements get an error. For connections that only read. */
  cutOff(): void {
    this.#isClosed = true;
    this.#isCutOff = true;
    if (this.#client !== undefined) this.#drop(this.#client);
  }

  async #attempt(statement: Statement): Promise<readonly Row[]> {
    for (let attempt = 1; ; attempt++) {
      const client = await this.client();
      try {
        return await this.#ask(client, statement);
      } catch (error) {
        if (endsConnection(error)) this.#drop(client);
        if (!isConflict(error) || attempt === MOST_ATTEMPTS) throw errorOf(error, statement.effect);
      }
    }
  }

  async #ask(client: Client, { text, values = [], isLong }: Statement): Promise<readonly Row[]> {
    this.#isWaitCancelled = false;
    const answer = client.query(text, [...values]);
    const { rows } = await (isLong ? answer : within(this.#options.timeouts.answerMs, answer));
    if (this.#isWaitCancelled) throw new NotReplicatedError('the wait for the synchronous standby was cancelled');
    return rows as readonly Row[];
  }

  /** Resolves when connected. */
  async #connect(): Promise<Client> {
    const { servers, setup } = this.#options;
    await setup?.done();
    const failures: string[] = [];
    for (let tried = 0; tried < servers.length; tried++) {
      const at = (this.#preferred + tried) % servers.length;
      try {
        const client = await this.#connectTo(servers[at]!);
        this.#preferred = at;
        this.#client = client;
        if (this.#isCutOff) this.#drop(client);
        return client;
      } catch (error) {
        failures.push(error instanceof Error && error.message !== '' ? error.message : String(error));
      }
    }
    throw new UnreachableError(`PostgreSQL cannot be reached: ${failures.join('; ')}`);
  }

  async #connectTo([first, ...others]: Server): Promise<Client> {
    try {
      return await this.#connectBy(first!);
    } catch (error) {
      if (others.length === 0 || !isRefusedMode(error)) throw error;
      return this.#connectTo(others);
    }
  }

  async #connectBy(config: ClientConfig): Promise<Client> {
    const { timeouts } = this.#options;
    const { default: library } = await import('pg');
    const types = {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : library.types.getTypeParser(oid, format)) as never,
    };
    const client = new library.Client({
      ...config,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: timeouts.answerMs,
    });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    client.on('notice', ({ routine }) => {
      if (routine === CANCELLED_WAIT) this.#isWaitCancelled = true;
    });
    try {
      await client.connect();
      await within(timeouts.answerMs, prepareSession(client, timeouts));
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  #drop(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    // A pending answer is cut off.
    void client.end().catch(() => {});
  }
}

/**
 * Sets the timeouts in one message, those of newer versions only if the server has them. A statement that this side no longer waits
 * for ends on the server too.
 * @throws Error for a server that accepts no writes
 */
async function prepareSession(client: Client, { answerMs, lockMs }: Timeouts): Promise<void> {
  const unfinished = { transaction_timeout: answerMs, idle_in_transaction_session_timeout: answerMs };
  const settings = Object.entries({ ...unfinished, ...CLIENT_GONE });
  const optional = settings.map(([name, value]) => `('${name}', '${value}')`);
  const results: unknown = await client.query(`
    SET lock_timeout = ${lockMs};
    SET statement_timeout = ${answerMs};
    SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES ${optional.join(', ')}) AS given (name, value) USING (name);
    SHOW transaction_read_only`);
  const { rows } = (results as readonly { readonly rows: readonly Row[] }[]).at(-1)!;
  if (rows[0]?.transaction_read_only === 'on')
    throw new Error(`the server at ${client.host}:${client.port} is a standby`);
}

async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ConnectionLostError(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
