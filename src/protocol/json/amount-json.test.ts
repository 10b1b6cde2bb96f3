import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryDrops, arbitraryIssuedAmount } from '../../../test/support/arbitrary-object.ts';
import { AmountError } from '../amounts/amount-errors.ts';
import type { IssuedAmount } from '../values.ts';
import { amountFromJson } from './amount-json.ts';
import { amountToJson } from './to-json.ts';

const ROOT = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const ROOT_ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ISSUANCE = `00000001${ROOT}`;

function token(value: unknown): { mantissa: bigint; exponent: number } {
  const { mantissa, exponent } = amountFromJson({ currency: 'USD', issuer: ROOT_ADDRESS, value }) as IssuedAmount;
  return { mantissa, exponent };
}

describe('amountFromJson', () => {
  test('reads drops from text and numbers', () => {
    assert.equal(amountFromJson('10'), 10n);
    assert.equal(amountFromJson('-10'), -10n);
    assert.equal(amountFromJson('+10'), 10n);
    assert.equal(amountFromJson('1e3'), 1000n);
    assert.equal(amountFromJson('10/XRP'), 10n);
    assert.equal(amountFromJson(10), 10n);
    assert.equal(amountFromJson(-10), -10n);
    assert.equal(amountFromJson(4294967295), 4294967295n);
    assert.equal(amountFromJson('100000000000000000'), 10n ** 17n);
    assert.equal(amountFromJson(['10']), 10n);
    assert.equal(amountFromJson([0x7fff_ffff]), 0x7fff_ffffn);
    assert.equal(amountFromJson([]), 0n);
    assert.equal(Object.is(amountFromJson('-0'), 0n), true);
  });

  test('reads a value that is a JSON number, of any size', () => {
    assert.deepEqual(token(2), { mantissa: 2000000000000000n, exponent: -15 });
    assert.deepEqual(token(0.25), { mantissa: 2500000000000000n, exponent: -16 });
    assert.deepEqual(token(5_000_000_000), { mantissa: 5000000000000000n, exponent: -6 });
    assert.deepEqual(token(1e21), { mantissa: 1000000000000000n, exponent: 6 });
  });

  test('throws an AmountError for everything else', () => {
    const usd = { currency: 'USD', issuer: ROOT_ADDRESS };
    const refused: unknown[] = [
      ...[null, undefined, true, 1.5, 4294967296, '', 'x', '1.5', '1.0', '01', '1e-1', '.5', '5.', '0x10', ' 1', '1e'],
      ...[
        '100000000000000001',
        '1e18',
        '18446744073709551616',
        '1'.repeat(100_000),
        '1e99999999999',
        '1/USD',
        '1/2/3/4',
      ],
      ...[{}, { value: '1' }, { ...usd }, { ...usd, value: '1e97' }, { ...usd, value: 'x' }, { ...usd, value: true }],
      ...[
        { ...usd, value: Number.NaN },
        { currency: 'XRP', issuer: ROOT_ADDRESS, value: '1' },
      ],
      ...[
        { currency: 'USD', value: '1' },
        { currency: 'US', issuer: ROOT_ADDRESS, value: '1' },
      ],
      ...[
        { currency: '0'.repeat(40), issuer: ROOT_ADDRESS, value: '1' },
        { currency: '0', issuer: ROOT_ADDRESS, value: '1' },
        { ...usd, mpt_issuance_id: ISSUANCE, value: '1' },
      ],
      ...[
        { mpt_issuance_id: 'AB', value: '1' },
        { mpt_issuance_id: ISSUANCE, value: '1.5' },
      ],
      ...[{ mpt_issuance_id: ISSUANCE, value: '9300000000000000000' }, ['1', 'USD'], [1.5], [null], [0x8000_0000]],
    ];
    for (const json of refused) {
      assert.throws(() => amountFromJson(json), AmountError, String(JSON.stringify(json)).slice(0, 80));
    }
  });

  test('reads what amountToJson writes', () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryDrops, arbitraryIssuedAmount), (amount) => {
        assert.deepEqual(amountFromJson(amountToJson(amount)), amount);
      }),
      { seed: 1, numRuns: 1_000 },
    );
  });
});
