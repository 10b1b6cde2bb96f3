/**
 * Checks a certificate chain and a private key before they are used: a server whose key is another one's, or whose chain is incomplete,
 * accepts connections and fails in each handshake.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { TlsMaterial } from './plain-or-tls.ts';

/** What is wrong, and in which of both. */
export interface TlsFault {
  readonly of: keyof TlsMaterial;
  readonly message: string;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;
/** The curves that clients accept in a certificate by default. */
const CURVES: readonly (string | undefined)[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const KEY_TYPES: readonly (string | undefined)[] = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448'];

/** The reason why no client could connect; undefined if there is none. Dates are not checked. The messages quote no secret. */
export function tlsFault({ cert, key }: TlsMaterial): TlsFault | undefined {
  const chain = (cert.match(CERTIFICATE) ?? []).map(parsed);
  const damaged = chain.indexOf(undefined);
  if (damaged >= 0) return inCertificate(`certificate ${damaged + 1} of the file is damaged`);
  const certificates = chain as readonly X509Certificate[];
  const privateKey = parsedKey(key);
  if (certificates.length === 0) return inCertificate(withoutCertificate(cert));
  if (privateKey === undefined) return { of: 'key', message: withoutKey(key) };
  return keyFault(certificates, privateKey) ?? chainFault(certificates) ?? refusal({ cert, key });
}

/** The date, in milliseconds, from which on clients refuse the server's own certificate, which is the first of the chain. */
export function expiryMs(cert: string): number {
  return new X509Certificate(cert).validToDate.getTime();
}

/** Why clients refuse the server's own certificate at this time; undefined if they do not. */
export function validityFault(cert: string, nowMs: number): string | undefined {
  const { validFromDate, validToDate } = new X509Certificate(cert);
  if (nowMs > validToDate.getTime()) return `the certificate has expired at ${isoOf(validToDate)}`;
  return nowMs < validFromDate.getTime() ? `the certificate is valid only from ${isoOf(validFromDate)} on` : undefined;
}

function isoOf(date: Date): string {
  return date.toISOString().replace('.000', '');
}

function inCertificate(message: string): TlsFault {
  return { of: 'cert', message };
}

function withoutCertificate(text: string): string {
  return text.includes('PRIVATE KEY-----')
    ? 'the file has a private key and no certificate: are both files exchanged?'
    : 'the file has no certificate in PEM (-----BEGIN CERTIFICATE-----)';
}

function withoutKey(text: string): string {
  if (text.includes('-----BEGIN ENCRYPTED PRIVATE KEY-----') || /^Proc-Type: 4,ENCRYPTED/m.test(text))
    return 'the key is encrypted, and Weir asks for no passphrase: write it without one (openssl pkey -in FILE -out PLAIN)';
  if (text.includes('-----BEGIN OPENSSH PRIVATE KEY-----'))
    return 'the key is in the form of OpenSSH, not in PEM of PKCS #8: convert a copy (ssh-keygen -p -m PKCS8 -f COPY)';
  if (!text.includes('PRIVATE KEY-----')) return 'the file has no private key in PEM (-----BEGIN PRIVATE KEY-----)';
  return 'the private key is damaged';
}

function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

function parsedKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function keyFault(chain: readonly X509Certificate[], key: KeyObject): TlsFault | undefined {
  const owner = chain.findIndex((certificate) => certificate.checkPrivateKey(key));
  if (owner > 0) {
    const message = `the key belongs to certificate ${owner + 1} of the file: the server's own certificate must be the first one`;
    return inCertificate(message);
  }
  const [type, wanted] = [keyName(key), keyName(chain[0]!.publicKey)];
  if (owner < 0) {
    const message = `the key (${type}) does not belong to the certificate (${wanted}, ${subjectOf(chain[0]!)})`;
    return { of: 'key', message };
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  const isUsual =
    KEY_TYPES.includes(asymmetricKeyType) &&
    (asymmetricKeyType !== 'ec' || CURVES.includes(asymmetricKeyDetails?.namedCurve));
  return isUsual ? undefined : { of: 'key', message: `TLS clients accept no key of this type (${type})` };
}

function keyName({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  const detail = asymmetricKeyDetails?.namedCurve ?? asymmetricKeyDetails?.modulusLength;
  return [asymmetricKeyType?.toUpperCase(), detail].filter((part) => part !== undefined).join(' ');
}

/** Each further certificate must have issued one before it, as RFC 5246 demands. Some chains have two for the same issuer. */
function chainFault(chain: readonly X509Certificate[]): TlsFault | undefined {
  const stray = chain.findIndex(
    (issuer, at) => at > 0 && !chain.slice(0, at).some((issued) => hasIssued(issuer, issued)),
  );
  if (stray < 0) return undefined;
  const name = `certificate ${stray + 1} of the file (${subjectOf(chain[stray]!)})`;
  return inCertificate(
    `${name} has issued none before it: the order is the server's own certificate, its issuer, and so on`,
  );
}

function hasIssued(issuer: X509Certificate, issued: X509Certificate): boolean {
  return issued.checkIssued(issuer) && issued.verify(issuer.publicKey);
}

function subjectOf({ subject }: X509Certificate): string {
  return subject?.replaceAll('\n', ', ') ?? 'without a subject';
}

/** What only OpenSSL refuses, such as a key that is too short. */
function refusal(material: TlsMaterial): TlsFault | undefined {
  try {
    // Not imported, because most servers do not use TLS.
    process.getBuiltinModule('node:tls').createSecureContext(material);
    return undefined;
  } catch (error) {
    const { reason, code } = error as NodeJS.ErrnoException & { readonly reason?: string };
    return inCertificate(`OpenSSL refuses it: ${reason ?? code ?? 'not a certificate and its key'}`);
  }
}
