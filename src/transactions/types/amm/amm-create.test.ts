import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ammLedger, DOLLARS, marketLedger } from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { ammKeylet } from '../../../protocol/entries/keylets.ts';
import { pseudoAccountAddress } from '../../accounts/pseudo-account.ts';

describe('AMMCreate refuses', () => {
  test('LP tokens of another one', () => {
    const at = ammLedger();
    assert.equal(at.create({ Amount: at.lpTokens('1') }), 'tecAMM_INVALID_TOKENS');
  });

  test('when every account that it could have exists', () => {
    const at = marketLedger();
    const { key } = ammKeylet(XRP, DOLLARS);
    for (let id = pseudoAccountAddress(at.view, key); id !== undefined; id = pseudoAccountAddress(at.view, key)) {
      at.fund(id);
    }
    assert.equal(at.create(), 'terADDRESS_COLLISION');
  });
});
