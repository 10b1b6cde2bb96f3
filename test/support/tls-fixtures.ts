/** Certificates and keys for tests, as files of a server: a checkout leaves a key readable by all users, which a server refuses. */
import { chmodSync, copyFileSync } from 'node:fs';
import path from 'node:path';

const FIXTURES = path.join(import.meta.dirname, '../fixtures/tls');

/** Copies a certificate. */
export function copyCertificate(name: 'first' | 'second', to: string): void {
  copyFileSync(path.join(FIXTURES, `${name}.cert.pem`), to);
}

/** Copies a private key, for its owner only. */
export function copyKey(name: 'first' | 'second', to: string): void {
  copyFileSync(path.join(FIXTURES, `${name}.key.pem`), to);
  chmodSync(to, 0o600);
}
