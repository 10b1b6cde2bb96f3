/**
 * The token of administrators: a secret in a file that only its owner can read. A program sends it in the header `Authorization`, a page
 * of the explorer in the list of protocols of its WebSocket, since pages can set no header there. The server keeps only its hash.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Beginning of the name in a list of protocols that ends with the token. The server never agrees on such a name. */
export const TOKEN_PROTOCOL = 'weir.token.';

const TOKEN_BYTES = 32;
/** What a token may consist of, so that it fits in a header and in the name of a protocol. */
const FORM = /^[A-Za-z0-9._~-]{20,200}$/;
const BEARER = /^Bearer +(\S+)$/i;

/** A new token. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** True for a text that can be sent as a token. */
export function isTokenForm(text: string): boolean {
  return FORM.test(text);
}

/** The hash that a server compares with, in hex. */
export function tokenHash(token: string): string {
  return digest(token).toString('hex');
}

/** True if the request has the token. It is compared in constant time. */
export function hasToken(headers: IncomingHttpHeaders, hash: string): boolean {
  const sent = sentToken(headers);
  return sent !== undefined && timingSafeEqual(digest(sent), Buffer.from(hash, 'hex'));
}

function sentToken({
  authorization,
  'sec-websocket-protocol': protocols = '',
}: IncomingHttpHeaders): string | undefined {
  if (authorization !== undefined) return BEARER.exec(authorization)?.[1];
  const names = protocols.split(',').map((name) => name.trim());
  return names.find((name) => name.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
