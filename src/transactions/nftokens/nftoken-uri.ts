/** The URI of an NFToken (rippled: Protocol.h, kMaxTokenUriLength). */
import type { Hex } from '../../protocol/values.ts';

const MAX_URI_BYTES = 256;

/** True for a URI of 1 to 256 bytes. */
export function isNftokenUri(uri: Hex): boolean {
  return uri !== '' && uri.length <= 2 * MAX_URI_BYTES;
}
