import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';

const LOW = testAccount('A');
const HIGH = testAccount('B');
const NO_ACCOUNT = '1'.padStart(40, '0');

function ledger(lowFlags = 0, highFlags = 0): TokenLedger {
  const made = new TokenLedger();
  made.fund(LOW, { Flags: lowFlags });
  made.fund(HIGH, { Flags: highFlags });
  return made;
}

function trustSet(at: TokenLedger, fields: StObject): Ter {
  const defaults = { TransactionType: 'TrustSet', Account: LOW, LimitAmount: tokens('100', HIGH) };
  return at.apply({ ...defaults, ...fields }).result;
}

describe('TrustSet refuses, in this order,', () => {
  const malformed: readonly [string, StObject, Ter][] = [
    ['a limit in multi-purpose tokens', { LimitAmount: { value: 5n, mptIssuanceId: '01'.repeat(24) } }, 'tefEXCEPTION'],
    [
      'a limit in the currency that would read XRP',
      { LimitAmount: tokens('1', HIGH, BAD_CURRENCY) },
      'temBAD_CURRENCY',
    ],
    ['a line with the account of zeros', { LimitAmount: tokens('1', NO_ACCOUNT) }, 'temDST_NEEDED'],
  ];
  for (const [what, fields, expected] of malformed) {
    test(what, () => assert.equal(trustSet(ledger(), fields), expected));
  }
});
