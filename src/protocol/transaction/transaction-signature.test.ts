import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountIdOfPublicKey, accountIdToAddress } from '../../crypto/address.ts';
import { deriveKeyPair, type KeyPair } from '../../crypto/key-pair.ts';
import { sign } from '../../crypto/signature.ts';
import { NEW_CHAIN_RULES } from '../tables/rules.ts';
import type { StObject } from '../values.ts';
import { createTransaction, parseTransaction, type Transaction } from './transaction.ts';
import {
  impersonate,
  isImpersonated,
  multiSigningData,
  rereadTransaction,
  signatureProblem,
  signTransaction,
  trustSignature,
} from './transaction-signature.ts';

const alice = deriveKeyPair(Buffer.alloc(16, 1), 'secp256k1');
const signers = [2, 3, 4]
  .map((fill) => deriveKeyPair(Buffer.alloc(16, fill), fill === 3 ? 'ed25519' : 'secp256k1'))
  .sort((one, other) => (accountIdOfPublicKey(one.publicKey) < accountIdOfPublicKey(other.publicKey) ? -1 : 1));
const fields = {
  TransactionType: 'AccountSet',
  Account: accountIdOfPublicKey(alice.publicKey),
  Fee: 10n,
  Sequence: 1,
  SigningPubKey: '',
};

const problemOf = (transaction: Transaction) => signatureProblem(transaction, NEW_CHAIN_RULES);

/** For `JSON.stringify`, which has no text of drops. */
function text(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

function signer(keyPair: KeyPair, object: StObject = fields): Record<string, StObject> {
  const account = accountIdOfPublicKey(keyPair.publicKey);
  const TxnSignature = sign(multiSigningData(object, account), keyPair);
  return { Signer: { Account: account, SigningPubKey: keyPair.publicKey, TxnSignature } };
}

function accountOf(element: Record<string, StObject>): string {
  return (element.Signer as { Account: string }).Account;
}

function withSigners(list: readonly Record<string, StObject>[], more: StObject = {}): Transaction {
  return createTransaction({ ...fields, ...more, Signers: list });
}

describe('signatures of transactions', () => {
  test('by one key of either kind are valid until anything changes', () => {
    for (const keyPair of [alice, deriveKeyPair(Buffer.alloc(16, 9), 'ed25519')]) {
      const signed = signTransaction(fields, keyPair);
      // Read from bytes, so its signature has no verdict yet.
      assert.equal(problemOf(parseTransaction(signed.blob)), undefined);
      const changed = createTransaction({ ...signed.fields, Fee: 11n });
      assert.equal(problemOf(changed), 'Invalid signature.');
    }
  });

  test('by one key are refused when the key or the signature is missing or malformed', () => {
    const signed = signTransaction(fields, alice).fields;
    const { TxnSignature: _, ...unsigned } = signed;
    assert.equal(problemOf(createTransaction(unsigned)), 'Invalid signature.');
    const badKey = createTransaction({ ...signed, SigningPubKey: '00' });
    assert.equal(problemOf(badKey), 'Invalid signature.');
    assert.equal(problemOf(createTransaction(fields)), 'Empty SigningPubKey.');
  });

  test('cannot be single and multiple at once', () => {
    const list = signers.map((key) => signer(key));
    const both = 'Cannot both single- and multi-sign.';
    assert.equal(problemOf(withSigners(list, { TxnSignature: '00' })), both);
    assert.equal(problemOf(withSigners(list, { SigningPubKey: alice.publicKey })), both);
  });

  test('by several signers are refused unless the signers are few, sorted, different and not the sender', () => {
    const list = signers.map((key) => signer(key));
    const [first, second, third] = list as [(typeof list)[0], (typeof list)[0], (typeof list)[0]];
    const faults: readonly [Record<string, StObject>[], string][] = [
      [[], 'Invalid Signers array size.'],
      [new Array(33).fill(first), 'Invalid Signers array size.'],
      [[signer(alice)], 'Invalid multisigner.'],
      [[first, first], 'Duplicate Signers not allowed.'],
      [[second, first, third], 'Unsorted Signers array.'],
    ];
    for (const [signersList, message] of faults) {
      assert.equal(problemOf(withSigners(signersList)), message);
    }
  });

  test('by as many as 32 signers are valid', () => {
    const many = Array.from({ length: 32 }, (_, at) => deriveKeyPair(Buffer.alloc(16, at + 50), 'ed25519'));
    const list = many.map((key) => signer(key)).sort((a, b) => (accountOf(a) < accountOf(b) ? -1 : 1));
    assert.equal(problemOf(withSigners(list)), undefined);
  });

  test('of signers under another name are refused with the missing field, once there is a key', () => {
    const { Account, SigningPubKey } = signer(signers[0]!).Signer as StObject;
    const address = accountIdToAddress(Account as string);
    const faults: readonly [StObject, string][] = [
      [{ Account: Account! }, 'Field not found: SigningPubKey'],
      [{ Account: Account!, SigningPubKey: SigningPubKey! }, 'Field not found: TxnSignature'],
      [{ Account: Account!, SigningPubKey: 'AB' }, ''],
    ];
    for (const [Memo, reason] of faults) {
      const message = `Invalid signature on account ${address}${reason}.`;
      assert.equal(problemOf(withSigners([{ Memo }])), message);
    }
  });

  test('of the sender are allowed when a delegate sends, but not those of the delegate', () => {
    const [first] = signers as [KeyPair];
    const object = { ...fields, Delegate: accountIdOfPublicKey(first.publicKey) };
    const bySender = createTransaction({ ...object, Signers: [signer(alice, object)] });
    assert.equal(problemOf(bySender), undefined);
    const byDelegate = createTransaction({ ...object, Signers: [signer(first, object)] });
    assert.equal(problemOf(byDelegate), 'Invalid multisigner.');
  });

  test('of a signer over another transaction name the signer', () => {
    const [first] = signers as [KeyPair];
    const transaction = withSigners([signer(first, { ...fields, Fee: 11n })]);
    const address = accountIdToAddress(accountIdOfPublicKey(first.publicKey));
    assert.equal(problemOf(transaction), `Invalid signature on account ${address}.`);
  });

  test('that were made here are good without a look, and stay so when the bytes are read again', () => {
    const signed = signTransaction(fields, alice);
    const again = rereadTransaction(signed);
    assert.deepEqual(again, parseTransaction(signed.blob));
    assert.deepEqual(Object.keys(again.fields), Object.keys(parseTransaction(signed.blob).fields), 'in their order');
    for (const transaction of [signed, again]) {
      // A look at it would find this.
      (transaction.fields as { TxnSignature: string }).TxnSignature = '00';
      assert.equal(problemOf(transaction), undefined);
    }
  });

  test('stand in transactions that equal their bytes', () => {
    const memo = { MemoData: 'AB' };
    for (const more of [{ hash: '00'.repeat(32) }, { Domain: 'AB', TickSize: 5 }, { Memos: [{ Memo: memo }] }]) {
      const signed = signTransaction({ ...more, ...fields }, alice);
      const again = rereadTransaction(signed);
      assert.equal(JSON.stringify(again.fields, text), JSON.stringify(parseTransaction(signed.blob).fields, text));
    }
  });

  test('are verified when they were made elsewhere, also when read again', () => {
    const signed = signTransaction(fields, alice);
    const forged = createTransaction({ ...signed.fields, Fee: 11n });
    for (const transaction of [forged, { ...forged }, parseTransaction(forged.blob), rereadTransaction(forged)]) {
      assert.equal(problemOf(transaction), 'Invalid signature.');
    }
    assert.equal(problemOf(rereadTransaction(forged)), 'Invalid signature.');
  });

  test('by one key do not answer for others', () => {
    const both = signTransaction({ ...fields, Signers: signers.map((key) => signer(key)) }, alice);
    assert.equal(problemOf(both), 'Cannot both single- and multi-sign.');
  });
});

describe('a transaction whose signature is not verified', () => {
  test('counts as signed where another thread has verified it, or a test bench impersonates its account', () => {
    const trusted = createTransaction(fields);
    trustSignature(trusted);
    const impersonated = impersonate(createTransaction(fields));
    assert.deepEqual(
      [trusted, impersonated].map((transaction) => problemOf(transaction)),
      [undefined, undefined],
    );
    assert.deepEqual([trusted, impersonated].map(isImpersonated), [false, true]);
    const plain = createTransaction(fields);
    assert.equal(problemOf(plain), 'Empty SigningPubKey.');
    assert.ok(!isImpersonated(plain));
  });
});
