/**
 * Redeems what is due, over one connection. Each redemption is signed, then written down, then sent; and it ends when a
 * validated ledger shows that it was done, or can never be. Until then the same transaction is sent again, or in a hurry
 * a dearer one with the same sequence number, so after a kill or an outage at any point nothing is lost or done twice.
 */
import { LEDGERS_TO_LIVE, whyNever } from '../../explorer/finality.js';
import type { WallClock } from '../util/clock.ts';
import type { LedgerQuestions, ValidatedTransaction } from './ledger-questions.ts';
import type { PayeeJournal } from './payee-journal.ts';
import { type DueClaim, type FeeQuote, firstFee, leastDrops, raisedFee } from './redeem-policy.ts';
import {
  lastLedgerOf,
  latestAttempt,
  type PayeeSigner,
  type Redemption,
  type RedemptionAttempt,
  signAttempt,
} from './redemption.ts';
import { info, type Report, warning } from './watch-events.ts';
import type { WatchState } from './watch-state.ts';
import { channelNews, payableDrops } from './watched-channel.ts';

/** Redemptions on their way at once. */
const MAX_IN_FLIGHT = 500;
/** Signed and sent for one quote of the fee, for each of them makes the next one dearer in a full ledger. */
const BATCH = 8;
/** Those that are in no open ledger: the reference queues ten transactions of an account; two are left to its owner. */
const MAX_WAITING = 8;
/** What was taken is sent again only after as many ledgers without it. */
const RESEND_LEDGERS = 3;
const IN_OPEN_LEDGER = new Set(['tesSUCCESS', 'tefALREADY']);
const TAKEN = new Set(['tesSUCCESS', 'terQUEUED', 'terPRE_SEQ', 'tefALREADY']);

export interface RedeemerParts {
  readonly state: WatchState;
  readonly journal: PayeeJournal;
  readonly signer: PayeeSigner;
  readonly report: Report;
  readonly clock: WallClock;
}

/** When a transaction was sent over this connection, and what the server said. */
interface Sending {
  readonly hash: string;
  readonly code: string;
  readonly ledgerIndex: number;
}

export class Redeemer {
  readonly #parts: RedeemerParts;
  readonly #questions: LedgerQuestions;
  readonly #networkId: number;
  readonly #sent = new Map<string, Sending>();
  /** Channels that were said not to be worth a fee. */
  readonly #notWorth = new Set<string>();
  #handledLedger = 0;

  constructor(parts: RedeemerParts, questions: LedgerQuestions, networkId: number) {
    this.#parts = parts;
    this.#questions = questions;
    this.#networkId = networkId;
  }

  /** Does what is to be done now. Rejects when the connection goes; the next connection goes on from there. */
  async run(): Promise<void> {
    const { state, clock } = this.#parts;
    const { moment } = state;
    if (moment === undefined) return;
    if (moment.index > this.#handledLedger) {
      await this.#concludeAll();
      await this.#sendAgain();
      this.#handledLedger = moment.index;
    }
    if (state.due(clock.nowMs()).length > 0) await this.#begin();
  }

  async #concludeAll(): Promise<void> {
    const inFlight = [...this.#parts.state.redemptions.values()];
    if (inFlight.length === 0) return;
    const validated = await this.#questions.nextSequence('validated');
    for (const redemption of inFlight) {
      const { sequence } = redemption;
      if (whyNever({ lastLedger: lastLedgerOf(redemption), sequence }, validated) !== undefined)
        await this.#conclude(redemption);
    }
  }

  /** Nothing of the redemption can get into a later ledger: its number is used, or its last ledger has closed. */
  async #conclude(redemption: Redemption): Promise<void> {
    const { state, report } = this.#parts;
    const { channelId } = redemption;
    const found = await this.#find(redemption);
    const channel = await this.#questions.channel(channelId, 'validated');
    const news = found === undefined ? [] : channelNews(found.meta, found.ledgerIndex);
    this.#forget(redemption, found !== undefined && found.result !== 'tesSUCCESS');
    for (const { kind, channel: then } of news) {
      for (const event of kind === 'deleted' ? state.noteDeleted(then) : state.noteChannel(then)) report(event);
      if (kind === 'deleted') this.#parts.journal.forgetClaim(then.id);
    }
    for (const event of channel === undefined ? state.noteMissing(channelId) : state.noteChannel(channel))
      report(event);
    const then = news.find(({ channel: one }) => one.id === channelId)?.channel;
    this.#reportEnd(redemption, found, then?.balanceDrops ?? channel?.balanceDrops);
  }

  async #find({ attempts }: Redemption): Promise<ValidatedTransaction | undefined> {
    for (const { hash } of attempts.toReversed()) {
      const found = await this.#questions.validatedTransaction(hash);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #reportEnd(redemption: Redemption, found: ValidatedTransaction | undefined, balanceDrops: bigint | undefined): void {
    const { report } = this.#parts;
    const { channelId: channel_id, fromDrops } = redemption;
    if (found === undefined) {
      report(info('notRedeemed', 'the redemption got into no ledger', { channel_id, result: 'none' }));
      return;
    }
    const facts = { channel_id, hash: found.hash, ledger_index: found.ledgerIndex };
    const paidDrops = (balanceDrops ?? 0n) - fromDrops;
    if (found.result !== 'tesSUCCESS') {
      const message = `the redemption failed: ${found.result}`;
      report(warning('notRedeemed', message, { ...facts, result: found.result }));
    } else if (paidDrops <= 0n) {
      report(warning('notRedeemed', 'the channel had expired: it was closed, unpaid', { ...facts, result: 'expired' }));
    } else {
      const amounts = { paid: paidDrops.toString(), balance: String(balanceDrops) };
      report(info('redeemed', `redeemed ${paidDrops} drops in ledger ${found.ledgerIndex}`, { ...facts, ...amounts }));
    }
  }

  #forget({ channelId }: Redemption, isRefused: boolean): void {
    this.#parts.state.finish(channelId, isRefused);
    this.#parts.journal.finishRedemption(channelId);
    this.#sent.delete(channelId);
  }

  /** What is on its way and in no ledger yet: once a ledger, in the order of its numbers. */
  async #sendAgain(): Promise<void> {
    const { state, clock } = this.#parts;
    const inFlight = [...state.redemptions.values()].sort((one, other) => one.sequence - other.sequence);
    if (inFlight.length === 0) return;
    const quote = await this.#questions.fee();
    const { sequence: openSequence } = await this.#questions.nextSequence('current');
    const urgent = inFlight.filter((redemption) => state.isUrgent(redemption, clock.nowMs()));
    // The numbers before that of an urgent one hold it up, and so does each that takes a place in the queue.
    const isUrgentDue = state.due(clock.nowMs()).some((due) => due.isUrgent);
    const lastUrgent = isUrgentDue ? Number.POSITIVE_INFINITY : (urgent.at(-1)?.sequence ?? -1);
    for (const redemption of inFlight) {
      const sending = this.#sent.get(redemption.channelId);
      if (redemption.sequence < openSequence && sending !== undefined) {
        // In the open ledger, where nothing can take its place.
        const isSilent = this.#isSilent({ ...sending, code: 'tesSUCCESS' });
        this.#sent.set(redemption.channelId, { ...sending, code: 'tesSUCCESS' });
        if (isSilent) await this.#send(redemption);
        continue;
      }
      const isUrgent = redemption.sequence <= lastUrgent;
      const ceiling = this.#ceiling(redemption, urgent.includes(redemption));
      const { feeDrops } = latestAttempt(redemption);
      const raised = isUrgent && sending !== undefined ? raisedFee(feeDrops, quote, ceiling) : undefined;
      if (raised !== undefined) await this.#raise(redemption, raised);
      else if (this.#isSilent(sending)) await this.#send(redemption);
    }
  }

  /** What one that holds up others may cost is not bounded by what it brings itself. */
  #ceiling(redemption: Redemption, isUrgentItself: boolean): bigint {
    const { maxFeeDrops } = this.#parts.state.terms;
    const valueDrops = latestAttempt(redemption).balanceDrops - redemption.fromDrops;
    return isUrgentItself ? leastDrops(maxFeeDrops, valueDrops - 1n) : maxFeeDrops;
  }

  #isSilent(sending: Sending | undefined): boolean {
    if (sending === undefined || !TAKEN.has(sending.code)) return true;
    return this.#parts.state.moment!.index >= sending.ledgerIndex + RESEND_LEDGERS;
  }

  /** Sends a dearer transaction in place of the last one, with the best claim there is by now. */
  async #raise(redemption: Redemption, feeDrops: bigint): Promise<void> {
    const { state, signer } = this.#parts;
    const { channelId, sequence } = redemption;
    const [channel, claim] = [state.channels.get(channelId), state.claims.get(channelId)];
    if (channel === undefined || claim === undefined) return;
    const balanceDrops = channel.balanceDrops + payableDrops(claim.drops, channel);
    const lastLedger = state.moment!.index + LEDGERS_TO_LIVE;
    const terms = { sequence, claim, balanceDrops, feeDrops, lastLedger, networkId: this.#networkId };
    const raised = { ...redemption, attempts: [...redemption.attempts, signAttempt(signer, terms)] };
    state.redemptions.set(channelId, raised);
    await this.#isWrittenDown(raised);
    await this.#send(raised);
  }

  /** Signs, writes down and sends what is due, as much as there is room for. */
  async #begin(): Promise<void> {
    const { state, clock } = this.#parts;
    for (;;) {
      const quote = await this.#questions.fee();
      const room = Math.min(BATCH, MAX_IN_FLIGHT - state.redemptions.size, MAX_WAITING - this.#waitingCount());
      const batch = this.#affordable(state.due(clock.nowMs()), quote).slice(0, Math.max(0, room));
      if (batch.length === 0) return;
      const begun = await this.#writeDown(batch);
      let isTaken = true;
      for (const redemption of begun) isTaken = (await this.#send(redemption)) === 'tesSUCCESS' && isTaken;
      // The ledger is full: the rest has a better chance in the next one.
      if (!isTaken) return;
    }
  }

  #waitingCount(): number {
    return [...this.#sent.values()].filter(({ code }) => !IN_OPEN_LEDGER.has(code)).length;
  }

  #affordable(due: readonly DueClaim[], quote: FeeQuote): { due: DueClaim; feeDrops: bigint }[] {
    const { state, report } = this.#parts;
    return due.flatMap((one) => {
      const feeDrops = firstFee(one, quote, state.terms);
      if (feeDrops !== undefined) return [{ due: one, feeDrops }];
      const { id } = one.channel;
      if (one.isUrgent && !this.#notWorth.has(id)) {
        this.#notWorth.add(id);
        const message = `${one.valueDrops} drops are not worth a fee of ${quote.baseDrops} drops, or --max-fee forbids it`;
        report(warning('warning', message, { channel_id: id, code: 'notWorthTheFee' }));
      }
      return [];
    });
  }

  async #writeDown(batch: readonly { due: DueClaim; feeDrops: bigint }[]): Promise<Redemption[]> {
    const { state, signer } = this.#parts;
    const { sequence: next, ledgerIndex } = await this.#questions.nextSequence('current');
    const used = new Set([...state.redemptions.values()].map(({ sequence }) => sequence));
    let sequence = next;
    const begun = batch.map(({ due, feeDrops }): Redemption => {
      while (used.has(sequence)) sequence += 1;
      used.add(sequence);
      const { channel, claim, balanceDrops, reason } = due;
      const lastLedger = ledgerIndex + LEDGERS_TO_LIVE;
      const terms = { sequence, claim, balanceDrops, feeDrops, lastLedger, networkId: this.#networkId };
      const attempts = [signAttempt(signer, terms)];
      return { channelId: channel.id, sequence, fromDrops: channel.balanceDrops, reason, attempts };
    });
    for (const redemption of begun) state.redemptions.set(redemption.channelId, redemption);
    const isWritten = await Promise.all(begun.map((redemption) => this.#isWrittenDown(redemption)));
    return begun.filter((redemption, at) => {
      // Better paid for twice than lost: without a record, only a redemption that cannot wait goes on.
      const goesOn = isWritten[at] === true || batch[at]!.due.isUrgent;
      if (!goesOn) this.#forget(redemption, false);
      return goesOn;
    });
  }

  async #isWrittenDown(redemption: Redemption): Promise<boolean> {
    const { state, journal, report } = this.#parts;
    try {
      await journal.keepRedemption(redemption, state.moment!.index);
      return true;
    } catch (error) {
      const { channelId: channel_id } = redemption;
      const message = `the redemption could not be written down: ${(error as Error).message}`;
      report(warning('warning', message, { channel_id, code: 'notDurable' }));
      return false;
    }
  }

  /** Sends the latest transaction of a redemption; gives what the server says of it at once. */
  async #send(redemption: Redemption): Promise<string> {
    const { state } = this.#parts;
    const attempt = latestAttempt(redemption);
    const code = await this.#questions.submit(attempt.blob);
    const before = this.#sent.get(redemption.channelId);
    this.#sent.set(redemption.channelId, { hash: attempt.hash, code, ledgerIndex: state.moment!.index });
    if (before?.hash !== attempt.hash || before.code !== code) this.#reportSending(redemption, attempt, code);
    // Malformed here and now: this very transaction can never get in, and its number must be free for another.
    if (code.startsWith('tem')) this.#forget(redemption, true);
    return code;
  }

  #reportSending(redemption: Redemption, attempt: RedemptionAttempt, code: string): void {
    const { channelId: channel_id, fromDrops, reason, sequence, attempts } = redemption;
    const drops = attempt.balanceDrops - fromDrops;
    const facts = {
      channel_id,
      reason,
      hash: attempt.hash,
      sequence,
      fee: attempt.feeDrops.toString(),
      drops: drops.toString(),
      last_ledger: attempt.lastLedger,
      attempt: attempts.length,
      result: code,
    };
    const message = `redeeming ${drops} drops (${reason}) for a fee of ${attempt.feeDrops}: ${code}`;
    this.#parts.report(TAKEN.has(code) ? info('submitted', message, facts) : warning('submitted', message, facts));
  }
}
