import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import definitions from 'ripple-binary-codec/dist/enums/definitions.json' with { type: 'json' };
import { isTec, isTef, isTel, isTem, isTer, isTesSuccess, terCode, terCodes, terName } from './ter.ts';

describe('transaction results', () => {
  test('an unknown token or number has no counterpart', () => {
    assert.equal(terCode('tecNOT_A_RESULT'), undefined);
    assert.equal(terCode('toString'), undefined);
    assert.equal(terName(99), undefined);
    assert.equal(terName(153), undefined);
  });

  test('have the codes of ripple-binary-codec', () => {
    const theirs: Readonly<Record<string, number>> = definitions.TRANSACTION_RESULTS;
    for (const [name, code] of Object.entries(terCodes())) assert.equal(code, theirs[name], name);
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
