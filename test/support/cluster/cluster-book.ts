/**
 * Records what clients of a cluster observe, and checks it: which payments were signed and acknowledged, the hash of
 * each ledger on every node, and the balances at the end. Uses no code of the server.
 */
import assert from 'node:assert/strict';

/** A signed payment of drops. */
export interface BookedPayment {
  readonly id: string;
  readonly blob: string;
  /** Address of the sender, and of the receiver below. */
  readonly from: string;
  readonly to: string;
  readonly drops: bigint;
  readonly feeDrops: bigint;
  readonly sequence: number;
  /** True once a node has accepted the payment: from then on it must get into a ledger. */
  isAcknowledged: boolean;
}

interface Holding {
  drops: bigint;
  sequence: number;
}

/** A transaction in a ledger of the cluster, as a node returns it. */
export interface ChainTransaction {
  readonly id: string;
  readonly result: string;
}

export class ClusterBook {
  readonly #payments = new Map<string, BookedPayment>();
  readonly #hashes = new Map<number, string>();
  /** Question about past ledgers → first answer. */
  readonly #answers = new Map<string, string>();
  readonly #holdings = new Map<string, Holding>();
  /** Payment → index of the ledger that holds it. */
  readonly #found = new Map<string, number>();

  /** The balance of an account before all payments. */
  open(address: string, drops: bigint, sequence: number): void {
    this.#holdings.set(address, { drops, sequence });
  }

  sign(payment: BookedPayment): void {
    this.#payments.set(payment.id, payment);
  }

  get acknowledgedCount(): number {
    return this.#payments.values().reduce((count, { isAcknowledged }) => count + (isAcknowledged ? 1 : 0), 0);
  }

  get ledgerCount(): number {
    return this.#hashes.size;
  }

  /** Checks that all clients read the same validated ledger at this index. */
  seeLedger(ledgerIndex: number, hash: string, where: string): void {
    const known = this.#hashes.get(ledgerIndex);
    if (known === undefined) this.#hashes.set(ledgerIndex, hash);
    else assert.equal(hash, known, `ledger ${ledgerIndex} on ${where}: all nodes have the same hash`);
  }

  /** Checks that all clients get the same answer about past ledgers. */
  seeAnswer(question: string, answer: string, where: string): void {
    const known = this.#answers.get(question);
    if (known === undefined) this.#answers.set(question, answer);
    else assert.equal(answer, known, `${question} on ${where}: all nodes give the same answer`);
  }

  /** Checks and records the next ledger of the chain with its transactions in order. Call it once for each ledger. */
  followLedger(ledgerIndex: number, hash: string, transactions: readonly ChainTransaction[]): void {
    this.seeLedger(ledgerIndex, hash, 'the chain');
    for (const { id, result } of transactions) {
      const payment = this.#payments.get(id);
      if (payment === undefined) continue;
      assert.equal(this.#found.get(id), undefined, `${id} is in two ledgers`);
      this.#found.set(id, ledgerIndex);
      assert.equal(result, 'tesSUCCESS', `${id} in ledger ${ledgerIndex}`);
      this.#pay(payment, ledgerIndex);
    }
  }

  /** Account → the lowest sequence that it can have once all its acknowledged payments are in ledgers. */
  dueSequences(): ReadonlyMap<string, number> {
    const due = new Map<string, number>();
    for (const { from, sequence, isAcknowledged } of this.#payments.values())
      if (isAcknowledged) due.set(from, Math.max(due.get(from) ?? 0, sequence + 1));
    return due;
  }

  /** Checks that all acknowledged payments are in the ledgers passed to `followLedger`. */
  verifyAcknowledged(): void {
    for (const { id, from, sequence, isAcknowledged } of this.#payments.values()) {
      if (!isAcknowledged) continue;
      assert.ok(this.#found.has(id), `${id} (${from}, ${sequence}) was acknowledged and is in no ledger`);
    }
  }

  /** The expected balance and sequence of an account. */
  holding(address: string): Readonly<Holding> {
    const holding = this.#holdings.get(address);
    assert.ok(holding !== undefined, `${address} was opened`);
    return holding;
  }

  get addresses(): readonly string[] {
    return [...this.#holdings.keys()];
  }

  #pay({ id, from, to, drops, feeDrops, sequence }: BookedPayment, ledgerIndex: number): void {
    const sender = this.#holdings.get(from)!;
    assert.equal(sequence, sender.sequence, `${id} in ledger ${ledgerIndex} has the sender's next sequence`);
    sender.sequence += 1;
    sender.drops -= drops + feeDrops;
    this.#holdings.get(to)!.drops += drops;
  }
}
