import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { didKeylet } from '../../../protocol/entries/keylets.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const DID = didKeylet(ALICE);

function ledgerOf(fields = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function set(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'DIDSet', Account: ALICE, ...fields }).result;
}

function fieldsOf(ledger: TestLedger): unknown[] {
  const did = ledger.read(DID);
  return [did?.URI, did?.DIDDocument, did?.Data];
}

describe('DIDSet', () => {
  const long = 'AB'.repeat(257);
  const refused: readonly [string, StObject, string][] = [
    ['no field', {}, 'temEMPTY_DID'],
    ['three empty fields', { URI: '', DIDDocument: '', Data: '' }, 'temEMPTY_DID'],
    ['a long URI', { URI: long }, 'temMALFORMED'],
    ['a long document', { DIDDocument: long }, 'temMALFORMED'],
    ['long data', { Data: long }, 'temMALFORMED'],
    ['a new one without content', { URI: '', Data: '' }, 'tecEMPTY_DID'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(set(ledgerOf(), fields), expected));
  }

  test('needs the reserve after the fee', () => {
    assert.equal(set(ledgerOf({ Balance: 1_200_009n }), { URI: 'AB' }), 'tecINSUFFICIENT_RESERVE');
    assert.equal(set(ledgerOf({ Balance: 1_200_010n }), { URI: 'AB' }), 'tesSUCCESS');
  });

  test('makes it of the fields with content', () => {
    const ledger = ledgerOf();
    assert.equal(set(ledger, { URI: 'AB', DIDDocument: '', Data: 'EF'.repeat(256) }), 'tesSUCCESS');
    assert.deepEqual(fieldsOf(ledger), ['AB', undefined, 'EF'.repeat(256)]);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
  });

  test('changes what it names, and takes empty fields away, but not the last one', () => {
    const ledger = ledgerOf();
    set(ledger, { URI: 'AB', Data: 'CD' });
    assert.equal(set(ledger, { URI: '', DIDDocument: 'EF' }), 'tesSUCCESS');
    assert.deepEqual(fieldsOf(ledger), [undefined, 'EF', 'CD']);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
    assert.equal(set(ledger, { DIDDocument: '', Data: '' }), 'tecEMPTY_DID');
  });
});

describe('DIDDelete', () => {
  function remove(ledger: TestLedger): string {
    return ledger.apply({ TransactionType: 'DIDDelete', Account: ALICE }).result;
  }

  test('needs one', () => assert.equal(remove(ledgerOf()), 'tecNO_ENTRY'));

  test('removes it', () => {
    const ledger = ledgerOf();
    set(ledger, { URI: 'AB' });
    assert.equal(remove(ledger), 'tesSUCCESS');
    assert.equal(ledger.read(DID), undefined);
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
  });
});
