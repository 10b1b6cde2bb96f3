/**
 * An `Env` (env.ts) with a payee whose channel watch runs in this process. Tests cut its connections and kill it
 * between or during file writes. Nothing depends on wall-clock time: a test closes ledgers and waits until the watch is
 * idle.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ReceivedClaim } from '../../src/channel-watch/claim-verdict.ts';
import { PayeeJournal } from '../../src/channel-watch/payee-journal.ts';
import { type ClaimAnswer, PayeeWatch } from '../../src/channel-watch/payee-watch.ts';
import type { RedeemTerms } from '../../src/channel-watch/redeem-policy.ts';
import type { WatchEvent } from '../../src/channel-watch/watch-events.ts';
import { type LedgerLink, LinkError, type LinkEvents } from '../../src/client/ledger-link.ts';
import { sign } from '../../src/crypto/signature.ts';
import { channelClaimMessage } from '../../src/protocol/transaction/channel-claim.ts';
import { parseTransaction } from '../../src/protocol/transaction/transaction.ts';
import type { Hash256, JsonObject, StObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { OpenJournalFile } from '../../src/storage/append-journal.ts';
import { hexToBytes } from '../../src/util/hex.ts';
import { channelKeys, claimSignature, tfClose } from './channel-ledger.ts';
import { Env, type EnvOptions, party, submitNow } from './env.ts';
import { type Answer, type Call, rpcOf, servicesOf } from './rpc-call.ts';

const payer = party('payer');
const payee = party('payee');
const START_XRP = 100_000;
const TERMS: RedeemTerms = {
  marginSeconds: 60,
  redeemAtDrops: undefined,
  maxAgeSeconds: undefined,
  maxFeeDrops: 1_000_000n,
};

/** Never settles: the result of calls in a killed process. */
const NEVER = new Promise<never>(() => {});

/** One process that runs the watch. It can be killed before, after or during any step that is visible outside. */
export class WatchRun {
  readonly watch: PayeeWatch;
  readonly events: WatchEvent[];
  /** Resolves when the process is killed. */
  readonly killed: Promise<void>;
  readonly #life: ProcessLife;

  constructor(watch: PayeeWatch, events: WatchEvent[], life: ProcessLife) {
    this.watch = watch;
    this.events = events;
    this.#life = life;
    this.killed = life.killed;
  }

  get isDead(): boolean {
    return this.#life.isDead;
  }

  /** Number of steps so far at which it could have been killed. */
  get points(): number {
    return this.#life.points;
  }

  kill(): void {
    this.#life.kill();
  }

  /** Waits for the work. Returns undefined if the process is killed before it ends. */
  async live<T>(work: Promise<T>): Promise<T | undefined> {
    return Promise.race([work, this.killed.then(() => undefined)]);
  }

  /** Waits until the watch has nothing to do. */
  async idle(): Promise<void> {
    await this.live(this.watch.idle());
  }

  named(name: string): WatchEvent[] {
    return this.events.filter(({ event }) => event === name);
  }
}

class ProcessLife {
  isDead = false;
  points = 0;
  readonly #killAt: number;
  readonly #end = Promise.withResolvers<void>();

  constructor(killAt: number) {
    this.#killAt = killAt;
  }

  get killed(): Promise<void> {
    return this.#end.promise;
  }

  kill(): void {
    this.isDead = true;
    this.#end.resolve();
  }

  /** A step at which the process may be killed. Then it never resolves. */
  async point(): Promise<void> {
    if (!this.isDead) this.points += 1;
    if (this.points === this.#killAt) this.kill();
    if (this.isDead) await NEVER;
  }
}

export interface WatchedLedgerOptions {
  /** True: the server has only the methods of rippled, not Weir's own. */
  readonly isPlain?: boolean;
  readonly env?: EnvOptions;
}

export class WatchedLedger {
  readonly env: Env;
  readonly call: Call;
  readonly directory = mkdtempSync(path.join(tmpdir(), 'weir-watch-'));
  isPlain: boolean;
  isServerUp = true;
  /** True: a submission that does not get into the open ledger is refused instead of queued. */
  isQueueFull = false;
  /** Settles when the subscriber that starts at a past ledger has received all ledgers since. */
  replayed: Promise<void> = Promise.resolve();
  /** Called after a ledger closes, before its event is sent; the next one before a submission is processed. */
  onClosed: () => Promise<void> = async () => {};
  onSubmission: () => Promise<void> = async () => {};
  readonly #links = new Set<LinkEvents>();
  readonly #files = new Set<() => Promise<void>>();

  private constructor(env: Env, isPlain: boolean) {
    this.env = env;
    this.call = rpcOf(env);
    this.isPlain = isPlain;
  }

  static async create({ isPlain = false, env: options = {} }: WatchedLedgerOptions = {}): Promise<WatchedLedger> {
    const env = await Env.create(options);
    await env.fund(START_XRP, payer, payee);
    return new WatchedLedger(env, isPlain);
  }

  async end(): Promise<void> {
    for (const close of this.#files) await close();
    await this.env.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Starts the watch with the files of earlier runs, without a connection. */
  async run(terms: Partial<RedeemTerms> = {}, killAt = Number.POSITIVE_INFINITY): Promise<WatchRun> {
    const life = new ProcessLife(killAt);
    const events: WatchEvent[] = [];
    const journal = await PayeeJournal.open(this.directory, payee.address, this.#journalFile(life));
    const watch = new PayeeWatch({
      signer: payee,
      terms: { ...TERMS, ...terms },
      journal,
      openLink: (sink) => this.#openLink(sink, life),
      report: (event) => events.push(event),
      clock: this.env.clock,
    });
    return new WatchRun(watch, events, life);
  }

  /** Starts the watch as `run` does, and connects it. */
  async start(terms: Partial<RedeemTerms> = {}): Promise<WatchRun> {
    const run = await this.run(terms);
    await run.watch.connect();
    await run.idle();
    return run;
  }

  /** Creates a channel in the next ledger, and closes that ledger; returns the channel's id. */
  async open(drops: bigint, more: StObject = {}): Promise<Hash256> {
    const [id] = await this.openMany(1, drops, more);
    return id!;
  }

  async openMany(count: number, drops: bigint, more: StObject = {}): Promise<Hash256[]> {
    const hashes = Array.from({ length: count }, () => {
      const terms = { Destination: payee.id, Amount: drops, SettleDelay: 100, PublicKey: channelKeys.publicKey };
      const fields = { TransactionType: 'PaymentChannelCreate', ...terms, Fee: 5000n, ...more };
      return this.#submit(fields);
    });
    await this.close();
    const found = await Promise.all(hashes.map((transaction) => this.call('tx', { transaction })));
    return found.map(({ channel_id }) => channel_id);
  }

  /** The payer requests closure of the channel. */
  askToClose(id: Hash256): void {
    this.#submit({ TransactionType: 'PaymentChannelClaim', Channel: id, Flags: tfClose, Fee: 5000n });
  }

  /** The payer adds drops to the channel. */
  fund(id: Hash256, drops: bigint): void {
    this.#submit({ TransactionType: 'PaymentChannelFund', Channel: id, Amount: drops, Fee: 5000n });
  }

  #submit(fields: StObject): Hash256 {
    const transaction = this.env.sign(payer, fields);
    assert.match(submitNow(this.env.node, transaction).result, /^(tesSUCCESS|terQUEUED|tecNO_TARGET|tecNO_ENTRY)$/);
    return transaction.id;
  }

  /** Closes a ledger and notifies connected clients. */
  async close(seconds = 4): Promise<void> {
    this.env.clock.advance(Math.max(0, seconds - 4));
    await this.env.close(Math.max(this.env.node.validated.closeTimeSeconds + seconds, this.env.nowSeconds));
    await this.onClosed();
    const index = this.env.node.validated.ledgerIndex;
    for (const link of [...this.#links]) await this.#notify(link, index);
  }

  /** Closes ledgers until the watch has no work left. */
  async closeUntilQuiet(run: WatchRun, most = 40): Promise<void> {
    for (let count = 0; count < most && !run.isDead; count++) {
      await run.idle();
      const { state } = run.watch;
      if (state.redemptions.size === 0 && state.due(this.env.clock.nowMs()).length === 0) return;
      await this.close();
    }
    await run.idle();
  }

  /** Ends all connections. New ones are refused while `isServerUp` is false. */
  cut(): void {
    this.isServerUp = false;
    for (const link of [...this.#links]) link.onClosed('cut');
    this.#links.clear();
  }

  /** The channel in the validated ledger; undefined if it is closed. */
  async channel(id: Hash256): Promise<Answer | undefined> {
    const { node } = await this.call('ledger_entry', { payment_channel: id, ledger_index: 'validated' });
    return node;
  }

  /** The payee's PaymentChannelClaims in validated ledgers, with their results. */
  async redemptions(): Promise<{ channelId: string; balance: string; result: string; fee: string }[]> {
    const { transactions } = await this.call('account_tx', {
      ...{ account: payee.address, ledger_index_min: -1, ledger_index_max: -1, limit: 10_000, forward: true },
    });
    return transactions
      .filter(({ tx }: Answer) => tx.TransactionType === 'PaymentChannelClaim' && tx.Account === payee.address)
      .map(({ tx, meta }: Answer) => ({
        ...{ channelId: tx.Channel, balance: tx.Balance, result: meta.TransactionResult, fee: tx.Fee },
      }));
  }

  async #openLink(events: LinkEvents, life: ProcessLife): Promise<LedgerLink> {
    if (!this.isServerUp) throw new LinkError('no server');
    const isOpen = () => this.#links.has(events);
    this.#links.add(events);
    return {
      request: async (command, params = {}) => {
        if (command === 'submit') await life.point();
        if (life.isDead) await NEVER;
        if (!isOpen()) throw new LinkError('cut');
        const answer = await this.#answer(command, params, events);
        if (command === 'submit') await life.point();
        if (life.isDead) await NEVER;
        if (!isOpen()) throw new LinkError('cut');
        return answer;
      },
      close: () => this.#links.delete(events),
    };
  }

  async #answer(method: string, params: JsonObject, events: LinkEvents): Promise<JsonObject> {
    if (method === 'submit') await this.onSubmission();
    if (method === 'submit' && this.isQueueFull && (await this.#isTooCheap(String(params.tx_blob)))) {
      return { engine_result: 'telCAN_NOT_QUEUE_FULL' };
    }
    if (method === 'subscribe') return this.#subscribe(params, events);
    const own = ['role', 'channel_state', 'wait', 'start_ledger'].filter((name) => name in params);
    if (this.isPlain && own.length > 0) return { error: 'invalidParams', error_message: `Unknown: ${own}` };
    const result = await execute(servicesOf(this.env), { method, params, apiVersion: 1, role: 'user' });
    return JSON.parse(JSON.stringify(result));
  }

  async #isTooCheap(blob: string): Promise<boolean> {
    const { drops } = await this.call('fee');
    return (parseTransaction(hexToBytes(blob)).fields.Fee as bigint) < BigInt(drops.open_ledger_fee);
  }

  async #subscribe({ start_ledger: start }: JsonObject, events: LinkEvents): Promise<JsonObject> {
    if (start === undefined) return {};
    if (this.isPlain) return { error: 'invalidParams' };
    const last = this.env.node.validated.ledgerIndex;
    const replay = async () => {
      for (let index = Number(start); index <= last; index++) await this.#notify(events, index);
    };
    this.replayed = replay();
    return { start_ledger: start };
  }

  /** Sends the messages of one ledger, unless the connection has ended. */
  async #notify(events: LinkEvents, index: number): Promise<void> {
    const { ledger } = await this.call('ledger', { ledger_index: index });
    const { transactions } = await this.call('account_tx', {
      ...{ account: payee.address, ledger_index_min: index, ledger_index_max: index, limit: 10_000, forward: true },
    });
    const send = (message: JsonObject) => {
      if (this.#links.has(events)) events.onMessage(message);
    };
    send({ type: 'ledgerClosed', ledger_index: index, ledger_time: ledger.close_time });
    for (const { tx, meta } of transactions) {
      send({ type: 'transaction', validated: true, transaction: tx, meta, ledger_index: index });
    }
  }

  /** File contents survive the death of a process, as in an operating system. A flush takes no time. */
  #journalFile(life: ProcessLife): OpenJournalFile {
    return async (file) => {
      await life.point();
      const handle = await open(file, 'w');
      this.#files.add(() => handle.close().catch(() => {}));
      return {
        write: (async (bytes: Buffer, at: number, length: number) => {
          await life.point();
          const half = Math.floor(length / 2);
          if (half > 0) await handle.write(bytes, at, half);
          await life.point();
          await handle.write(bytes, at + half, length - half);
          await life.point();
          return { bytesWritten: length, buffer: bytes };
        }) as unknown as typeof handle.write,
        datasync: () => life.point(),
        close: () => handle.close(),
      };
    };
  }
}

/** A claim on a channel, signed by its payer. */
export function claimOf(channelId: Hash256, drops: bigint, keys = channelKeys): ReceivedClaim {
  const signature =
    keys === channelKeys ? claimSignature(channelId, drops) : sign(channelClaimMessage(channelId, drops), keys);
  return { channelId, drops, signature, publicKey: channelKeys.publicKey };
}

/** Adds a claim to the watch, which must accept it. */
export async function keep(run: WatchRun, channelId: Hash256, drops: bigint): Promise<ClaimAnswer | undefined> {
  const answer = await run.live(run.watch.takeClaim(claimOf(channelId, drops)));
  if (!run.isDead) assert.equal(answer?.code, 'kept');
  return answer;
}
