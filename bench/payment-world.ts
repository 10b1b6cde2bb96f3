/**
 * A chain whose first ledger has many accounts, and signed payments for it: from a hundred payers to destinations all
 * over the state. The same in every run.
 */
import { createHash } from 'node:crypto';
import { accountIdOfPublicKey } from '../src/crypto/address.ts';
import { deriveKeyPair, type KeyPair } from '../src/crypto/key-pair.ts';
import { DEFAULT_GENESIS, type GenesisOptions, genesisEntries } from '../src/ledger/genesis.ts';
import { DROPS_PER_XRP } from '../src/protocol/amounts/amount-math.ts';
import { encodeObject } from '../src/protocol/codec/encode.ts';
import type { LedgerEntry } from '../src/protocol/entries/entries.ts';
import { accountKeylet } from '../src/protocol/entries/keylets.ts';
import { newEntry } from '../src/protocol/entries/new-entry.ts';
import type { Transaction } from '../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../src/protocol/transaction/transaction-signature.ts';
import type { AccountId, StObject } from '../src/protocol/values.ts';
import { bytesToHex } from '../src/util/hex.ts';

export const PAYER_COUNT = 100;
const BALANCE_DROPS = 10_000n * DROPS_PER_XRP;
const FEE_DROPS = 10n;

export interface Payer {
  readonly id: AccountId;
  readonly keys: KeyPair;
}

export class PaymentWorld {
  readonly accountCount: number;
  readonly payers: readonly Payer[];
  /** The next sequence of each payer. */
  #sequences: number[];
  #signed = 0;

  /** `accountCount` includes the payers. */
  constructor(accountCount = PAYER_COUNT, payerCount = PAYER_COUNT) {
    this.accountCount = accountCount;
    this.#sequences = new Array(payerCount).fill(1);
    this.payers = Array.from({ length: payerCount }, (_, at) => {
      const keys = deriveKeyPair(digest(`payer ${at}`).subarray(0, 16), 'secp256k1');
      return { id: accountIdOfPublicKey(keys.publicKey), keys };
    });
  }

  /** The genesis options of a chain whose first ledger has all accounts. Holds all of them in memory. */
  get genesis(): GenesisOptions {
    const accounts = Array.from({ length: this.accountCount }, (_, at) => newAccountRoot(this.accountAt(at)));
    const entries = [...genesisEntries(DEFAULT_GENESIS), ...accounts];
    return {
      ...DEFAULT_GENESIS,
      entries: new Map(entries.map((entry) => [entry.index, bytesToHex(encodeObject(entry as unknown as StObject))])),
    };
  }

  /** The payers have the lowest numbers. */
  accountAt(at: number): AccountId {
    return this.payers[at]?.id ?? accountOf(`account ${at - this.payers.length}`);
  }

  /**
   * Sets the next sequence of each payer, for payers that have sent transactions or were created after the first
   * ledger.
   */
  resetTo(sequences: readonly number[]): void {
    this.#sequences = [...sequences];
    this.#signed = 0;
  }

  /** Signs the next payments: payers in turn, destinations all different. */
  sign(count: number): Transaction[] {
    return Array.from({ length: count }, () => this.#signNext());
  }

  #signNext(): Transaction {
    const turn = this.#signed++;
    const number = turn % this.payers.length;
    const { id, keys } = this.payers[number]!;
    let at = digest(`payment ${turn}`).readUInt32BE(0) % this.accountCount;
    if (this.accountAt(at) === id) at = (at + 1) % this.accountCount;
    return payment({ id, keys }, this.accountAt(at), 1000n, this.#sequences[number]!++);
  }
}

/** Payments that create the payers on a chain without them. Several rounds give a long history. */
export function fundingPayments(
  from: Payer,
  { payers }: PaymentWorld,
  rounds: number,
  firstSequence = 1,
): Transaction[] {
  return Array.from({ length: rounds }, () => payers)
    .flat()
    .map(({ id }, at) => payment(from, id, BALANCE_DROPS, firstSequence + at));
}

function payment({ id, keys }: Payer, to: AccountId, drops: bigint, sequence: number): Transaction {
  const fields = {
    TransactionType: 'Payment',
    Account: id,
    Destination: to,
    Amount: drops,
    Fee: FEE_DROPS,
    Sequence: sequence,
    Flags: 0,
    SigningPubKey: keys.publicKey,
  };
  return signTransaction(fields, keys);
}

/** The AccountRoot entry of a funded account. */
export function newAccountRoot(id: AccountId): LedgerEntry {
  const entry = newEntry(accountKeylet(id));
  entry.Account = id;
  entry.Sequence = 1;
  entry.Balance = BALANCE_DROPS;
  return entry;
}

function accountOf(name: string): AccountId {
  return bytesToHex(digest(name).subarray(0, 20));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
