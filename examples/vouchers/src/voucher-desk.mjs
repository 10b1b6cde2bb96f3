/**
 * The voucher desk of an imaginary shop: vouchers are tokens that only approved customers may hold, and a deposit waits in an
 * escrow. It knows nothing of Weir; a test gives it a client that is connected to one.
 *
 * Values of vouchers are decimal numbers in texts, drops are `BigInt`; neither is ever a JavaScript number.
 */
import { AccountSetAsfFlags, TrustSetFlags } from 'xrpl';

/** @import { Client, SubmittableTransaction, Wallet } from 'xrpl' */

/** Vouchers are worth euros. */
export const CURRENCY = 'EUR';

export class VoucherDesk {
  /** @type {Client} */ #client;
  /** @type {Wallet} */ #shop;

  /**
   * @param {Client} client Connected already.
   * @param {Wallet} shop Issues the vouchers.
   */
  constructor(client, shop) {
    this.#client = client;
    this.#shop = shop;
  }

  /** From now on nobody holds vouchers whom the shop has not approved. To be done before the first one is issued. */
  open() {
    const { asfRequireAuth } = AccountSetAsfFlags;
    return this.#send({ TransactionType: 'AccountSet', Account: this.#shop.address, SetFlag: asfRequireAuth });
  }

  /** @param {string} customer Address. */
  approve(customer) {
    return this.#send({
      TransactionType: 'TrustSet',
      Account: this.#shop.address,
      LimitAmount: { currency: CURRENCY, issuer: customer, value: '0' },
      Flags: TrustSetFlags.tfSetfAuth,
    });
  }

  /**
   * @param {string} customer Address.
   * @param {string} value Like `12.50`.
   */
  issue(customer, value) {
    return this.#send({
      TransactionType: 'Payment',
      Account: this.#shop.address,
      Destination: customer,
      Amount: { currency: CURRENCY, issuer: this.#shop.address, value },
    });
  }

  /** What all customers hold together, as a decimal number in a text. */
  async outstanding() {
    const { result } = await this.#client.request({ command: 'gateway_balances', account: this.#shop.address });
    return result.obligations?.[CURRENCY] ?? '0';
  }

  /**
   * Sets a deposit aside, which goes back to the customer after that time.
   *
   * @param {string} customer Address.
   * @param {bigint} drops
   * @param {number} until In seconds since 2000-01-01T00:00:00Z.
   */
  setAside(customer, drops, until) {
    return this.#send({
      TransactionType: 'EscrowCreate',
      Account: this.#shop.address,
      Destination: customer,
      Amount: String(drops),
      FinishAfter: until,
    });
  }

  /** @param {number} sequence What `setAside` gave. */
  giveBack(sequence) {
    return this.#send({
      TransactionType: 'EscrowFinish',
      Account: this.#shop.address,
      Owner: this.#shop.address,
      OfferSequence: sequence,
    });
  }

  /**
   * What became of a transaction: `pending` until its ledger is closed, then its final result.
   *
   * @param {string} hash
   */
  async outcome(hash) {
    const { result } = await this.#client.request({ command: 'tx', transaction: hash });
    if (!result.validated || typeof result.meta !== 'object') return 'pending';
    return result.meta.TransactionResult;
  }

  /**
   * The result is provisional; the hash is what to ask `outcome` for.
   *
   * @param {SubmittableTransaction} transaction
   */
  async #send(transaction) {
    const { result } = await this.#client.submit(transaction, { wallet: this.#shop });
    const { hash = '', Sequence: sequence = 0 } = result.tx_json;
    return { result: result.engine_result, hash, sequence };
  }
}
