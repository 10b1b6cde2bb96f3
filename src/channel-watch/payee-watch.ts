/**
 * Protects a payee: accepts claims, follows their channels over a connection to a ledger server, and redeems due claims. It uses
 * one connection at a time. Without one it still accepts claims on known channels.
 */

import { type LedgerLink, LinkError, type OpenLink } from '../client/ledger-link.ts';
import { accountIdOfPublicKey, accountIdToAddress } from '../crypto/address.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { WallClock } from '../util/clock.ts';
import { type ClaimVerdict, isGenuine, type KeptClaim, type ReceivedClaim, type VerdictCode } from './claim-verdict.ts';
import { LedgerAnswerError, LedgerRequests, transactionOf, type ValidatedTransaction } from './ledger-requests.ts';
import type { PayeeJournal } from './payee-journal.ts';
import type { RedeemTerms } from './redeem-policy.ts';
import { Redeemer } from './redeemer.ts';
import type { PayeeSigner } from './redemption.ts';
import { info, type Report, type WatchEvent, warning } from './watch-events.ts';
import { WatchState } from './watch-state.ts';
import { channelUpdates, type WatchedChannel } from './watched-channel.ts';

export interface PayeeWatchOptions {
  readonly signer: PayeeSigner;
  readonly terms: RedeemTerms;
  readonly journal: PayeeJournal;
  readonly openLink: OpenLink;
  readonly report: Report;
  readonly clock: WallClock;
}

/** The verdict on a claim, or why there is none. */
export interface ClaimAnswer extends Omit<ClaimVerdict, 'code'> {
  readonly code: VerdictCode | 'unreachable' | 'notDurable';
}

interface Session {
  readonly link: LedgerLink;
  readonly requests: LedgerRequests;
  /** Absent until all channels are read. */
  redeemer?: Redeemer;
}

export class PayeeWatch {
  readonly state: WatchState;
  readonly #options: PayeeWatchOptions;
  #session: Session | undefined;
  /** The last ledger whose transactions are all processed; 0 if none. */
  #seenLedger: number;
  /** Claims that are not durable yet, because their write is pending or failed. */
  readonly #unwritten = new Map<string, KeptClaim>();
  #lastFailure = '';
  #work: Promise<void> | undefined;
  #hasMoreWork = false;
  #isStopped = false;

  constructor(options: PayeeWatchOptions) {
    const { signer, terms, journal } = options;
    this.#options = options;
    this.state = new WatchState(signer.address, terms);
    for (const claim of journal.claims) this.state.claims.set(claim.channelId, claim);
    for (const redemption of journal.redemptions) this.state.redemptions.set(redemption.channelId, redemption);
    this.#seenLedger = journal.seenLedger;
  }

  get isConnected(): boolean {
    return this.#session?.redeemer !== undefined;
  }

  /**
   * Connects and catches up. Resolves when every channel is read. `closed` settles with the reason when the
   * connection ends. Rejects with a `LinkError` or a `LedgerAnswerError`, and leaves no connection.
   */
  async connect(): Promise<{ readonly closed: Promise<string> }> {
    const { openLink, signer } = this.#options;
    const closed = Promise.withResolvers<string>();
    let session: Session | undefined;
    const link = await openLink({
      onMessage: (message) => this.#takeMessage(message),
      onClosed: (reason) => {
        closed.resolve(reason);
        if (session === undefined || this.#session !== session) return;
        this.#session = undefined;
        if (session.redeemer !== undefined)
          this.#report(warning('disconnected', `the connection is closed: ${reason}`));
      },
    });
    if (this.#isStopped) {
      link.close();
      throw new LinkError('stopped');
    }
    session = { link, requests: new LedgerRequests(link, signer.address) };
    this.#session = session;
    try {
      await this.#catchUp(session);
    } catch (error) {
      if (this.#session === session) this.#session = undefined;
      link.close();
      throw error;
    }
    return { closed: closed.promise };
  }

  /** Resolves when the claim is durable or refused. */
  async takeClaim(claim: ReceivedClaim): Promise<ClaimAnswer> {
    const answer = await this.#judge(claim);
    const { code, message, warnings, valueDrops } = answer;
    const facts = {
      channel_id: claim.channelId,
      amount: claim.drops.toString(),
      verdict: code,
      kept: code === 'kept',
      warnings: warnings.map((one) => one.code),
      value: valueDrops.toString(),
    };
    const isGood = isGenuine(code) && warnings.length === 0;
    const text = [`claim ${code}: ${message}`, ...warnings.map((one) => one.message)].join('; ');
    this.#report(isGood ? info('claim', text, facts) : warning('claim', text, facts));
    if (code === 'kept') this.wake();
    return answer;
  }

  /** Redeems the claim of a channel soon; returns false if the channel owes nothing. */
  redeem(channelId: string): boolean {
    const isOwing = this.state.demand(channelId);
    if (isOwing) this.wake();
    return isOwing;
  }

  /** Starts the due work, such as redeeming old claims and those of channels that end soon. */
  wake(): void {
    this.#hasMoreWork = true;
    this.#work ??= this.#doWork();
  }

  /** Resolves when no work is due. */
  async idle(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Closes the connection and finishes current work. The next run follows up pending redemptions. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const link = this.#session?.link;
    this.#session = undefined;
    link?.close();
    await this.idle();
    await this.#options.journal.close();
  }

  async #judge(claim: ReceivedClaim): Promise<ClaimAnswer> {
    const { state } = this;
    const { clock } = this.#options;
    let channel: WatchedChannel | undefined;
    try {
      channel = await this.#findChannel(claim);
    } catch (error) {
      if (!(error instanceof LinkError || error instanceof LedgerAnswerError)) throw error;
      const message = `its channel cannot be looked up now: ${error.message}`;
      return { code: 'unreachable', message, warnings: [], valueDrops: 0n };
    }
    const { verdict, kept } = state.takeClaim(claim, channel, clock.nowMs());
    try {
      // A higher claim that is not durable yet must become durable before this one is dropped.
      const best = kept ?? (this.#unwritten.has(claim.channelId) ? state.claims.get(claim.channelId) : undefined);
      if (best !== undefined) await this.#store(best);
      return verdict;
    } catch (error) {
      return { ...verdict, code: 'notDurable', message: `it could not be stored: ${(error as Error).message}` };
    }
  }

  async #store(claim: KeptClaim): Promise<void> {
    this.#unwritten.set(claim.channelId, claim);
    await this.#options.journal.keepClaim(claim, this.#seenLedger);
    if (this.#unwritten.get(claim.channelId) === claim) this.#unwritten.delete(claim.channelId);
  }

  /** The channel from memory, else from the server. It may pay another payee. */
  async #findChannel({ channelId }: ReceivedClaim): Promise<WatchedChannel | undefined> {
    const known = this.state.channels.get(channelId);
    if (known !== undefined) return known;
    if (this.#session === undefined) throw new LinkError('there is no connection');
    const channel = await this.#session.requests.channel(channelId, 'validated');
    if (channel !== undefined) this.#reportAll(this.state.noteChannel(channel));
    return this.state.channels.get(channelId) ?? channel;
  }

  /** Subscribes before it reads the channels, so that no change is missed. */
  async #catchUp(session: Session): Promise<void> {
    const { requests } = session;
    const replayedFrom = await this.#subscribe(session.link);
    const networkId = await requests.networkId();
    const moment = await requests.validatedLedger();
    const from = this.#seenLedger + 1;
    await this.#readChannels(requests, moment.index);
    this.state.noteLedger(moment);
    session.redeemer = new Redeemer({ ...this.#options, state: this.state }, requests, networkId);
    this.#reportAll(this.state.noteExpired());
    const { size: channels } = this.state.channels;
    const facts = { ledger_index: moment.index, channels, claims: this.state.claims.size };
    const replay = replayedFrom === undefined ? {} : { start_ledger: replayedFrom };
    this.#report(
      info('connected', `connected at ledger ${moment.index}; ${channels} channel${channels === 1 ? '' : 's'}`, {
        ...facts,
        ...replay,
      }),
    );
    await this.#checkKey(requests);
    // Due claims are redeemed first. Then the transactions since the last connection are reported.
    this.wake();
    await this.idle();
    if (replayedFrom === undefined && from > 1 && from <= moment.index) {
      for await (const transaction of requests.history(from)) this.#takeTransaction(transaction);
    }
    // A server that replays ledgers reports its progress in its messages.
    if (replayedFrom === undefined) this.#seenLedger = Math.max(this.#seenLedger, moment.index);
  }

  /** Warns early if the key may not sign for the payee. */
  async #checkKey(requests: LedgerRequests): Promise<void> {
    const { publicKey } = this.#options.signer.keys;
    if (await requests.maySign(accountIdToAddress(accountIdOfPublicKey(publicKey)))) return;
    const message = `the secret may not sign for ${this.state.payee}: nothing can be redeemed`;
    this.#report(warning('warning', message, { code: 'wrongSecret' }));
  }

  /** Subscribes. Returns the ledger from which the server replays; undefined if it sends only new ledgers. */
  async #subscribe(link: LedgerLink): Promise<number | undefined> {
    const wanted = { streams: ['ledger'], accounts: [this.state.payee] };
    if (this.#seenLedger > 0) {
      const start_ledger = this.#seenLedger + 1;
      const answer = await link.request('subscribe', { ...wanted, start_ledger });
      if (answer.start_ledger === start_ledger) return start_ledger;
      if (answer.error === undefined) return undefined;
    }
    const answer = await link.request('subscribe', wanted);
    if (answer.error === undefined) return undefined;
    throw new LedgerAnswerError(`subscribe: ${String(answer.error_message ?? answer.error)}`);
  }

  /** Reads all channels that pay the payee, and the channels of kept claims that the list does not contain. */
  async #readChannels(requests: LedgerRequests, ledgerIndex: number): Promise<void> {
    const { state } = this;
    const seen = new Set<string>();
    for await (const page of requests.incomingChannels(ledgerIndex)) {
      for (const channel of page) {
        seen.add(channel.id);
        this.#reportAll(state.noteChannel(channel));
      }
    }
    for (const id of new Set([...state.channels.keys(), ...state.claims.keys()])) {
      if (seen.has(id)) continue;
      const channel = await requests.channel(id, ledgerIndex);
      this.#reportAll(channel === undefined ? state.noteMissing(id) : state.noteChannel(channel));
    }
  }

  #takeMessage(message: JsonObject): void {
    if (message.type === 'ledgerClosed') {
      const index = Number(message.ledger_index);
      // All messages of a ledger arrive before the first of the next ledger.
      this.#seenLedger = Math.max(this.#seenLedger, index - 1);
      if (!this.state.noteLedger({ index, closeTimeSeconds: Number(message.ledger_time) })) return;
      this.#reportAll(this.state.noteExpired());
    } else if (message.type === 'transaction') {
      const transaction = transactionOf(message);
      if (transaction === undefined) return;
      this.#takeTransaction(transaction);
    } else return;
    this.wake();
  }

  #takeTransaction({ meta, ledgerIndex }: ValidatedTransaction): void {
    const { journal } = this.#options;
    for (const { kind, channel } of channelUpdates(meta, ledgerIndex)) {
      if (kind === 'present') {
        this.#reportAll(this.state.noteChannel(channel));
        continue;
      }
      this.#reportAll(this.state.noteDeleted(channel));
      if (channel.payee === this.state.payee) journal.forgetClaim(channel.id);
    }
  }

  async #doWork(): Promise<void> {
    // Work that other calls of this turn request is done together.
    await undefined;
    try {
      while (this.#hasMoreWork) {
        this.#hasMoreWork = false;
        await this.#session?.redeemer?.run().catch((error) => this.#takeFailure(error));
      }
    } finally {
      this.#work = undefined;
    }
  }

  #takeFailure(error: unknown): void {
    // The end of the connection is reported in connect().
    if (error instanceof LinkError) return;
    const message = `a request failed and will be repeated: ${(error as Error).message}`;
    if (message === this.#lastFailure) return;
    this.#lastFailure = message;
    this.#report(warning('warning', message, { code: 'failedStep' }));
  }

  #reportAll(events: readonly WatchEvent[]): void {
    for (const event of events) this.#report(event);
  }

  #report(event: WatchEvent): void {
    this.#options.report(event);
  }
}
