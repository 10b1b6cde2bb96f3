import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { loanBrokerKeylet, vaultKeylet } from '../../../protocol/entries/keylets.ts';
import { type JsonObject, XRP_CURRENCY } from '../../../protocol/values.ts';

const lender = party('lender');
const borrower = party('borrower');

describe('sign with a signature_target', () => {
  let env: Env;
  let call: Call;
  let loan: JsonObject;

  before(async () => {
    env = await Env.create();
    await env.fund(1000, lender, borrower);
    call = rpcOf(env);
    const { Sequence: sequence } = env.account(lender)!;
    const VaultID = vaultKeylet(lender.id, sequence).key;
    env.submit(lender, { TransactionType: 'VaultCreate', Asset: { currency: XRP_CURRENCY } }, 'tesSUCCESS');
    env.submit(lender, { TransactionType: 'VaultDeposit', VaultID, Amount: 5000n }, 'tesSUCCESS');
    env.submit(lender, { TransactionType: 'LoanBrokerSet', VaultID }, 'tesSUCCESS');
    const LoanBrokerID = loanBrokerKeylet(lender.id, sequence + 2).key;
    const terms = { PrincipalRequested: '1000', InterestRate: 1000 };
    loan = { TransactionType: 'LoanSet', Account: borrower.address, Fee: '20', LoanBrokerID, ...terms };
  });
  after(() => env.stop());

  test('lets a counterparty sign what the sender has signed', async () => {
    const first = await call('sign', { secret: 'borrower', tx_json: { ...loan, PaymentInterval: 31_536_000 } });
    const { hash: _, ...signed } = first.tx_json;
    const target = { signature_target: 'CounterpartySignature' };
    const both = await call('sign', { secret: 'lender', tx_json: signed, ...target });
    assert.equal(both.tx_json.CounterpartySignature.SigningPubKey, lender.keys.publicKey);
    assert.equal(both.tx_json.SigningPubKey, borrower.keys.publicKey);
    assert.equal((await call('submit', { tx_blob: both.tx_blob })).engine_result, 'tesSUCCESS');
  });

  test('refuses a sender’s signature that is missing, and a target that holds none', async () => {
    const target = { signature_target: 'CounterpartySignature' };
    const SigningPubKey = borrower.keys.publicKey;
    const unsigned = { ...loan, Sequence: 1, SigningPubKey };
    const answer = await call('sign', { secret: 'lender', tx_json: unsigned, ...target });
    assert.deepEqual([answer.error, answer.error_message], ['invalidParams', 'Invalid signature.']);
    const wrong = await call('sign', { secret: 'lender', tx_json: loan, signature_target: 'Account' });
    assert.deepEqual([wrong.error, wrong.error_message], ['invalidParams', 'Account']);
    const several = { account: lender.address, secret: 'lender', tx_json: { ...unsigned, SigningPubKey: '' } };
    assert.equal((await call('sign_for', { ...several, ...target })).error, 'invalidParams');
  });

  test('signs nothing beside a wrong signature of the counterparty', async () => {
    const CounterpartySignature = { SigningPubKey: lender.keys.publicKey, TxnSignature: '3045' };
    const tx_json = { ...loan, CounterpartySignature };
    for (const method of ['sign', 'submit']) {
      const answer = await call(method, { secret: 'borrower', tx_json });
      assert.deepEqual([answer.error, answer.error_message], ['invalidParams', 'Invalid signature.'], method);
    }
  });
});

describe('sign of a batch', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create();
    await env.fund(1000, lender, borrower);
    call = rpcOf(env);
  });
  after(() => env.stop());

  const inner = (fields: JsonObject) => ({
    RawTransaction: { Account: lender.address, Fee: '0', Sequence: 0, SigningPubKey: '', Flags: 0x40000000, ...fields },
  });
  const payment = inner({ TransactionType: 'Payment', Destination: borrower.address, Amount: '1' });
  const deletion = inner({ TransactionType: 'AccountDelete', Destination: borrower.address });
  const signature = { SigningPubKey: borrower.keys.publicKey, TxnSignature: 'AB' };
  const oneSigner = { BatchSigner: { Account: borrower.address, ...signature } };
  const signers = [borrower, lender].map(({ address }) => ({ Signer: { Account: address, ...signature } }));
  const twoSigners = { BatchSigner: { Account: borrower.address, SigningPubKey: '', Signers: signers } };
  const FEES: readonly (readonly [what: string, fields: JsonObject, fee: string])[] = [
    ['of nothing', { RawTransactions: [] }, '20'],
    ['of two payments', { RawTransactions: [payment, payment] }, '40'],
    ['of a dear transaction', { RawTransactions: [payment, deletion] }, String(200_000 + 30)],
    ['with one signature', { RawTransactions: [payment], BatchSigners: [oneSigner] }, '40'],
    ['with three signatures', { RawTransactions: [payment], BatchSigners: [oneSigner, twoSigners] }, '60'],
  ];
  for (const [what, fields, fee] of FEES) {
    test(`fills in ${fee} drops for one ${what}`, async () => {
      const tx_json = { TransactionType: 'Batch', Account: lender.address, ...fields };
      const params = { secret: 'lender', tx_json, fee_mult_max: 1_000_000 };
      const { error_message: message, tx_json: signed } = await call('sign', params);
      assert.equal(signed?.Fee, fee, message);
    });
  }
});
