/** A ledger fixture with short methods for tests of vaults with all kinds of assets. It checks invariants too. */
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

/** The owner of the vaults. */
export const OWNER = testAccount('O');
export const USD_ISSUE: Issue = { currency: USD, issuer: ISSUER };

/**
 * A ledger with an issuer whose tokens can ripple and be clawed back, and an owner, Alice and Bob with 1000 tokens
 * each.
 */
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

  /** Creates an MPT issuance of which the owner, Alice and Bob hold 1000 units each. */
  mpt(fields: StObject = {}): Issue {
    const mptIssuanceId = this.issue(fields);
    this.distribute(mptIssuanceId, 1000n, OWNER, ALICE, BOB);
    return { mptIssuanceId };
  }

  /** Also checks invariants and returns their failure as a result. */
  override apply(fields: StObject): TestResult {
    const sandbox = new Sandbox(this.view);
    const transaction = this.transaction(fields);
    const outcome = this.run(sandbox, transaction);
    if (outcome.result !== 'tesSUCCESS') return outcome;
    const result = checkInvariants(sandbox, transaction, outcome.result, TEST_FEE_DROPS);
    if (result === 'tesSUCCESS') sandbox.applyTo(this.view);
    return { ...outcome, result };
  }

  /** Creates a vault of the owner; returns its key. */
  createVault(asset: Issue = XRP_ISSUE, fields: StObject = {}): Hash256 {
    const { key } = vaultKeylet(OWNER, this.account(OWNER).Sequence);
    this.expect('tesSUCCESS', { TransactionType: 'VaultCreate', Account: OWNER, Asset: asset, ...fields });
    return key;
  }

  vault(id: Hash256): Readonly<Vault> {
    const vault = this.read(vaultById(id));
    if (vault === undefined) throw new Error('the vault does not exist');
    return vault;
  }

  deposit(id: Hash256, Account: AccountId, amount: Amount): Ter {
    return this.result({ TransactionType: 'VaultDeposit', Account, VaultID: id, Amount: amount });
  }

  withdraw(id: Hash256, Account: AccountId, amount: Amount, fields: StObject = {}): Ter {
    return this.result({ TransactionType: 'VaultWithdraw', Account, VaultID: id, Amount: amount, ...fields });
  }

  /** Total and available assets of the vault, and the shares of each account. */
  books(id: Hash256, ...holders: readonly AccountId[]): (string | bigint | undefined)[] {
    const vault = this.vault(id);
    const shares = holders.map((holder) => this.balances(vault.ShareMPTID, holder)[1]);
    return [textOfNumber(vault.AssetsTotal), textOfNumber(vault.AssetsAvailable), ...shares];
  }

  shares(id: Hash256, value: bigint): Amount {
    return units(this.vault(id).ShareMPTID, value);
  }

  /** Changes a vault's entry directly. */
  amendVault(id: Hash256, fields: StObject): void {
    this.view.rawReplace(Object.assign({}, this.vault(id), fields));
  }
}

/** An amount of the issuer's USD. */
export function usd(text: string): Amount {
  return tokens(text, ISSUER);
}

/** A value of a Number field. */
export function number(mantissa: bigint, exponent = 0): NumberValue {
  return { mantissa, exponent };
}

/** The decimal text of a Number field. */
export function textOfNumber(value: NumberValue | undefined): string {
  const { mantissa, exponent } = numOfField(value);
  return numberText(mantissa, exponent);
}
