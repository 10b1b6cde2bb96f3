/** A ledger fixture with short methods for tests of multi-purpose tokens. */
import { Sandbox } from '../../src/ledger/sandbox.ts';
import type { MPToken, MPTokenIssuance } from '../../src/protocol/entries/entries.ts';
import { mptIssuanceId, mptIssuanceKeylet, mptokenKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { AccountId, Hex, MptAmount, StObject } from '../../src/protocol/values.ts';
import { type TestResult, testAccount } from './test-view.ts';
import { TokenLedger } from './token-ledger.ts';

export const ISSUER = testAccount('I');
export const ALICE = testAccount('A');
export const BOB = testAccount('B');

const Create = TransactionFlags.MPTokenIssuanceCreate;
/** Tokens can be locked, transferred and clawed back. */
export const EVERYDAY_FLAGS = Create.tfMPTCanLock | Create.tfMPTCanTransfer | Create.tfMPTCanClawback;

/** A ledger in which an issuer, Alice and Bob have accounts. */
export class MptLedger extends TokenLedger {
  constructor() {
    super();
    for (const account of [ISSUER, ALICE, BOB]) this.fund(account);
  }

  /** Creates an issuance of the issuer; returns its id. */
  issue(fields: StObject = {}): Hex {
    const id = mptIssuanceId(this.account(ISSUER).Sequence, ISSUER);
    this.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceCreate', Flags: EVERYDAY_FLAGS, ...fields });
    return id;
  }

  /** Gives each account an MPToken entry and this many units. */
  distribute(id: Hex, value: bigint, ...holders: readonly AccountId[]): void {
    for (const holder of holders) {
      this.expect('tesSUCCESS', { TransactionType: 'MPTokenAuthorize', Account: holder, MPTokenIssuanceID: id });
      if (value > 0n) this.expect('tesSUCCESS', payment(ISSUER, holder, units(id, value)));
    }
  }

  /** The result of the transaction; the issuer sends it by default. */
  result(fields: StObject): Ter {
    return this.outcome(fields).result;
  }

  outcome(fields: StObject): TestResult {
    return this.apply({ Account: ISSUER, ...fields });
  }

  expect(result: Ter, fields: StObject): void {
    const actual = this.result(fields);
    if (actual !== result) throw new Error(`${String(fields.TransactionType)}: ${actual} instead of ${result}`);
  }

  /** Applies changes in a sandbox; keeps them only if the result is tesSUCCESS. */
  attempt(act: (sandbox: Sandbox) => Ter): Ter {
    const sandbox = new Sandbox(this.view);
    const result = act(sandbox);
    if (result === 'tesSUCCESS') sandbox.applyTo(this.view);
    return result;
  }

  issuance(id: Hex): Readonly<MPTokenIssuance> | undefined {
    return this.read(mptIssuanceKeylet(id));
  }

  token(id: Hex, holder: AccountId): Readonly<MPToken> | undefined {
    return this.read(mptokenKeylet(id, holder));
  }

  /** The outstanding amount of the issuance, and the balance of each account. */
  balances(id: Hex, ...holders: readonly AccountId[]): (bigint | undefined)[] {
    const held = holders.map((holder) => this.token(id, holder) && (this.token(id, holder)!.MPTAmount ?? 0n));
    return [this.issuance(id)?.OutstandingAmount, ...held];
  }

  /** Changes an entry directly. */
  amend(entry: Readonly<MPToken> | Readonly<MPTokenIssuance> | undefined, fields: StObject): void {
    if (entry === undefined) throw new Error('the entry does not exist');
    this.view.rawReplace(Object.assign({}, entry, fields));
  }
}

export function units(mptIssuanceId: Hex, value: bigint): MptAmount {
  return { value, mptIssuanceId };
}

export function payment(from: AccountId, to: AccountId, amount: MptAmount, fields: StObject = {}): StObject {
  return { TransactionType: 'Payment', Account: from, Destination: to, Amount: amount, ...fields };
}
