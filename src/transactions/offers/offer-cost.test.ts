import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BookLedger } from '../../../test/support/book-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { tokens } from '../../../test/support/token-ledger.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const OFFERS = 500;

/** How often placing one more offer asks the ledger for an entry or the next key. */
function questionsOfOneMore(at: BookLedger, drops: bigint): number {
  const { view } = at;
  let questions = 0;
  const [read, nextKey] = [view.read.bind(view), view.nextKey.bind(view)];
  view.read = (keylet) => {
    questions++;
    return read(keylet);
  };
  view.nextKey = (...keys) => {
    questions++;
    return nextKey(...keys);
  };
  assert.equal(at.offer(ALICE, drops, tokens('1', ISSUER)).result, 'tesSUCCESS');
  Object.assign(view, { read, nextKey });
  return questions;
}

test('an offer costs as much in a full book as in an empty one', () => {
  const at = new BookLedger();
  at.fund(ISSUER);
  at.fund(ALICE, { Balance: 10n ** 15n });
  at.trust(ALICE, ISSUER, '1000000');
  at.pay(ISSUER, ALICE, '1000000', ISSUER);
  const inEmptyBook = questionsOfOneMore(at, 1_000_000n);
  // Half of them at one price, and each of the others at its own; and as many that ask the other way round.
  for (let n = 0; n < OFFERS; n++) {
    at.offer(ALICE, n % 2 === 0 ? 1_000_000n : 1_000_000n + BigInt(n), tokens('1', ISSUER));
    at.offer(ALICE, tokens('1', ISSUER), 900_000n - BigInt(n));
  }
  assert.ok(questionsOfOneMore(at, 1_000_000n) <= 2 * inEmptyBook);
  assert.ok(questionsOfOneMore(at, 1_000_001n) <= 2 * inEmptyBook);
  assert.ok(questionsOfOneMore(at, 999_999n) <= 2 * inEmptyBook);
});
