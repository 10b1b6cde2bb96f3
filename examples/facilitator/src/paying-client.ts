/**
 * A client that pays for web resources: it opens a channel to each payee, and answers status 402 with a claim for the total so
 * far. Drops are `BigInt`, and strings in messages, never JavaScript numbers.
 */
import { type PaymentChannelCreate, signPaymentChannelClaim, type Wallet } from 'xrpl';
import { LedgerApi } from './ledger-api.ts';
import {
  ASSET,
  encodeHeader,
  PAYMENT_HEADER,
  type Payment,
  type PaymentRequired,
  type PaymentRequirements,
  SCHEME,
  X402_VERSION,
} from './x402.ts';

export interface PayingClientOptions {
  /** HTTP address of the ledger server. */
  readonly ledgerUrl: string;
  readonly payer: Wallet;
  /** The most that the client pays for one resource. */
  readonly maxPriceDrops: bigint;
  /** What a new channel holds. */
  readonly channelDrops: bigint;
  /** Seconds between a request to close and the end of the channel; a day if absent. */
  readonly settleDelaySeconds?: number;
}

const DAY_SECONDS = 86_400;
const DROPS_PER_XRP = 1_000_000n;
const CREATION_TIMEOUT_MS = 60_000;

interface OpenChannel {
  readonly channelId: string;
  /** The total of the claims that a server may have. */
  signedDrops: bigint;
}

export class PayingClient {
  readonly #options: PayingClientOptions;
  readonly #ledger: LedgerApi;
  /** By network and payee. */
  readonly #channels = new Map<string, OpenChannel>();
  #lastPayment: Promise<unknown> = Promise.resolve();

  constructor(options: PayingClientOptions) {
    this.#options = options;
    this.#ledger = new LedgerApi(options.ledgerUrl);
  }

  /**
   * Requests a resource and pays for it if that is required. Payments have an order, since each claim includes the ones before. A
   * response with status 402 is a refusal of the payment.
   */
  async fetch(url: string): Promise<Response> {
    const response = await fetch(url);
    if (response.status !== 402) return response;
    const { accepts } = (await response.json()) as PaymentRequired;
    const payment = this.#lastPayment.then(() => this.#pay(url, this.#chosen(accepts)));
    this.#lastPayment = payment.catch(() => {});
    return payment;
  }

  #chosen(accepts: readonly PaymentRequirements[]): PaymentRequirements {
    const chosen = accepts.find(({ scheme, asset }) => scheme === SCHEME && asset === ASSET);
    if (chosen === undefined) throw new Error('the resource cannot be paid by a channel in XRP');
    if (BigInt(chosen.maxAmountRequired) > this.#options.maxPriceDrops) {
      throw new Error(`the resource costs ${chosen.maxAmountRequired} drops, more than the limit of this client`);
    }
    return chosen;
  }

  async #pay(url: string, { network, payTo, maxAmountRequired }: PaymentRequirements): Promise<Response> {
    const channel = await this.#channelTo(network, payTo);
    const drops = channel.signedDrops + BigInt(maxAmountRequired);
    if (drops > this.#options.channelDrops) throw new Error('the channel is used up');
    const payload = signClaim(channel.channelId, drops, this.#options.payer);
    const payment: Payment = { x402Version: X402_VERSION, scheme: SCHEME, network, payload };
    // Without an answer the claim may count, so the next one is for more.
    channel.signedDrops = drops;
    const response = await fetch(url, { headers: { [PAYMENT_HEADER]: encodeHeader(payment) } });
    if (response.status === 402) channel.signedDrops = drops - BigInt(maxAmountRequired);
    return response;
  }

  async #channelTo(network: string, payTo: string): Promise<OpenChannel> {
    const name = `${network} ${payTo}`;
    const known = this.#channels.get(name);
    if (known !== undefined) return known;
    const channel = { channelId: await this.#openChannel(network, payTo), signedDrops: 0n };
    this.#channels.set(name, channel);
    return channel;
  }

  async #openChannel(network: string, payTo: string): Promise<string> {
    const { payer, channelDrops, settleDelaySeconds = DAY_SECONDS } = this.#options;
    const networkId = await this.#ledger.networkId();
    if (network !== `xrpl:${networkId}`) throw new Error(`the resource is paid on the network ${network}`);
    const transaction: PaymentChannelCreate = {
      TransactionType: 'PaymentChannelCreate',
      Account: payer.address,
      Destination: payTo,
      Amount: String(channelDrops),
      SettleDelay: settleDelaySeconds,
      PublicKey: payer.publicKey,
    };
    const signed = await this.#ledger.sign(payer, transaction, networkId);
    const provisional = await this.#ledger.submit(signed);
    const final = await this.#ledger.finalResult(signed, Date.now() + CREATION_TIMEOUT_MS);
    const nodes = final === undefined || final === 'pending' || final.result !== 'tesSUCCESS' ? [] : final.nodes;
    const created = nodes.find(({ LedgerEntryType }) => LedgerEntryType === 'PayChannel');
    if (created === undefined) throw new Error(`the channel was not opened: ${provisional}`);
    return created.LedgerIndex;
  }
}

/** A claim for this total on a channel of the payer. */
export function signClaim(channelId: string, drops: bigint, payer: Pick<Wallet, 'privateKey' | 'publicKey'>) {
  // The library takes XRP, not drops.
  const xrp = `${drops / DROPS_PER_XRP}.${String(drops % DROPS_PER_XRP).padStart(6, '0')}`;
  const signature = signPaymentChannelClaim(channelId, xrp, payer.privateKey);
  return { channelId, amount: String(drops), signature, publicKey: payer.publicKey };
}
