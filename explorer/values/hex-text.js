/** Bytes in hex that are a text. */

/** Controls other than tab and line ends, and what replaces invalid characters. */
const BINARY = /[\p{Cc}\uFFFD]/u;

/** The text; undefined if the bytes are not valid UTF-8, or have control characters that no text has. */
export function textOfHex(hex) {
  const pairs = String(hex).match(/../g);
  if (pairs === null || !/^(?:[0-9a-f]{2})+$/i.test(hex)) return undefined;
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return BINARY.test(text.replace(/[\t\r\n]/g, '')) ? undefined : text;
  } catch {
    return undefined;
  }
}
