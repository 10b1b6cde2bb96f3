import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectFromJson } from './from-json.ts';
import { JsonFieldError } from './json-field-error.ts';

/** Weir's own message about a transaction with this member, in addition to the reference's. */
function faultOf(member: Record<string, unknown>): string | undefined {
  try {
    objectFromJson(member, 'tx');
  } catch (error) {
    if (error instanceof JsonFieldError) return error.what;
    throw error;
  }
  return assert.fail('it was read');
}

const FAULTS: readonly (readonly [member: Record<string, unknown>, what: string | RegExp | undefined])[] = [
  [{ SettleDelay: '1 day' }, "Field 'tx.SettleDelay' is a whole number from 0 to 4294967295."],
  [{ SetFlag: 'asfRequireAuth' }, "Field 'tx.SetFlag' is a number: asfRequireAuth is 2."],
  [{ Flags: 'tfSetfAuth' }, "Field 'tx.Flags' is a number: tfSetfAuth is 65536."],
  [{ TransactionType: 'Paymant' }, "Field 'tx.TransactionType' is no type of transaction; perhaps 'Payment' is meant."],
  [{ destination: 'r' }, "Perhaps the field 'Destination' is meant."],
];

describe('a field that cannot be read', () => {
  for (const [member, what] of FAULTS) {
    test(`is reported with its spelling: ${JSON.stringify(member).slice(0, 60)}`, () => {
      const said = faultOf(member);
      if (!(what instanceof RegExp)) assert.equal(said, what);
      else assert.match(said ?? '', what);
    });
  }
});
