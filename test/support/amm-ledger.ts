/** Automated market makers in the shorthand that tests of them are written in. */
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

/** Makes the pool of `ammLedger`. */
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
  /** The market maker of drops and dollars unless other assets are given. */
  amm(one: Issue = XRP, other: Issue = DOLLARS): Readonly<AMM> | undefined {
    return this.read(ammKeylet(one, other));
  }

  /** Its pool, in the order of its entry, and all LP tokens: `10000000 1000 100000`. */
  pool(one: Issue = XRP, other: Issue = DOLLARS): string {
    const amm = this.amm(one, other);
    if (amm === undefined) return 'none';
    const [first, second] = poolHolds(this.view, amm.Account, [amm.Asset, amm.Asset2]);
    return `${amountText(first)} ${amountText(second)} ${textOf(amm.LPTokenBalance)}`;
  }

  /** LP tokens of that market maker. */
  lpTokens(text: string): IssuedAmount {
    const { currency, issuer } = this.amm()!.LPTokenBalance;
    return tokens(text, issuer, currency);
  }

  /** What the account has of them. */
  share(account: AccountId): string {
    return textOf(lpTokensHeld(this.view, this.amm()!, account));
  }

  /** A transaction about it; the sender is the provider unless the fields say otherwise. */
  send(TransactionType: string, fields: StObject = {}): Ter {
    return this.apply({ TransactionType, Account: PROVIDER, Asset: XRP, Asset2: DOLLARS, ...fields }).result;
  }

  /** Takes everything out of it by hand, as after a withdrawal of all with too many trust lines to remove. */
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

  /** Makes one, by default of ten million drops and a thousand dollars, which are 100,000 LP tokens. */
  create(fields: StObject = {}): Ter {
    const pool = { Amount: 10_000_000n, Amount2: usd('1000'), TradingFee: 0 };
    return this.apply({ TransactionType: 'AMMCreate', Account: CREATOR, ...pool, ...fields }).result;
  }
}

/** Each account holds ten thousand dollars and euros. */
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

/** The same with a market maker as `create` makes it. */
export function ammLedger(fields: StObject = {}): AmmLedger {
  const at = marketLedger();
  const result = at.create(fields);
  if (result !== 'tesSUCCESS') throw new Error(`AMMCreate: ${result}`);
  return at;
}
