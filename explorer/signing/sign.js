/** Signs transactions in the page: the server gets only the signed bytes. */
import { readDefinitionsJson } from '../definitions.js';
import { bytesToHex, concat, uintToBytes } from './bytes.js';
import { sha512Half } from './keys.js';
import { Definitions, serialize } from './serialize.js';

/** Hash prefixes for signing and for transaction ids: `STX` and `TXN`. */
const SIGN_PREFIX = uintToBytes(0x53545800, 4);
const HASH_PREFIX = uintToBytes(0x54584e00, 4);

const NAME = 'definitions';

/** The definitions of a server, requested once. */
export async function readDefinitions(server) {
  const { cache } = server;
  if (!cache.has(NAME))
    cache.set(
      NAME,
      readDefinitionsJson(server).then((json) => new Definitions(json)),
    );
  try {
    return await cache.get(NAME);
  } catch (error) {
    cache.delete(NAME);
    throw error;
  }
}

/** The bytes and the hash of a transaction with the signature of these keys; both in hex. Throws `FieldError`. */
export function signTransaction(definitions, fields, keys) {
  const unsigned = { ...fields, SigningPubKey: keys.publicKey };
  const message = concat(SIGN_PREFIX, serialize(definitions, unsigned, true));
  const blob = serialize(definitions, { ...unsigned, TxnSignature: keys.sign(message) });
  return { blob: bytesToHex(blob), hash: bytesToHex(sha512Half(HASH_PREFIX, blob)) };
}
