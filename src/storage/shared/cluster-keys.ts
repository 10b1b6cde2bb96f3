/**
 * The keys that members of a cluster derive from its secret: one for the connections between them, one for the rows of the shared
 * log. A hash shows that a row is undamaged; its MAC shows that a member wrote it.
 */
import { createHmac, scryptSync, timingSafeEqual } from 'node:crypto';

/** 32 MB and some 80 ms for each guess of the secret. */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 << 20 } as const;
const KEY_BYTES = 32;
const LENGTH_BYTES = 4;
export const SALT_BYTES = 16;

/** What is authenticated. A MAC of one kind is never valid for another. */
export type MacKind =
  | 'ledger'
  | 'header'
  | 'submission'
  | 'snapshot'
  | 'snapshot part'
  | 'chain value'
  | 'secret check'
  | 'archived transaction'
  | 'archived entry';

/** The key of the rows' MACs. */
export class RowKey {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Each part is preceded by its length, so that no two lists of parts give the same bytes. */
  mac(kind: MacKind, ...parts: readonly (string | Uint8Array)[]): Buffer {
    const hmac = createHmac('sha256', this.bytes);
    for (const part of [kind, ...parts]) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt32BE(bytes.length);
      hmac.update(length).update(bytes);
    }
    return hmac.digest();
  }

  /** True if `mac` is that of these parts. Null and undefined are not. */
  isMac(mac: unknown, kind: MacKind, ...parts: readonly (string | Uint8Array)[]): boolean {
    const expected = this.mac(kind, ...parts);
    return mac instanceof Uint8Array && mac.length === expected.length && timingSafeEqual(mac, expected);
  }
}

export class ClusterKeys extends RowKey {
  readonly salt: Buffer;
  /** The pre-shared key of the connections between members. */
  readonly link: Buffer;

  /** `salt`: constant for a database, so that one table of guesses does not serve for several clusters. */
  constructor(secret: Uint8Array, salt: Buffer) {
    const stretched = scryptSync(secret, salt, KEY_BYTES, STRETCHING);
    super(createHmac('sha256', stretched).update('rows').digest());
    this.salt = salt;
    this.link = createHmac('sha256', stretched).update('link').digest();
  }
}
