/**
 * Redeems due claims over one connection. Each redemption is signed, stored, then sent. It ends when a validated ledger contains
 * it, or when no ledger can contain it any more. Until then the same transaction is sent again, or if urgent one with a higher fee
 * and the same sequence number. So no claim is lost or redeemed twice, even after a kill or an outage.
 */
import { exclusionReason, LEDGERS_TO_LIVE } from '../../explorer/finality.js';
import type { WallClock } from '../util/clock.ts';
import type { LedgerRequests, ValidatedTransaction } from './ledger-requests.ts';
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
import { channelUpdates, payableDrops } from './watched-channel.ts';

/** Most pending redemptions. */
const MAX_IN_FLIGHT = 500;
/** Redemptions per fee quote. In a full ledger each one raises the fee of the next. */
const BATCH = 8;
/** Most redemptions outside the open ledger. The reference queues ten transactions per account; two stay free for its owner. */
const MAX_WAITING = 8;
/** An accepted transaction is sent again after this many ledgers without it. */
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

/** The last submission of a redemption over this connection, and its result. */
interface Sending {
  readonly hash: string;
  readonly code: string;
  readonly ledgerIndex: number;
}

export class Redeemer {
  readonly #parts: RedeemerParts;
  readonly #requests: LedgerRequests;
  readonly #networkId: number;
  readonly #sent = new Map<string, Sending>();
  /** Channels for which a claim below the fee was reported. */
  readonly #notWorthReported = new Set<string>();
  #handledLedger = 0;

  constructor(parts: RedeemerParts, requests: LedgerRequests, networkId: number) {
    this.#parts = parts;
    this.#requests = requests;
    this.#networkId = networkId;
  }

  /** Does the due work. Rejects when the connection closes; the next connection continues. */
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
    const validated = await this.#requests.nextSequence('validated');
    for (const redemption of inFlight) {
      const { sequence } = redemption;
      if (exclusionReason({ lastLedger: lastLedgerOf(redemption), sequence }, validated) !== undefined)
        await this.#conclude(redemption);
    }
  }

  /** Ends a redemption that no later ledger can contain: its sequence number is used, or its last ledger is closed. */
  async #conclude(redemption: Redemption): Promise<void> {
    const { state, report } = this.#parts;
    const { channelId } = redemption;
    const found = await this.#find(redemption);
    const channel = await this.#requests.channel(channelId, 'validated');
    const updates = found === undefined ? [] : channelUpdates(found.meta, found.ledgerIndex);
    this.#forget(redemption, found !== undefined && found.result !== 'tesSUCCESS');
    for (const { kind, channel: then } of updates) {
      for (const event of kind === 'deleted' ? state.noteDeleted(then) : state.noteChannel(then)) report(event);
      if (kind === 'deleted') this.#parts.journal.forgetClaim(then.id);
    }
    for (const event of channel === undefined ? state.noteMissing(channelId) : state.noteChannel(channel))
      report(event);
    const then = updates.find(({ channel: one }) => one.id === channelId)?.channel;
    this.#reportEnd(redemption, found, then?.balanceDrops ?? channel?.balanceDrops);
  }

  async #find({ attempts }: Redemption): Promise<ValidatedTransaction | undefined> {
    for (const { hash } of attempts.toReversed()) {
      const found = await this.#requests.validatedTransaction(hash);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #reportEnd(redemption: Redemption, found: ValidatedTransaction | undefined, balanceDrops: bigint | undefined): void {
    const { report } = this.#parts;
    const { channelId: channel_id, fromDrops } = redemption;
    if (found === undefined) {
      report(info('notRedeemed', 'no ledger contains the redemption', { channel_id, result: 'none' }));
      return;
    }
    const facts = { channel_id, hash: found.hash, ledger_index: found.ledgerIndex };
    const paidDrops = (balanceDrops ?? 0n) - fromDrops;
    if (found.result !== 'tesSUCCESS') {
      const message = `the redemption failed: ${found.result}`;
      report(warning('notRedeemed', message, { ...facts, result: found.result }));
    } else if (paidDrops <= 0n) {
      const { balanceDrops: claimed } = redemption.attempts.find(({ hash }) => hash === found.hash)!;
      const unpaid = claimed - fromDrops;
      const message = `the channel had expired and was closed: ${unpaid} drops were not paid`;
      report(warning('notRedeemed', message, { ...facts, result: 'expired', unpaid: unpaid.toString() }));
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

  /** Sends pending redemptions again if necessary, in order of sequence numbers. Called once per ledger. */
  async #sendAgain(): Promise<void> {
    const { state, clock } = this.#parts;
    const inFlight = [...state.redemptions.values()].sort((one, other) => one.sequence - other.sequence);
    if (inFlight.length === 0) return;
    const quote = await this.#requests.fee();
    const { sequence: openSequence } = await this.#requests.nextSequence('current');
    const urgent = inFlight.filter((redemption) => state.isUrgent(redemption, clock.nowMs()));
    // Transactions with lower sequence numbers delay an urgent one, and so do those that occupy the queue.
    const isUrgentDue = state.due(clock.nowMs()).some((due) => due.isUrgent);
    const lastUrgent = isUrgentDue ? Number.POSITIVE_INFINITY : (urgent.at(-1)?.sequence ?? -1);
    for (const redemption of inFlight) {
      const sending = this.#sent.get(redemption.channelId);
      if (redemption.sequence < openSequence && sending !== undefined) {
        // It is in the open ledger and cannot be replaced there.
        const needsResend = this.#needsResend({ ...sending, code: 'tesSUCCESS' });
        this.#sent.set(redemption.channelId, { ...sending, code: 'tesSUCCESS' });
        if (needsResend) await this.#send(redemption);
        continue;
      }
      const isUrgent = redemption.sequence <= lastUrgent;
      const ceiling = this.#ceiling(redemption, urgent.includes(redemption));
      const { feeDrops } = latestAttempt(redemption);
      const raised = isUrgent && sending !== undefined ? raisedFee(feeDrops, quote, ceiling) : undefined;
      if (raised !== undefined) await this.#raise(redemption, raised);
      else if (this.#needsResend(sending)) await this.#send(redemption);
    }
  }

  /** Highest fee. A redemption that delays urgent ones may cost more than its own value. */
  #ceiling(redemption: Redemption, isUrgentItself: boolean): bigint {
    const { maxFeeDrops } = this.#parts.state.terms;
    const valueDrops = latestAttempt(redemption).balanceDrops - redemption.fromDrops;
    return isUrgentItself ? leastDrops(maxFeeDrops, valueDrops - 1n) : maxFeeDrops;
  }

  #needsResend(sending: Sending | undefined): boolean {
    if (sending === undefined || !TAKEN.has(sending.code)) return true;
    return this.#parts.state.moment!.index >= sending.ledgerIndex + RESEND_LEDGERS;
  }

  /** Sends a transaction with a higher fee instead of the last one, with the highest claim so far. */
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
    await this.#isStored(raised);
    await this.#send(raised);
  }

  /** Signs, stores and sends due redemptions within the limits. */
  async #begin(): Promise<void> {
    const { state, clock } = this.#parts;
    for (;;) {
      const quote = await this.#requests.fee();
      const room = Math.min(BATCH, MAX_IN_FLIGHT - state.redemptions.size, MAX_WAITING - this.#waitingCount());
      const batch = this.#affordable(state.due(clock.nowMs()), quote).slice(0, Math.max(0, room));
      if (batch.length === 0) return;
      const begun = await this.#store(batch);
      let isTaken = true;
      for (const redemption of begun) isTaken = (await this.#send(redemption)) === 'tesSUCCESS' && isTaken;
      // The ledger is full. The rest waits for the next one.
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
      if (one.isUrgent && !this.#notWorthReported.has(id)) {
        this.#notWorthReported.add(id);
        const message = `${one.valueDrops} drops are not worth a fee of ${quote.baseDrops} drops, or the fee is above --max-fee`;
        report(warning('warning', message, { channel_id: id, code: 'notWorthTheFee' }));
      }
      return [];
    });
  }

  async #store(batch: readonly { due: DueClaim; feeDrops: bigint }[]): Promise<Redemption[]> {
    const { state, signer } = this.#parts;
    const { sequence: next, ledgerIndex } = await this.#requests.nextSequence('current');
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
    const isDurable = await Promise.all(begun.map((redemption) => this.#isStored(redemption)));
    return begun.filter((redemption, at) => {
      // Without a record only an urgent redemption is sent: a second fee is better than a lost claim.
      const mayContinue = isDurable[at] === true || batch[at]!.due.isUrgent;
      if (!mayContinue) this.#forget(redemption, false);
      return mayContinue;
    });
  }

  async #isStored(redemption: Redemption): Promise<boolean> {
    const { state, journal, report } = this.#parts;
    try {
      await journal.keepRedemption(redemption, state.moment!.index);
      return true;
    } catch (error) {
      const { channelId: channel_id } = redemption;
      const message = `the redemption could not be stored: ${(error as Error).message}`;
      report(warning('warning', message, { channel_id, code: 'notDurable' }));
      return false;
    }
  }

  /** Sends the latest transaction of a redemption; returns its provisional result. */
  async #send(redemption: Redemption): Promise<string> {
    const { state } = this.#parts;
    const attempt = latestAttempt(redemption);
    const code = await this.#requests.submit(attempt.blob);
    const before = this.#sent.get(redemption.channelId);
    this.#sent.set(redemption.channelId, { hash: attempt.hash, code, ledgerIndex: state.moment!.index });
    if (before?.hash !== attempt.hash || before.code !== code) this.#reportSending(redemption, attempt, code);
    // A malformed transaction can never be included. Its sequence number must become free.
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
