/** A ledger fixture with short methods for tests of token amounts, trust lines and flags. */
import { amountOf } from '../../src/protocol/amounts/amount-math.ts';
import type { RippleState } from '../../src/protocol/entries/entries.ts';
import { lineKeylet } from '../../src/protocol/entries/keylets.ts';
import type { AccountId, Currency, IssuedAmount, StObject } from '../../src/protocol/values.ts';
import { balanceAt, sideOf } from '../../src/transactions/trust-lines/trust-line-side.ts';
import { TestLedger, type TestResult } from './test-view.ts';

/** The 20 bytes of a three-letter currency code. */
export function testCurrency(code: string): Currency {
  return '0'.repeat(24) + Buffer.from(code).toString('hex').toUpperCase() + '0'.repeat(10);
}

export const USD = testCurrency('USD');

/** An amount from a decimal text such as `12.5`. */
export function tokens(text: string, issuer: AccountId, currency: Currency = USD): IssuedAmount {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const asset = { currency, issuer };
  return amountOf(asset, BigInt(whole + fraction), -fraction.length, text.startsWith('-')) as IssuedAmount;
}

/** The decimal text of an amount; exact for the values in tests. */
export function textOf({ mantissa, exponent }: Pick<IssuedAmount, 'mantissa' | 'exponent'>): string {
  const sign = mantissa < 0n ? '-' : '';
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString();
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  const fraction = padded.slice(exponent).replace(/0+$/, '');
  return sign + padded.slice(0, exponent) + (fraction === '' ? '' : `.${fraction}`);
}

export class TokenLedger extends TestLedger {
  line(one: AccountId, other: AccountId, currency: Currency = USD): Readonly<RippleState> | undefined {
    return this.read(lineKeylet(one, other, currency));
  }

  /** The holder's balance of the issuer's token; negative if the holder is the issuer. */
  held(holder: AccountId, issuer: AccountId, currency: Currency = USD): string | undefined {
    const line = this.line(holder, issuer, currency);
    return line && textOf(balanceAt(line, sideOf(holder, issuer)));
  }

  /** Creates a trust line with this limit. `terms`: further fields of the TrustSet. */
  trust(holder: AccountId, issuer: AccountId, limit: string, terms: Record<string, number> = {}): void {
    const result = this.apply({
      TransactionType: 'TrustSet',
      Account: holder,
      LimitAmount: tokens(limit, issuer),
      ...terms,
    }).result;
    if (result !== 'tesSUCCESS') throw new Error(`TrustSet: ${result}`);
  }

  /** Pays tokens of the issuer, USD by default. `fields`: further fields of the Payment. */
  pay(from: AccountId, to: AccountId, amount: string, issuer: AccountId, fields: StObject = {}): TestResult {
    return this.apply({
      TransactionType: 'Payment',
      Account: from,
      Destination: to,
      Amount: tokens(amount, issuer),
      ...fields,
    });
  }
}
