import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';

const SIGN = new URL('./sign.ts', import.meta.url);
const NATIVE = new URL('./native-secp256k1.ts', import.meta.url);
const ASK = `await import('${SIGN}'); console.log((await import('${NATIVE}')).isSecp256k1Native());`;
/** As on a machine for which the package has no binary. */
const WITHOUT_BINARY = `
  import { createRequire } from 'node:module';
  const require = createRequire('${SIGN}');
  process.dlopen = () => { throw new Error('none that fits'); };
  require('secp256k1');
`;

describe('the implementation of secp256k1', () => {
  const answerTo = (program: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    return stdout.trim() || stderr;
  };

  test('is the binary where there is one that fits', () => {
    assert.equal(answerTo(ASK), 'true');
  });

  test('is known to be JavaScript where there is none', () => {
    // Without sign.ts, whose other library cannot do without a binary.
    assert.equal(answerTo(`${WITHOUT_BINARY} ${ASK.slice(ASK.indexOf('console'))}`), 'false');
  });
});
