/**
 * A payer, a payee and a third account on a ledger in memory, for tests of payment channels through the API methods.
 */

import assert from 'node:assert/strict';
import { deriveKeyPair } from '../../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../../src/crypto/seed.ts';
import { sign } from '../../src/crypto/signature.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import { channelClaimMessage } from '../../src/protocol/transaction/channel-claim.ts';
import type { Hash256, StObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { Env, type Party, party } from './env.ts';
import { type Answer, type Call, rpcOf } from './rpc-call.ts';

export const { tfClose } = TransactionFlags.PaymentChannelClaim;
export const SETTLE_DELAY = 100;
const START_XRP = 1000;

/** The key of the channels, which is not the key of an account. */
export const channelKeys = deriveKeyPair(seedOfPassphrase('channel key'), 'ed25519');

export interface ClaimOptions {
  readonly flags?: number;
  /** The amount that the payer signs for, if it is more than the requested amount. */
  readonly authorizedDrops?: bigint;
}

export class ChannelLedger {
  readonly env: Env;
  readonly call: Call;
  readonly payer = party('payer');
  readonly payee = party('payee');
  readonly stranger = party('stranger');

  private constructor(env: Env) {
    this.env = env;
    this.call = rpcOf(env);
  }

  static async create(): Promise<ChannelLedger> {
    const ledger = new ChannelLedger(await Env.create());
    await ledger.env.fund(START_XRP, ledger.payer, ledger.payee, ledger.stranger);
    return ledger;
  }

  /** Submits through the API, and asserts the provisional result. */
  async submit(who: Party, fields: StObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const { blob } = this.env.sign(who, fields);
    const answer = await this.call('submit', { tx_blob: bytesToHex(blob) });
    assert.equal(answer.engine_result, expected);
    return answer;
  }

  /** Submits, closes the ledger, and asserts the final result. Returns the answer of `tx`. */
  async settle(who: Party, fields: StObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const { tx_json } = await this.submit(who, fields, expected);
    await this.env.close();
    const final = await this.call('tx', { transaction: tx_json.hash });
    assert.equal(final.validated, true);
    assert.equal(final.meta.TransactionResult, expected);
    return final;
  }

  creation(amountDrops: bigint, more: StObject = {}): StObject {
    return {
      TransactionType: 'PaymentChannelCreate',
      Destination: this.payee.id,
      Amount: amountDrops,
      SettleDelay: SETTLE_DELAY,
      PublicKey: channelKeys.publicKey,
      ...more,
    };
  }

  /** Opens a channel in a validated ledger; returns its id. */
  async open(amountDrops: bigint, more: StObject = {}): Promise<Hash256> {
    const { channel_id } = await this.settle(this.payer, this.creation(amountDrops, more));
    return channel_id;
  }

  /** The channel in `account_channels` of its payer, in the validated ledger; undefined if it is closed. */
  async channel(channelId: Hash256): Promise<Answer | undefined> {
    const params = { account: this.payer.address, ledger_index: 'validated' };
    const { channels } = await this.call('account_channels', params);
    return channels.find((channel: Answer) => channel.channel_id === channelId);
  }

  /** Balance in drops and number of owned objects of an account in the validated ledger. */
  async account({ address }: Party): Promise<{ drops: bigint; owned: number }> {
    const { account_data: root } = await this.call('account_info', { account: address, ledger_index: 'validated' });
    return { drops: BigInt(root.Balance), owned: root.OwnerCount };
  }

  /** The close time of the last ledger, which decides expiration in the next one. */
  get nowSeconds(): number {
    return this.env.node.validated.closeTimeSeconds;
  }

  /** Closes a ledger with exactly this close time. */
  async closeAt(closeTimeSeconds: number): Promise<void> {
    await this.env.close(closeTimeSeconds);
  }
}

/** A PaymentChannelClaim that redeems a claim signed with the channel's key. */
export function redemption(channelId: Hash256, drops: bigint, options: ClaimOptions = {}): StObject {
  const { flags = 0, authorizedDrops = drops } = options;
  return {
    TransactionType: 'PaymentChannelClaim',
    Channel: channelId,
    Balance: drops,
    Amount: authorizedDrops,
    Signature: claimSignature(channelId, authorizedDrops),
    PublicKey: channelKeys.publicKey,
    Flags: flags,
  };
}

export function claimSignature(channelId: Hash256, drops: bigint, keys = channelKeys): string {
  return sign(channelClaimMessage(channelId, drops), keys);
}

/** A PaymentChannelClaim without a signed claim. */
export function request(channelId: Hash256, flags: number): StObject {
  return { TransactionType: 'PaymentChannelClaim', Channel: channelId, Flags: flags };
}

export function funding(channelId: Hash256, drops: bigint, more: StObject = {}): StObject {
  return { TransactionType: 'PaymentChannelFund', Channel: channelId, Amount: drops, ...more };
}
