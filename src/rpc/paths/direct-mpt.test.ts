import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { StObject } from '../../protocol/values.ts';
import { couldSend, type DirectMptPayment, priceOfMpt } from './direct-mpt.ts';

const { tfMPTRequireAuth, tfMPTCanLock } = TransactionFlags.MPTokenIssuanceCreate;
const { tfMPTLock } = TransactionFlags.MPTokenIssuanceSet;

/** Alice and Bob have holdings, and Alice 100 units. */
function heldIssuance(fields: StObject = {}) {
  const at = new MptLedger();
  const id = at.issue({ MaximumAmount: 1000n, ...fields });
  at.distribute(id, 100n, ALICE);
  at.distribute(id, 0n, BOB);
  /** `spent for delivered`; by default Alice pays Bob. */
  const price = (value: bigint, more: Partial<DirectMptPayment> = {}): string => {
    const deliver = { mptIssuanceId: id, value };
    const payment = { source: ALICE, destination: BOB, deliver, sendMax: undefined, isPartial: false, ...more };
    const found = priceOfMpt(at.view, payment);
    return found === undefined ? 'none' : `${found.spent} for ${found.delivered}`;
  };
  return { at, id, price };
}

describe('The price of a payment of multi-purpose tokens', () => {
  test('is the delivered amount, up to the balance of the source', () => {
    const { price } = heldIssuance();
    assert.equal(price(40n), '40 for 40');
    assert.equal(price(100n), '100 for 100');
    assert.equal(price(101n), 'none');
    assert.equal(price(101n, { isPartial: true }), '100 for 100');
    assert.equal(price(1n, { source: BOB, destination: ALICE, isPartial: true }), 'none');
  });

  test('has the transfer fee between holders only', () => {
    const { price } = heldIssuance({ TransferFee: 10_000 });
    assert.equal(price(11n), '13 for 11', 'rounded up');
    assert.equal(price(2n ** 63n - 1n, { isPartial: true }), '100 for 90', 'rounded down');
    assert.equal(price(10n, { sendMax: 6n, isPartial: true }), '6 for 5');
    assert.equal(price(10n, { sendMax: 6n }), 'none');
    assert.equal(price(10n, { destination: ISSUER }), '10 for 10');
    assert.equal(price(900n, { source: ISSUER }), '900 for 900');
    assert.equal(price(901n, { source: ISSUER }), 'none');
    assert.equal(price(1n, { source: ISSUER, destination: ISSUER }), 'none');
  });

  test('is undefined if it overflows', () => {
    const { price } = heldIssuance({ TransferFee: 10_000, MaximumAmount: 2n ** 63n - 1n });
    assert.equal(price(2n ** 63n - 1n, { isPartial: true }), 'none');
  });

  test('is undefined if the source or the destination may not hold the token', () => {
    assert.equal(heldIssuance({ Flags: tfMPTCanLock }).price(1n), 'none', 'not between holders');
    const { at, id, price } = heldIssuance();
    at.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID: id, Flags: tfMPTLock });
    assert.equal(price(1n), 'none');
    assert.equal(price(1n, { destination: ISSUER }), '1 for 1');
    const other = new MptLedger();
    const guarded = other.issue({ Flags: EVERYDAY_FLAGS | tfMPTRequireAuth });
    const deliver = { mptIssuanceId: guarded, value: 1n };
    const terms = { sendMax: undefined, isPartial: false, deliver };
    assert.equal(priceOfMpt(other.view, { source: ISSUER, destination: BOB, ...terms }), undefined, 'no holding');
    other.distribute(guarded, 0n, BOB);
    assert.equal(priceOfMpt(other.view, { source: ISSUER, destination: BOB, ...terms }), undefined, 'no permission');
  });
});

test('holders with a balance, and issuers below the maximum, can send a token', () => {
  const { at, id } = heldIssuance();
  assert.deepEqual(
    [ALICE, BOB, ISSUER].map((account) => couldSend(at.view, account, id)),
    [true, false, true],
  );
  assert.equal(couldSend(at.view, ALICE, '0'.repeat(48)), false);
  const full = heldIssuance({ MaximumAmount: 100n });
  assert.deepEqual(
    [ALICE, ISSUER].map((account) => couldSend(full.at.view, account, full.id)),
    [false, false],
  );
});
