import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isTec, isTef, isTel, isTem, isTer, isTesSuccess, type Ter, terCode, terMessage, terName } from './ter.ts';

describe('transaction results', () => {
  test('a token and its number name each other', () => {
    const known: readonly [Ter, number][] = [
      ['telLOCAL_ERROR', -399],
      ['telCAN_NOT_QUEUE', -392],
      ['temMALFORMED', -299],
      ['temINVALID_FLAG', -276],
      ['tefFAILURE', -199],
      ['tefPAST_SEQ', -190],
      ['terRETRY', -99],
      ['terPRE_SEQ', -92],
      ['terQUEUED', -89],
      ['tesSUCCESS', 0],
      ['tecCLAIM', 100],
      ['tecDIR_FULL', 121],
      ['tecNO_DST_INSUF_XRP', 125],
      ['tecPRECISION_LOSS', 197],
    ];
    for (const [name, code] of known) {
      assert.equal(terCode(name), code);
      assert.equal(terName(code), name);
    }
  });

  test('an unknown token or number has no counterpart', () => {
    assert.equal(terCode('tecNOT_A_RESULT'), undefined);
    assert.equal(terCode('toString'), undefined);
    assert.equal(terName(99), undefined);
    assert.equal(terName(153), undefined);
  });

  test("texts are the reference's", () => {
    assert.equal(terMessage('tesSUCCESS'), 'The transaction was applied. Only final in a validated ledger.');
    assert.equal(terMessage('terNO_AMM'), "AMM doesn't exist for the asset pair.");
    assert.equal(terMessage('tecUNFUNDED_PAYMENT'), 'Insufficient XRP balance to send.');
  });

  test('each result belongs to exactly one class, the one of its number', () => {
    for (let code = -399; code < 256; code += 1) {
      const name = terName(code);
      if (name === undefined) continue;
      const classes = [isTel, isTem, isTef, isTer, isTesSuccess, isTec].map((inClass) => inClass(name));
      const limits = [-300, -200, -100, -1, 0, 255];
      assert.deepEqual(
        classes,
        limits.map((limit, at) => code <= limit && code > (limits[at - 1] ?? -400)),
        name,
      );
    }
  });
});
