/**
 * The till of an imaginary car park. A driver opens a payment channel and signs a claim for the total every minute; the till
 * redeems only the last one. It works with any server: the tests pass a client that is connected to a ledger in their process.
 *
 * Drops are `BigInt`, and strings in requests, never JavaScript numbers.
 */
import { type Client, PaymentChannelClaimFlags, verifyPaymentChannelClaim, type Wallet } from 'xrpl';

export interface Claim {
  readonly channelId: string;
  readonly drops: bigint;
  readonly signature: string;
  readonly publicKey: string;
}

/** The verdict on a driver's claim. */
export type Verdict =
  | 'taken'
  | 'false signature'
  | 'no such channel'
  | 'more than the channel holds'
  | 'channel is closing';

const DROPS_PER_XRP = 1_000_000n;

export class Till {
  readonly #client: Client;
  readonly #wallet: Wallet;
  readonly #best = new Map<string, Claim>();

  /** The client must be connected. */
  constructor(client: Client, wallet: Wallet) {
    this.#client = client;
    this.#wallet = wallet;
  }

  /** Checks a claim and its channel, and keeps the largest valid claim of each channel. */
  async take(claim: Claim): Promise<Verdict> {
    const { channelId, drops, signature, publicKey } = claim;
    if (!verifyPaymentChannelClaim(channelId, xrpText(drops), signature, publicKey)) return 'false signature';
    const channel = await this.#channel(channelId);
    if (channel?.public_key_hex !== publicKey) return 'no such channel';
    if (channel.expiration !== undefined) return 'channel is closing';
    if (drops > BigInt(channel.amount)) return 'more than the channel holds';
    if (drops > (this.#best.get(channelId)?.drops ?? 0n)) this.#best.set(channelId, claim);
    return 'taken';
  }

  /** Redeems the largest claim of a channel. Resolves to the provisional result. */
  async redeem(channelId: string): Promise<string> {
    const claim = this.#best.get(channelId);
    if (claim === undefined) throw new Error('the channel has no claim');
    const drops = String(claim.drops);
    const transaction = {
      TransactionType: 'PaymentChannelClaim',
      Account: this.#wallet.address,
      Channel: channelId,
      Balance: drops,
      Amount: drops,
      Signature: claim.signature,
      PublicKey: claim.publicKey,
      Flags: PaymentChannelClaimFlags.tfClose,
    } as const;
    const { result } = await this.#client.submit(transaction, { wallet: this.#wallet });
    return result.engine_result;
  }

  /** Channels with a requested close, and the time (seconds since 2000) until which claims must be redeemed. */
  async closing(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const channelId of this.#best.keys()) {
      const end = (await this.#channel(channelId))?.expiration;
      if (end !== undefined) found.set(channelId, end);
    }
    return found;
  }

  async #channel(channelId: string) {
    const payer = await this.#payerOf(channelId);
    if (payer === undefined) return undefined;
    const { result } = await this.#client.request({
      command: 'account_channels',
      account: payer,
      destination_account: this.#wallet.address,
      ledger_index: 'validated',
    });
    return result.channels.find(({ channel_id: id }) => id === channelId);
  }

  async #payerOf(channelId: string): Promise<string | undefined> {
    try {
      const { result } = await this.#client.request({
        command: 'ledger_entry',
        payment_channel: channelId,
        ledger_index: 'validated',
      });
      return (result.node as { Account?: string } | undefined)?.Account;
    } catch {
      return undefined;
    }
  }
}

/** Converts drops to XRP for functions of the library that take XRP: `1500000n` is `1.500000`. */
export function xrpText(drops: bigint): string {
  return `${drops / DROPS_PER_XRP}.${String(drops % DROPS_PER_XRP).padStart(6, '0')}`;
}
