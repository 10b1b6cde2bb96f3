/** Vaults of all kinds of assets in the shorthand that tests of them are written in; invariants are checked as well. */
import { Sandbox } from '../../src/ledger/sandbox.ts';
import { XRP_ISSUE } from '../../src/protocol/amounts/amount-math.ts';
import { numOfField } from '../../src/protocol/amounts/asset-number.ts';
import type { Vault } from '../../src/protocol/entries/entries.ts';
import { vaultById, vaultKeylet } from '../../src/protocol/entries/keylets.ts';
import { numberText } from '../../src/protocol/json/amount-text.ts';
import { EntryFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { AccountId, Amount, Hash256, Issue, NumberValue, StObject } from '../../src/protocol/values.ts';
import { checkInvariants } from '../../src/transactions/invariants/check-invariants.ts';
import { ALICE, BOB, ISSUER, MptLedger, units } from './mpt-ledger.ts';
import { TEST_FEE_DROPS, type TestResult, testAccount } from './test-view.ts';
import { tokens, USD } from './token-ledger.ts';

/** Owns the vaults. */
export const OWNER = testAccount('O');
export const USD_ISSUE: Issue = { currency: USD, issuer: ISSUER };

/** A ledger with an issuer whose tokens ripple and can be clawed back, an owner, Alice and Bob, with 1000 tokens each. */
export class VaultLedger extends MptLedger {
  constructor() {
    super();
    const { lsfDefaultRipple, lsfAllowTrustLineClawback } = EntryFlags.AccountRoot;
    this.view.rawReplace({ ...this.account(ISSUER), Flags: (lsfDefaultRipple | lsfAllowTrustLineClawback) >>> 0 });
    this.fund(OWNER);
    for (const holder of [OWNER, ALICE, BOB]) {
      this.trust(holder, ISSUER, '1000000');
      this.pay(ISSUER, holder, '1000', ISSUER);
    }
  }

  /** A multi-purpose token of the issuer's, of which the owner, Alice and Bob have 1000 units each. */
  mpt(fields: StObject = {}): Issue {
    const mptIssuanceId = this.issue(fields);
    this.distribute(mptIssuanceId, 1000n, OWNER, ALICE, BOB);
    return { mptIssuanceId };
  }

  /** With the invariants, whose failure is an outcome like others. */
  override apply(fields: StObject): TestResult {
    const sandbox = new Sandbox(this.view);
    const transaction = this.transaction(fields);
    const outcome = this.run(sandbox, transaction);
    if (outcome.result !== 'tesSUCCESS') return outcome;
    const result = checkInvariants(sandbox, transaction, outcome.result, TEST_FEE_DROPS);
    if (result === 'tesSUCCESS') sandbox.applyTo(this.view);
    return { ...outcome, result };
  }

  /** Makes a vault of the owner's, and returns its key. */
  createVault(asset: Issue = XRP_ISSUE, fields: StObject = {}): Hash256 {
    const { key } = vaultKeylet(OWNER, this.account(OWNER).Sequence);
    this.expect('tesSUCCESS', { TransactionType: 'VaultCreate', Account: OWNER, Asset: asset, ...fields });
    return key;
  }

  vault(id: Hash256): Readonly<Vault> {
    const vault = this.read(vaultById(id));
    if (vault === undefined) throw new Error('there is no vault');
    return vault;
  }

  deposit(id: Hash256, Account: AccountId, amount: Amount): Ter {
    return this.result({ TransactionType: 'VaultDeposit', Account, VaultID: id, Amount: amount });
  }

  withdraw(id: Hash256, Account: AccountId, amount: Amount, fields: StObject = {}): Ter {
    return this.result({ TransactionType: 'VaultWithdraw', Account, VaultID: id, Amount: amount, ...fields });
  }

  /** The total and what is available, and the shares of these accounts. */
  books(id: Hash256, ...holders: readonly AccountId[]): (string | bigint | undefined)[] {
    const vault = this.vault(id);
    const shares = holders.map((holder) => this.balances(vault.ShareMPTID, holder)[1]);
    return [textOfNumber(vault.AssetsTotal), textOfNumber(vault.AssetsAvailable), ...shares];
  }

  shares(id: Hash256, value: bigint): Amount {
    return units(this.vault(id).ShareMPTID, value);
  }

  /** Changes a vault by hand. */
  amendVault(id: Hash256, fields: StObject): void {
    this.view.rawReplace(Object.assign({}, this.vault(id), fields));
  }
}

/** So much of the issuer's dollar. */
export function usd(text: string): Amount {
  return tokens(text, ISSUER);
}

/** A number field. */
export function number(mantissa: bigint, exponent = 0): NumberValue {
  return { mantissa, exponent };
}

/** The decimal text of a number field. */
export function textOfNumber(value: NumberValue | undefined): string {
  const { mantissa, exponent } = numOfField(value);
  return numberText(mantissa, exponent);
}
