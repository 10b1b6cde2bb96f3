/** A ledger fixture with short methods for tests of automated market makers. */
import { ISSUED_ZERO } from '../../src/protocol/amounts/issued-amount.ts';
import type { AMM } from '../../src/protocol/entries/entries.ts';
import { ammKeylet } from '../../src/protocol/entries/keylets.ts';
import { EntryFlags } from '../../src/protocol/tables/flags.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { AccountId, Issue, IssuedAmount, StObject } from '../../src/protocol/values.ts';
import { lpTokensHeld, poolHolds } from '../../src/transactions/amm/pool.ts';
import { amountText, BookLedger, XRP } from './book-ledger.ts';
import { testAccount } from './test-view.ts';
import { testCurrency, textOf, tokens, USD } from './token-ledger.ts';

/** The account that creates the AMM in `ammLedger`. */
export const CREATOR = testAccount('C');
export const PROVIDER = testAccount('P');
export const TRADER = testAccount('T');
export const ISSUER = testAccount('I');
const EUR = testCurrency('EUR');
export const DOLLARS = { currency: USD, issuer: ISSUER };
export const EUROS = { currency: EUR, issuer: ISSUER };
const HOLDERS = [CREATOR, PROVIDER, TRADER];

export const usd = (text: string) => tokens(text, ISSUER);
export const eur = (text: string) => tokens(text, ISSUER, EUR);

export class AmmLedger extends BookLedger {
  /** The AMM entry of two assets; by default XRP and USD. */
  amm(one: Issue = XRP, other: Issue = DOLLARS): Readonly<AMM> | undefined {
    return this.read(ammKeylet(one, other));
  }

  /** The balances of the pool, in the order of the AMM entry, and the total of LP tokens: `10000000 1000 100000`. */
  pool(one: Issue = XRP, other: Issue = DOLLARS): string {
    const amm = this.amm(one, other);
    if (amm === undefined) return 'none';
    const [first, second] = poolHolds(this.view, amm.Account, [amm.Asset, amm.Asset2]);
    return `${amountText(first)} ${amountText(second)} ${textOf(amm.LPTokenBalance)}`;
  }

  /** An amount of this AMM's LP tokens. */
  lpTokens(text: string): IssuedAmount {
    const { currency, issuer } = this.amm()!.LPTokenBalance;
    return tokens(text, issuer, currency);
  }

  /** The LP tokens that the account holds. */
  share(account: AccountId): string {
    return textOf(lpTokensHeld(this.view, this.amm()!, account));
  }

  /** Sends a transaction about this AMM. The sender is the provider unless `fields` has another `Account`. */
  send(TransactionType: string, fields: StObject = {}): Ter {
    return this.apply({ TransactionType, Account: PROVIDER, Asset: XRP, Asset2: DOLLARS, ...fields }).result;
  }

  /** Empties the AMM directly in the state, as after a withdrawal of all with too many trust lines to delete. */
  empty(): void {
    const amm = this.amm()!;
    const { issuer, currency } = amm.LPTokenBalance;
    this.view.rawReplace({ ...amm, LPTokenBalance: tokens('0', issuer, currency) });
    this.view.rawReplace({ ...this.account(amm.Account), Balance: 0n });
    const pool = this.line(amm.Account, ISSUER)!;
    this.view.rawReplace({ ...pool, Balance: { ...pool.Balance, ...ISSUED_ZERO } });
    const share = this.line(CREATOR, issuer, currency)!;
    this.view.rawReplace({ ...share, Balance: { ...share.Balance, ...ISSUED_ZERO } });
  }

  /** Creates an AMM, by default with 10,000,000 drops and 1,000 USD, which gives 100,000 LP tokens. */
  create(fields: StObject = {}): Ter {
    const pool = { Amount: 10_000_000n, Amount2: usd('1000'), TradingFee: 0 };
    return this.apply({ TransactionType: 'AMMCreate', Account: CREATOR, ...pool, ...fields }).result;
  }
}

/** Each account holds 10,000 USD and 10,000 EUR. */
export function marketLedger(issuerFields: StObject = {}): AmmLedger {
  const at = new AmmLedger();
  at.fund(ISSUER, { Flags: EntryFlags.AccountRoot.lsfDefaultRipple });
  for (const account of HOLDERS) {
    at.fund(account);
    for (const currency of [USD, EUR]) {
      at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount: tokens('100000', ISSUER, currency) });
    }
    for (const Amount of [usd('10000'), eur('10000')]) at.pay(ISSUER, account, '0', ISSUER, { Amount });
  }
  at.view.rawReplace({ ...at.account(ISSUER), ...issuerFields });
  return at;
}

/** The ledger of `marketLedger` with an AMM as `create` makes it. */
export function ammLedger(fields: StObject = {}): AmmLedger {
  const at = marketLedger();
  const result = at.create(fields);
  if (result !== 'tesSUCCESS') throw new Error(`AMMCreate: ${result}`);
  return at;
}
