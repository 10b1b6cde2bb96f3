/**
 * An x402 facilitator for payment channels. `verify` accepts a claim as payment and counts it once; `settle` redeems the best claim of
 * a channel when it owes enough or is about to end. It holds the payee's key, so it serves one payee.
 */
import type { PaymentChannelClaim, Wallet } from 'xrpl';
import { type AcceptedClaim, ClaimJournal, type Redemption } from './claim-journal.ts';
import { type Channel, type FinalResult, LedgerApi, LedgerError } from './ledger-api.ts';
import {
  type Claim,
  PaymentRefused,
  type PaymentRequirements,
  readPayment,
  readRequirements,
  SCHEME,
  type SettlementResponse,
  type VerifyResponse,
  X402_VERSION,
} from './x402.ts';

export interface FacilitatorOptions {
  /** HTTP address of the ledger server. */
  readonly ledgerUrl: string;
  /** Signs redemptions, and receives what channels pay. */
  readonly payee: Wallet;
  /** Path of the file with the accepted claims. */
  readonly journal: string;
  /** `settle` redeems what a channel owes from this many drops. */
  readonly settleAtDrops?: bigint;
  /**
   * A channel that ends sooner takes no further claim, and what it owes is redeemed. Its settle delay must be at least as long, so that
   * a payer's request to close leaves this time.
   */
  readonly minSecondsLeft?: number;
}

const DEFAULT_SETTLE_AT_DROPS = 1_000_000n;
const DEFAULT_MIN_SECONDS_LEFT = 3600;
/** `channel_verify` takes up to 10,000. */
const CLAIMS_PER_REQUEST = 1000;
/** How long `redeemDue` waits for each final result. */
const DUE_TIMEOUT_MS = 60_000;
/** Name of the order in which transactions are sent; other orders have the id of a channel. */
const TRANSACTIONS = 'transactions';

/** Weir's answer about a claim. The members after the first need `channel_state`. */
interface ClaimState {
  readonly signature_verified?: boolean;
  readonly redeemable?: boolean;
  readonly reasons?: readonly string[];
  /** Drops. */
  readonly value_now?: string;
  readonly exceeds_channel?: boolean;
  readonly seconds_left?: number;
}

export class Facilitator {
  /** `xrpl:` and the network id. */
  readonly network: string;
  readonly #networkId: number;
  readonly #ledger: LedgerApi;
  readonly #payee: Wallet;
  readonly #journal: ClaimJournal;
  readonly #settleAtDrops: bigint;
  readonly #minSecondsLeft: number;
  /** The last action of each order. */
  readonly #turns = new Map<string, Promise<unknown>>();

  private constructor(options: FacilitatorOptions, ledger: LedgerApi, journal: ClaimJournal, networkId: number) {
    this.network = `xrpl:${networkId}`;
    this.#networkId = networkId;
    this.#ledger = ledger;
    this.#journal = journal;
    this.#payee = options.payee;
    this.#settleAtDrops = options.settleAtDrops ?? DEFAULT_SETTLE_AT_DROPS;
    this.#minSecondsLeft = options.minSecondsLeft ?? DEFAULT_MIN_SECONDS_LEFT;
  }

  static async open(options: FacilitatorOptions): Promise<Facilitator> {
    const ledger = new LedgerApi(options.ledgerUrl);
    const networkId = await ledger.networkId();
    return new Facilitator(options, ledger, await ClaimJournal.open(options.journal), networkId);
  }

  /** Address of the payee. */
  get payTo(): string {
    return this.#payee.address;
  }

  /** The answer of `GET /supported`. */
  supported() {
    return { kinds: [{ x402Version: X402_VERSION, scheme: SCHEME, network: this.network }] };
  }

  /** Accepts a claim that pays at least the price more than the ones before it on its channel. A claim is accepted once. */
  async verify(payment: unknown, requirements: unknown): Promise<VerifyResponse> {
    let payer: string | undefined;
    try {
      const { payload: claim } = readPayment(payment, this.network);
      const required = this.#requirements(requirements);
      return await this.#inTurn(claim.channelId, async () => {
        const channel = await this.#payingChannel(claim);
        payer = channel.Account;
        await this.#checkClaim(claim, channel, required);
        await this.#journal.accept({ ...claim, payer });
        return { isValid: true, payer };
      });
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      const refusal = { isValid: false, invalidReason: error.reason, invalidMessage: error.message };
      return payer === undefined ? refusal : { ...refusal, payer };
    }
  }

  /**
   * Redeems the best claim of the payment's channel if that is due; otherwise the transaction is empty. A payment that is redeemed
   * already gets the same transaction again.
   */
  async settle(payment: unknown, requirements: unknown): Promise<SettlementResponse> {
    let payer = '';
    const answer = (rest: Pick<SettlementResponse, 'success' | 'transaction' | 'errorReason'>) => ({
      ...rest,
      network: this.network,
      payer,
    });
    try {
      const { payload: claim } = readPayment(payment, this.network);
      const deadline = Date.now() + this.#requirements(requirements).maxTimeoutSeconds * 1000;
      payer = (await this.#acceptedClaim(claim)).payer;
      const known = this.#journal.redemptionOf(claim.channelId, claim.amount);
      if (known !== undefined) return answer({ success: true, transaction: known.hash });
      await this.#redeemIfDue(claim, deadline);
      const { hash = '' } = this.#journal.redemptionOf(claim.channelId, claim.amount) ?? {};
      return answer({ success: true, transaction: hash });
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error;
      const transaction = error instanceof RedemptionFailed ? error.hash : '';
      return answer({ success: false, errorReason: error.reason, transaction });
    }
  }

  /**
   * Redeems what is due on all channels, and first completes what a crash interrupted. Call it at the start and then regularly, several
   * times within `minSecondsLeft`. Resolves to the redemptions and to the channels that could not be redeemed.
   */
  async redeemDue(): Promise<{ redeemed: Redemption[]; failed: Error[] }> {
    const redeemed: Redemption[] = [];
    const failed: Error[] = [];
    const { pending } = this.#journal;
    const interrupted = pending === undefined ? [] : [pending.channelId];
    for (const channelId of new Set([...interrupted, ...(await this.#dueChannels())])) {
      try {
        const redemption = await this.#redeem(channelId, Date.now() + DUE_TIMEOUT_MS);
        if (redemption !== undefined) redeemed.push(redemption);
      } catch (error) {
        failed.push(new Error(`channel ${channelId}: ${(error as Error).message}`, { cause: error }));
      }
    }
    return { redeemed, failed };
  }

  /** Completes what has begun, and closes the journal. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#turns.values());
    await this.#journal.close();
  }

  #requirements(value: unknown): PaymentRequirements {
    const required = readRequirements(value, this.network);
    if (required.payTo === this.payTo) return required;
    throw new PaymentRefused('invalid_payment_requirements', `this facilitator redeems for ${this.payTo} only`);
  }

  async #payingChannel({ channelId, publicKey }: Claim): Promise<Channel> {
    const channel = await this.#ledger.channel(channelId);
    if (channel === undefined) throw refused('channel', 'the validated ledger has no such channel');
    if (channel.Destination !== this.payTo) {
      throw refused('recipient_mismatch', `the channel pays ${channel.Destination}, not ${this.payTo}`);
    }
    if (channel.PublicKey !== publicKey) throw refused('key', 'the key is not the one of the channel');
    if (channel.SettleDelay < this.#minSecondsLeft) {
      throw refused('settle_delay', `the settle delay must be at least ${this.#minSecondsLeft} seconds`);
    }
    return channel;
  }

  async #checkClaim(claim: Claim, { Balance }: Channel, { maxAmountRequired }: PaymentRequirements): Promise<void> {
    const state = await this.#ledger.request<ClaimState>('channel_verify', {
      ...requestFields(claim),
      channel_state: true,
      min_seconds_left: this.#minSecondsLeft,
    });
    if (state.signature_verified !== true) throw refused('signature', 'the signature is false');
    // What the channel paid before this facilitator had its first claim is not paid again.
    const before = max(BigInt(Balance), BigInt(this.#journal.channels.get(claim.channelId)?.amount ?? 0));
    const amount = BigInt(claim.amount);
    if (amount <= before) throw refused('replayed', `claims for ${before} drops are counted already`);
    if (amount - before < BigInt(maxAmountRequired)) {
      throw refused('amount', `the claim adds ${amount - before} drops, and the price is ${maxAmountRequired}`);
    }
    if (state.redeemable === true) return;
    const reasons = state.reasons?.join('; ') ?? 'the ledger server does not check channels: use Weir';
    if (state.exceeds_channel) throw new PaymentRefused('insufficient_funds', reasons);
    if ((state.seconds_left ?? this.#minSecondsLeft) < this.#minSecondsLeft) throw refused('expiring', reasons);
    throw refused('claim', reasons);
  }

  /** The best claim of the channel, if it includes this one. */
  async #acceptedClaim(claim: Claim): Promise<AcceptedClaim> {
    const best = this.#journal.channels.get(claim.channelId);
    if (best === undefined || BigInt(claim.amount) > BigInt(best.amount) || claim.publicKey !== best.publicKey) {
      throw refused('not_verified', 'the claim was not verified before');
    }
    const { signature_verified: isGenuine } = await this.#ledger.request<ClaimState>(
      'channel_verify',
      requestFields(claim),
    );
    if (isGenuine !== true) throw refused('signature', 'the signature is false');
    return best;
  }

  /** Drops that accepted claims are for and that were not redeemed. */
  #owedDrops({ channelId, amount }: AcceptedClaim): bigint {
    return BigInt(amount) - this.#journal.redeemedDrops(channelId);
  }

  async #redeemIfDue({ channelId }: Claim, deadline: number): Promise<void> {
    const best = this.#journal.channels.get(channelId)!;
    if (this.#journal.pending?.channelId !== channelId) {
      const [state] = await this.#statesOf([best]);
      if (!canPay(state!)) throw new PaymentRefused('invalid_transaction_state', state!.reasons?.join('; ') ?? '');
      if (!this.#isDue(best, state!)) return;
    }
    await this.#redeem(channelId, deadline);
  }

  async #dueChannels(): Promise<string[]> {
    const owing = [...this.#journal.channels.values()].filter((claim) => this.#owedDrops(claim) > 0n);
    const due: string[] = [];
    for (let from = 0; from < owing.length; from += CLAIMS_PER_REQUEST) {
      const claims = owing.slice(from, from + CLAIMS_PER_REQUEST);
      const states = await this.#statesOf(claims);
      due.push(...claims.filter((claim, at) => this.#isDue(claim, states[at]!)).map(({ channelId }) => channelId));
    }
    return due;
  }

  async #statesOf(claims: readonly Claim[]): Promise<readonly ClaimState[]> {
    const params = { claims: claims.map(requestFields), channel_state: true };
    return (await this.#ledger.request<{ claims: readonly ClaimState[] }>('channel_verify', params)).claims;
  }

  #isDue(claim: AcceptedClaim, state: ClaimState): boolean {
    const isEnding = (state.seconds_left ?? Number.POSITIVE_INFINITY) <= this.#minSecondsLeft;
    return canPay(state) && (isEnding || this.#owedDrops(claim) >= this.#settleAtDrops);
  }

  /**
   * Redeems the best claim of a channel. Resolves to undefined if it owes no more than the fee. It waits until `deadline`, in
   * milliseconds like `Date.now()`.
   *
   * @throws RedemptionFailed
   */
  #redeem(channelId: string, deadline: number): Promise<Redemption | undefined> {
    return this.#inTurn(TRANSACTIONS, async () => {
      const interrupted = this.#journal.pending?.channelId;
      if (interrupted !== undefined) await this.#completePending(deadline, interrupted === channelId);
      const best = this.#journal.channels.get(channelId)!;
      if (this.#owedDrops(best) > 0n) await this.#send(best, deadline);
      return this.#journal.redemptionOf(channelId, best.amount);
    });
  }

  async #send(claim: AcceptedClaim, deadline: number): Promise<void> {
    const { channelId, amount } = claim;
    const transaction: PaymentChannelClaim = {
      TransactionType: 'PaymentChannelClaim',
      Account: this.payTo,
      Channel: channelId,
      Balance: amount,
      Amount: amount,
      Signature: claim.signature,
      PublicKey: claim.publicKey,
    };
    const signed = await this.#ledger.sign(this.#payee, transaction, this.#networkId);
    if (signed.feeDrops >= this.#owedDrops(claim)) return;
    const { hash, blob, lastLedgerSequence } = signed;
    await this.#journal.begin({ channelId, amount, hash, blob, lastLedgerSequence });
    await this.#completePending(deadline, true);
  }

  /** Sends the pending redemption, perhaps again, and waits for its final result. Throws its failure only if asked to. */
  async #completePending(deadline: number, throwsFailure: boolean): Promise<void> {
    const pending = this.#journal.pending!;
    try {
      await this.#ledger.submit(pending);
    } catch (error) {
      // An answer that is an error decides nothing: an earlier attempt may be in a ledger.
      if (!(error instanceof LedgerError)) throw error;
    }
    const final = await this.#ledger.finalResult(pending, deadline);
    if (final === 'pending') throw new RedemptionFailed('settlement_pending', pending.hash);
    if (final !== undefined && hasPaid(final, pending.channelId, BigInt(pending.amount))) {
      await this.#journal.end('redeemed', pending.hash, final.result);
      return;
    }
    const result = final?.result ?? 'notInAnyLedger';
    await this.#journal.end('failed', pending.hash, result);
    if (throwsFailure) throw new RedemptionFailed('invalid_transaction_state', pending.hash);
  }

  /** Runs the actions of one order one after another. */
  #inTurn<Result>(order: string, action: () => Promise<Result>): Promise<Result> {
    const turn = (this.#turns.get(order) ?? Promise.resolve()).then(action, action);
    this.#turns.set(order, turn);
    const forget = () => {
      if (this.#turns.get(order) === turn) this.#turns.delete(order);
    };
    turn.then(forget, forget);
    return turn;
  }
}

class RedemptionFailed extends PaymentRefused {
  readonly hash: string;

  constructor(reason: string, hash: string) {
    super(reason, `the redemption ${hash} has no success: ${reason}`);
    this.hash = hash;
  }
}

/** Reasons are named like those of other schemes of x402. */
function refused(what: string, message: string): PaymentRefused {
  return new PaymentRefused(`invalid_channel_payload_${what}`, message);
}

function requestFields({ channelId, amount, signature, publicKey }: Claim) {
  return { channel_id: channelId, amount, signature, public_key: publicKey };
}

function canPay({ value_now = '0' }: ClaimState): boolean {
  return value_now !== '0';
}

/** A transaction that finds its channel expired succeeds too: it closes the channel and pays nothing. */
function hasPaid({ result, nodes }: FinalResult, channelId: string, drops: bigint): boolean {
  const channel = nodes.find(({ LedgerIndex }) => LedgerIndex === channelId);
  const { Balance } = channel?.FinalFields ?? {};
  return result === 'tesSUCCESS' && typeof Balance === 'string' && BigInt(Balance) >= drops;
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}
