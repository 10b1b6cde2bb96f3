import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { maskSecretsInText } from './masked-text.ts';

describe('text that leaves the process', () => {
  test('loses seeds and the values of secret members', () => {
    assert.equal(
      maskSecretsInText('bad snoPBrXtMeMyMHUVTgbuqAfg1SUTb, sEdSgth9xDJbCUt2myNuRJNHkSAnXbn!'),
      'bad <masked>, <masked>!',
    );
    assert.equal(maskSecretsInText('{"secret":"a b","x":"y"}'), '{"secret":"<masked>","x":"y"}');
    const quoted = JSON.stringify({ message: JSON.stringify({ passphrase: 'a b', seed_hex: 'AB' }) });
    assert.doesNotMatch(maskSecretsInText(quoted), /a b|AB/);
    assert.doesNotThrow(() => JSON.parse(maskSecretsInText(quoted)));
  });

  test('keeps addresses, hashes and words', () => {
    const text = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh 2B6AC232AA4C4BE41BF49D2459FA4A0347E1B543 submission "seed" secret';
    assert.equal(maskSecretsInText(text), text);
  });
});
