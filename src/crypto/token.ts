/** Tokens: what base58 text says it is by its first byte (rippled: tokens.h, TokenType, and tokens.cpp). */
import { decodeBase58Check, encodeBase58Check } from './base58.ts';

export const TOKEN_TYPE = {
  accountId: 0,
  /** Never written by the reference; other libraries' Ed25519 seeds happen to begin with it. */
  none: 1,
  nodePublic: 28,
  nodePrivate: 32,
  familySeed: 33,
  accountSecret: 34,
  accountPublic: 35,
} as const;

/** The base58 text of a token. */
export function encodeToken(type: number, payload: Uint8Array): string {
  return encodeBase58Check(Uint8Array.of(type), payload);
}

/** A text that is a sound token of any type, with something in it. */
export interface Token {
  readonly type: number;
  readonly payload: Buffer;
}

/** The token in a text; undefined if there is none. */
export function readToken(text: string): Token | undefined {
  const bytes = decodeBase58Check(text);
  return bytes !== undefined && bytes.length > 1 ? { type: bytes[0]!, payload: bytes.subarray(1) } : undefined;
}

/** What follows the type byte, when the text is a sound token of that type with something in it. */
export function decodeToken(type: number, text: string): Buffer | undefined {
  const token = readToken(text);
  return token?.type === type ? token.payload : undefined;
}
