/**
 * One connection to PostgreSQL that is used in turns, made when it is needed and again after it was lost. Who must not wait
 * for others (the lease, above all) has a lane of its own. Every statement is a transaction by itself, so a machine that stops
 * at any moment holds no lock for others to wait for.
 */
import type { Client, ClientConfig } from 'pg';
import { UnreachableError } from '../shared/cluster-store.ts';
import { ConnectionLostError, type Effect, endsConnection, errorOf, isConflict } from './outcomes.ts';

/** How long the server may take for an answer, and a statement may wait for a lock there. */
export interface Patience {
  readonly answerMs: number;
  readonly lockMs: number;
}

export interface LaneOptions {
  /** The servers of one database, of which one takes writes: each is asked in turn. */
  readonly servers: readonly ClientConfig[];
  readonly patience: Patience;
  /** What has to be done before the first connection. */
  readonly setup?: { done(): Promise<void> } | undefined;
}

/** A value of a row, as the driver reads it: numbers of 8 bytes are JavaScript's, which is enough for what is stored. */
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  readonly effect: Effect;
}

const MOST_ATTEMPTS = 8;
const INT8 = 20;

export class Lane {
  readonly #options: LaneOptions;
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isCutOff = false;
  /** The server that answered last is asked first. */
  #preferred = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /**
   * Runs a statement after those before it, again if it took part in a conflict.
   * @throws UnreachableError where nothing was written, UnknownOutcomeError where that is not known, StoreError for whatever
   * another attempt would not mend.
   */
  run(statement: Statement): Promise<readonly Row[]> {
    const answer = this.#turn.then(() => this.#attempt(statement));
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** The connection, for what is more than statements. It is made if there is none, once for all who ask meanwhile. */
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
    if (client !== undefined) await within(this.#options.patience.answerMs, client.end()).catch(() => {});
  }

  /** Closes it at once: who waits for an answer gets an error. For one that is only asked. */
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

  async #ask(client: Client, { text, values = [] }: Statement): Promise<readonly Row[]> {
    return (await within(this.#options.patience.answerMs, client.query(text, [...values]))).rows as readonly Row[];
  }

  /** Resolves when it is the lane's. */
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

  async #connectTo(server: ClientConfig): Promise<Client> {
    const { patience } = this.#options;
    const { default: library } = await import('pg');
    const types = {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : library.types.getTypeParser(oid, format)) as never,
    };
    const client = new library.Client({
      ...server,
      types,
      keepAlive: true,
      connectionTimeoutMillis: patience.answerMs,
    });
    client.on('error', () => this.#drop(client));
    client.on('end', () => this.#drop(client));
    try {
      await client.connect();
      await within(patience.answerMs, prepareSession(client, patience));
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    return client;
  }

  #drop(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    // One that is in the middle of an answer is cut off.
    void client.end().catch(() => {});
  }
}

/**
 * Times out what waits for a lock, and, where the server can (PostgreSQL since 17), a transaction that somebody does not
 * finish. In one message.
 * @throws Error for a server that takes no writes
 */
async function prepareSession(client: Client, { answerMs, lockMs }: Patience): Promise<void> {
  const results: unknown = await client.query(`
    SET lock_timeout = ${lockMs};
    SET statement_timeout = ${answerMs};
    SELECT set_config(name, '${answerMs}', false) FROM pg_settings WHERE name = 'transaction_timeout';
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
