/**
 * What must hold of the engine whatever a well-formed, well-signed transaction means: it gets a result that is no
 * surprise of ours, open and closed ledgers take or refuse it without an exception, and afterwards the ledger is sound
 * (test/simulation/audit-ledger.ts says what that is). Values are mostly hostile; names are mostly those of the ledger.
 */
import assert from 'node:assert/strict';
import { sign } from '../src/crypto/key-pair.ts';
import type { LedgerNode } from '../src/node/ledger-node.ts';
import { CodecError } from '../src/protocol/codec/codec-error.ts';
import { transactionTypeNames } from '../src/protocol/tables/fields.ts';
import { PSEUDO_TYPES } from '../src/protocol/tables/transaction-traits.ts';
import {
  checkLocally,
  createTransaction,
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
} from '../src/protocol/transaction/transaction.ts';
import {
  multiSigningData,
  signatureProblem,
  signTransaction,
} from '../src/protocol/transaction/transaction-signature.ts';
import type { StObject } from '../src/protocol/values.ts';
import { transactionTypeOf } from '../src/transactions/table.ts';
import { hexToBytes } from '../src/util/hex.ts';
import { auditLedger } from '../test/simulation/audit-ledger.ts';
import { type Env, MASTER, type Party } from '../test/support/env.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';
import type { FuzzTarget, FuzzWorld } from './fuzz-target.ts';
import { createFuzzWorld, PARTIES, SENDERS, USD, usd } from './fuzz-world.ts';
import { HostileValues } from './hostile-values.ts';

const APPLIED_TYPES = transactionTypeNames().filter((name) => {
  const type = transactionTypeOf(name);
  return type !== undefined && !PSEUDO_TYPES.has(name);
});
/** Flags that mean something to some type. */
const FLAGS = [0x80000000, 0x00010000, 0x00020000, 0x00040000, 0x00100000, 0x00200000, 0x00400000, 0x00800000];
const CLOSE_EVERY = 40;
/**
 * Results that say that the engine is wrong. An exception of ours is reported apart, and ends the campaign. Amounts that
 * overflow in a payment are tecINTERNAL in the reference too.
 */
const SURPRISES = /^(tefINTERNAL|te[cf]INVARIANT_FAILED|tefFAILURE|tefBAD_LEDGER)$/;

export const engineTarget: FuzzTarget<string> = {
  name: 'engine',
  casesPerWorld: 400,
  async createWorld(corpus) {
    return new EngineWorld(corpus, await createFuzzWorld());
  },
};

class EngineWorld implements FuzzWorld<string> {
  readonly #corpus: readonly string[];
  readonly #env: Env;
  #entries: readonly string[] = [];
  #count = 0;

  constructor(corpus: readonly string[], env: Env) {
    this.#corpus = corpus;
    this.#env = env;
    this.#entries = entryKeys(env.node);
  }

  makeInput(random: SeededRandom): string {
    if (this.#corpus.length > 0 && random.chance(0.01)) return random.pick(this.#corpus);
    const sender = random.chance(0.02) ? MASTER : random.pick(PARTIES);
    const fields = this.#hostileFields(sender, random);
    try {
      const isMulti = random.chance(0.1);
      const transaction = isMulti ? signedByMany(fields, random) : signTransaction(fields, sender.keys);
      return transaction.blob.toString('hex');
    } catch (error) {
      if (error instanceof InvalidTransactionError || error instanceof CodecError) return '';
      throw error;
    }
  }

  async run(input: string): Promise<string> {
    const result = this.#submit(input);
    this.#count += 1;
    if (this.#count % CLOSE_EVERY === 0) await this.#close();
    return result;
  }

  async finish(): Promise<void> {
    await this.#close();
    await this.#env.stop();
  }

  print(input: string): string {
    return input;
  }

  parse(line: string): string {
    return line;
  }

  /** As `submit` treats a blob. */
  #submit(input: string): string {
    let transaction: Transaction;
    try {
      transaction = parseTransaction(hexToBytes(input));
    } catch (error) {
      if (error instanceof InvalidTransactionError) return 'no transaction';
      throw error;
    }
    if ((signatureProblem(transaction) ?? checkLocally(transaction.fields)) !== undefined) return 'refused locally';
    const simulated = this.#env.node.simulate(transaction).result;
    const { result } = this.#env.node.submit(transaction);
    assert.doesNotMatch(result, SURPRISES);
    assert.doesNotMatch(simulated, SURPRISES);
    return result;
  }

  async #close(): Promise<void> {
    await this.#env.close();
    auditLedger(this.#env.node.store, this.#env.node.validated.ledgerIndex);
    this.#entries = entryKeys(this.#env.node);
  }

  #hostileFields(sender: Party, random: SeededRandom): StObject {
    const values = new HostileValues(random, {
      accounts: SENDERS.map(({ id }) => id),
      currencies: [USD],
      publicKeys: SENDERS.map(({ keys }) => keys.publicKey),
      entries: this.#entries,
    });
    const type = random.chance(0.9) ? random.pick(APPLIED_TYPES) : random.pick(transactionTypeNames());
    const generated = values.transaction(type, random.pick([0, 0.15, 0.4]));
    return { ...sensible(generated, random), ...this.#ordinary(sender, generated, random) };
  }

  /** Who sends it in which turn for what fee: mostly as it should be, or nothing else would ever be looked at. */
  #ordinary(sender: Party, generated: StObject, random: SeededRandom): StObject {
    const root = this.#env.account(sender);
    const isTidy = random.chance(0.93);
    const flags = random.chance(0.7) ? 0 : random.pick(FLAGS) + (random.chance(0.2) ? random.pick(FLAGS) : 0);
    const common = {
      Account: sender.id,
      Fee: random.chance(0.95) ? 10n : generated.Fee,
      Sequence: random.chance(0.93) ? (root?.Sequence ?? 1) : generated.Sequence,
      Flags: random.chance(0.96) ? flags % 2 ** 32 : generated.Flags,
    };
    if (!isTidy) return common;
    const optional = [
      'TicketSequence',
      'LastLedgerSequence',
      'AccountTxnID',
      'Signers',
      'NetworkID',
      'Delegate',
      'Memos',
    ];
    return {
      ...common,
      ...Object.fromEntries([...optional, 'PreviousTxnID', 'OperationLimit'].map((name) => [name, undefined])),
    };
  }
}

/** Elements that anything can be in, which no signature covers by name. */
const SIGNER_NAMES = ['Signer', 'Signer', 'Signer', 'Memo', 'EmittedTxn', 'NFToken'];

function signedByMany(fields: StObject, random: SeededRandom): Transaction {
  const unsigned = { ...fields, SigningPubKey: '' };
  const signers = SENDERS.filter(() => random.chance(0.4)).sort((one, other) => (one.id < other.id ? -1 : 1));
  const Signers = signers.map(({ id, keys }) => {
    const TxnSignature = sign(multiSigningData(unsigned, id), keys);
    const signer = { Account: id, SigningPubKey: keys.publicKey, TxnSignature };
    const [left] = random.pick(Object.entries(signer));
    const said = random.chance(0.1) ? Object.entries(signer).filter(([name]) => name !== left) : Object.entries(signer);
    return { [random.pick(SIGNER_NAMES)]: Object.fromEntries(said) };
  });
  return createTransaction({ ...unsigned, Signers });
}

/** Half of the amounts become such as one would send. */
function sensible(fields: StObject, random: SeededRandom): StObject {
  const copy: Record<string, StObject[string]> = { ...fields };
  for (const name of ['Amount', 'LimitAmount', 'SendMax', 'DeliverMin', 'Balance']) {
    if (copy[name] === undefined || random.chance(0.5)) continue;
    const tokens = usd(BigInt(random.between(1, 2000)), random.pick(SENDERS).id);
    copy[name] = name === 'LimitAmount' || random.chance(0.4) ? tokens : BigInt(random.between(1, 20_000_000));
  }
  return copy;
}

function entryKeys({ store, validated }: LedgerNode): string[] {
  const keys: string[] = [];
  let key: string | undefined = store.nextEntryKey('0'.repeat(64), validated.ledgerIndex);
  for (; key !== undefined; key = store.nextEntryKey(key, validated.ledgerIndex)) keys.push(key);
  return keys;
}
