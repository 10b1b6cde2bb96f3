import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sha512Half } from './hash.ts';
import { javascriptSecp256k1 } from './javascript-secp256k1.ts';
import { isSecp256k1Native, secp256k1 } from './secp256k1.ts';

const ORDER = Buffer.from('FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141', 'hex');
/** As on a machine for which the package has no binary. */
const WITHOUT_BINARY = `
  const { dlopen } = process;
  process.dlopen = (module, file, ...more) => {
    if (file.includes('secp256k1')) throw new Error('none that fits');
    return dlopen.call(process, module, file, ...more);
  };
  const { deriveKeyPair } = await import('${new URL('./key-pair.ts', import.meta.url)}');
  const { sign, verify } = await import('${new URL('./signature.ts', import.meta.url)}');
  const { isSecp256k1Native } = await import('${new URL('./secp256k1.ts', import.meta.url)}');
  const keys = deriveKeyPair(Buffer.alloc(16, 7), 'secp256k1');
  const signature = sign(Buffer.from('message'), keys);
  const isGood = verify(Buffer.from('message'), keys.publicKey, signature);
  const { createRequire } = await import('node:module');
  const loaded = Object.keys(createRequire('${import.meta.url}').cache).filter((file) => /elliptic/.test(file));
  console.log(JSON.stringify({ isSecp256k1Native: isSecp256k1Native(), signature, isGood, loaded }));
`;

const slow = javascriptSecp256k1();
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const digests = bytes32.map((bytes) => sha512Half(bytes));
const privateKeys = bytes32.map((bytes) => sha512Half(bytes)).filter((key) => secp256k1().privateKeyVerify(key));

/** The result, or that it is refused. */
function outcome(act: () => Uint8Array | boolean): string {
  try {
    const result = act();
    return typeof result === 'boolean' ? String(result) : Buffer.from(result).toString('hex');
  } catch {
    return 'refused';
  }
}

describe('the curve secp256k1', () => {
  test('is the binary if one fits the machine', () => {
    const { resolve } = createRequire(import.meta.url);
    const binaries = path.join(path.dirname(resolve('secp256k1/bindings.js')), 'prebuilds');
    assert.equal(isSecp256k1Native(), existsSync(path.join(binaries, `${process.platform}-${process.arch}`)));
  });

  test('works without a binary, and does not load elliptic', () => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', WITHOUT_BINARY], {
      encoding: 'utf8',
    });
    assert.notEqual(stdout, '', stderr);
    const { isSecp256k1Native: isNative, signature, isGood, loaded } = JSON.parse(stdout);
    assert.deepEqual([isNative, isGood, loaded], [false, true, []]);
    assert.match(signature, /^3044|^3045/);
  });

  test('makes the same keys and signatures in JavaScript, byte for byte', () => {
    fc.assert(
      fc.property(privateKeys, privateKeys, digests, (privateKey, tweak, digest) => {
        const [publicKey, { signature }] = [
          secp256k1().publicKeyCreate(privateKey),
          secp256k1().ecdsaSign(digest, privateKey),
        ];
        assert.deepEqual(Buffer.from(slow.publicKeyCreate(privateKey)), Buffer.from(publicKey));
        assert.deepEqual(Buffer.from(slow.ecdsaSign(digest, privateKey).signature), Buffer.from(signature));
        assert.deepEqual(
          Buffer.from(slow.signatureExport(signature)),
          Buffer.from(secp256k1().signatureExport(signature)),
        );
        const points = [slow, secp256k1()].map((curve) => Buffer.from(curve.publicKeyConvert(publicKey, false)));
        assert.equal(points[0]!.length, 65);
        assert.deepEqual(points[1], points[0]);
        for (const curve of [slow, secp256k1()]) {
          assert.deepEqual(Buffer.from(curve.publicKeyConvert(points[0]!, true)), Buffer.from(publicKey));
          for (const form of [publicKey, points[0]!]) assert.equal(curve.ecdsaVerify(signature, digest, form), true);
        }
        const [fast, other] = [Buffer.from(privateKey), Buffer.from(privateKey)];
        secp256k1().privateKeyTweakAdd(fast, tweak);
        slow.privateKeyTweakAdd(other, tweak);
        assert.deepEqual(other, fast);
      }),
      { numRuns: 60 },
    );
  });

  test('refuses the same in JavaScript', () => {
    const key = Buffer.alloc(32, 9);
    const digest = Buffer.alloc(32, 3);
    const publicKey = Buffer.from(secp256k1().publicKeyCreate(key));
    const signature = Buffer.from(secp256k1().ecdsaSign(digest, key).signature);
    const highS = Buffer.from(signature);
    const s = BigInt(`0x${signature.toString('hex', 32)}`);
    highS.write((BigInt(`0x${ORDER.toString('hex')}`) - s).toString(16).padStart(64, '0'), 32, 'hex');
    const flipped = (bytes: Buffer, at: number) =>
      Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
    const negated = Buffer.from(
      (BigInt(`0x${ORDER.toString('hex')}`) - BigInt(`0x${key.toString('hex')}`)).toString(16),
      'hex',
    );
    const cases = (curve: ReturnType<typeof secp256k1>) => [
      ...[Buffer.alloc(32), ORDER, Buffer.alloc(32, 255), key].map((one) => outcome(() => curve.privateKeyVerify(one))),
      outcome(() => curve.privateKeyTweakAdd(Buffer.from(key), negated)),
      outcome(() => curve.ecdsaVerify(highS, digest, publicKey)),
      outcome(() => curve.ecdsaVerify(Buffer.alloc(64), digest, publicKey)),
      ...Array.from({ length: 64 }, (_, at) =>
        outcome(() => curve.ecdsaVerify(flipped(signature, at), digest, publicKey)),
      ),
      ...Array.from({ length: 33 }, (_, at) =>
        outcome(() => curve.ecdsaVerify(signature, digest, flipped(publicKey, at))),
      ),
      ...Array.from({ length: 33 }, (_, at) => outcome(() => curve.publicKeyConvert(flipped(publicKey, at), false))),
    ];
    const [fast, other] = [cases(secp256k1()), cases(slow)];
    assert.deepEqual(other, fast);
    for (const kind of ['false', 'true', 'refused']) assert.ok(fast.includes(kind), kind);
  });
});
