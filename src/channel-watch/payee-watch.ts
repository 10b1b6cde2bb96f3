/**
 * Keeps a payee safe: takes claims, watches their channels over a connection to a ledger server, and has what is due
 * redeemed. One connection at a time is attached to it; without one, claims for channels that it knows are still taken.
 */
import { accountIdOfPublicKey, accountIdToAddress } from '../crypto/address.ts';
import type { JsonObject } from '../protocol/values.ts';
import type { WallClock } from '../util/clock.ts';
import { type ClaimVerdict, isGenuine, type KeptClaim, type ReceivedClaim, type VerdictCode } from './claim-verdict.ts';
import { type LedgerLink, LinkError, type OpenLink } from './ledger-link.ts';
import { LedgerAnswerError, LedgerQuestions, transactionOf, type ValidatedTransaction } from './ledger-questions.ts';
import type { PayeeJournal } from './payee-journal.ts';
import type { RedeemTerms } from './redeem-policy.ts';
import { Redeemer } from './redeemer.ts';
import type { PayeeSigner } from './redemption.ts';
import { info, type Report, type WatchEvent, warning } from './watch-events.ts';
import { WatchState } from './watch-state.ts';
import { channelNews, type WatchedChannel } from './watched-channel.ts';

export interface PayeeWatchOptions {
  readonly signer: PayeeSigner;
  readonly terms: RedeemTerms;
  readonly journal: PayeeJournal;
  readonly openLink: OpenLink;
  readonly report: Report;
  readonly clock: WallClock;
}

/** What became of a claim: a verdict, or why there is none. */
export interface ClaimAnswer extends Omit<ClaimVerdict, 'code'> {
  readonly code: VerdictCode | 'unreachable' | 'notDurable';
}

interface Session {
  readonly link: LedgerLink;
  readonly questions: LedgerQuestions;
  /** Absent until all channels were looked at. */
  redeemer?: Redeemer;
}

export class PayeeWatch {
  readonly state: WatchState;
  readonly #options: PayeeWatchOptions;
  #session: Session | undefined;
  /** The last ledger all of whose news were read; 0 if none was. */
  #seenLedger: number;
  /** Claims that are on their way to the disk, or did not get there. */
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
   * Connects and catches up; resolves when every channel was looked at. `closed` settles with the reason when the
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
        if (session.redeemer !== undefined) this.#report(warning('disconnected', `the connection is gone: ${reason}`));
      },
    });
    if (this.#isStopped) {
      link.close();
      throw new LinkError('stopped');
    }
    session = { link, questions: new LedgerQuestions(link, signer.address) };
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

  /** Takes a claim. Resolves when it is durable, or refused. */
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

  /** Has the channel's claim redeemed soon; false if it owes nothing. */
  redeem(channelId: string): boolean {
    const isOwing = this.state.demand(channelId);
    if (isOwing) this.wake();
    return isOwing;
  }

  /** Looks at what time has brought: claims that grew old, ends that came near. */
  wake(): void {
    this.#hasMoreWork = true;
    this.#work ??= this.#doWork();
  }

  /** Resolves when all that is to be done now is done. */
  async idle(): Promise<void> {
    while (this.#work !== undefined) await this.#work;
  }

  /** Ends the connection, then what is under way. What is on its way to a ledger is followed up by the next run. */
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
      const message = `no server can be asked about its channel now: ${error.message}`;
      return { code: 'unreachable', message, warnings: [], valueDrops: 0n };
    }
    const { verdict, kept } = state.takeClaim(claim, channel, clock.nowMs());
    try {
      // A better claim that is not written down yet must be safe before this one can be let go.
      const best = kept ?? (this.#unwritten.has(claim.channelId) ? state.claims.get(claim.channelId) : undefined);
      if (best !== undefined) await this.#writeDown(best);
      return verdict;
    } catch (error) {
      return { ...verdict, code: 'notDurable', message: `it could not be written down: ${(error as Error).message}` };
    }
  }

  async #writeDown(claim: KeptClaim): Promise<void> {
    this.#unwritten.set(claim.channelId, claim);
    await this.#options.journal.keepClaim(claim, this.#seenLedger);
    if (this.#unwritten.get(claim.channelId) === claim) this.#unwritten.delete(claim.channelId);
  }

  /** The channel as it is known, or as the server says; another payee's too. */
  async #findChannel({ channelId }: ReceivedClaim): Promise<WatchedChannel | undefined> {
    const known = this.state.channels.get(channelId);
    if (known !== undefined) return known;
    if (this.#session === undefined) throw new LinkError('there is no connection');
    const channel = await this.#session.questions.channel(channelId, 'validated');
    if (channel !== undefined) this.#reportAll(this.state.noteChannel(channel));
    return this.state.channels.get(channelId) ?? channel;
  }

  /** Subscribes first, so that nothing happens unseen while the channels are looked at. */
  async #catchUp(session: Session): Promise<void> {
    const { questions } = session;
    const replayedFrom = await this.#subscribe(session.link);
    const networkId = await questions.networkId();
    const moment = await questions.validatedLedger();
    const from = this.#seenLedger + 1;
    await this.#lookAtChannels(questions, moment.index);
    this.state.noteLedger(moment);
    session.redeemer = new Redeemer({ ...this.#options, state: this.state }, questions, networkId);
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
    await this.#checkKey(questions);
    // What is due goes first; then what happened meanwhile is read for the record.
    this.wake();
    await this.idle();
    if (replayedFrom === undefined && from > 1 && from <= moment.index) {
      for await (const transaction of questions.history(from)) this.#takeTransaction(transaction);
    }
    // A server that tells what happened says itself how far it has come.
    if (replayedFrom === undefined) this.#seenLedger = Math.max(this.#seenLedger, moment.index);
  }

  /** A key that may not sign is noticed before it matters. */
  async #checkKey(questions: LedgerQuestions): Promise<void> {
    const { publicKey } = this.#options.signer.keys;
    if (await questions.maySign(accountIdToAddress(accountIdOfPublicKey(publicKey)))) return;
    const message = `the secret may not sign for ${this.state.payee}: nothing can be redeemed`;
    this.#report(warning('warning', message, { code: 'wrongSecret' }));
  }

  /** Gives the ledger from which on the server tells what happened; undefined if it tells only of what happens. */
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

  /** All channels that pay the payee, and those with claims that the list lacks. */
  async #lookAtChannels(questions: LedgerQuestions, ledgerIndex: number): Promise<void> {
    const { state } = this;
    const seen = new Set<string>();
    for await (const page of questions.incomingChannels(ledgerIndex)) {
      for (const channel of page) {
        seen.add(channel.id);
        this.#reportAll(state.noteChannel(channel));
      }
    }
    for (const id of new Set([...state.channels.keys(), ...state.claims.keys()])) {
      if (seen.has(id)) continue;
      const channel = await questions.channel(id, ledgerIndex);
      this.#reportAll(channel === undefined ? state.noteMissing(id) : state.noteChannel(channel));
    }
  }

  #takeMessage(message: JsonObject): void {
    if (message.type === 'ledgerClosed') {
      const index = Number(message.ledger_index);
      // All messages of the ledger before have come when the next one's begin.
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
    for (const { kind, channel } of channelNews(meta, ledgerIndex)) {
      if (kind === 'is') {
        this.#reportAll(this.state.noteChannel(channel));
        continue;
      }
      this.#reportAll(this.state.noteDeleted(channel));
      if (channel.payee === this.state.payee) journal.forgetClaim(channel.id);
    }
  }

  async #doWork(): Promise<void> {
    // What else this turn brings is done in one go.
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
    // The end of the connection is reported where it ends.
    if (error instanceof LinkError) return;
    const message = `a step failed, and will be tried again: ${(error as Error).message}`;
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
