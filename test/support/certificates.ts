/** Makes certificates with their keys, of any type, issuer and dates (RFC 5280, in DER). */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type CertificateKey = 'rsa' | 'short rsa' | 'ec' | 'ed25519' | 'secp256k1';

export interface MadeCertificate {
  readonly name: string;
  /** In PEM. */
  readonly cert: string;
  readonly key: string;
  readonly type: CertificateKey;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface CertificateOptions {
  /** The common name. */
  readonly name: string;
  readonly type?: CertificateKey;
  /** Has the keys to use; new ones if absent. */
  readonly keys?: MadeCertificate;
  /** Self-signed if absent. */
  readonly issuer?: MadeCertificate;
  /** Names and IPv4 addresses; those of this machine if absent. */
  readonly hosts?: readonly string[];
  readonly isAuthority?: boolean;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const FAR = new Date('2120-01-01T00:00:00Z');
const MAKERS: Readonly<Record<CertificateKey, () => { publicKey: KeyObject; privateKey: KeyObject }>> = {
  rsa: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  'short rsa': () => generateKeyPairSync('rsa', { modulusLength: 512 }),
  ec: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  ed25519: () => generateKeyPairSync('ed25519'),
  secp256k1: () => generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
};

/** ASN.1 tags. */
const Tag = {
  INTEGER: 2,
  BITS: 3,
  OCTETS: 4,
  UTC_TIME: 0x17,
  TIME: 0x18,
  UTF8: 12,
  SEQUENCE: 0x30,
  SET: 0x31,
  DNS: 0x82,
  ADDRESS: 0x87,
};
/** Object identifiers, encoded. */
const Oid = {
  commonName: '0603550403',
  basicConstraints: '0603551d13',
  alternativeNames: '0603551d11',
  rsaWithSha256: '06092a864886f70d01010b0500',
  ecdsaWithSha256: '06082a8648ce3d040302',
  ed25519: '06032b6570',
};
const SIGNATURES: Readonly<Record<CertificateKey, string>> = {
  rsa: Oid.rsaWithSha256,
  'short rsa': Oid.rsaWithSha256,
  ec: Oid.ecdsaWithSha256,
  ed25519: Oid.ed25519,
  secp256k1: Oid.ecdsaWithSha256,
};
const TRUE = '0101ff';

export function makeCertificate(options: CertificateOptions): MadeCertificate {
  const { name, type = 'ec', hosts = ['localhost', '127.0.0.1'], isAuthority = false } = options;
  const { notBefore = LONG_AGO, notAfter = FAR } = options;
  const { publicKey, privateKey } = options.keys ?? MAKERS[type]();
  const issuer = options.issuer ?? { name, privateKey, type };
  const algorithm = sequence(oid(SIGNATURES[issuer.type]));
  const content = sequence(
    der(0xa0, der(Tag.INTEGER, Buffer.of(2))),
    der(Tag.INTEGER, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(notBefore), time(notAfter)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid(Oid.basicConstraints), oid(TRUE), der(Tag.OCTETS, sequence(...(isAuthority ? [oid(TRUE)] : [])))),
        sequence(oid(Oid.alternativeNames), der(Tag.OCTETS, sequence(...hosts.map(hostName)))),
      ),
    ),
  );
  const signature = sign(issuer.type === 'ed25519' ? null : 'sha256', content, issuer.privateKey);
  const whole = sequence(content, algorithm, der(Tag.BITS, Buffer.concat([Buffer.of(0), signature])));
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { name, type, privateKey, publicKey, key, cert: pem('CERTIFICATE', whole) };
}

function hostName(host: string): Buffer {
  return /^[\d.]+$/.test(host)
    ? der(Tag.ADDRESS, Buffer.from(host.split('.').map(Number)))
    : der(Tag.DNS, Buffer.from(host));
}

function distinguishedName(name: string): Buffer {
  return sequence(der(Tag.SET, sequence(oid(Oid.commonName), der(Tag.UTF8, Buffer.from(name)))));
}

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\D/g, '').slice(0, 14);
  return date.getUTCFullYear() < 2050
    ? der(Tag.UTC_TIME, Buffer.from(`${digits.slice(2)}Z`))
    : der(Tag.TIME, Buffer.from(`${digits}Z`));
}

function oid(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(Tag.SEQUENCE, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
