/**
 * The voucher desk of an imaginary shop: vouchers are tokens that only approved customers may hold, and deposits are escrows. It
 * works with any server: the tests pass a client that is connected to a ledger in their process.
 *
 * Values of vouchers are decimal strings and drops are `BigInt`, never JavaScript numbers.
 */
import { AccountSetAsfFlags, TrustSetFlags } from 'xrpl';

/** @import { Client, SubmittableTransaction, Wallet } from 'xrpl' */

/** Currency of the vouchers. */
export const CURRENCY = 'EUR';

export class VoucherDesk {
  /** @type {Client} */ #client;
  /** @type {Wallet} */ #shop;

  /**
   * @param {Client} client Must be connected.
   * @param {Wallet} shop Issues the vouchers.
   */
  constructor(client, shop) {
    this.#client = client;
    this.#shop = shop;
  }

  /** Requires the shop's approval for every holder. Call it before the first voucher is issued. */
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

  /** Total of the vouchers that customers hold, a decimal string. */
  async outstanding() {
    const { result } = await this.#client.request({ command: 'gateway_balances', account: this.#shop.address });
    return result.obligations?.[CURRENCY] ?? '0';
  }

  /**
   * Sets a deposit aside that can be paid to the customer after that time.
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

  /** @param {number} sequence The result of `setAside`. */
  giveBack(sequence) {
    return this.#send({
      TransactionType: 'EscrowFinish',
      Account: this.#shop.address,
      Owner: this.#shop.address,
      OfferSequence: sequence,
    });
  }

  /**
   * The final result of a transaction, or `pending` until its ledger is closed.
   *
   * @param {string} hash
   */
  async outcome(hash) {
    const { result } = await this.#client.request({ command: 'tx', transaction: hash });
    if (!result.validated || typeof result.meta !== 'object') return 'pending';
    return result.meta.TransactionResult;
  }

  /**
   * Submits a transaction. The result is provisional; pass the hash to `outcome` for the final one.
   *
   * @param {SubmittableTransaction} transaction
   */
  async #send(transaction) {
    const { result } = await this.#client.submit(transaction, { wallet: this.#shop });
    const { hash = '', Sequence: sequence = 0 } = result.tx_json;
    return { result: result.engine_result, hash, sequence };
  }
}
