/** A token that only authorized holders can receive. Each test has its own ledger in this process, with two funded accounts. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { freshLedger } from '@weir-ledger/weir/testing';

const REQUIRE_AUTHORIZATION = 2;
const AUTHORIZE = 0x00010000;

const bench = freshLedger({ beforeEach, afterEach }, { accounts: 2 });

/** Signs and submits a transaction; returns its result code, such as `tesSUCCESS`. */
async function send(signer, transaction) {
  const { engine_result } = await bench.ledger.submit(signer, transaction);
  return engine_result;
}

/** The issuer requires authorization, and the holder opens a trust line for 1,000 EUR. */
async function openLine(issuer, holder) {
  const settings = { TransactionType: 'AccountSet', SetFlag: REQUIRE_AUTHORIZATION };
  assert.equal(await send(issuer, settings), 'tesSUCCESS');
  const line = { TransactionType: 'TrustSet', LimitAmount: { currency: 'EUR', issuer: issuer.address, value: '1000' } };
  assert.equal(await send(holder, line), 'tesSUCCESS');
}

test('an authorized holder receives the token', async () => {
  const { ledger } = bench;
  const [issuer, holder] = ledger.accounts;
  await openLine(issuer, holder);
  const approval = {
    TransactionType: 'TrustSet',
    LimitAmount: { currency: 'EUR', issuer: holder.address, value: '0' },
    Flags: AUTHORIZE,
  };
  assert.equal(await send(issuer, approval), 'tesSUCCESS');
  const amount = { currency: 'EUR', issuer: issuer.address, value: '25.50' };
  const payment = { TransactionType: 'Payment', Destination: holder.address, Amount: amount };
  assert.equal(await send(issuer, payment), 'tesSUCCESS');

  await ledger.close(); // now the results are final
  const { lines } = await ledger.request('account_lines', { account: holder.address, ledger_index: 'validated' });
  assert.deepEqual([lines.length, lines[0].balance, lines[0].peer_authorized], [1, '25.5', true]);
});

test('a holder without authorization receives nothing', async () => {
  const [issuer, holder] = bench.ledger.accounts;
  await openLine(issuer, holder);
  const amount = { currency: 'EUR', issuer: issuer.address, value: '25.50' };
  const payment = { TransactionType: 'Payment', Destination: holder.address, Amount: amount };
  assert.equal(await send(issuer, payment), 'tecPATH_DRY');
});
