/**
 * What must hold of the engine whatever a well-formed, well-signed transaction means: it gets a result that is no
 * surprise of ours, open and closed ledgers take or refuse it without an exception, and afterwards the ledger is sound
 * (test/simulation/audit-ledger.ts says what that is). Values are mostly hostile; names are mostly those of the ledger.
 */

import assert from 'node:assert/strict';
import { sign } from '../src/crypto/signature.ts';
import { CodecError } from '../src/protocol/codec/codec-error.ts';
import { offerKeylet } from '../src/protocol/entries/keylets.ts';
import { fieldByName } from '../src/protocol/tables/fields.ts';
import { transactionFlagMask } from '../src/protocol/tables/flags.ts';
import { transactionFormat } from '../src/protocol/tables/formats.ts';
import { transactionTypeNames } from '../src/protocol/tables/type-codes.ts';
import { checkLocally } from '../src/protocol/transaction/local-checks.ts';
import {
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
import { type FieldValue, type StObject, ZERO_HASH } from '../src/protocol/values.ts';
import { SENT_TYPES } from '../src/transactions/types/table.ts';
import { type Awaitable, andThen } from '../src/util/awaitable.ts';
import { hexToBytes } from '../src/util/hex.ts';
import { auditLedger } from '../test/simulation/audit-ledger.ts';
import { type Env, MASTER, type Party } from '../test/support/env.ts';
import { LedgerNames, type NamedEntry } from '../test/support/ledger-names.ts';
import type { SeededRandom } from '../test/support/seeded-random.ts';
import { USD } from '../test/support/token-ledger.ts';
import { createFuzzLedger, PARTIES, SENDERS } from './fuzz-ledger.ts';
import type { FuzzRound, FuzzTarget } from './fuzz-target.ts';
import { HostileValues } from './hostile-values.ts';
import { SensibleValues } from './sensible-values.ts';

/** What types ask that make an account. */
const DEARER_FEE_DROPS = 200_000n;
/** The bits above are for every type. */
const OWN_FLAG_BITS = 30;
/** How many letters the names of a type and of the entries that it is about have in common. */
const KINSHIP = 3;
const CLOSE_EVERY = 40;
/**
 * Results that say that the engine is wrong. An exception of ours is reported apart, and ends the campaign. Amounts that
 * overflow in a payment are tecINTERNAL in the reference too.
 */
const SURPRISES = /^(tefINTERNAL|te[cf]INVARIANT_FAILED|tefFAILURE|tefBAD_LEDGER)$/;

export const engineTarget: FuzzTarget<string> = {
  name: 'engine',
  casesPerRound: 400,
  async createRound(corpus) {
    return new EngineRound(corpus, await createFuzzLedger());
  },
};

/** A round of engine cases. Inputs are blobs in hex. */
export class EngineRound implements FuzzRound<string> {
  readonly #corpus: readonly string[];
  readonly #env: Env;
  #names: LedgerNames;
  #count = 0;

  constructor(corpus: readonly string[], env: Env) {
    this.#corpus = corpus;
    this.#env = env;
    this.#names = soundNames(env);
  }

  /** Mostly of one of these types. */
  makeInput(random: SeededRandom, types: readonly string[] = SENT_TYPES): string {
    if (this.#corpus.length > 0 && random.chance(0.01)) return random.pick(this.#corpus);
    const { sender, fields } = this.#hostileTransaction(random, types);
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
    const result = await this.submit(input);
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

  /** As `submit` treats a blob; gives the result, after the close under way if there is one. Throws for one that no transaction should have. */
  submit(input: string): Awaitable<string> {
    let transaction: Transaction;
    try {
      transaction = parseTransaction(hexToBytes(input));
    } catch (error) {
      if (error instanceof InvalidTransactionError) return 'no transaction';
      throw error;
    }
    const { rules } = this.#env.node;
    const refusal = signatureProblem(transaction, rules) ?? checkLocally(transaction.fields, rules);
    if (refusal !== undefined) return 'refused locally';
    const { node } = this.#env;
    const [simulated, submitted] = [node.simulate(transaction), node.submit(transaction)];
    return andThen(simulated, ({ result: first }) =>
      andThen(submitted, ({ result }) => {
        for (const one of [first, result]) {
          assert.ok(!SURPRISES.test(one) || this.#isOfReference(one, transaction), one);
        }
        return result;
      }),
    );
  }

  /** True for what breaks an invariant in the reference too. */
  #isOfReference(result: string, transaction: Transaction): boolean {
    if (!result.endsWith('INVARIANT_FAILED')) return false;
    return this.#replacesOfferOfAnotherDomain(transaction) || this.#isBrokerCertified();
  }

  /** An offer that goes from another domain's book counts as one that was touched (rippled: PermissionedDEXInvariant.cpp). */
  #replacesOfferOfAnotherDomain({ fields }: Transaction): boolean {
    const { TransactionType: type, Account, OfferSequence: sequence, DomainID: domain } = fields;
    if (type !== 'OfferCreate' || sequence === undefined || domain === undefined) return false;
    const replaced = this.#env.node.openLedger.view.read(offerKeylet(Account, sequence as number));
    return replaced?.DomainID !== undefined && replaced.DomainID !== domain;
  }

  /**
   * Anybody may make out a credential to the account of a loan broker, and from then on whatever touches the broker
   * breaks an invariant (rippled: CredentialCreate.cpp, LoanBrokerInvariant.cpp).
   */
  #isBrokerCertified(): boolean {
    const { view } = this.#env.node.openLedger;
    const brokers = new Set(this.#names.ofType('LoanBroker').map(({ entry }) => entry.Account));
    for (let key = view.nextKey(ZERO_HASH); key !== undefined; key = view.nextKey(key)) {
      const entry = view.readAny(key);
      if (entry?.LedgerEntryType === 'Credential' && brokers.has(entry.Subject)) return true;
    }
    return false;
  }

  async #close(): Promise<void> {
    await this.#env.close();
    this.#names = soundNames(this.#env);
  }

  #hostileTransaction(random: SeededRandom, types: readonly string[]): { sender: Party; fields: StObject } {
    const names = this.#names;
    const type = random.chance(0.95) ? random.pick(types) : random.pick(transactionTypeNames());
    const values = new HostileValues(random, {
      accounts: names.accounts,
      currencies: [USD],
      publicKeys: SENDERS.map(({ keys }) => keys.publicKey),
      entries: names.entries,
      byField: names.byField,
    });
    const generated = values.transaction(type, random.pick([0, 0.2, 0.5, 0.8]));
    const about = random.chance(0.6) ? this.#entryFor(type, random) : undefined;
    const sender = senderFor(about, random);
    const sensible = new SensibleValues(random, names, this.#env.nowSeconds);
    const fields = sensible.instead(generated);
    const said = about === undefined ? {} : saidOf(names, type, fields, about, random);
    return { sender, fields: { ...fields, ...said, ...this.#ordinary(sender, generated, random) } };
  }

  /** An entry that the type may be about: mostly of a type with a similar name. */
  #entryFor(type: string, random: SeededRandom): NamedEntry | undefined {
    const kin = this.#names.types.filter((name) => name.slice(0, KINSHIP) === type.slice(0, KINSHIP));
    const candidates = kin.length > 0 && random.chance(0.8) ? kin : this.#names.types;
    return random.pick(this.#names.ofType(random.pick(candidates)));
  }

  /** Who sends it in which turn for what fee: mostly as it should be, or nothing else would ever be looked at. */
  #ordinary(sender: Party, generated: StObject, random: SeededRandom): StObject {
    const root = this.#env.account(sender);
    const isTidy = random.chance(0.93);
    const common = {
      Account: sender.id,
      Fee: random.chance(0.95) ? random.pick([10n, 10n, 10n, DEARER_FEE_DROPS]) : generated.Fee,
      Sequence: random.chance(0.95) ? (root?.Sequence ?? 1) : generated.Sequence,
      Flags: random.chance(0.96) ? knownFlags(generated.TransactionType as string, random) : generated.Flags,
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

/** What the last ledger has, after it was found to be sound. */
function soundNames({ node }: Env): LedgerNames {
  return new LedgerNames(auditLedger(node.store, node.validated.ledgerIndex));
}

/** Often somebody whom the entry names. */
function senderFor(about: NamedEntry | undefined, random: SeededRandom): Party {
  const named = new Set(Object.values(about?.entry ?? {}));
  const parties = PARTIES.filter(({ id }) => named.has(id));
  if (parties.length > 0 && random.chance(0.8)) return random.pick(parties);
  return random.chance(0.02) ? MASTER : random.pick(PARTIES);
}

/** The fields that can say something of the entry. */
function saidOf(names: LedgerNames, type: string, fields: StObject, about: NamedEntry, random: SeededRandom): StObject {
  const said: Record<string, FieldValue> = {};
  for (const { name } of transactionFormat(type)?.fields ?? []) {
    const value = names.said(fieldByName(name)!, about);
    const isWanted = random.chance(fields[name] === undefined ? 0.4 : 0.9);
    if (value !== undefined && isWanted) said[name] = value;
  }
  return said;
}

/** Mostly none, else flags that the type knows. */
function knownFlags(type: string, random: SeededRandom): number {
  if (random.chance(0.55)) return 0;
  const known = ~transactionFlagMask(type);
  const bits = Array.from({ length: OWN_FLAG_BITS }, (_, bit) => 1 << bit).filter((bit) => (known & bit) !== 0);
  const chosen = random.chance(0.6) ? bits.filter(() => random.chance(1 / (bits.length + 1))) : [random.pick(bits)];
  return chosen.reduce((flags, bit) => flags | bit, 0);
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
