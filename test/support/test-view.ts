/**
 * A ledger for unit tests of transaction types and invariants: it is empty at first, and signatures are not checked.
 * `apply` runs only the phases of the transaction type, not the engine around them.
 */
import { OpenView } from '../../src/ledger/open-view.ts';
import type { ReadView } from '../../src/ledger/read-view.ts';
import { Sandbox } from '../../src/ledger/sandbox.ts';
import type { Fees } from '../../src/protocol/amounts/amount-math.ts';
import type { AccountRoot, EntryName, Keylet, LedgerEntries, LedgerEntry } from '../../src/protocol/entries/entries.ts';
import { accountKeylet } from '../../src/protocol/entries/keylets.ts';
import { newEntry } from '../../src/protocol/entries/new-entry.ts';
import { NEW_CHAIN_RULES, type Rules } from '../../src/protocol/tables/rules.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import { createTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import type { AccountId, Amount, Hash256, StObject } from '../../src/protocol/values.ts';
import { preflightInner } from '../../src/transactions/engine/preflight.ts';
import { consumeSequenceAndPayFee } from '../../src/transactions/engine/sender.ts';
import type { ApplyFlags, LedgerContext } from '../../src/transactions/transaction-type.ts';
import { transactionTypeOf } from '../../src/transactions/types/table.ts';

const ZERO_HASH = '0'.repeat(64);
export const TEST_FEES: Fees = { baseDrops: 10n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n };
export const TEST_FEE_DROPS = 10n;
/** What a `TestLedger` with the rules of a new chain is applied to. */
export const TEST_CONTEXT: LedgerContext = { fees: TEST_FEES, networkId: 0, rules: NEW_CHAIN_RULES };

/** An account id that is easy to recognize: `testAccount('A')`. Names of two letters give further ids. */
export function testAccount(name: string): AccountId {
  return Buffer.from(name).toString('hex').toUpperCase().padEnd(40, '0');
}

/** An empty base ledger. */
class EmptyView implements ReadView {
  readonly isOpen = false;
  readonly ledgerIndex: number;
  readonly parentCloseTimeSeconds = 0;
  readonly closeTimeSeconds = 0;
  readonly parentHash = ZERO_HASH;
  readonly rules: Rules;

  constructor(ledgerIndex: number, rules: Rules) {
    this.ledgerIndex = ledgerIndex;
    this.rules = rules;
  }

  read(): undefined {
    return undefined;
  }

  readAny(): undefined {
    return undefined;
  }

  nextKey(): undefined {
    return undefined;
  }

  hasTransaction(): boolean {
    return false;
  }
}

export interface TestResult {
  readonly result: Ter;
  readonly delivered: Amount | undefined;
}

export class TestLedger {
  readonly view: OpenView;

  constructor({ ledgerIndex = 1000, closeTimeSeconds = 1_000_000, isOpen = false, rules = NEW_CHAIN_RULES } = {}) {
    const parent = new EmptyView(ledgerIndex - 1, rules);
    const header = {
      ledgerIndex: ledgerIndex - 1,
      hash: ZERO_HASH,
      parentHash: ZERO_HASH,
      transactionHash: ZERO_HASH,
      accountHash: ZERO_HASH,
      totalDrops: 100_000_000_000_000_000n,
      parentCloseTimeSeconds: closeTimeSeconds - 10,
      closeTimeSeconds,
      closeTimeResolutionSeconds: 10,
      closeFlags: 0,
    };
    this.view = new OpenView(parent, header, isOpen);
  }

  /** Creates an account, by default with 100 XRP and sequence 1. */
  fund(account: AccountId, fields: Partial<AccountRoot> = {}): void {
    const root = newEntry(accountKeylet(account));
    Object.assign(root, { Account: account, Sequence: 1, Balance: 100_000_000n }, fields);
    this.put(root);
  }

  put(entry: LedgerEntry): void {
    this.view.rawInsert(entry);
  }

  read<Name extends EntryName>(keylet: Keylet<Name>): Readonly<LedgerEntries[Name]> | undefined {
    return this.view.read(keylet);
  }

  readAny(key: Hash256): Readonly<LedgerEntry> | undefined {
    return this.view.readAny(key);
  }

  account(account: AccountId): Readonly<AccountRoot> {
    const root = this.view.read(accountKeylet(account));
    if (root === undefined) throw new Error(`there is no account ${account}`);
    return root;
  }

  /** An unsigned transaction with the common fields filled in, from `Account` with its next sequence. */
  transaction(fields: StObject): Transaction {
    const sequence = this.view.read(accountKeylet(fields.Account as AccountId))?.Sequence ?? 1;
    return createTransaction({ Fee: TEST_FEE_DROPS, Sequence: sequence, SigningPubKey: '', ...fields });
  }

  /** Runs preflight, preclaim and apply of the transaction's type. Keeps the changes only after tesSUCCESS. */
  apply(fields: StObject, flags: ApplyFlags = {}): TestResult {
    const sandbox = new Sandbox(this.view);
    const outcome = this.run(sandbox, this.transaction(fields), flags);
    if (outcome.result === 'tesSUCCESS') sandbox.applyTo(this.view);
    return outcome;
  }

  /** As `apply`, but leaves the changes in the sandbox. */
  run(sandbox: Sandbox, transaction: Transaction, flags: ApplyFlags = {}): TestResult {
    const tx = transaction.fields;
    const type = transactionTypeOf(tx.TransactionType);
    if (type === undefined) throw new Error(`there is no transaction type ${tx.TransactionType}`);
    const context = { ...TEST_CONTEXT, rules: this.view.rules, transaction, tx, flags };
    const early = type.isDisabled?.(tx, context.rules) ? 'temDISABLED' : type.preflight(context, preflightInner);
    if (early !== 'tesSUCCESS') return { result: early, delivered: undefined };
    const late = type.preflightSigValidated?.(context) ?? 'tesSUCCESS';
    if (late !== 'tesSUCCESS') return { result: late, delivered: undefined };
    const baseFeeDrops = type.baseFee?.(tx, this.view, context) ?? TEST_FEES.baseDrops;
    const claim = type.preclaim?.({ ...context, view: this.view, baseFeeDrops }) ?? 'tesSUCCESS';
    if (claim !== 'tesSUCCESS') return { result: claim, delivered: undefined };
    const balanceBeforeFeeDrops = consumeSequenceAndPayFee(sandbox, transaction);
    if (typeof balanceBeforeFeeDrops === 'string') return { result: balanceBeforeFeeDrops, delivered: undefined };
    let delivered: Amount | undefined;
    const deliver = (amount: Amount): void => {
      delivered = amount;
    };
    const result = type.apply({ ...context, sandbox, balanceBeforeFeeDrops, baseFeeDrops, deliver });
    return { result, delivered };
  }
}
