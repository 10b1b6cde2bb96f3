import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { innerFormat } from '../tables/formats.ts';
import type { StObject } from '../values.ts';
import { checkInnerTemplates, checkTemplate } from './template-check.ts';

const ALICE = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';

function checkVote(object: StObject): string | undefined {
  const format = innerFormat('VoteEntry');
  assert.ok(format !== undefined);
  return checkTemplate(object, format);
}

describe('the check of an object against its format', () => {
  test('accepts what fits, and ignores what is never serialized', () => {
    assert.equal(checkVote({ Account: ALICE, VoteWeight: 0 }), undefined);
    assert.equal(checkVote({ Account: ALICE, VoteWeight: 0, TradingFee: 1, hash: '00', Fee: undefined }), undefined);
  });

  test('finds faults in objects within objects and arrays', () => {
    const signer = { Account: ALICE, SigningPubKey: '' };
    const missing = "Field 'TxnSignature' is required but missing.";
    assert.equal(checkInnerTemplates({ Signers: [{ Signer: signer }] }), missing);
    assert.equal(checkInnerTemplates({ CounterpartySignature: { Signers: [{ Signer: signer }] } }), missing);
    assert.equal(checkInnerTemplates({ Signers: [{ Signer: { ...signer, TxnSignature: '00' } }] }), undefined);
    assert.equal(checkInnerTemplates({ Memos: [{ Memo: { Fee: 1n } }] }), undefined);
  });
});
