import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import { nobleSecp256k1 } from '../../test/support/noble-secp256k1.ts';
import { SeededRandom } from '../../test/support/seeded-random.ts';
import { CURVE_FUNCTIONS, outcomesOf, resultsOf, signatureCase } from '../../test/support/signature-cases.ts';
import { signatureVectors } from '../../test/support/wycheproof.ts';
import { parseCanonicalDer } from './canonical-der.ts';
import { sha256, sha512Half } from './hash.ts';
import { secp256k1 } from './secp256k1.ts';
import { verify } from './signature.ts';
import { webAssemblySecp256k1 } from './webassembly-secp256k1.ts';

/** The name of the source that `secp256k1()` loads, on this machine or as on one for which the package has no binary. */
const SHOW_BACKEND = `
  const { deriveKeyPair } = await import('${new URL('./key-pair.ts', import.meta.url)}');
  const { sign, verify } = await import('${new URL('./signature.ts', import.meta.url)}');
  const { createRequire } = await import('node:module');
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const compiled = [];
  const { Module } = WebAssembly;
  WebAssembly.Module = class extends Module { constructor(code) { super(code); compiled.push(code.length); } };
  const keys = deriveKeyPair(Buffer.alloc(16, 7), 'secp256k1');
  const signature = sign(Buffer.from('message'), keys);
  const isGood = verify(Buffer.from('message'), keys.publicKey, signature);
  const loaded = Object.keys(createRequire('${import.meta.url}').cache).filter((file) => /elliptic/.test(file));
  console.log(JSON.stringify({ compiled, signature, isGood, loaded }));
`;
const WITHOUT_BINARY = `
  const { dlopen } = process;
  process.dlopen = (module, file, ...more) => {
    if (file.includes('secp256k1')) throw new Error('none that fits');
    return dlopen.call(process, module, file, ...more);
  };
`;

const HALF_ORDER = 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_5d57_6e73_57a4_501d_dfe9_2f46_681b_20a0n;
const CASES = 300;

const native = secp256k1();
const webAssembly = webAssemblySecp256k1();

function backendOf(preparation: string) {
  const script = preparation + SHOW_BACKEND;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

describe('the curve secp256k1', () => {
  test('is the binary if one fits the machine, else WebAssembly, and never elliptic', () => {
    const { resolve } = createRequire(import.meta.url);
    const binaries = path.join(path.dirname(resolve('secp256k1/bindings.js')), 'prebuilds');
    const fits = existsSync(path.join(binaries, `${process.platform}-${process.arch}`));
    const [usual, other] = [backendOf(''), backendOf(WITHOUT_BINARY)];
    assert.equal(usual.compiled.length, fits ? 0 : 1);
    assert.equal(other.compiled.length, 1);
    assert.equal(other.signature, usual.signature);
    for (const { isGood, loaded } of [usual, other]) assert.deepEqual([isGood, loaded], [true, []]);
  });

  test('gives the same results, and refuses the same, on each backend', () => {
    const random = new SeededRandom(31);
    const seen = new Set<string>();
    for (let at = 0; at < CASES; at++) {
      const one = signatureCase(random, native);
      const outcomes = outcomesOf(native, one);
      assert.deepEqual(outcomesOf(webAssembly, one), outcomes, `case ${at}`);
      if (at % 10 === 0) assert.deepEqual(resultsOf(nobleSecp256k1, one), resultsOf(native, one), `case ${at}`);
      for (const [index, outcome] of outcomes.entries()) {
        seen.add(`${CURVE_FUNCTIONS[index]} ${outcome.length > 7 ? 'result' : outcome}`);
      }
    }
    for (const kind of ['true', 'false', 'refused']) assert.ok(seen.has(`ecdsaVerify ${kind}`), kind);
    for (const kind of ['result', 'refused']) assert.ok(seen.has(`privateKeyTweakAdd ${kind}`), kind);
  });

  test('takes no bytes of another length in WebAssembly', () => {
    const [short, exact] = [Buffer.alloc(31, 1), Buffer.alloc(32, 1)];
    assert.throws(() => webAssembly.privateKeyVerify(short), /31 bytes instead of 32/);
    assert.throws(() => webAssembly.ecdsaSign(short, exact), /31 bytes/);
    assert.throws(
      () => webAssembly.ecdsaVerify(Buffer.alloc(65), exact, Buffer.alloc(33, 2)),
      /65 bytes instead of 64/,
    );
    assert.throws(() => webAssembly.publicKeyConvert(Buffer.alloc(64, 2), true), /64 bytes instead of 33 or 65/);
  });
});

describe('the vectors of Project Wycheproof', () => {
  for (const [name, curve] of Object.entries({ native, webAssembly })) {
    const verifies = (digest: Uint8Array, publicKey: string, signature: string): boolean => {
      const scalars = parseCanonicalDer(Buffer.from(signature, 'hex'));
      return scalars !== undefined && curve.ecdsaVerify(scalars, digest, Buffer.from(publicKey, 'hex'));
    };

    test(`are verified as there, except that S must be low, ${name}`, () => {
      const refused = new Set<string>();
      for (const { publicKey, message, signature, result, comment } of signatureVectors('secp256k1Sha512')) {
        const isGood = verifies(sha512Half(Buffer.from(message, 'hex')), publicKey, signature);
        if (isGood !== (result === 'valid')) {
          refused.add(result);
          const s = BigInt(`0x${signature.slice(8 + 2 * Number.parseInt(signature.slice(6, 8), 16) + 4)}`);
          assert.ok(!isGood && s > HALF_ORDER, comment);
        }
      }
      assert.deepEqual([...refused], ['valid'], 'some have a high S');
    });

    test(`are verified as there with a low S, ${name}`, () => {
      for (const { publicKey, message, signature, result, comment } of signatureVectors('secp256k1Sha256LowS')) {
        const isGood = verifies(sha256(Buffer.from(message, 'hex')), publicKey, signature);
        assert.equal(isGood, result === 'valid', comment);
      }
    });
  }

  test('of Ed25519 are verified as there', () => {
    for (const { publicKey, message, signature, result, comment } of signatureVectors('ed25519'))
      assert.equal(verify(Buffer.from(message, 'hex'), `ED${publicKey}`, signature), result === 'valid', comment);
  });
});
