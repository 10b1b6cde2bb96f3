import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectFromJson } from './from-json.ts';
import { JsonFieldError } from './json-field-error.ts';

/** What is said of a transaction with this member, beside the reference's words. */
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
  [{ SettleDelay: 1.5 }, "Field 'tx.SettleDelay' is a whole number from 0 to 4294967295."],
  [{ TransferFee: 'x' }, "Field 'tx.TransferFee' is a whole number from 0 to 65535."],
  [{ TickSize: 256 }, "Field 'tx.TickSize' is a whole number from 0 to 255."],
  [{ MaximumAmount: '1.5' }, "Field 'tx.MaximumAmount' is a whole number of 64 bits, as a text in decimal."],
  [{ OwnerNode: 'x' }, "Field 'tx.OwnerNode' is a whole number of 64 bits, as a text in hex."],
  [{ Channel: 'AB' }, "Field 'tx.Channel' is a text of 64 hex digits."],
  [{ Domain: 'example.com' }, "Field 'tx.Domain' is a text in hex, two digits for each byte."],
  [{ Destination: 5 }, "Field 'tx.Destination' is an address, as a text."],
  [{ Destination: 'alice' }, /^Field 'tx\.Destination' is no address/],
  [{ SetFlag: 'asfRequireAuth' }, "Field 'tx.SetFlag' is a number: asfRequireAuth is 2."],
  [{ Flags: 'tfSetfAuth' }, "Field 'tx.Flags' is a number: tfSetfAuth is 65536."],
  [{ Flags: 'tfWrong' }, "Field 'tx.Flags' is a whole number from 0 to 4294967295."],
  [{ TransactionType: 'Paymant' }, "Field 'tx.TransactionType' is no type of transaction; perhaps 'Payment' is meant."],
  [{ TransactionType: 'Foo' }, "Field 'tx.TransactionType' is no type of transaction."],
  [{ TransactionType: 'x'.repeat(100_000) }, "Field 'tx.TransactionType' is no type of transaction."],
  [{ destination: 'r' }, "Perhaps the field 'Destination' is meant."],
  [{ Quux: 1 }, undefined],
  [{ Memos: [{ Memo: { MemoData: 'hello' } }] }, /^Field 'tx\.Memos\.\[0\]\.Memo\.MemoData' is a text in hex/],
];

describe('a field that cannot be read', () => {
  for (const [member, what] of FAULTS) {
    test(`says how it is spelled: ${JSON.stringify(member).slice(0, 60)}`, () => {
      const said = faultOf(member);
      if (!(what instanceof RegExp)) assert.equal(said, what);
      else assert.match(said ?? '', what);
    });
  }

  test('keeps what its own parser said', () => {
    assert.match(faultOf({ Amount: '1.5' }) ?? '', /^Field 'tx\.Amount' is not a whole number/);
  });
});
