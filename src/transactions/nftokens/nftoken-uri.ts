/** The address of what a non-fungible token stands for (rippled: Protocol.h, kMaxTokenUriLength). */
import type { Hex } from '../../protocol/values.ts';

const MAX_URI_BYTES = 256;

/** True for a URI of a length that a token may have. One without any bytes is none. */
export function isNftokenUri(uri: Hex): boolean {
  return uri !== '' && uri.length <= 2 * MAX_URI_BYTES;
}
