import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import tls from 'node:tls';
import { type CertificateKey, makeCertificate } from '../../../test/support/certificates.ts';
import { expiryMs, tlsFault, validityFault } from './tls-certificate.ts';

const TYPES: readonly CertificateKey[] = ['rsa', 'ec', 'ed25519'];
const root = makeCertificate({ name: 'root', isAuthority: true });
const middle = makeCertificate({ name: 'middle', isAuthority: true, issuer: root });
const leaf = makeCertificate({ name: 'leaf', issuer: middle });
const other = makeCertificate({ name: 'other' });
const OWN = TYPES.map((type) => makeCertificate({ name: type, type }));
const MANY_LINES = /[\n\r]/;

/** Fails if a client cannot connect to a server with it. */
async function shakeHands(cert: string, key: string, ca: string): Promise<void> {
  const server = tls.createServer({ cert, key });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const socket = tls.connect({ host: '127.0.0.1', port, ca });
  try {
    await once(socket, 'secureConnect');
  } finally {
    socket.destroy();
    server.close();
  }
}

describe('a certificate and a key', () => {
  test('belong together for all types, and then a client can connect', async () => {
    for (const { cert, key, type } of OWN) {
      assert.equal(tlsFault({ cert, key }), undefined, type);
      await shakeHands(cert, key, cert);
      for (const stranger of [...OWN.filter((one) => one.type !== type), makeCertificate({ name: 'x', type })]) {
        const fault = tlsFault({ cert, key: stranger.key });
        assert.equal(fault?.of, 'key', `${type}, ${stranger.type}`);
        assert.match(fault.message, /^the key \(.+\) does not belong to the certificate \(.+, CN=/);
      }
    }
  });

  const pkcs1 = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const locked = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
  const leafKey = createPrivateKey(leaf.key);
  const cases: readonly (readonly [string, string, string, 'cert' | 'key', RegExp])[] = [
    ['exchanged', leaf.key, leaf.cert, 'cert', /a private key and no certificate: are both files exchanged\?$/],
    ['no PEM', '\x30\x82', leaf.key, 'cert', /no certificate in PEM/],
    ['an empty key', leaf.cert, '', 'key', /no private key in PEM/],
    ['a damaged key', leaf.cert, leaf.key.replace(/\n[^-\n]{9}/, '\nAAAAAAAAA'), 'key', /the private key is damaged/],
    [
      'a damaged certificate',
      leaf.cert + middle.cert.replace('MII', 'AAA'),
      leaf.key,
      'cert',
      /certificate 2 .*damaged/,
    ],
    [
      'an encrypted key',
      leaf.cert,
      leafKey.export({ type: 'pkcs8', format: 'pem', ...locked }).toString(),
      'key',
      /encrypted, and Weir asks for no passphrase/,
    ],
    [
      'an encrypted key of the older form',
      leaf.cert,
      pkcs1.export({ type: 'pkcs1', format: 'pem', ...locked }).toString(),
      'key',
      /encrypted/,
    ],
    ['a key of OpenSSH', leaf.cert, '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n', 'key', /the form of OpenSSH/],
    [
      'the issuer first',
      middle.cert + leaf.cert,
      leaf.key,
      'cert',
      /belongs to certificate 2 .* must be the first one/,
    ],
    [
      'a wrong order',
      leaf.cert + root.cert + middle.cert,
      leaf.key,
      'cert',
      /^certificate 2 .*CN=root.* issued none before/,
    ],
    ['a gap', leaf.cert + root.cert, leaf.key, 'cert', /^certificate 2 /],
    ['another chain', leaf.cert + middle.cert + other.cert, leaf.key, 'cert', /^certificate 3 .*CN=other/],
  ];
  for (const [name, cert, key, of, message] of cases) {
    test(`are refused in one line that says where the fault is: ${name}`, () => {
      const fault = tlsFault({ cert, key });
      assert.equal(fault?.of, of);
      assert.match(fault.message, message);
      assert.doesNotMatch(fault.message, MANY_LINES);
    });
  }

  test('are refused if the name of the issuer is right and its key is not', () => {
    const impostor = makeCertificate({ name: 'middle', isAuthority: true });
    assert.match(tlsFault({ cert: leaf.cert + impostor.cert, key: leaf.key })!.message, /^certificate 2 /);
  });

  test('are refused if no client accepts the type or the length', () => {
    const curve = makeCertificate({ name: 'curve', type: 'secp256k1' });
    assert.match(tlsFault(curve)!.message, /accept no key of this type \(EC secp256k1\)/);
    const short = makeCertificate({ name: 'short', type: 'short rsa' });
    assert.match(tlsFault(short)!.message, /OpenSSL refuses it: .*key too small/);
  });

  test('may have issuers in order, with two for the same one, text around them and parameters before a key', async () => {
    const again = makeCertificate({ name: 'middle', isAuthority: true, keys: middle, issuer: other });
    for (const chain of [[], [middle], [middle, root], [middle, again, root, other]]) {
      const cert = [leaf, ...chain].map((one) => `subject=${one.name}\n${one.cert}\n`).join('');
      assert.equal(tlsFault({ cert, key: leaf.key }), undefined);
      if (chain.length > 0) await shakeHands(cert, leaf.key, root.cert);
    }
    const sec1 = leafKey.export({ type: 'sec1', format: 'pem' });
    const key = `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${sec1}`;
    assert.equal(tlsFault({ cert: leaf.cert, key }), undefined);
  });
});

test('a certificate is valid between its dates', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'].map((text) => new Date(text)) as [Date, Date];
  const { cert } = makeCertificate({ name: 'dated', notBefore: from, notAfter: to });
  assert.equal(expiryMs(cert), to.getTime());
  assert.equal(validityFault(cert, from.getTime()), undefined);
  assert.equal(validityFault(cert, to.getTime()), undefined);
  assert.equal(validityFault(cert, to.getTime() + 1), 'the certificate has expired at 2027-01-01T00:00:00Z');
  assert.equal(validityFault(cert, from.getTime() - 1), 'the certificate is valid only from 2026-01-01T00:00:00Z on');
});
