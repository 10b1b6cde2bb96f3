import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Party, party } from '../../../test/support/env.ts';
import { MapView } from '../../../test/support/map-view.ts';
import { TEST_CONTEXT } from '../../../test/support/test-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet, signersKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import type { StArray, StObject } from '../../protocol/values.ts';
import { checkSign } from './check-sign.ts';

const ALICE = party('alice');
/** As signer lists and lists of signatures have to be. */
const [ANN, BEN, CID] = ['ann', 'ben', 'cid'].map((name) => party(name)).sort((a, b) => (a.id < b.id ? -1 : 1)) as [
  Party,
  Party,
  Party,
];
const NO_KEY = '04'.repeat(33);

/** A ledger with these accounts. Each signer of ALICE's list weighs 1, and 2 are needed. */
function ledgerOf(
  accounts: readonly (readonly [who: Party, fields?: Partial<AccountRoot>])[],
  signers: readonly Party[],
) {
  const view = new MapView();
  for (const [who, fields] of accounts) {
    const root = newEntry(accountKeylet(who.id));
    view.entries.set(root.index, { ...root, Account: who.id, Sequence: 1, ...fields });
  }
  if (signers.length > 0) {
    const list = newEntry(signersKeylet(ALICE.id));
    const SignerEntries = signers.map(({ id }) => ({ SignerEntry: { Account: id, SignerWeight: 1 } }));
    view.entries.set(list.index, { ...list, SignerQuorum: 2, SignerEntries });
  }
  return view;
}

function signedBy(fields: StObject) {
  return createTransaction({ TransactionType: 'AccountSet', Account: ALICE.id, Fee: 10n, Sequence: 1, ...fields });
}

/** The signatures themselves are not looked at here. */
function signature(who: Party, SigningPubKey: string = who.keys.publicKey): StArray[number] {
  return { Signer: { Account: who.id, SigningPubKey, TxnSignature: 'AB' } };
}

function authority(view: MapView, fields: StObject, dryRun = false): string {
  const transaction = signedBy(fields);
  const context = {
    ...TEST_CONTEXT,
    flags: { dryRun },
    transaction,
    tx: transaction.fields,
    view,
    baseFeeDrops: 0n,
  };
  return checkSign(context);
}

describe('a single key', () => {
  const single = (who: Party, fields: Partial<AccountRoot> = {}, SigningPubKey = who.keys.publicKey) =>
    authority(ledgerOf([[ALICE, fields]], []), { SigningPubKey });

  test('is a key of an account that exists, and not the key of another account', () => {
    assert.equal(single(ALICE, {}, NO_KEY), 'tefBAD_AUTH');
    assert.equal(single(ALICE, {}, ''), 'tefBAD_AUTH');
    assert.equal(single(ALICE, { AMMID: 'AB'.repeat(32) }), 'tefBAD_AUTH');
    assert.equal(authority(ledgerOf([], []), { SigningPubKey: ALICE.keys.publicKey }), 'terNO_ACCOUNT');
  });
});

describe('several signers', () => {
  const accounts = [[ALICE], [ANN], [BEN], [CID]] as const;
  const signers = (view: MapView, ...Signers: StArray) => authority(view, { SigningPubKey: '', Signers });

  test('have keys', () => {
    const view = ledgerOf(accounts, [ANN, BEN]);
    assert.equal(signers(view, signature(ANN), signature(BEN, NO_KEY)), 'tefBAD_SIGNATURE');
  });
});
